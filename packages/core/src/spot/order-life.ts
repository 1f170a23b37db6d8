import { packOrderCodes } from "@candor/protocol/event-codec";
import { BUY, NONE, SELL } from "../book/order-slab.ts";
import type { ExchangeState } from "../exchange-state.ts";
import { COIN } from "../ledger/ledger.ts";
import type { Market } from "../market/market.ts";
import { ARMED, LABELLED, TRAILING, WAITING } from "../orders/live-orders.ts";
import { BY_SIBLING, CANCELED, CLOSED, MARKET, TRAILING_STOP } from "../orders/order-codes.ts";
import { FALLING, RISING } from "./trigger-book.ts";

/** Index of `spot` in PRODUCTS. */
const SPOT = 0;

/** Writes an order-changed event with the order's present state. `releasedUnits` as in the event. */
export function tellOrder(
  state: ExchangeState,
  slot: number,
  cause: number,
  reason: number,
  releasedUnits: number,
): void {
  const { orders } = state;
  const { slab } = orders;
  const quantityLots = slab.quantityLots[slot] as number;
  const type = slab.type[slot] as number;
  state.out.orderChanged(
    packOrderCodes(
      cause,
      SPOT,
      slab.side[slot] as number,
      type,
      slab.timeInForce[slot] as number,
      slab.selfTrade[slot] as number,
      slab.status[slot] as number,
      reason,
      (slab.flags[slot] as number) & LABELLED,
    ),
    slab.orderId[slot] as number,
    slab.userId[slot] as number,
    slab.marketId[slot] as number,
    quantityLots,
    givenQuoteUnits(state, slot),
    slab.priceTicks[slot] as number,
    slab.stopTicks[slot] as number,
    slab.trailingPpm[slot] as number,
    slab.groupId[slot] as number,
    quantityLots - (slab.remainingLots[slot] as number),
    slab.executedQuoteUnits[slot] as number,
    slab.feeUnits[slot] as number,
    slab.createdAtMs[slot] as number,
    orders.updatedAtMs[slot] as number,
    releasedUnits,
    orders.keyOf(slot),
  );
}

/** The quote amount that a market order was given in, 0 for every other order. */
export function givenQuoteUnits(state: ExchangeState, slot: number): number {
  const { slab } = state.orders;
  return slab.type[slot] === MARKET && slab.quantityLots[slot] === 0 ? (slab.heldUnits[slot] as number) : 0;
}

/** What the order alone needs frozen: base for a sell, for a buy its price for what remains, or what was set aside. */
export function ownHold(state: ExchangeState, market: Market, slot: number): number {
  const { slab } = state.orders;
  const remaining = slab.remainingLots[slot] as number;
  if (slab.side[slot] === SELL) return remaining * market.lotUnits;
  const setAside = slab.heldUnits[slot] as number;
  return setAside > 0 ? setAside : market.notional(slab.priceTicks[slot] as number, remaining);
}

/** The account that the order's hold is frozen in. */
export function holdAccount(state: ExchangeState, market: Market, slot: number): number {
  const { slab } = state.orders;
  const asset = slab.side[slot] === BUY ? market.quoteAsset : market.baseAsset;
  return state.ledger.account(slab.userId[slot] as number, COIN, asset);
}

/** The other leg of an OCO while it lives, else NONE. The legs' ids follow each other; the first names the group. */
export function siblingOf(state: ExchangeState, slot: number): number {
  const { slab } = state.orders;
  const groupId = slab.groupId[slot] as number;
  if (groupId === 0) return NONE;
  return state.orders.find(slab.orderId[slot] === groupId ? groupId + 1 : groupId);
}

/** Takes the order out of whatever it rests or waits in. */
export function detach(state: ExchangeState, market: Market, slot: number): void {
  const { slab } = state.orders;
  const flags = slab.flags[slot] as number;
  const side = slab.side[slot] as number;
  if (slab.level[slot] !== 0) {
    state.levels.touch(market.id, side, slab.priceTicks[slot] as number);
    market.book.remove(slot);
  } else if ((flags & WAITING) !== 0) {
    market.triggers.remove(triggerDirection(side, slab.type[slot] as number), slot);
  } else if ((flags & TRAILING) !== 0) {
    market.trailing(side).remove(slot);
  }
  if (slab.type[slot] === TRAILING_STOP && (flags & (WAITING | TRAILING)) !== 0) market.trailingOrders--;
  slab.flags[slot] = flags & ~(WAITING | TRAILING | ARMED);
}

/** Which way the last price has to go for a waiting order: a trailing stop waits to become active. */
export function triggerDirection(side: number, type: number): number {
  return (side === BUY) === (type === TRAILING_STOP) ? FALLING : RISING;
}

/** Ends a live order: out of the book, its hold released, told, forgotten. Its OCO sibling ends with it. */
export function closeOrder(state: ExchangeState, slot: number, status: number, reason: number): void {
  const { slab } = state.orders;
  const market = state.markets[slab.marketId[slot] as number] as Market;
  const sibling = siblingOf(state, slot);
  const own = ownHold(state, market, slot);
  const rest = sibling === NONE ? 0 : ownHold(state, market, sibling);
  // The legs share one hold, the larger of the two. The sibling's part is released when it is closed.
  const released = Math.max(own, rest) - rest;
  endOrder(state, market, slot, status, reason, released);
  if (sibling !== NONE) closeOrder(state, sibling, CANCELED, BY_SIBLING);
}

/**
 * One leg of an OCO was filled or triggered: the other is canceled and the hold shrinks to what this leg needs.
 * @param own what this leg needs, the fill itself included
 */
export function dissolveGroup(state: ExchangeState, market: Market, slot: number, own: number): void {
  const sibling = siblingOf(state, slot);
  if (sibling === NONE) return;
  const released = Math.max(own, ownHold(state, market, sibling)) - own;
  endOrder(state, market, sibling, CANCELED, BY_SIBLING, released);
}

function endOrder(
  state: ExchangeState,
  market: Market,
  slot: number,
  status: number,
  reason: number,
  releasedUnits: number,
): void {
  const { orders } = state;
  detach(state, market, slot);
  if (releasedUnits > 0) state.ledger.release(holdAccount(state, market, slot), releasedUnits);
  orders.slab.status[slot] = status;
  orders.updatedAtMs[slot] = state.timeMs;
  tellOrder(state, slot, CLOSED, reason, releasedUnits);
  orders.remove(slot, status);
}
