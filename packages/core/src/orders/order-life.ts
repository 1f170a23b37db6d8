import { leftLotsOf } from "../book/iceberg.ts";
import { COIN } from "../ledger/account-number.ts";
import {
  BUY,
  CODES,
  CREATED_AT_MS,
  EXECUTED_QUOTE_UNITS,
  FEE_UNITS,
  GROUP_ID,
  HAS_MORE,
  HELD_UNITS,
  HIDDEN_LOTS,
  LEVEL,
  MARGIN,
  MARKET_ID,
  NONE,
  ORDER_ID,
  PRICE_TICKS,
  QUANTITY_LOTS,
  REMAINING_LOTS,
  SELL,
  SIDE,
  SLOTS,
  STOP_TICKS,
  TRAILING_PPM,
  UPDATED_AT_MS,
  USER_ID,
  VISIBLE_LOTS,
} from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";
import { ARMED, TRAILING, WAITING } from "../state/orders/live-orders.ts";
import {
  BY_LIST,
  BY_SIBLING,
  CANCELED,
  CLOSED,
  EXECUTED,
  FILLED,
  isContract,
  isLever,
  isLive,
  isTrailing,
  NO_REASON,
  PARTIALLY_FILLED,
  typeOf,
  withChange,
  withStatus,
} from "../state/orders/order-codes.ts";
import { directionOf } from "../state/orders/trigger-direction.ts";
import { isPending, siblingOf, waitingListOf, waitingOrders } from "./order-groups.ts";

/**
 * Writes an order-changed event with the order's current state and the current time. `releasedUnits` as in the event.
 */
export function emitOrder(
  state: ExchangeState,
  slot: number,
  cause: number,
  reason: number,
  releasedUnits: number,
): void {
  emitOrderWithFill(state, slot, cause, reason, releasedUnits, 0, 0);
}

/** Like emitOrder, for an order whose last fills are emitted but not stored. */
export function emitOrderWithFill(
  state: ExchangeState,
  slot: number,
  cause: number,
  reason: number,
  releasedUnits: number,
  fillQuoteUnits: number,
  fillFeeUnits: number,
): void {
  const { orders } = state;
  const { ints, numbers, moreNumbers, moreInts } = orders.slab;
  const row = slot & SLOTS;
  const half = row >> 1;
  const codes = ints[row + CODES] as number;
  const quantityLots = ints[row + QUANTITY_LOTS] as number;
  let leftLots = ints[row + REMAINING_LOTS] as number;
  let heldUnits = 0;
  let visibleLots = 0;
  let stopTicks = 0;
  let trailingPpm = 0;
  let groupId = 0;
  let executedQuoteUnits = fillQuoteUnits;
  let feeUnits = fillFeeUnits;
  if ((codes & HAS_MORE) !== 0) {
    heldUnits = moreNumbers[half + HELD_UNITS] as number;
    visibleLots = moreInts[row + VISIBLE_LOTS] as number;
    leftLots += moreInts[row + HIDDEN_LOTS] as number;
    stopTicks = moreInts[row + STOP_TICKS] as number;
    trailingPpm = moreInts[row + TRAILING_PPM] as number;
    groupId = moreNumbers[half + GROUP_ID] as number;
    executedQuoteUnits += moreNumbers[half + EXECUTED_QUOTE_UNITS] as number;
    feeUnits += moreNumbers[half + FEE_UNITS] as number;
  }
  state.out.orderChanged(
    withChange(codes, cause, reason),
    numbers,
    half + ORDER_ID,
    ints[row + USER_ID] as number,
    ints[row + MARKET_ID] as number,
    quantityLots,
    // A market order given in quote stores its amount in the field that others use for their hold, and a contract
    // order its terms. An iceberg has its visible lots here.
    quantityLots === 0 || isContract(codes) ? heldUnits : visibleLots,
    ints[row + PRICE_TICKS] as number,
    stopTicks,
    trailingPpm,
    groupId,
    quantityLots - leftLots,
    executedQuoteUnits,
    feeUnits,
    releasedUnits,
    orders.keyOf(slot),
  );
}

