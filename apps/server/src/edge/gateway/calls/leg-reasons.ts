import type { OrderReason } from "@candor/domain/enumerations";
import type { OrderRecord } from "../../../records/projections/queries/order-of-row.ts";
import type { ReadModels } from "../read-models.ts";

/** Reasons that end both legs of an OCO at once. */
const ENDS_BOTH_LEGS: ReadonlySet<OrderReason> = new Set(["user", "market-closed"]);

/** Two orders that cancel each other have consecutive ids, in other lists after the first order's. */
function otherLegOf({ groupId, orderId }: OrderRecord): number {
  const first = groupId > 0 ? groupId : 1 - groupId;
  return orderId === first ? first + 1 : first;
}

/**
 * Returns a user's spot orders with the real reason for OCO legs that ended in the same command as their other leg. The
 * exchange gives every leg that ends with the other one the same reason, even if nothing was filled or triggered.
 */
export async function withLegReasons(
  readModels: Pick<ReadModels, "ownOrders">,
  userId: number,
  orders: readonly OrderRecord[],
): Promise<readonly OrderRecord[]> {
  const legs = orders.filter(({ reason }) => reason === "oco-sibling");
  if (legs.length === 0) return orders;
  const known = new Map(orders.map((order) => [order.orderId, order]));
  // The other leg is often on the same page, but not at a page boundary or behind a filter.
  const missing = Map.groupBy(
    legs.filter((leg) => !known.has(otherLegOf(leg))),
    ({ marketId }) => marketId,
  );
  for (const [marketId, ofMarket] of missing) {
    const found = await readModels.ownOrders(
      { userId, marketId, orderIds: ofMarket.map(otherLegOf) },
      ofMarket.length,
    );
    for (const order of found) known.set(order.orderId, order);
  }
  return orders.map((order) => {
    if (order.reason !== "oco-sibling") return order;
    const other = known.get(otherLegOf(order));
    const endedTogether = other?.finalisedSeq === order.finalisedSeq && ENDS_BOTH_LEGS.has(other.reason);
    return endedTogether ? { ...order, reason: other.reason } : order;
  });
}
