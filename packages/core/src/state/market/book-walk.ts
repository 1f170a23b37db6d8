import { divideFloor } from "@candor/money/integer";
import { BookCursor } from "../../book/book-cursor.ts";
import { BUY, NONE, PRICE_TICKS, USER_ID } from "../../memory/order-slab.ts";
import { DECREMENT, EXPIRE_MAKER } from "../orders/order-codes.ts";
import type { Market } from "./market.ts";

/** Why a walk ended. */
export const WALK_FULL = 0;
export const WALK_BOOK_EMPTY = 1;
export const WALK_PRICE = 2;
export const WALK_SELF_TRADE = 3;
const WALK_FILLS = 4;

/**
 * What an order would execute now, found by walking the book without changing it, under the same rules as execution:
 * price, self-trade prevention, bound on fills. An order is checked against it before anything moves, and then executes
 * exactly that.
 */
export class BookWalk {
  /** What would execute, and what it would cost or yield, before fees. */
  lots = 0;
  quoteUnits = 0;
  /** One of WALK_…. Full means all requested lots, or less quote left than one more lot costs. */
  end = WALK_FULL;
  /** A resting order that would be canceled before, or NONE. */
  excluded = NONE;
  private readonly cursor = new BookCursor();

  /** Whether an order at this price would take something, without walking. */
  wouldTake({ book }: Market, side: number, ticks: number): boolean {
    if (this.excluded === NONE) return book.wouldTake(side, ticks);
    let maker = book.headOf(1 - side);
    if (maker === this.excluded) maker = book.nextInPriority(maker);
    if (maker === NONE) return false;
    const price = book.slab.ints[maker + PRICE_TICKS] as number;
    return side === BUY ? price <= ticks : price >= ticks;
  }

  /**
   * @param worstTicks the worst price accepted
   * @param wantedLots maximum lots
   * @param wantedQuoteUnits maximum value; 0: unlimited
   * @param maxFills maximum number of fills
   */
  run(
    market: Market,
    side: number,
    userId: number,
    selfTrade: number,
    worstTicks: number,
    wantedLots: number,
    wantedQuoteUnits: number,
    maxFills: number,
  ): void {
    const { book, quoteFactor } = market;
    const { cursor } = this;
    const { ints } = book.slab;
    this.lots = 0;
    this.quoteUnits = 0;
    let fills = 0;
    /** Lots that self-trade prevention takes off the order. */
    let prevented = 0;
    cursor.begin(book, 1 - side);
    while (cursor.next()) {
      const { ticks } = cursor;
      if (side === BUY ? ticks > worstTicks : ticks < worstTicks) return this.finish(WALK_PRICE);
      if (cursor.slot === this.excluded) continue;
      if (fills === maxFills) return this.finish(WALK_FILLS);
      const wanted = wantedLots - prevented - this.lots;
      if (ints[cursor.slot + USER_ID] === userId) {
        if (selfTrade === EXPIRE_MAKER) continue;
        if (selfTrade !== DECREMENT) return this.finish(WALK_SELF_TRADE);
        prevented += Math.min(cursor.lots + cursor.hiddenLots, wanted);
        if (this.lots + prevented === wantedLots) return this.finish(WALK_SELF_TRADE);
        continue;
      }
      let lots = Math.min(cursor.lots, wanted);
      let isLast = lots === wanted;
      if (wantedQuoteUnits > 0) {
        const affordable = divideFloor(wantedQuoteUnits - this.quoteUnits, ticks * quoteFactor);
        if (affordable < lots) {
          lots = affordable;
          isLast = true;
        }
      }
      this.lots += lots;
      this.quoteUnits += ticks * lots * quoteFactor;
      fills++;
      if (isLast) return this.finish(WALK_FULL);
      cursor.takeAll();
    }
    this.finish(WALK_BOOK_EMPTY);
  }

  private finish(end: number): void {
    this.end = end;
  }
}
