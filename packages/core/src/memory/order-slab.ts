import { RowBuffer } from "./row-buffer.ts";

/** "No slot", "no price": the null of every slot link and price in the book. */
export const NONE = -1;

/** Index of a side in the protocol's SIDES. */
export const BUY = 0;
export const SELL = 1;

/** Initial capacity, in orders. */
const INITIAL_CAPACITY = 1_024;
/** From this many orders on, the slab grows by a sixteenth instead of doubling, so that little of it is unused. */
const DOUBLING_ENDS_AT = 65_536;

/** A row is 64 bytes, one cache line: 16 small integers or 8 safe ones. */
export const ROW_INTS = 16;
/**
 * `slot & SLOTS` equals the slot of an order (not NONE). A mask for V8: see MEMORY.md.
 */
export const SLOTS = 0x7fff_ffff;
const ROW_NUMBERS = 8;

/**
 * Read small integers as `ints[slot + FIELD]`, safe ones as `numbers[(slot >> 1) + FIELD]`. These two are safe
 * integers.
 */
export const ORDER_ID = 0;
/** Must follow the id: an order-changed event copies both, see EventWriter.orderChanged. */
export const CREATED_AT_MS = 1;
export const SIDE = 4;
export const PRICE_TICKS = 5;
export const REMAINING_LOTS = 6;
export const USER_ID = 7;
/** Neighbors in the queue of a price level. NEXT also links the free rows. */
export const PREV = 8;
export const NEXT = 9;
/** The book level where the order rests; 0 when it does not rest. */
export const LEVEL = 10;
/** The order's total, including the executed part. */
export const QUANTITY_LOTS = 11;
export const MARKET_ID = 12;
/**
 * Type, time in force, status and so on, encoded by the exchange. Of the lowest four bits, HAS_MORE belongs to the
 * slab. The others are for the owners of the orders: where an order waits, and whether it has a key.
 */
export const CODES = 13;
/** Links of the owner's list of live orders. */
export const USER_PREV = 14;
export const USER_NEXT = 15;

/** Bit of CODES: some field in `moreInts` or `moreNumbers` may be non-zero. Set by `extend`. */
export const HAS_MORE = 8;

/** Rarely used fields, in a second row of the same size: safe integers in `moreNumbers` … */
export const EXECUTED_QUOTE_UNITS = 0;
export const FEE_UNITS = 1;
/** The amount held for the order where it differs from price × remaining. */
export const HELD_UNITS = 2;
/** The packed terms of a contract order, for which nothing is held. */
export const TERMS = HELD_UNITS;
export const GROUP_ID = 3;
/** When a live order last changed; 0: not since it was created. */
export const UPDATED_AT_MS = 4;
/** … and small ones in `moreInts`, at the same positions as above. */
export const STOP_TICKS = 10;
export const TRAILING_PPM = 11;
/** Contract orders and margin orders use these two, each with its own meaning. */
export const TAKE_PROFIT_TICKS = 12;
export const STOP_LOSS_TICKS = 13;
/** Of an iceberg: the most lots that it shows at a time, and how many more it has while it rests. Otherwise 0. */
export const VISIBLE_LOTS = 14;
export const HIDDEN_LOTS = 15;
/** The number of the margin account that a margin order trades from. */
export const MARGIN = TAKE_PROFIT_TICKS;
/** Index into the protocol's LEVER_EFFECTS. */
export const EFFECT = STOP_LOSS_TICKS;

/** Link between free rows. */
const FREE_LINK = NEXT;

/**
 * Every live order of the exchange, resting in a book or waiting for its trigger, as rows of one slab shared by all
 * markets. An order's slot is the position of its row in `ints`; `rowOf` numbers the rows from 0.
 *
 * - Rows rather than columns, because most commands touch one order and most of its fields: one cache line instead of
 *   twelve. Orders that rest and are canceled need only that line.
 * - Rarely used fields are stored separately, all zeros unless the order has HAS_MORE. Call `extend` before writing
 *   them; check the bit before reading them where that avoids fetching another line.
 * - When the slab grows, the views are **replaced**, and a slot is not state: see MEMORY.md.
 * - PREV, NEXT, LEVEL, PRICE_TICKS and REMAINING_LOTS of an order in a book belong to that OrderBook, which keeps
 *   totals over them: anyone may read them, only the book writes them. Everything else belongs to the exchange.
 */
