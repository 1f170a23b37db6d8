import { LIMITS } from "@candor/protocol/limits";
import { OrderDirectory } from "../book/order-directory.ts";
import {
  CREATED_AT_MS,
  NONE,
  ORDER_ID,
  OrderSlab,
  UPDATED_AT_MS,
  USER_ID,
  USER_NEXT,
  USER_PREV,
} from "../book/order-slab.ts";
import { ClosedOrders } from "./closed-orders.ts";

/** Values of the slab's STAGE: where an untriggered order stands; 0: it was triggered, or needs no trigger. */
export const WAITING = 1;
export const TRAILING = 2;
export const ARMED = 3;

const INITIAL_USERS = 64;

/**
 * All live orders: the slab with what the exchange keeps beside it (keys, times of change), the way from an id to its
 * slot, each user's orders in descending order of their ids, and the memory of closed ones.
 */
export class LiveOrders {
  readonly slab = new OrderSlab();
  readonly closed = new ClosedOrders();
  private readonly directory = new OrderDirectory();
  /** By row of the slab. */
  private readonly keys: string[] = [];
  /** Two places a user: the newest live order's slot plus one, and how many there are. */
  private userOrders = new Int32Array(INITIAL_USERS * 2);
  lastOrderId = 0;

  /** The slot of a live order, or NONE. */
  find(orderId: number): number {
    return this.directory.get(orderId);
  }

  keyOf(slot: number): string {
    return this.keys[this.slab.rowOf(slot)] as string;
  }

  countOf(userId: number): number {
    return this.userOrders[(userId - LIMITS.firstUserId) * 2 + 1] ?? 0;
  }

  /** The user's newest live order, or NONE; `slab.userNext` leads to older ones. */
  newestOf(userId: number): number {
    return (this.userOrders[(userId - LIMITS.firstUserId) * 2] ?? 0) - 1;
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
    const { slab, userOrders, keys } = this;
    const { ints } = slab;
    const orderId = slab.idOf(slot);
    const userId = ints[slot + USER_ID] as number;
    const place = (userId - LIMITS.firstUserId) * 2;
    const newer = ints[slot + USER_PREV] as number;
    const older = ints[slot + USER_NEXT] as number;
    if (newer === NONE) userOrders[place] = older + 1;
    else ints[newer + USER_NEXT] = older;
    if (older !== NONE) ints[older + USER_PREV] = newer;
    userOrders[place + 1] = (userOrders[place + 1] as number) - 1;
    if (this.directory.delete(orderId) !== slot)
      throw new Error(`order ${orderId} is not where it should be`);
    this.closed.remember(orderId, userId, finalStatus);
    const row = slab.rowOf(slot);
    if (keys[row] !== "") keys[row] = "";
    slab.release(slot);
  }

  private enter(
    orderId: number,
    userId: number,
    key: string,
    createdAtMs: number,
    updatedAtMs: number,
  ): number {
    const { slab, keys } = this;
    const slot = slab.allocate();
    const { ints, numbers } = slab;
    const half = slot >> 1;
    numbers[half + ORDER_ID] = orderId;
    numbers[half + CREATED_AT_MS] = createdAtMs;
    numbers[half + UPDATED_AT_MS] = updatedAtMs;
    ints[slot + USER_ID] = userId;
    const row = slab.rowOf(slot);
    if (keys[row] !== key) keys[row] = key;
    this.directory.set(orderId, slot);
    const place = (userId - LIMITS.firstUserId) * 2;
    if (place >= this.userOrders.length) this.growUsers(place);
    const { userOrders } = this;
    const head = (userOrders[place] as number) - 1;
    ints[slot + USER_NEXT] = head;
    if (head !== NONE) ints[head + USER_PREV] = slot;
    userOrders[place] = slot + 1;
    userOrders[place + 1] = (userOrders[place + 1] as number) + 1;
    return slot;
  }

  private growUsers(place: number): void {
    let length = this.userOrders.length;
    while (length <= place) length *= 2;
    const wider = new Int32Array(length);
    wider.set(this.userOrders);
    this.userOrders = wider;
  }
}