/**
 * What the order on its own needs frozen: base for a sell; for a buy its price for the remaining lots, or the stored
 * hold.
 */
export function ownHold(state: ExchangeState, market: Market, slot: number): number {
  const { ints, moreNumbers } = state.orders.slab;
  const row = slot & SLOTS;
  const remaining = leftLotsOf(state.orders.slab, slot);
  if (ints[row + SIDE] === SELL) return remaining * market.lotUnits;
  const hasMore = ((ints[row + CODES] as number) & HAS_MORE) !== 0;
  const setAside = hasMore ? (moreNumbers[(row >> 1) + HELD_UNITS] as number) : 0;
  return setAside > 0 ? setAside : market.notional(ints[row + PRICE_TICKS] as number, remaining);
}

/** The account that holds the order's frozen money. */
export function holdAccount(state: ExchangeState, market: Market, slot: number): number {
  return tradingAccount(state, market, slot, state.orders.slab.ints[(slot & SLOTS) + SIDE] === BUY);
}

/** The account that an order trades from, for the market's base or quote coin. A margin order uses a margin account. */
export function tradingAccount(state: ExchangeState, market: Market, slot: number, isQuote: boolean): number {
  const { ints, moreInts } = state.orders.slab;
  const row = slot & SLOTS;
  const asset = isQuote ? market.quoteAsset : market.baseAsset;
  return isLever(ints[row + CODES] as number)
    ? state.ledger.marginAccount(moreInts[row + MARGIN] as number, isQuote, asset)
    : state.ledger.account(ints[row + USER_ID] as number, COIN, asset);
}

/** Removes the order from the book or queue that it is in. */
export function detach(state: ExchangeState, market: Market, slot: number): void {
  const { ints } = state.orders.slab;
  const row = slot & SLOTS;
  const side = ints[row + SIDE] as number;
  if (ints[row + LEVEL] !== 0) {
    state.levels.touch(market.id, side, ints[row + PRICE_TICKS] as number);
    market.book.remove(slot);
    return;
  }
  const stage = state.orders.stageOf(slot);
  // An armed order is only in the queue, which skips orders that are no longer live.
  if (stage === 0 || stage === ARMED) return;
  const type = typeOf(ints[row + CODES] as number);
  if (stage === WAITING) market.triggers.remove(directionOf(side, type), slot);
  else market.trailing(side).remove(slot);
  if (isTrailing(type)) market.trailingOrders--;
  state.orders.setStage(slot, 0);
}

/** Queues a stop for the last price. A trailing stop without activation price is active at once. */
export function queueTrigger(state: ExchangeState, market: Market, slot: number): void {
  const { ints, moreInts } = state.orders.slab;
  const side = ints[slot + SIDE] as number;
  const type = typeOf(ints[slot + CODES] as number);
  if (isTrailing(type) && moreInts[slot + STOP_TICKS] === 0) {
    followFrom(state, market, slot, market.referenceTicks);
    return;
  }
  if (isTrailing(type)) market.trailingOrders++;
  state.orders.setStage(slot, WAITING);
  market.triggers.insert(directionOf(side, type), slot);
}

/** Lets a trailing order follow the price. `extremeTicks`: the best price that it has seen. */
export function followFrom(state: ExchangeState, market: Market, slot: number, extremeTicks: number): void {
  market.trailingOrders++;
  state.orders.setStage(slot, TRAILING);
  market.trailing(state.orders.slab.ints[slot + SIDE] as number).add(slot, extremeTicks);
}

/**
 * Closes a live order: removes it from the book, releases its hold, emits the change, and deletes it. Its OCO sibling
 * closes with it, and so does its list while orders of it are pending.
 */
export function closeOrder(state: ExchangeState, slot: number, status: number, reason: number): void {
  const market = state.markets[state.orders.slab.ints[(slot & SLOTS) + MARKET_ID] as number] as Market;
  const waitingList = waitingListOf(state, slot);
  if (waitingList !== 0) {
    closeWaiting(state, market, slot, status, reason);
    closeList(state, waitingList, status);
    return;
  }
  const sibling = siblingOf(state, slot);
  const own = ownHold(state, market, slot);
  const rest = sibling === NONE ? 0 : ownHold(state, market, sibling);
  // The legs share one hold, the larger of the two. The sibling's part is released when it is closed.
  const released = Math.max(own, rest) - rest;
  endOrder(state, market, slot, status, reason, released);
  if (sibling !== NONE) closeOrder(state, sibling, CANCELED, BY_SIBLING);
}

