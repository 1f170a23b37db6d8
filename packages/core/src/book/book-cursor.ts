import { NONE, type OrderSlab, PRICE_TICKS, REMAINING_LOTS, VISIBLE_LOTS } from "../memory/order-slab.ts";
import { hiddenLotsOf } from "./iceberg.ts";
import type { OrderBook } from "./order-book.ts";

/**
 * Visits one side of a book in the order in which a match would reach its orders, without changing it. An iceberg comes
 * again behind the orders of its price for each further part, as long as its visible part was taken whole.
 */
export class BookCursor {
  /** The current order, its price, what it offers now, and what it still hides. */
  slot = NONE;
  ticks = 0;
  lots = 0;
  hiddenLots = 0;

  private book!: OrderBook;
  private slab!: OrderSlab;
  /** The next order of the book. */
  private upcoming = NONE;
  /** Icebergs of the current price that come again, and what they still have; from `head` on. */
  private readonly again: number[] = [];
  private readonly againLots: number[] = [];
  private head = 0;

  /** Begins before the side's first order. */
  begin(book: OrderBook, side: number): void {
    this.book = book;
    this.slab = book.slab;
    this.upcoming = book.headOf(side);
    this.slot = NONE;
    this.clearAgain();
  }

  /** Moves to the next order. @returns false if there is none */
  next(): boolean {
    const { slab, upcoming } = this;
    const ticks = upcoming === NONE ? NONE : (slab.ints[upcoming + PRICE_TICKS] as number);
    if (this.head < this.again.length && ticks !== this.ticks) return this.nextAgain();
    if (upcoming === NONE) return false;
    this.slot = upcoming;
    this.ticks = ticks;
    this.lots = slab.ints[upcoming + REMAINING_LOTS] as number;
    this.hiddenLots = hiddenLotsOf(slab, upcoming);
    this.upcoming = this.book.nextInPriority(upcoming);
    return true;
  }

  /** The current order's `lots` were taken, all of them. */
  takeAll(): void {
    if (this.hiddenLots === 0) return;
    this.again.push(this.slot);
    this.againLots.push(this.hiddenLots);
  }

  private nextAgain(): boolean {
    const slot = this.again[this.head] as number;
    const left = this.againLots[this.head] as number;
    this.head++;
    if (this.head === this.again.length) this.clearAgain();
    const visible = this.slab.moreInts[slot + VISIBLE_LOTS] as number;
    this.slot = slot;
    this.lots = visible < left ? visible : left;
    this.hiddenLots = left - this.lots;
    return true;
  }

  private clearAgain(): void {
    this.again.length = 0;
    this.againLots.length = 0;
    this.head = 0;
  }
}
