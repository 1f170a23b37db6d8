import { LIMITS } from "@candor/protocol/limits";
import { OrderDirectory } from "../book/order-directory.ts";
import { NONE, OrderSlab } from "../book/order-slab.ts";
import { ClosedOrders } from "./closed-orders.ts";

/** Bits of the slab's flags. */
export const LABELLED = 1;
/** Where an untriggered order stands; none of the three: it was triggered, or needs no trigger. */
export const WAITING = 2;
export const TRAILING = 4;
export const ARMED = 8;

const INITIAL_USERS = 64;

/**
 * All live orders: the slab with what the exchange keeps beside it (keys, times of change), the way from an id to its
 * slot, each user's orders in descending order of their ids, and the memory of closed ones.
 */
export class LiveOrders {
  readonly slab = new OrderSlab();
  readonly closed = new ClosedOrders();
  private readonly directory = new OrderDirectory();
  /** By slot; grown with the slab. */
  updatedAtMs: Float64Array = new Float64Array(this.slab.capacity);
  private readonly keys: string[] = [];
  /** By user: the newest live order's slot plus one, and how many there are. */
  private userHead = new Int32Array(INITIAL_USERS);
  private userCount = new Int32Array(INITIAL_USERS);
  lastOrderId = 0;

  /** The slot of a live order, or NONE. */
  find(orderId: number): number {
    return this.directory.get(orderId);
  }

  keyOf(slot: number): string {
    return this.keys[slot] as string;
  }

  countOf(userId: number): number {
    return this.userCount[userId - LIMITS.firstUserId] ?? 0;
  }

  /** The user's newest live order, or NONE; `slab.userNext` leads to older ones. */
  newestOf(userId: number): number {
    return (this.userHead[userId - LIMITS.firstUserId] ?? 0) - 1;
  }

  /**
   * Opens an order with the next id. The row's other columns are zero and are the caller's to fill.
   * May replace the slab's columns. @returns its slot
   */
  create(userId: number, key: string, timeMs: number): number {
    return this.enter(++this.lastOrderId, userId, key, timeMs, timeMs);
  }

  /** For snapshots alone: brings an order back. Orders come back in ascending order of their ids. */
  restore(orderId: number, userId: number, key: string, createdAtMs: number, updatedAtMs: number): number {
    return this.enter(orderId, userId, key, createdAtMs, updatedAtMs);
  }

  /** Takes the order out of everything; it must not rest or wait anywhere any more. */
  remove(slot: number, finalStatus: number): void {
    const { slab } = this;
    const orderId = slab.orderId[slot] as number;
    const userId = slab.userId[slot] as number;
    const index = userId - LIMITS.firstUserId;
    const newer = slab.userPrev[slot] as number;
    const older = slab.userNext[slot] as number;
    if (newer === NONE) this.userHead[index] = older + 1;
    else slab.userNext[newer] = older;
    if (older !== NONE) slab.userPrev[older] = newer;
    this.userCount[index] = (this.userCount[index] as number) - 1;
    if (this.directory.delete(orderId) !== slot)
      throw new Error(`order ${orderId} is not where it should be`);
    this.closed.remember(orderId, userId, finalStatus);
    if (this.keys[slot] !== "") this.keys[slot] = "";
    slab.release(slot);
  }

  private enter(
    orderId: number,
    userId: number,
    key: string,
    createdAtMs: number,
    updatedAtMs: number,
  ): number {
    const { slab } = this;
    const slot = slab.allocate();
    if (slot >= this.updatedAtMs.length) {
      const wider = new Float64Array(slab.capacity);
      wider.set(this.updatedAtMs);
      this.updatedAtMs = wider;
    }
    slab.orderId[slot] = orderId;
    slab.userId[slot] = userId;
    slab.createdAtMs[slot] = createdAtMs;
    this.updatedAtMs[slot] = updatedAtMs;
    this.keys[slot] = key;
    this.directory.set(orderId, slot);
    const index = userId - LIMITS.firstUserId;
    if (index >= this.userHead.length) this.growUsers(index);
    const head = (this.userHead[index] as number) - 1;
    slab.userNext[slot] = head;
    if (head !== NONE) slab.userPrev[head] = slot;
    this.userHead[index] = slot + 1;
    this.userCount[index] = (this.userCount[index] as number) + 1;
    return slot;
  }

  private growUsers(index: number): void {
    let length = this.userHead.length;
    while (length <= index) length *= 2;
    const heads = new Int32Array(length);
    heads.set(this.userHead);
    this.userHead = heads;
    const counts = new Int32Array(length);
    counts.set(this.userCount);
    this.userCount = counts;
  }
}
