import { hideRest } from "../book/iceberg.ts";
import { match } from "../book/match.ts";
import {
  BUY,
  CODES,
  HAS_MORE,
  PRICE_TICKS,
  QUANTITY_LOTS,
  REMAINING_LOTS,
  SIDE,
  SLOTS,
  USER_ID,
} from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { BookWalk } from "../state/market/book-walk.ts";
import { WALK_FULL, WALK_PRICE, WALK_SELF_TRADE } from "../state/market/book-walk.ts";
import type { Market } from "../state/market/market.ts";
import {
  BY_FOK,
  BY_IOC,
  BY_PROTECTION,
  BY_SELF_TRADE,
  CLOSED,
  EXECUTED,
  EXPIRED,
  FILLED,
  FOK,
  forceOf,
  hasLimitPrice,
  IOC,
  NO_REASON,
  PARTIALLY_FILLED,
  selfTradeOf,
  typeOf,
} from "../state/orders/order-codes.ts";
import { armStops } from "./arm-stops.ts";
import { groupOf, waitingListOf } from "./order-groups.ts";
import {
  closeList,
  dissolveGroup,
  emitOrder,
  emitOrderWithFill,
  holdAccount,
  noteFill,
  queuePending,
  stamp,
} from "./order-life.ts";
import { settlement } from "./settlement.ts";

/** The order rests, or it ended for this reason. NO_REASON: filled. */
const RESTS = -1;

/** Whether an order of this type executes at any price within the market's protection. */
export function executesAtMarket(type: number): boolean {
  return !hasLimitPrice(type);
}

/** The worst price at which the order may execute. */
function worstTicks(state: ExchangeState, market: Market, slot: number): number {
  const { ints } = state.orders.slab;
  const row = slot & SLOTS;
  return executesAtMarket(typeOf(ints[row + CODES] as number))
    ? market.protectedTicks(ints[row + SIDE] as number)
    : (ints[row + PRICE_TICKS] as number);
}

/** Walks the book to find what the order would execute now. */
export function walkFor(
  state: ExchangeState,
  market: Market,
  slot: number,
  wantedLots: number,
  wantedQuoteUnits: number,
): BookWalk {
  const { slab } = state.orders;
  state.walk.run(
    market,
    slab.ints[slot + SIDE] as number,
    slab.ints[slot + USER_ID] as number,
    selfTradeOf(slab.ints[slot + CODES] as number),
    worstTicks(state, market, slot),
    wantedLots,
    wantedQuoteUnits,
    state.fillsLeft,
  );
  return state.walk;
}

/**
 * Executes an accepted or triggered order against the book, books all money, and lets the remainder rest or expire. The
 * order must not rest yet, and `heldUnits` must be frozen for it; what it no longer needs is released.
 *
 * A limit order that could continue after LIMITS.maxFillsPerCommand fills expires like an immediate-or-cancel one,
 * because resting it would cross the book.
 * @param lots the quantity to execute; for an order given in quote, what `state.walk` found that it buys or sells
 */
export function executeOrder(
  state: ExchangeState,
  market: Market,
  slot: number,
  heldUnits: number,
  lots: number,
): void {
  const { orders } = state;
  const { slab } = orders;
  const row = slot & SLOTS;
  if (
    forceOf(slab.ints[row + CODES] as number) === FOK &&
    walkFor(state, market, slot, lots, 0).lots < lots
  ) {
    conclude(state, market, slot, heldUnits, BY_FOK);
    return;
  }
  const side = slab.ints[row + SIDE] as number;
  const worst = worstTicks(state, market, slot);
  if (!market.book.wouldTake(side, worst)) {
    conclude(state, market, slot, heldUnits, reasonToEnd(state, market, slot, worst, lots));
    return;
  }
  settlement.begin(state, market, slot);
  const left = match(
    market.book,
    side,
    worst,
    lots,
    slab.ints[row + USER_ID] as number,
    settlement,
    state.fillsLeft,
  );
  // The lots of an order given in quote stop before an own order, but it did reach that order.
  if (slab.ints[row + QUANTITY_LOTS] === 0 && state.walk.end === WALK_SELF_TRADE)
    settlement.onSelfTrade(market.book.headOf(1 - side), 0);
  const executed = lots - left - settlement.preventedLots;
  slab.ints[row + REMAINING_LOTS] = (slab.ints[row + REMAINING_LOTS] as number) - executed;
  const spent = settlement.end();
  const held = heldUnits - settlement.freedUnits;
  const end = settlement.stoppedBySelfTrade ? BY_SELF_TRADE : reasonToEnd(state, market, slot, worst, left);
  if (settlement.fills === 0) {
    conclude(state, market, slot, held, end);
    return;
  }
  if (groupOf(state, slot) !== 0) dissolveGroup(state, market, slot, held);
  const { firstTicks, lastTicks } = settlement;
  conclude(state, market, slot, held - spent, end, true);
  armStops(state, market, firstTicks, lastTicks);
}

