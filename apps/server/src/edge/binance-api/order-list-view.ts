import type { WireOrder, WireTrade } from "@candor/wire/objects";
import type { OrderResponse } from "./order-request.ts";
import { canceledView, clientIdOf, listIdOf, type OwnOrder, placedView, typeOf } from "./order-view.ts";

const UNTOUCHED = { reason: null, executedQuantity: "0", executedQuote: "0" } as const;

/** Suffixes of leg ids derived from the list's id. */
export const LIMIT_SUFFIX = ":l";
export const STOP_SUFFIX = ":s";
/** Suffixes of the ids of an order and of those that wait for it. */
export const WORKING_SUFFIX = ":w";
export const PENDING_SUFFIXES = [":1", ":2"] as const;
const LIVE: readonly WireOrder["status"][] = ["untriggered", "open", "partially-filled", "pending"];

/**
 * The orders of a list: the legs of an OCO, or an order and those that wait for it. An old list may have only one known
 * order.
 */
export type Legs = readonly [OwnOrder, ...OwnOrder[]];

/** Orders a list as Binance does, which programs rely on: what others wait for, then the stop loss, then the other leg. */
export function legsOf(orders: readonly OwnOrder[]): Legs {
  const [first, ...others] = orders.toSorted((one, two) => placeOf(one) - placeOf(two));
  if (first === undefined) throw new Error("an order list has no orders");
  return [first, ...others];
}

function placeOf(order: OwnOrder): number {
  if (order.isOto === true && order.orderId === order.groupId) return 0;
  return typeOf(order).startsWith("STOP_LOSS") ? 1 : 2;
}

export const isLive = ({ status }: Pick<WireOrder, "status">): boolean => LIVE.includes(status);

/** Returns a list's id from its orders' labels or ids; if it was placed elsewhere, the list's number. */
export function listClientIdOf(legs: Legs): string {
  const labeled = legs.find(({ label }) => label?.listClientOrderId !== undefined);
  if (labeled?.label?.listClientOrderId !== undefined) return labeled.label.listClientOrderId;
  const [suffix, other] =
    legs[0].isOto === true ? [WORKING_SUFFIX, PENDING_SUFFIXES[0]] : [LIMIT_SUFFIX, STOP_SUFFIX];
  const ids = legs.map(({ clientOrderId }) => clientOrderId ?? "");
  const listId = ids.find((id) => id.endsWith(suffix))?.slice(0, -suffix.length) ?? "";
  return listId !== "" && ids.includes(listId + other) ? listId : String(listIdOf(legs[0]));
}

/** The ids that a list's orders have if they are derived from the list's. */
export const derivedIds = (listClientId: string): readonly string[] =>
  [LIMIT_SUFFIX, STOP_SUFFIX, WORKING_SUFFIX, ...PENDING_SUFFIXES].map((suffix) => listClientId + suffix);

/** Binance's name of how the orders depend on each other. */
const contingencyOf = ({ isOto }: Pick<WireOrder, "isOto">): string => (isOto === true ? "OTO" : "OCO");

/** Binance's two status fields for whether a list is still active. */
const listStates = (isOver: boolean) => ({
  listStatusType: isOver ? "ALL_DONE" : "EXEC_STARTED",
  listOrderStatus: isOver ? "ALL_DONE" : "EXECUTING",
});

/** Returns the current state of a list. */
export function listView(legs: Legs, listClientOrderId = listClientIdOf(legs)) {
  const [first] = legs;
  return {
    orderListId: listIdOf(first),
    contingencyType: contingencyOf(first),
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

/** Returns a newly placed list with the fills of its first order; the others are shown as they were placed. */
export const placedListView = (
  legs: Legs,
  listClientOrderId: string,
  response: OrderResponse,
  fills: readonly WireTrade[] = [],
) => ({
  ...listView(legs, listClientOrderId),
  orderReports: legs.map((leg, at) =>
    at > 0 && leg.isOto === true
      ? placedView({ ...leg, status: "pending", ...UNTOUCHED }, [], response)
      : placedView(
          leg,
          fills.filter(({ orderId }) => orderId === leg.orderId),
          response,
        ),
  ),
});

/** Returns a canceled list with its canceled orders. */
export const canceledListView = (legs: Legs, cancelId: string) => ({
  ...listView(legs),
  orderReports: legs.filter(({ status }) => status === "canceled").map((leg) => canceledView(leg, cancelId)),
});