export class OrderSlab {
  /** Rows that fit before the next growth. */
  capacity: number;
  /** Rows in use. */
  liveCount = 0;
  ints: Int32Array;
  /** Holds only safe integers, never fractions. */
  numbers: Float64Array;
  moreInts: Int32Array;
  moreNumbers: Float64Array;

  private freeHead = NONE;
  /** Rows from this slot on were never used. */
  private untouched = 0;

  constructor(capacity: number = INITIAL_CAPACITY) {
    if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError(`slab of ${capacity} orders`);
    this.capacity = capacity;
    const rows = new RowBuffer(capacity * ROW_NUMBERS);
    this.numbers = rows.numbers;
    this.ints = rows.ints;
    const more = new RowBuffer(capacity * ROW_NUMBERS);
    this.moreNumbers = more.numbers;
    this.moreInts = more.ints;
  }

  /** Must be called before any field of the order is written to `moreInts` or `moreNumbers`. */
  extend(slot: number): void {
    const { ints } = this;
    const at = (slot & SLOTS) + CODES;
    ints[at] = (ints[at] as number) | HAS_MORE;
  }

  /**
   * Returns a row with every field 0 and every slot link NONE. May replace the views (see the class).
   * @returns its slot
   */
  allocate(): number {
    const slot = this.allocateUncleared() & SLOTS;
    const { ints, numbers } = this;
    const start = slot >> 1;
    for (let i = 0; i < ROW_NUMBERS; i++) numbers[start + i] = 0;
    ints[slot + USER_PREV] = NONE;
    ints[slot + USER_NEXT] = NONE;
    ints[slot + PREV] = NONE;
    ints[slot + NEXT] = NONE;
    return slot;
  }

  /**
   * Returns a row that rests nowhere but still has the fields of its previous order, for callers that write every field
   * they read. Clearing costs a fifth of a bare book's time. May replace the views (see the class).
   * @returns its slot
   */
  allocateUncleared(): number {
    let slot = this.freeHead;
    if (slot !== NONE) {
      this.freeHead = this.ints[(slot & SLOTS) + FREE_LINK] as number;
    } else {
      if (this.untouched === this.capacity * ROW_INTS) this.grow();
      slot = this.untouched;
      this.untouched += ROW_INTS;
    }
    this.liveCount++;
    return slot;
  }

  /** Releases the row. Throws when the order still rests in a book. */
  release(slot: number): void {
    const row = slot & SLOTS;
    if (this.ints[row + LEVEL] !== 0) throw new Error(`order ${this.idOf(slot)} released while in the book`);
    if (((this.ints[row + CODES] as number) & HAS_MORE) !== 0) this.clearMore(row);
    this.ints[row + FREE_LINK] = this.freeHead;
    this.freeHead = slot;
    this.liveCount--;
  }

  idOf(slot: number): number {
    return this.numbers[((slot & SLOTS) >> 1) + ORDER_ID] as number;
  }

  /** The row's number, for indexing tables kept alongside the slab. */
  rowOf(slot: number): number {
    return slot >> 4;
  }

  get byteLength(): number {
    return this.ints.byteLength + this.moreInts.byteLength;
  }

  private clearMore(row: number): void {
    const start = row >> 1;
    for (let i = 0; i < ROW_NUMBERS; i++) this.moreNumbers[start + i] = 0;
  }

  private grow(): void {
    const { capacity } = this;
    this.capacity = capacity < DOUBLING_ENDS_AT ? capacity * 2 : capacity + (capacity >>> 4);
    const rows = new RowBuffer(this.capacity * ROW_NUMBERS);
    rows.numbers.set(this.numbers);
    this.numbers = rows.numbers;
    this.ints = rows.ints;
    const more = new RowBuffer(this.capacity * ROW_NUMBERS);
    more.numbers.set(this.moreNumbers);
    this.moreNumbers = more.numbers;
    this.moreInts = more.ints;
  }
}
