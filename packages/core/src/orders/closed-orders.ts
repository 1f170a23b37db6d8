import { divideFloor } from "@candor/money/integer";
import { CORE_LIMITS } from "../core-limits.ts";

/** More than there are order statuses. */
const STATUSES = 16;
const MASK = CORE_LIMITS.closedOrderMemory - 1;

/**
 * How the most recent orders ended, so that whoever cancels twice is told "already canceled" and not "unknown".
 * One entry for each id modulo the memory's size: an order is forgotten when another with the same place closes.
 */
export class ClosedOrders {
  /** Two places an order: its id; its user and final status in one number. */
  private readonly entries = new Float64Array(CORE_LIMITS.closedOrderMemory * 2);

  remember(orderId: number, userId: number, status: number): void {
    // The low 32 bits are enough: the mask is shorter.
    const at = (orderId & MASK) * 2;
    this.entries[at] = orderId;
    this.entries[at + 1] = userId * STATUSES + status;
  }

  /** Index into ORDER_STATUSES, or −1 when the order is unknown, forgotten or another user's. */
  statusOf(orderId: number, userId: number): number {
    const at = (orderId & MASK) * 2;
    const status = (this.entries[at + 1] as number) - userId * STATUSES;
    return orderId > 0 && this.entries[at] === orderId && status >= 0 && status < STATUSES ? status : -1;
  }

  /** Visits what is remembered, by place. */
  forEach(visit: (orderId: number, userId: number, status: number) => void): void {
    for (let at = 0; at < this.entries.length; at += 2) {
      const orderId = this.entries[at] as number;
      const rest = this.entries[at + 1] as number;
      const userId = divideFloor(rest, STATUSES);
      if (orderId !== 0) visit(orderId, userId, rest - userId * STATUSES);
    }
  }
}
