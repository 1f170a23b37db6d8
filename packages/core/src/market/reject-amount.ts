import { AMOUNT_SCOPES, INVALID_LOTS, INVALID_UNITS } from "@candor/domain/errors/rejection-params";
import { RULES } from "@candor/domain/rules";
import type { ExchangeState } from "../state/exchange-state.ts";

const { quantity, value, overLargest } = AMOUNT_SCOPES;

/** Whether rejections name the violated bound under the rules in force. */
export function namesBound(state: ExchangeState): boolean {
  return state.rules >= RULES.namedBounds;
}

/**
 * Rejects a quantity, in lots, that is out of bounds or cannot be represented, and reports whether it is above the
 * maximum.
 */
export function rejectQuantity(
  state: ExchangeState,
  lots: number,
  leastLots: number,
  mostLots: number,
): void {
  const isOver = lots > mostLots && lots !== INVALID_LOTS;
  rejectBetween(state, leastLots, mostLots, quantity, isOver);
}

/** The same for a value in the smallest unit of the quote coin. */
export function rejectValue(
  state: ExchangeState,
  units: number,
  leastUnits: number,
  mostUnits: number,
): void {
  const isOver = units > mostUnits && units !== INVALID_UNITS;
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
