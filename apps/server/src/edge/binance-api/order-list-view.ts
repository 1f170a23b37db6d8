import type { WireOrder } from "@candor/wire/objects";
import type { OrderResponse } from "./order-request.ts";
import { canceledView, clientIdOf, listIdOf, type OwnOrder, placedView } from "./order-view.ts";

/** Suffixes of leg ids derived from the list's id. */
export const LIMIT_SUFFIX = ":l";
export const STOP_SUFFIX = ":s";
const LIVE: readonly WireOrder["status"][] = ["untriggered", "open", "partially-filled", "pending"];

/** The legs of an OCO order, the limit leg first. An old list may have only one known leg. */
export type Legs = readonly [OwnOrder, ...OwnOrder[]];

export function legsOf([first, ...others]: readonly OwnOrder[]): Legs {
  if (first === undefined) throw new Error("an OCO order has no legs");
  return [first, ...others];
}

export const isLive = ({ status }: Pick<WireOrder, "status">): boolean => LIVE.includes(status);

/** Returns a list's id from its legs' ids; if those are not derived from it, the list's number. */
export function listClientIdOf(legs: Legs): string {
  const [limit, stop] = legs;
  const id = limit.clientOrderId ?? "";
  const listId = id.endsWith(LIMIT_SUFFIX) ? id.slice(0, -LIMIT_SUFFIX.length) : "";
  return listId !== "" && stop?.clientOrderId === listId + STOP_SUFFIX ? listId : String(listIdOf(limit));
}

/** Binance's two status fields for whether a list is still active. */
export const listStates = (isOver: boolean) => ({
  listStatusType: isOver ? "ALL_DONE" : "EXEC_STARTED",
  listOrderStatus: isOver ? "ALL_DONE" : "EXECUTING",
});

/** Returns the current state of a list. */
export function listView(legs: Legs, listClientOrderId = listClientIdOf(legs)) {
  const [first] = legs;
  return {
    orderListId: listIdOf(first),
    contingencyType: "OCO",
    ...listStates(!legs.some(isLive)),
    listClientOrderId,
    transactionTime: Math.max(...legs.map(({ updatedAtMs }) => updatedAtMs)),
    symbol: first.symbol,
    orders: legs.map((leg) => ({
      symbol: leg.symbol,
      orderId: Number(leg.orderId),
      clientOrderId: clientIdOf(leg),
    })),
  };
}

/** Returns a newly placed list; none of it can have traded yet. */
export const placedListView = (legs: Legs, listClientOrderId: string, response: OrderResponse) => ({
  ...listView(legs, listClientOrderId),
  orderReports: legs.map((leg) => placedView(leg, [], response)),
});

/** Returns a canceled list with its canceled orders. */
export const canceledListView = (legs: Legs, cancelId: string) => ({
  ...listView(legs),
  orderReports: legs.filter(({ status }) => status === "canceled").map((leg) => canceledView(leg, cancelId)),
});
