/** "No slot", "no price": the null of every slot link and price in the book. */
export const NONE = -1;

/** Index of a side in the protocol's SIDES. */
export const BUY = 0;
export const SELL = 1;

/** First capacity, in orders. */
const INITIAL_CAPACITY = 1_024;
/** From this many orders on the slab grows by a quarter instead of doubling, so that little of it lies idle. */
const DOUBLING_ENDS_AT = 8_192;

/**
 * Every live order of the exchange, resting in a book or waiting for its trigger, as a row of one slab of columns
 * shared by all markets. A row's number is its slot.
 *
 * - The columns are plain typed arrays. When the slab grows they are **replaced**: who keeps a column in a local
 *   variable reads it again after every `allocate`.
 * - Float64Array is only a container of safe integers here: no column ever holds a fraction.
 * - A slot number is not state. Which slot an order gets depends on the slab's history, so nothing that leaves the
 *   core and no order of iteration may depend on it; `orderId` is the order's name.
 * - `prev`, `next`, `level`, `priceTicks` and `remainingLots` of an order in a book belong to that OrderBook, which
 *   keeps totals over them: readers welcome, writers go through the book. `level` stays 0 outside of a book.
 *   Everything else belongs to the exchange.
 */
export class OrderSlab {
  /** Rows that fit before the next growth. */
  capacity: number;
  /** Rows in use. */
  liveCount = 0;

  orderId: Float64Array;
  userId: Uint32Array;
  marketId: Uint16Array;
  /** Indexes into the protocol's SIDES, ORDER_TYPES, TIMES_IN_FORCE, SELF_TRADE_MODES, ORDER_STATUSES. */
  side: Uint8Array;
  type: Uint8Array;
  timeInForce: Uint8Array;
  selfTrade: Uint8Array;
  status: Uint8Array;
  /** Bits whose meaning the exchange gives. */
  flags: Uint8Array;
  priceTicks: Int32Array;
  /** The order's total, executed part included. */
  quantityLots: Int32Array;
  remainingLots: Int32Array;
  stopTicks: Int32Array;
  trailingPpm: Int32Array;
  stopLimitTicks: Int32Array;
  executedQuoteUnits: Float64Array;
  feeUnits: Float64Array;
  /** What is held for the order where that is not price × remaining. */
  heldUnits: Float64Array;
  groupId: Float64Array;
  createdAtMs: Float64Array;
  /** The owner's list of live orders. */
  userPrev: Int32Array;
  userNext: Int32Array;
  /** Neighbours in the queue of a price level; `next` also links the free rows. */
  prev: Int32Array;
  next: Int32Array;
  /** The level of its book that the order rests on; 0: it rests on none. */
  level: Int32Array;

  private freeHead = NONE;
  /** Rows from here on were never used. */
  private untouched = 0;

  constructor(capacity: number = INITIAL_CAPACITY) {
    if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError(`slab of ${capacity} orders`);
    this.capacity = capacity;
    this.orderId = new Float64Array(capacity);
    this.userId = new Uint32Array(capacity);
    this.marketId = new Uint16Array(capacity);
    this.side = new Uint8Array(capacity);
    this.type = new Uint8Array(capacity);
    this.timeInForce = new Uint8Array(capacity);
    this.selfTrade = new Uint8Array(capacity);
    this.status = new Uint8Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.priceTicks = new Int32Array(capacity);
    this.quantityLots = new Int32Array(capacity);
    this.remainingLots = new Int32Array(capacity);
    this.stopTicks = new Int32Array(capacity);
    this.trailingPpm = new Int32Array(capacity);
    this.stopLimitTicks = new Int32Array(capacity);
    this.executedQuoteUnits = new Float64Array(capacity);
    this.feeUnits = new Float64Array(capacity);
    this.heldUnits = new Float64Array(capacity);
    this.groupId = new Float64Array(capacity);
    this.createdAtMs = new Float64Array(capacity);
    this.userPrev = new Int32Array(capacity);
    this.userNext = new Int32Array(capacity);
    this.prev = new Int32Array(capacity);
    this.next = new Int32Array(capacity);
    this.level = new Int32Array(capacity);
  }

