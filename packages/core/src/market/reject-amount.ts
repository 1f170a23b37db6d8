import { AMOUNT_SCOPES, UNCOUNTABLE_LOTS, UNCOUNTABLE_UNITS } from "@candor/domain/rejection-params";
import { RULES } from "@candor/domain/rules";
import type { ExchangeState } from "../state/exchange-state.ts";

const { quantity, value, overLargest } = AMOUNT_SCOPES;

/** Whether the rules in force say of a refusal which bound was missed. */
export function namesBound(state: ExchangeState): boolean {
  return state.rules >= RULES.namedBounds;
}

/** Refuses a quantity, in lots, that is out of its bounds or cannot be counted, and says whether it is above the largest. */
export function rejectQuantity(
  state: ExchangeState,
  lots: number,
  leastLots: number,
  mostLots: number,
): void {
  const isOver = lots > mostLots && lots !== UNCOUNTABLE_LOTS;
  rejectBetween(state, leastLots, mostLots, quantity, isOver);
}

/** The same of a value in the smallest unit of the quote coin. */
export function rejectValue(
  state: ExchangeState,
  units: number,
  leastUnits: number,
  mostUnits: number,
): void {
  const isOver = units > mostUnits && units !== UNCOUNTABLE_UNITS;
  rejectBetween(state, leastUnits, mostUnits, value, isOver);
}

function rejectBetween(
  state: ExchangeState,
  least: number,
  most: number,
  scope: number,
  isOver: boolean,
): void {
  state.reject("trade.amountError", least, most, namesBound(state) && isOver ? scope + overLargest : scope);
}
