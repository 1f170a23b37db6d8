import type { PlaceAgain, ReplaceOrder, SpotOrder } from "@candor/domain/commands/commands";
import type { PlaceContractOrder, PlaceContractTerms } from "@candor/domain/commands/contract-commands";

/** An order that says when it was requested may have the key of one that has ended. */
export function maybeAgain<Order extends SpotOrder | PlaceContractOrder | PlaceContractTerms>(
  order: Order,
  requestedAtMs: number | undefined,
): Order | PlaceAgain {
  if (requestedAtMs === undefined || order.key === "") return order;
  const { userId, marketId } = order;
  return { kind: "place-again", userId, marketId, requestMs: requestedAtMs, order };
}

/** @param orderId the order that this one replaces; `requestedAtMs` as above */
export function replacing(
  order: SpotOrder,
  orderId: number,
  requestedAtMs: number | undefined,
): ReplaceOrder {
  const { userId, marketId } = order;
  return { kind: "replace-order", userId, marketId, orderId, requestMs: requestedAtMs ?? 0, order };
}