  /**
   * A row with every number 0 and every slot link NONE. May replace all columns (see the class).
   * @returns its slot
   */
  allocate(): number {
    const slot = this.allocateUncleared();
    this.clear(slot);
    return slot;
  }

  /**
   * A row that rests nowhere, with the numbers of whatever order had it before: for callers that write every column
   * they ever read. Clearing costs a fifth of a bare book's time. May replace all columns (see the class).
   * @returns its slot
   */
  allocateUncleared(): number {
    let slot = this.freeHead;
    if (slot !== NONE) {
      this.freeHead = this.next[slot] as number;
    } else {
      if (this.untouched === this.capacity) this.grow();
      slot = this.untouched++;
    }
    this.liveCount++;
    return slot;
  }

  /** Gives the row back. Throws when the order still rests in a book. */
  release(slot: number): void {
    if (this.level[slot] !== 0) throw new Error(`order ${this.orderId[slot]} released while in the book`);
    this.next[slot] = this.freeHead;
    this.freeHead = slot;
    this.liveCount--;
  }

  /** Bytes of all columns. */
  get byteLength(): number {
    let bytes = 0;
    for (const column of Object.values(this)) if (ArrayBuffer.isView(column)) bytes += column.byteLength;
    return bytes;
  }

  private clear(slot: number): void {
    this.orderId[slot] = 0;
    this.userId[slot] = 0;
    this.marketId[slot] = 0;
    this.side[slot] = 0;
    this.type[slot] = 0;
    this.timeInForce[slot] = 0;
    this.selfTrade[slot] = 0;
    this.status[slot] = 0;
    this.flags[slot] = 0;
    this.priceTicks[slot] = 0;
    this.quantityLots[slot] = 0;
    this.remainingLots[slot] = 0;
    this.stopTicks[slot] = 0;
    this.trailingPpm[slot] = 0;
    this.stopLimitTicks[slot] = 0;
    this.executedQuoteUnits[slot] = 0;
    this.feeUnits[slot] = 0;
    this.heldUnits[slot] = 0;
    this.groupId[slot] = 0;
    this.createdAtMs[slot] = 0;
    this.userPrev[slot] = NONE;
    this.userNext[slot] = NONE;
    this.prev[slot] = NONE;
    this.next[slot] = NONE;
  }

  private grow(): void {
    const capacity =
      this.capacity < DOUBLING_ENDS_AT ? this.capacity * 2 : this.capacity + (this.capacity >>> 2);
    this.orderId = widened(this.orderId, capacity);
    this.userId = widened(this.userId, capacity);
    this.marketId = widened(this.marketId, capacity);
    this.side = widened(this.side, capacity);
    this.type = widened(this.type, capacity);
    this.timeInForce = widened(this.timeInForce, capacity);
    this.selfTrade = widened(this.selfTrade, capacity);
    this.status = widened(this.status, capacity);
    this.flags = widened(this.flags, capacity);
    this.priceTicks = widened(this.priceTicks, capacity);
    this.quantityLots = widened(this.quantityLots, capacity);
    this.remainingLots = widened(this.remainingLots, capacity);
    this.stopTicks = widened(this.stopTicks, capacity);
    this.trailingPpm = widened(this.trailingPpm, capacity);
    this.stopLimitTicks = widened(this.stopLimitTicks, capacity);
    this.executedQuoteUnits = widened(this.executedQuoteUnits, capacity);
    this.feeUnits = widened(this.feeUnits, capacity);
    this.heldUnits = widened(this.heldUnits, capacity);
    this.groupId = widened(this.groupId, capacity);
    this.createdAtMs = widened(this.createdAtMs, capacity);
    this.userPrev = widened(this.userPrev, capacity);
    this.userNext = widened(this.userNext, capacity);
    this.prev = widened(this.prev, capacity);
    this.next = widened(this.next, capacity);
    this.level = widened(this.level, capacity);
    this.capacity = capacity;
  }
}

type Column = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

function widened<C extends Column>(column: C, length: number): C {
  const wider = new (column.constructor as new (length: number) => C)(length);
  wider.set(column);
  return wider;
}
