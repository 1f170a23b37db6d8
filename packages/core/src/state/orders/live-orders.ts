import { OrderDirectory } from "../../book/order-directory.ts";
import type { UserTable } from "../../ledger/user-table.ts";
import { NEWEST_ORDER, ORDER_COUNT } from "../../ledger/user-table.ts";
import {
  CODES,
  CREATED_AT_MS,
  MARKET_ID,
  NONE,
  ORDER_ID,
  OrderSlab,
  PRICE_TICKS,
  QUANTITY_LOTS,
  REMAINING_LOTS,
  SIDE,
  SLOTS,
  USER_ID,
  USER_NEXT,
  USER_PREV,
} from "../../memory/order-slab.ts";
import { ClosedOrders } from "./closed-orders.ts";
import { sideOf } from "./order-codes.ts";

/** Bit of the slab's CODES: the order has a key. Avoids most key lookups. */
const KEYED = 4;
/** The two bits below it: where an untriggered order waits. 0: it was triggered, or needs no trigger. */
export const WAITING = 1;
export const TRAILING = 2;
export const ARMED = 3;
const STAGE_BITS = 3;

/**
 * All live orders: the slab and what the exchange stores per order in addition (keys, change times), the index from id
 * to slot, each user's orders in descending id order, and the memory of closed orders. Users must be open.
 */
export class LiveOrders {
  readonly slab = new OrderSlab();
  readonly closed = new ClosedOrders();
  private readonly directory = new OrderDirectory(this.slab);
  /** By slab row. */
  private readonly keys: (string | undefined)[] = [];
  private readonly users: UserTable;
  lastOrderId = 0;

  constructor(users: UserTable) {
    this.users = users;
  }

  /** The slot of a live order, or NONE. */
  find(orderId: number): number {
    return this.directory.get(orderId);
  }

  keyOf(slot: number): string {
    return ((this.slab.ints[(slot & SLOTS) + CODES] as number) & KEYED) === 0
      ? ""
      : (this.keys[this.slab.rowOf(slot)] as string);
  }

  /** 0, WAITING, TRAILING or ARMED. */
  stageOf(slot: number): number {
    return (this.slab.ints[(slot & SLOTS) + CODES] as number) & STAGE_BITS;
  }

  setStage(slot: number, stage: number): void {
    const { ints } = this.slab;
    ints[slot + CODES] = ((ints[slot + CODES] as number) & ~STAGE_BITS) | stage;
  }

  countOf(userId: number): number {
    return this.users.ints[this.users.rowOf(userId) + ORDER_COUNT] as number;
  }

  /** The user's newest live order, or NONE; USER_NEXT links to older ones. */
  newestOf(userId: number): number {
    return (this.users.ints[this.users.rowOf(userId) + NEWEST_ORDER] as number) - 1;
  }

  /**
   * Opens an order with the next id. `codes` holds its terms and status. Rarely used fields are 0; the caller must call
   * `extend` before setting one. May replace the slab's views.
   * @returns its slot
   */
  create(
    userId: number,
    key: string,
    timeMs: number,
    marketId: number,
    codes: number,
    priceTicks: number,
    lots: number,
  ): number {
    return this.enter(++this.lastOrderId, userId, key, timeMs, marketId, codes, priceTicks, lots);
  }

  /**
   * Like `create`, with a given id: snapshots restore orders with it, in ascending id order. Writes every field of the
   * row that the book does not, so the row need not be cleared.
   */
  enter(
    orderId: number,
    userId: number,
    key: string,
    createdAtMs: number,
    marketId: number,
    codes: number,
    priceTicks: number,
    lots: number,
  ): number {
    const { slab } = this;
    const slot = slab.allocateUncleared();
    const { ints, numbers } = slab;
    const at = slot & SLOTS;
    const half = at >> 1;
    numbers[half + ORDER_ID] = orderId;
    numbers[half + CREATED_AT_MS] = createdAtMs;
    ints[at + SIDE] = sideOf(codes);
    ints[at + PRICE_TICKS] = priceTicks;
    ints[at + REMAINING_LOTS] = lots;
    ints[at + USER_ID] = userId;
    ints[at + QUANTITY_LOTS] = lots;
    ints[at + MARKET_ID] = marketId;
    ints[at + CODES] = key === "" ? codes : codes | KEYED;
    if (key !== "") this.keys[slab.rowOf(slot)] = key;
    this.directory.set(orderId, slot);
    const { ints: rows } = this.users;
    const row = this.users.rowOf(userId);
    const newest = (rows[row + NEWEST_ORDER] as number) - 1;
    ints[at + USER_PREV] = NONE;
    ints[at + USER_NEXT] = newest;
    if (newest !== NONE) ints[(newest & SLOTS) + USER_PREV] = slot;
    rows[row + NEWEST_ORDER] = slot + 1;
    rows[row + ORDER_COUNT] = (rows[row + ORDER_COUNT] as number) + 1;
    return slot;
  }

  /** Removes the order from all indexes. It must no longer rest or wait anywhere. */
  remove(slot: number, finalStatus: number): void {
    const { slab, keys } = this;
    const { ints: rows } = this.users;
    const { ints } = slab;
    const at = slot & SLOTS;
    const orderId = slab.idOf(slot);
    const userId = ints[at + USER_ID] as number;
    const row = this.users.rowOf(userId);
    const newer = ints[at + USER_PREV] as number;
    const older = ints[at + USER_NEXT] as number;
    if (newer === NONE) rows[row + NEWEST_ORDER] = older + 1;
    else ints[(newer & SLOTS) + USER_NEXT] = older;
    if (older !== NONE) ints[(older & SLOTS) + USER_PREV] = newer;
    rows[row + ORDER_COUNT] = (rows[row + ORDER_COUNT] as number) - 1;
    if (this.directory.delete(orderId) !== slot)
      throw new Error(`order ${orderId} is missing or is not the expected one`);
    this.closed.remember(orderId, userId, finalStatus);
    if (((ints[at + CODES] as number) & KEYED) !== 0) keys[slab.rowOf(slot)] = undefined;
    slab.release(slot);
  }
}
