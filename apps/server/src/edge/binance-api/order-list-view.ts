import type { WireOrder } from "@candor/wire/objects";
import type { OrderResponse } from "./order-request.ts";
import { canceledView, clientIdOf, listIdOf, placedView } from "./order-view.ts";

/** What the legs' ids end in where they were made of the list's. */
export const LIMIT_SUFFIX = ":l";
export const STOP_SUFFIX = ":s";
const LIVE: readonly WireOrder["status"][] = ["untriggered", "open", "partially-filled"];

/** The legs of an OCO order, the limit leg first; an old one of which only one leg is known has that alone. */
export type Legs = readonly [WireOrder, ...WireOrder[]];

export function legsOf([first, ...others]: readonly WireOrder[]): Legs {
  if (first === undefined) throw new Error("an OCO order has no leg");
  return [first, ...others];
}

export const isLive = ({ status }: Pick<WireOrder, "status">): boolean => LIVE.includes(status);

/** A list's id is kept in those of its legs; where they have others its number stands for it. */
export function listClientIdOf(legs: Legs): string {
  const [limit, stop] = legs;
  const id = limit.clientOrderId ?? "";
  const listId = id.endsWith(LIMIT_SUFFIX) ? id.slice(0, -LIMIT_SUFFIX.length) : "";
  return listId !== "" && stop?.clientOrderId === listId + STOP_SUFFIX ? listId : String(listIdOf(limit));
}

/** Whether a list goes on, in the two words that Binance has for it. */
export const listStates = (isOver: boolean) => ({
  listStatusType: isOver ? "ALL_DONE" : "EXEC_STARTED",
  listOrderStatus: isOver ? "ALL_DONE" : "EXECUTING",
});

/** A list as it stands. */
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

/** A list that was placed: nothing of it can have traded yet. */
export const placedListView = (legs: Legs, listClientOrderId: string, response: OrderResponse) => ({
  ...listView(legs, listClientOrderId),
  orderReports: legs.map((leg) => placedView(leg, [], response)),
});

/** A list that was canceled, with what was canceled of it. */
export const canceledListView = (legs: Legs, cancelId: string) => ({
  ...listView(legs),
  orderReports: legs.filter(({ status }) => status === "canceled").map((leg) => canceledView(leg, cancelId)),
});