/** Ends what is left of a list whose pending orders will not be activated. */
export function closeList(state: ExchangeState, groupId: number, status: number): void {
  const first = state.orders.find(0 - groupId);
  for (const slot of first === NONE
    ? waitingOrders(state, groupId)
    : [first, ...waitingOrders(state, groupId)]) {
    const market = state.markets[state.orders.slab.ints[(slot & SLOTS) + MARKET_ID] as number] as Market;
    closeWaiting(state, market, slot, status, BY_LIST);
  }
}

/** Closes the first order of a list, or a pending one, for which nothing is held. */
function closeWaiting(
  state: ExchangeState,
  market: Market,
  slot: number,
  status: number,
  reason: number,
): void {
  const released = isPending(state, slot) ? 0 : ownHold(state, market, slot);
  endOrder(state, market, slot, status, reason, released);
}

/** Queues the pending orders of a list whose first order is filled. */
export function queuePending(state: ExchangeState, groupId: number): void {
  state.armed.push(1 - groupId);
}

/**
 * Handles a fill or trigger of one leg of an OCO: cancels the other and reduces the hold to what this leg needs.
 * @param own what this leg needs, including the fill itself
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
  stamp(state, slot, status);
  emitOrder(state, slot, CLOSED, reason, releasedUnits);
  orders.remove(slot, status);
}

/**
 * Emits the effect of a fill on a resting order. The totals of a completely filled order are not stored, which saves a
 * cache line that few orders have touched before.
 */
export function emitFill(
  state: ExchangeState,
  maker: number,
  leftLots: number,
  quoteUnits: number,
  feeUnits: number,
): void {
  if (leftLots === 0) {
    stamp(state, maker, FILLED);
    emitOrderWithFill(state, maker, EXECUTED, NO_REASON, 0, quoteUnits, feeUnits);
    return;
  }
  noteFill(state, maker, quoteUnits, feeUnits);
  stamp(state, maker, PARTIALLY_FILLED);
  emitOrder(state, maker, EXECUTED, NO_REASON, 0);
}

/** Adds fills to the order's totals. */
export function noteFill(state: ExchangeState, slot: number, quoteUnits: number, feeUnits: number): void {
  const { slab } = state.orders;
  const { moreNumbers } = slab;
  const half = (slot & SLOTS) >> 1;
  slab.extend(slot);
  moreNumbers[half + EXECUTED_QUOTE_UNITS] =
    (moreNumbers[half + EXECUTED_QUOTE_UNITS] as number) + quoteUnits;
  moreNumbers[half + FEE_UNITS] = (moreNumbers[half + FEE_UNITS] as number) + feeUnits;
}

/** Sets the order's status and change time. */
export function stamp(state: ExchangeState, slot: number, status: number): void {
  const { ints } = state.orders.slab;
  const at = (slot & SLOTS) + CODES;
  ints[at] = withStatus(ints[at] as number, status);
  // The end time of an order is emitted but not stored.
  if (isLive(status)) noteChange(state, slot);
}

/** The time of a live order's last change. */
export function updatedAtMs(state: ExchangeState, slot: number): number {
  const { numbers, moreNumbers } = state.orders.slab;
  const changedAtMs = moreNumbers[(slot >> 1) + UPDATED_AT_MS] as number;
  return changedAtMs === 0 ? (numbers[(slot >> 1) + CREATED_AT_MS] as number) : changedAtMs;
}

/** Records that the order changes now. */
export function noteChange(state: ExchangeState, slot: number): void {
  const { slab } = state.orders;
  slab.extend(slot);
  slab.moreNumbers[((slot & SLOTS) >> 1) + UPDATED_AT_MS] = state.timeMs;
}
