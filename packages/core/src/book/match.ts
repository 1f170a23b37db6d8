import { BUY, NONE, PRICE_TICKS, REMAINING_LOTS, SLOTS, USER_ID } from "../memory/order-slab.ts";
import type { OrderBook } from "./order-book.ts";

/** More fills than there can be orders. */
const UNBOUNDED = 0x7fff_ffff;

/** What a match does with each resting order it meets. Hand in objects of one class, so that calls stay inlined. */
export interface MatchSink {
  /**
   * `lots` of the maker were executed at `ticks`; `leftLots` remain. At 0 it is out of the book, and its slot is the
   * sink's to release.
   */
  onFill(makerSlot: number, lots: number, ticks: number, leftLots: number): void;
  /**
   * The next maker belongs to the taker's own user. The sink either takes it out of the book and returns true, and
   * matching goes on, or returns false, and matching ends.
   */
  onSelfTrade(makerSlot: number): boolean;
}

/**
 * Executes an incoming order against the other side of the book in price-time priority, each fill at the maker's
 * price, until it is filled or the best price is worse than its limit.
 * @param limitTicks the worst price accepted
 * @param userId the taker's user; 0 trades with everyone
 * @param maxFills matching ends after so many fills
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
      if (!sink.onSelfTrade(maker)) break;
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

/** How a fill-or-kill order treats the taker's own orders on its way. */
export const OWN_ORDERS = { block: 0, skip: 1 } as const;

/**
 * Whether an order could be filled completely at once; changes nothing. Own orders never count: they either end
 * the walk (`block`: the taker would expire there) or are passed over (`skip`: they would expire instead).
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
  const slab = book.slab;
  let leftLots = lots;
  for (let maker = book.headOf(1 - side); maker !== NONE; maker = book.nextInPriority(maker)) {
    const ticks = slab.ints[maker + PRICE_TICKS] as number;
    if (side === BUY ? ticks > limitTicks : ticks < limitTicks) return false;
    if (userId !== 0 && slab.ints[maker + USER_ID] === userId) {
      if (ownOrders === OWN_ORDERS.block) return false;
      continue;
    }
    leftLots -= slab.ints[maker + REMAINING_LOTS] as number;
    if (leftLots <= 0) return true;
  }
  return false;
}
