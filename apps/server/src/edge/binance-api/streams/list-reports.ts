import type { OrderChanged } from "@candor/domain/events/events";
import type { Listings } from "../../../market/market-data/listings.ts";
import type { LabelSource } from "../labels/order-label.ts";
import { isLive, legsOf, listView } from "../order-list-view.ts";
import type { OwnOrder } from "../order-view.ts";
import { ownOrderOf } from "../own-orders.ts";

type ListState = "EXEC_STARTED" | "UPDATED" | "ALL_DONE";

/** Maximum number of lists whose legs are remembered, over all users. */
const MAX_LISTS = 50_000;

/**
 * Reports when order lists begin and end, and when pending orders are activated. A list's event names all its orders,
 * even those that ended long before, so they are remembered from earlier reports. If a leg ended before anyone was subscribed, only the known leg is reported.
 */
export class ListReports {
  private readonly listings: Listings;
  private readonly labels: LabelSource;
  private readonly legs = new Map<number, Map<number, OwnOrder>>();

  constructor(listings: Listings, labels: LabelSource) {
    this.listings = listings;
    this.labels = labels;
  }

  /** @param changes the changes of a user's orders by one command */
  *of(changes: readonly OrderChanged[], timeMs: number, nowMs: number): Generator<object> {
    const begun = new Set<number>();
    const activated = new Set<number>();
    const over = new Set<number>();
    for (const order of changes) {
      const { groupId, cause } = order;
      if (groupId === 0) continue;
      const wire = ownOrderOf(order, this.listings.market(order.marketId), this.labels.of(order));
      this.remember(groupId, order.orderId, wire);
      if (cause === "accepted") begun.add(groupId);
      if (cause === "activated") activated.add(groupId);
      if (this.isLast(order)) over.add(groupId);
    }
    for (const groupId of begun) yield this.report(groupId, "EXEC_STARTED", timeMs, nowMs);
    for (const groupId of activated) yield this.report(groupId, "UPDATED", timeMs, nowMs);
    for (const groupId of over) {
      yield this.report(groupId, "ALL_DONE", timeMs, nowMs);
      this.legs.delete(groupId);
    }
  }

  /** Whether the list ends with this change of an order. */
  private isLast({ groupId, orderId, status, reason }: OrderChanged): boolean {
    if (isLive({ status })) return false;
    // A leg cancels its sibling, so a leg that ends by itself is the last.
    if (groupId > 0) return reason !== "oco-sibling";
    const isFirstFilled = orderId === 0 - groupId && status === "filled";
    return !isFirstFilled && [...(this.legs.get(groupId)?.values() ?? [])].every((leg) => !isLive(leg));
  }

  private remember(groupId: number, orderId: number, order: OwnOrder): void {
    const legs = this.legs.get(groupId) ?? new Map<number, OwnOrder>();
    legs.set(orderId, order);
    this.legs.set(groupId, legs);
    const [oldest] = this.legs.keys();
    if (this.legs.size > MAX_LISTS && oldest !== undefined) this.legs.delete(oldest);
  }

  private report(groupId: number, state: ListState, timeMs: number, nowMs: number): object {
    const known = [...(this.legs.get(groupId) ?? [])].sort(([a], [b]) => a - b).map(([, leg]) => leg);
    const legs = legsOf(known);
    const { contingencyType, listClientOrderId, orders, symbol } = listView(legs);
    return {
      e: "listStatus",
      E: nowMs,
      s: symbol,
      g: Math.abs(groupId),
      c: contingencyType,
      l: state,
      L: state === "ALL_DONE" ? "ALL_DONE" : "EXECUTING",
      r: "NONE",
      C: listClientOrderId,
      T: timeMs,
      O: orders.map(({ clientOrderId, orderId }) => ({ s: symbol, i: orderId, c: clientOrderId })),
    };
  }
}
