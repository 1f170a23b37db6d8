import type { OrderChanged } from "@candor/domain/events/events";
import type { Listings } from "../../../market/market-data/listings.ts";
import { isLive, legsOf, listStates, listView } from "../order-list-view.ts";
import type { OwnOrder } from "../order-view.ts";
import { ownOrderOf } from "../own-orders.ts";

/** Maximum number of lists whose legs are remembered, over all users. */
const MAX_LISTS = 50_000;

/**
 * Reports when order lists begin and end. A list's event names both legs, even if one ended long before, so the legs
 * are remembered from earlier reports. If a leg ended before anyone was subscribed, only the known leg is reported.
 */
export class ListReports {
  private readonly listings: Listings;
  private readonly legs = new Map<number, Map<number, OwnOrder>>();

  constructor(listings: Listings) {
    this.listings = listings;
  }

  /** @param orders the changes of a user's orders by one command, in their final state */
  *of(orders: readonly OrderChanged[], timeMs: number, nowMs: number): Generator<object> {
    const begun = new Set<number>();
    const over = new Set<number>();
    for (const order of orders) {
      const { groupId } = order;
      if (groupId === 0) continue;
      const wire = ownOrderOf(order, this.listings.market(order.marketId));
      this.remember(groupId, order.orderId, wire);
      if (order.cause === "accepted") begun.add(groupId);
      // A leg cancels its sibling, so a leg that ends by itself is the last.
      if (!isLive(wire) && wire.reason !== "oco-sibling") over.add(groupId);
    }
    for (const groupId of begun) yield this.report(groupId, false, timeMs, nowMs);
    for (const groupId of over) {
      yield this.report(groupId, true, timeMs, nowMs);
      this.legs.delete(groupId);
    }
  }

  private remember(groupId: number, orderId: number, order: OwnOrder): void {
    const legs = this.legs.get(groupId) ?? new Map<number, OwnOrder>();
    legs.set(orderId, order);
    this.legs.set(groupId, legs);
    const [oldest] = this.legs.keys();
    if (this.legs.size > MAX_LISTS && oldest !== undefined) this.legs.delete(oldest);
  }

  private report(groupId: number, isOver: boolean, timeMs: number, nowMs: number): object {
    const known = [...(this.legs.get(groupId) ?? [])].sort(([a], [b]) => a - b).map(([, leg]) => leg);
    const { listClientOrderId, orders, symbol } = listView(legsOf(known));
    const { listStatusType, listOrderStatus } = listStates(isOver);
    return {
      e: "listStatus",
      E: nowMs,
      s: symbol,
      g: groupId,
      c: "OCO",
      l: listStatusType,
      L: listOrderStatus,
      r: "NONE",
      C: listClientOrderId,
      T: timeMs,
      O: orders.map(({ clientOrderId, orderId }) => ({ s: symbol, i: orderId, c: clientOrderId })),
    };
  }
}