/** RESTS, or why the order ends once the book has no more within its price. */
function reasonToEnd(
  state: ExchangeState,
  market: Market,
  slot: number,
  worst: number,
  leftLots: number,
): number {
  const { ints } = state.orders.slab;
  const row = slot & SLOTS;
  const side = ints[row + SIDE] as number;
  const type = typeOf(ints[row + CODES] as number);
  if (ints[row + QUANTITY_LOTS] === 0) return reasonOfWalk(state);
  if (leftLots === 0) return NO_REASON;
  if (executesAtMarket(type)) {
    const bookEnds = market.book.best(1 - side) < 0;
    return bookEnds || market.book.wouldTake(side, worst) ? BY_IOC : BY_PROTECTION;
  }
  const force = forceOf(ints[row + CODES] as number);
  if (force === IOC || force === FOK) return BY_IOC;
  return market.book.wouldTake(side, worst) ? BY_IOC : RESTS;
}

/** Like reasonToEnd, for an order given in quote: it is filled when the remaining amount cannot buy another lot. */
function reasonOfWalk(state: ExchangeState): number {
  const { walk } = state;
  if (walk.end === WALK_FULL) return walk.lots > 0 ? NO_REASON : BY_IOC;
  if (walk.end === WALK_PRICE) return BY_PROTECTION;
  return walk.end === WALK_SELF_TRADE ? BY_SELF_TRADE : BY_IOC;
}

/**
 * Lets the order rest or ends it, releases what it does not need, and emits its state if something changed.
 * `hasTraded`: it has the settlement's fills.
 */
function conclude(
  state: ExchangeState,
  market: Market,
  slot: number,
  heldUnits: number,
  end: number,
  hasTraded = false,
): void {
  if (end !== RESTS) {
    endOrder(state, market, slot, heldUnits, end, hasTraded);
    return;
  }
  const { ints } = state.orders.slab;
  const row = slot & SLOTS;
  const side = ints[row + SIDE] as number;
  const priceTicks = ints[row + PRICE_TICKS] as number;
  const remaining = ints[row + REMAINING_LOTS] as number;
  if (((ints[row + CODES] as number) & HAS_MORE) !== 0) hideRest(state.orders.slab, slot);
  market.book.insert(slot);
  state.levels.touch(market.id, side, priceTicks);
  if (!hasTraded) return;
  const needed = side === BUY ? market.notional(priceTicks, remaining) : remaining * market.lotUnits;
  const released = heldUnits - needed;
  if (released > 0) state.ledger.release(holdAccount(state, market, slot), released);
  noteFill(state, slot, settlement.quoteUnits, settlement.feeUnits);
  stamp(state, slot, PARTIALLY_FILLED);
  emitOrder(state, slot, EXECUTED, NO_REASON, released);
}

/** `reason` NO_REASON means the order is filled. */
function endOrder(
  state: ExchangeState,
  market: Market,
  slot: number,
  heldUnits: number,
  reason: number,
  hasTraded: boolean,
): void {
  const { orders } = state;
  let waitingList = 0;
  if (groupOf(state, slot) !== 0) {
    dissolveGroup(state, market, slot, heldUnits);
    waitingList = waitingListOf(state, slot);
  }
  if (heldUnits > 0) state.ledger.release(holdAccount(state, market, slot), heldUnits);
  const status = reason === NO_REASON ? FILLED : EXPIRED;
  stamp(state, slot, status);
  const cause = reason === NO_REASON ? EXECUTED : CLOSED;
  if (hasTraded)
    emitOrderWithFill(state, slot, cause, reason, heldUnits, settlement.quoteUnits, settlement.feeUnits);
  else emitOrder(state, slot, cause, reason, heldUnits);
  orders.remove(slot, status);
  if (waitingList === 0) return;
  if (status === FILLED) queuePending(state, waitingList);
  else closeList(state, waitingList, status);
}
