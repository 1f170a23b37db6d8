import { LIMITS } from "@candor/domain/limits";
import { initialMarginOf, valueCapOf } from "@candor/formulas/perpetual/margin";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { valueAtMark } from "../../state/perpetual/position-value.ts";
import { usableFor } from "./account-risk.ts";
import { orderMarginOf } from "./order-margin.ts";

const { maxQuantityLots } = LIMITS;

/**
 * The maximum value of a position with its resting orders, at the mark: whichever side is larger. In hedge mode that of
 * the larger position, because they cannot become one. `buyLots` and `sellLots` are added. More lots than one order can
 * close exceed every limit, because a coin may be worth very little.
 */
export function exposureOf(position: Position, buyLots = 0, sellLots = 0): number {
  const own = exposureOfLeg(position, buyLots, sellLots);
  const sibling = position.contract.siblingOf(position);
  return sibling === undefined ? own : Math.max(own, exposureOfLeg(sibling, 0, 0));
}

function exposureOfLeg(position: Position, buyLots: number, sellLots: number): number {
  const { contract, lots } = position;
  const longest = lots + position.buyLots + buyLots;
  const shortest = position.sellLots + sellLots - lots;
  const ticks = contract.priceBy(BY_MARK_PRICE);
  const most = Math.max(0, longest, shortest);
  return most > maxQuantityLots ? Number.MAX_SAFE_INTEGER : most * ticks * contract.factor;
}

/** Index of `mark` in TRIGGER_BYS. */
const BY_MARK_PRICE = 1;

/** Rejects with 337 when the contract does not offer the leverage, or the exposure is too large for it. */
export function rejectsRisk(
  state: ExchangeState,
  position: Position,
  leverage: number,
  exposureUnits: number,
): boolean {
  const { contract } = position;
  // Exposure within the lowest tier is valid for every leverage that the contract allows.
  if (leverage <= contract.maxLeverage && exposureUnits <= contract.lowestCapUnits) return false;
  const cap = leverage > contract.maxLeverage ? 0 : valueCapOf(contract.brackets, leverage);
  if (leverage <= contract.maxLeverage && exposureUnits <= cap) return false;
  state.reject("trade.riskLimit", contract.maxLeverage, cap);
  return true;
}

/**
 * The amount that a leverage change takes from the wallet: the shortfall of the position's margin against its new
 * initial margin, plus the additional margin of resting orders. Negative when it frees money. A higher leverage takes
 * nothing from the margin of an isolated position, which keeps its user's deposits; the margin of a cross position
 * adjusts. In hedge mode both positions of the contract change, and what one frees does not pay for the other.
 */
export function costOfLeverage(position: Position, leverage: number): number {
  const sibling = position.contract.siblingOf(position);
  const own = costOfLeg(position, leverage);
  return sibling === undefined ? own : Math.max(0, own) + Math.max(0, costOfLeg(sibling, leverage));
}

function costOfLeg(position: Position, leverage: number): number {
  const orders = orderMarginOf(position, leverage) - position.orderMargin;
  return marginOfLeverage(position, leverage) - position.margin + orders;
}

function marginOfLeverage(position: Position, leverage: number): number {
  const wanted = initialMarginOf(position.cost, leverage);
  return position.isCross ? wanted : Math.max(position.margin, wanted);
}

/** Rejects with 103 when the wallet cannot pay for the new leverage. */
export function rejectsLeverageCost(state: ExchangeState, position: Position, leverage: number): boolean {
  const { quoteAsset } = position.contract.market;
  const usable = usableFor(state, position);
  const cost = costOfLeverage(position, leverage);
  if (cost <= 0 || cost <= usable) return false;
  state.reject("trade.insufficientBalance", usable, quoteAsset);
  return true;
}

/** Sets a leverage that passed the checks. */
export function applyLeverage(state: ExchangeState, position: Position, leverage: number): void {
  const sibling = position.contract.siblingOf(position);
  applyToLeg(state, position, leverage);
  if (sibling !== undefined) applyToLeg(state, sibling, leverage);
}

function applyToLeg(state: ExchangeState, position: Position, leverage: number): void {
  const wallet = position.wallet;
  const wanted = position.lots === 0 ? position.margin : marginOfLeverage(position, leverage);
  // The reduction of the order margin may pay for it.
  for (const other of [position, position.contract.siblingOf(position)]) {
    const missing = wanted - position.margin - state.ledger.available(wallet);
    if (other === undefined || missing <= 0) break;
    const part = Math.min(missing, other.orderMargin);
    state.ledger.release(wallet, part);
    other.orderMargin -= part;
  }
  if (wanted > position.margin) state.ledger.hold(wallet, wanted - position.margin);
  else state.ledger.release(wallet, position.margin - wanted);
  position.margin = wanted;
  position.leverage = leverage;
  state.perpetual.touch(position, "leverage");
}

/** The initial margin at the mark; removing margin must leave at least this. */
export function initialMarginAtMark(position: Position): number {
  return initialMarginOf(valueAtMark(position), position.leverage);
}
