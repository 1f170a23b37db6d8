import { RowBuffer } from "../row-buffer.ts";

/** "No slot", "no price": the null of every slot link and price in the book. */
export const NONE = -1;

/** Index of a side in the protocol's SIDES. */
export const BUY = 0;
export const SELL = 1;

/** First capacity, in orders. */
const INITIAL_CAPACITY = 1_024;
/** From this many orders on the slab grows by a sixteenth instead of doubling, so that little of it lies idle. */
const DOUBLING_ENDS_AT = 65_536;

/** A row is 128 bytes, two cache lines: 8 safe integers, then 16 small ones. */
export const ROW_INTS = 32;
/**
 * `slot & SLOTS` is the slot itself, of an order (not NONE). V8 knows by it that no field of the row lies below 0 or beyond
 * 32 bits, and does not look whether one does: five instructions a field instead of eight. Written out, because what `**`
 * computes is a double to V8, whatever its value.
 */
export const SLOTS = 0x7fff_ffff;
const ROW_NUMBERS = 16;

/** Safe integers, read as `numbers[(slot >> 1) + FIELD]`. */
export const ORDER_ID = 0;
export const EXECUTED_QUOTE_UNITS = 1;
export const FEE_UNITS = 2;
/** What is held for the order where that is not price × remaining. */
export const HELD_UNITS = 3;
export const GROUP_ID = 4;
export const CREATED_AT_MS = 5;
export const UPDATED_AT_MS = 6;

/**
 * Small integers, read as `ints[slot + FIELD]`. The first two places are of contract orders and of leveraged orders, each
 * of which write what they mean there.
 */
export const TAKE_PROFIT_TICKS = 14;
export const STOP_LOSS_TICKS = 15;
/** The number of the margin account that a leveraged order trades from. */
export const MARGIN = TAKE_PROFIT_TICKS;
/** Index into the protocol's LEVER_EFFECTS. */
export const EFFECT = STOP_LOSS_TICKS;
/** What the book needs stands together, in the second cache line. */
export const SIDE = 16;
export const PRICE_TICKS = 17;
export const REMAINING_LOTS = 18;
export const USER_ID = 19;
/** Neighbours in the queue of a price level; NEXT also links the free rows. */
export const PREV = 20;
export const NEXT = 21;
/** The level of its book that the order rests on; 0: it rests on none. */
export const LEVEL = 22;
/** The order's total, executed part included. */
export const QUANTITY_LOTS = 23;
export const MARKET_ID = 24;
/** Type, time in force and the like, in a form that the exchange gives them. */
export const CODES = 25;
/** Index into the protocol's ORDER_STATUSES. */
export const STATUS = 26;
/** Where the order waits; the exchange's to define. */
export const STAGE = 27;
export const STOP_TICKS = 28;
export const TRAILING_PPM = 29;
/** The owner's list of live orders. */
export const USER_PREV = 30;
export const USER_NEXT = 31;

/** Links the free rows. */
const FREE_LINK = NEXT;

/**
 * Every live order of the exchange, resting in a book or waiting for its trigger, as rows of one slab shared by all
 * markets. An order's slot is the place of its row in `ints`; `rowOf` numbers the rows from 0.
 *
 * - Rows and not columns, because most commands touch one order and most of its fields: two cache lines instead of
 *   twenty.
 * - The two views are plain typed arrays over the same bytes. When the slab grows they are **replaced**: who keeps one
 *   in a local variable reads it again after every `allocate`.
 * - A slot is not state. Which slot an order gets depends on the slab's history, so nothing that leaves the core and
 *   no order of iteration may depend on it; the order's id is its name.
 * - PREV, NEXT, LEVEL, PRICE_TICKS and REMAINING_LOTS of an order in a book belong to that OrderBook, which keeps
 *   totals over them: readers welcome, writers go through the book. Everything else belongs to the exchange.
 */
export class OrderSlab {
  /** Rows that fit before the next growth. */
  capacity: number;
  /** Rows in use. */
  liveCount = 0;
  ints: Int32Array;
  /** A container of safe integers: no row ever holds a fraction. */
  numbers: Float64Array;

  private freeHead = NONE;
  /** Rows from this slot on were never used. */
  private untouched = 0;

  constructor(capacity: number = INITIAL_CAPACITY) {
    if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError(`slab of ${capacity} orders`);
    this.capacity = capacity;
    const rows = new RowBuffer(capacity * ROW_NUMBERS);
    this.numbers = rows.numbers;
    this.ints = rows.ints;
  }

  /**
   * A row with every field 0 and every slot link NONE. May replace the views (see the class).
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
   * A row that rests nowhere, with the fields of whatever order had it before: for callers that write every field
   * they ever read. Clearing costs a fifth of a bare book's time. May replace the views (see the class).
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

  /** Gives the row back. Throws when the order still rests in a book. */
  release(slot: number): void {
    const row = slot & SLOTS;
    if (this.ints[row + LEVEL] !== 0) throw new Error(`order ${this.idOf(slot)} released while in the book`);
    this.ints[row + FREE_LINK] = this.freeHead;
    this.freeHead = slot;
    this.liveCount--;
  }

  idOf(slot: number): number {
    return this.numbers[((slot & SLOTS) >> 1) + ORDER_ID] as number;
  }

  /** The row's number, to index what is kept beside the slab. */
  rowOf(slot: number): number {
    return slot >> 5;
  }

  get byteLength(): number {
    return this.ints.byteLength;
  }

  private grow(): void {
    const { capacity } = this;
    this.capacity = capacity < DOUBLING_ENDS_AT ? capacity * 2 : capacity + (capacity >>> 4);
    const rows = new RowBuffer(this.capacity * ROW_NUMBERS);
    rows.numbers.set(this.numbers);
    this.numbers = rows.numbers;
    this.ints = rows.ints;
  }
}
