import { LIMITS } from "@candor/domain/limits";
import { initialMarginOf, valueCapOf } from "@candor/formulas/perpetual/margin";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { valueAtMark } from "../../state/perpetual/position-value.ts";
import { usableFor } from "./account-risk.ts";
import { orderMarginOf } from "./order-margin.ts";

const { maxQuantityLots } = LIMITS;

/**
 * The value that a position and its resting orders may come to, judged by the mark: whichever side is larger. `buyLots`
 * and `sellLots` come on top. More lots than one order can close are beyond every limit: a coin may be worth so little.
 */
export function exposureOf(position: Position, buyLots = 0, sellLots = 0): number {
  const { contract, lots } = position;
  const longest = lots + position.buyLots + buyLots;
  const shortest = position.sellLots + sellLots - lots;
  const ticks = contract.priceBy(BY_MARK_PRICE);
  const most = Math.max(0, longest, shortest);
  return most > maxQuantityLots ? Number.MAX_SAFE_INTEGER : most * ticks * contract.factor;
}

/** Index of `mark` in TRIGGER_BYS. */
const BY_MARK_PRICE = 1;

/** Says 337 when the leverage is no leverage of the contract, or the exposure is too large for it. */
export function rejectsRisk(
  state: ExchangeState,
  position: Position,
  leverage: number,
  exposureUnits: number,
): boolean {
  const { contract } = position;
  // What fits the lowest tier fits every leverage that the contract allows.
  if (leverage <= contract.maxLeverage && exposureUnits <= contract.lowestCapUnits) return false;
  const cap = leverage > contract.maxLeverage ? 0 : valueCapOf(contract.brackets, leverage);
  if (leverage <= contract.maxLeverage && exposureUnits <= cap) return false;
  state.reject("trade.riskLimit", contract.maxLeverage, cap);
  return true;
}

/**
 * What changing the leverage takes out of the wallet: what the position's margin falls short of its new initial margin,
 * and what resting orders need more. Below zero: it sets money free. A higher leverage takes nothing from the margin of
 * an isolated position, which keeps what its user has put in; that of a cross one follows.
 */
export function costOfLeverage(position: Position, leverage: number): number {
  const orders = orderMarginOf(position, leverage) - position.orderMargin;
  return marginOfLeverage(position, leverage) - position.margin + orders;
}

function marginOfLeverage(position: Position, leverage: number): number {
  const wanted = initialMarginOf(position.cost, leverage);
  return position.isCross ? wanted : Math.max(position.margin, wanted);
}

/** Says 103 when the wallet cannot bear the new leverage. */
export function rejectsLeverageCost(state: ExchangeState, position: Position, leverage: number): boolean {
  const { quoteAsset } = position.contract.market;
  const usable = usableFor(state, position);
  const cost = costOfLeverage(position, leverage);
  if (cost <= 0 || cost <= usable) return false;
  state.reject("trade.insufficientBalance", usable, quoteAsset);
  return true;
}

/** Sets a leverage that was not rejected. */
export function applyLeverage(state: ExchangeState, position: Position, leverage: number): void {
  const wallet = position.wallet;
  const wanted = position.lots === 0 ? position.margin : marginOfLeverage(position, leverage);
  // A lower order margin may be what pays for it.
  const missing = wanted - position.margin - state.ledger.available(wallet);
  if (missing > 0) {
    const part = Math.min(missing, position.orderMargin);
    state.ledger.release(wallet, part);
    position.orderMargin -= part;
  }
  if (wanted > position.margin) state.ledger.hold(wallet, wanted - position.margin);
  else state.ledger.release(wallet, position.margin - wanted);
  position.margin = wanted;
  position.leverage = leverage;
  state.perpetual.touch(position, "leverage");
}

/** The initial margin at the mark that a removal of margin must leave. */
export function initialMarginAtMark(position: Position): number {
  return initialMarginOf(valueAtMark(position), position.leverage);
}
