import type { OrderState } from "@candor/domain/events/events";
import { isConditional } from "@candor/domain/order-types";

/**
 * Live conditional orders of one user that have been triggered, with the time if it is known. The change that ends an
 * order does not say whether it was triggered.
 */
export class FiredOrders {
  private readonly timesMs = new Map<number, number>();

  /** @param orders the user's live orders */
  constructor(orders: readonly OrderState[] = []) {
    for (const { orderId, product, status, type } of orders)
      if (product === "contract" && isConditional(type) && status !== "untriggered")
        this.timesMs.set(orderId, 0);
  }

  add(orderId: number, timeMs: number): void {
    this.timesMs.set(orderId, timeMs);
  }

  has(orderId: number): boolean {
    return this.timesMs.has(orderId);
  }

  /** Returns when an order was triggered; 0 if it was not, or if that is not known. */
  timeMsOf(orderId: number): number {
    return this.timesMs.get(orderId) ?? 0;
  }

  delete(orderId: number): void {
    this.timesMs.delete(orderId);
  }
}
