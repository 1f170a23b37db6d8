import { PRICE_TICKS, SIDE, SLOTS } from "../../memory/order-slab.ts";
import { tellFill } from "../../orders/order-life.ts";
import { payReferral } from "../../referral/pay-referral.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { FILLED } from "../../state/orders/order-codes.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { leaveOrder, mayOnlyReduce } from "../order-life/contract-order-life.ts";
import { protect } from "../order-life/protection-triggers.ts";
import { countResting } from "../position/order-margin.ts";
import { type PositionFill, REALIZED_PROFIT, TRADE_FEE } from "../position/position-fill.ts";

/**
 * Applies the maker's side of a fill before its trade is emitted: book, position and money.
 * @returns the remaining resting lots
 */
export function fillMaker(state: ExchangeState, maker: number, fill: PositionFill, lots: number): number {
  const { ints } = state.orders.slab;
  const { market } = fill.position.contract;
  const row = maker & SLOTS;
  state.levels.touch(market.id, ints[row + SIDE] as number, ints[row + PRICE_TICKS] as number);
  const leftLots = market.book.fill(maker, lots);
  if (!mayOnlyReduce(state, maker)) countResting(state, fill.position, maker, 0 - lots);
  fill.apply(state);
  return leftLots;
}

/** Completes the maker's side after its trade was emitted: order, fund records and protection. */
export function tellMaker(
  state: ExchangeState,
  maker: number,
  fill: PositionFill,
  leftLots: number,
  units: number,
  tradeId: number,
): void {
  const owner: Position = fill.position;
  tellFill(state, maker, leftLots, units, fill.fee);
  fill.post(state, REALIZED_PROFIT, TRADE_FEE, tradeId);
  shareFee(state, fill, tradeId);
  protect(state, owner, maker);
  if (leftLots === 0) leaveOrder(state, owner, maker, FILLED);
}

/** Shares the fee of one side of a contract trade with the user's inviter. */
export function shareFee(state: ExchangeState, fill: PositionFill, tradeId: number): void {
  const { userId, contract } = fill.position;
  if (!state.users.isReferred(userId)) return;
  const { market } = contract;
  payReferral(state, userId, market, tradeId, market.quoteAsset, fill.fee);
}
