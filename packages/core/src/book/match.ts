import { BUY, PRICE_TICKS, REMAINING_LOTS, SLOTS, USER_ID } from "../memory/order-slab.ts";
import { scratch } from "../memory/scratch.ts";
import { BookCursor } from "./book-cursor.ts";
import type { OrderBook } from "./order-book.ts";

const cursor = scratch(new BookCursor());

/** No limit on fills: more than there can be orders. */
const UNBOUNDED = 0x7fff_ffff;

/** Handles each resting order that a match reaches. Pass objects of one class, so that calls stay inlined. */
export interface MatchSink {
  /**
   * Called after `lots` of the maker executed at `ticks`; `leftLots` remain. At 0 the maker has left the book, and the
   * sink must release its slot or, for an iceberg with hidden lots, let it rest again (showNext).
   */
  onFill(makerSlot: number, lots: number, ticks: number, leftLots: number): void;
  /**
   * Called when the next maker belongs to the taker's own user. The sink makes it smaller or removes it from the book.
   * @returns the lots by which the taker becomes smaller, from 0 to `leftLots`; −1: matching ends
   */
  onSelfTrade(makerSlot: number, leftLots: number): number;
}

/**
 * Executes an incoming order against the other side of the book in price-time priority, each fill at the maker's price.
 * Ends when the order is filled or the best price is worse than its limit.
 * @param limitTicks the worst price accepted
 * @param userId the taker's user; 0 trades with everyone
 * @param maxFills the maximum number of fills
 * @returns the lots not executed
 */
export function match(
  book: OrderBook,
  side: number,
  limitTicks: number,
  lots: number,
  userId: number,
  sink: MatchSink,
  maxFills: number = UNBOUNDED,
): number {
  const slab = book.slab;
  let leftLots = lots;
  let fillsLeft = maxFills;
  while (leftLots > 0 && fillsLeft > 0 && book.wouldTake(side, limitTicks)) {
    const maker = book.headOf(1 - side);
    const row = maker & SLOTS;
    if (userId !== 0 && slab.ints[row + USER_ID] === userId) {
      const preventedLots = sink.onSelfTrade(maker, leftLots);
      if (preventedLots < 0) break;
      leftLots -= preventedLots;
      continue;
    }
    const offered = slab.ints[row + REMAINING_LOTS] as number;
    const filled = offered < leftLots ? offered : leftLots;
    const ticks = slab.ints[row + PRICE_TICKS] as number;
    leftLots -= filled;
    fillsLeft--;
    sink.onFill(maker, filled, ticks, book.fill(maker, filled));
  }
  return leftLots;
}

/** How a fill-or-kill order treats the taker's own resting orders. */
export const OWN_ORDERS = { block: 0, skip: 1 } as const;

/**
 * Returns whether an order could be filled completely at once. Changes nothing. Own orders never count: they either end
 * the walk (`block`: the taker would expire there) or are skipped (`skip`: they would expire instead).
 */
export function canFill(
  book: OrderBook,
  side: number,
  limitTicks: number,
  lots: number,
  userId: number,
  ownOrders: (typeof OWN_ORDERS)[keyof typeof OWN_ORDERS],
): boolean {
  if (!book.wouldTake(side, limitTicks)) return false;
  const { ints } = book.slab;
  let leftLots = lots;
  cursor.begin(book, 1 - side);
  while (cursor.next()) {
    const { ticks } = cursor;
    if (side === BUY ? ticks > limitTicks : ticks < limitTicks) return false;
    if (userId !== 0 && ints[cursor.slot + USER_ID] === userId) {
      if (ownOrders === OWN_ORDERS.block) return false;
      continue;
    }
    leftLots -= cursor.lots;
    if (leftLots <= 0) return true;
    cursor.takeAll();
  }
  return false;
}
