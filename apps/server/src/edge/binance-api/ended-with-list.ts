/** Why an order ended, for the exchange, the wire or the read models. */
interface Ended {
  readonly reason: string | null;
}

/** Whether an order ended because another of its list did. */
export const hasEndedWithList = ({ reason }: Ended): boolean =>
  reason === "oco-sibling" || reason === "list-ended";

export const isCanceledByOwner = ({ reason }: Ended): boolean => reason === "user";

/**
 * Returns the orders of one list. If its owner canceled any of them, those that ended with it were canceled by the owner, too;
 * otherwise the exchange ended them.
 */
export function listByOwner<Order extends Ended>(orders: readonly Order[]): readonly Order[] {
  return orders.some(isCanceledByOwner) ? orders.map(asCanceledByOwner) : orders;
}

/** Returns an order as canceled by its owner if it ended with its list. */
export const asCanceledByOwner = <Order extends Ended>(order: Order): Order =>
  hasEndedWithList(order) ? { ...order, reason: "user" } : order;
