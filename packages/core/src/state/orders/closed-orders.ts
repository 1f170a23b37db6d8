import { divideFloor } from "@candor/money/integer";
import { CORE_LIMITS } from "../../core-limits.ts";

/** More than the number of order statuses; a power of two. */
const STATUSES = 16;
const STATUS_SHIFT = 4;
const PLACES = CORE_LIMITS.closedOrderMemory;

/**
 * How the most recent orders ended, so that a repeated cancel returns "already canceled" rather than "unknown". One
 * place for each id modulo the memory's size: an order is forgotten when another with the same place closes.
 */
export class ClosedOrders {
  /** Two numbers per place: 1 + id ÷ PLACES, 0 if empty; user × STATUSES + final status. */
  private readonly entries = new Int32Array(PLACES * 2);

  remember(orderId: number, userId: number, status: number): void {
    const round = divideFloor(orderId, PLACES);
    const at = (orderId - round * PLACES) * 2;
    this.entries[at] = round + 1;
    this.entries[at + 1] = (userId << STATUS_SHIFT) | status;
  }

  /** Index into ORDER_STATUSES, or −1 when the order is unknown, forgotten or another user's. */
  statusOf(orderId: number, userId: number): number {
    const round = divideFloor(orderId, PLACES);
    const at = (orderId - round * PLACES) * 2;
    const entry = this.entries[at + 1] as number;
    const isKnown = orderId > 0 && this.entries[at] === round + 1 && entry >> STATUS_SHIFT === userId;
    return isKnown ? entry & (STATUSES - 1) : -1;
  }

  /** Visits the remembered orders, by place. */
  forEach(visit: (orderId: number, userId: number, status: number) => void): void {
    for (let place = 0; place < PLACES; place++) {
      const round = this.entries[place * 2] as number;
      const entry = this.entries[place * 2 + 1] as number;
      if (round > 0) visit((round - 1) * PLACES + place, entry >> STATUS_SHIFT, entry & (STATUSES - 1));
    }
  }
}
