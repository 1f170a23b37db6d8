import { CORE_LIMITS } from "../core-limits.ts";

const MASK = CORE_LIMITS.closedOrderMemory - 1;

/**
 * How the most recent orders ended, so that whoever cancels twice is told "already canceled" and not "unknown".
 * One entry for each id modulo the memory's size: an order is forgotten when another with the same place closes.
 */
export class ClosedOrders {
  private readonly orderId = new Float64Array(CORE_LIMITS.closedOrderMemory);
  private readonly userId = new Uint32Array(CORE_LIMITS.closedOrderMemory);
  private readonly status = new Uint8Array(CORE_LIMITS.closedOrderMemory);

  remember(orderId: number, userId: number, status: number): void {
    // The low 32 bits are enough: the mask is shorter.
    const at = orderId & MASK;
    this.orderId[at] = orderId;
    this.userId[at] = userId;
    this.status[at] = status;
  }

  /** Index into ORDER_STATUSES, or −1 when the order is unknown, forgotten or another user's. */
  statusOf(orderId: number, userId: number): number {
    const at = orderId & MASK;
    return orderId > 0 && this.orderId[at] === orderId && this.userId[at] === userId
      ? (this.status[at] as number)
      : -1;
  }

  /** Visits what is remembered, by place. */
  forEach(visit: (orderId: number, userId: number, status: number) => void): void {
    for (let at = 0; at < this.orderId.length; at++) {
      const orderId = this.orderId[at] as number;
      if (orderId !== 0) visit(orderId, this.userId[at] as number, this.status[at] as number);
    }
  }
}
