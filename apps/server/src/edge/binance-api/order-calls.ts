import { CALLS, type CallRequest } from "@candor/wire/calls";
import { Rejected } from "@candor/wire/rejection";
import type { ListedMarket } from "../../market/market-data/listings.ts";
import { checkOrderBounds } from "../gateway/calls/check-order-bounds.ts";
import { readSpotOrder } from "../gateway/calls/read-spot-order.ts";
import { checkRequest } from "../gateway/check-request.ts";
import { orderCommission } from "./account-calls.ts";
import type { CallerContext, SignedCall } from "./binance-call.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { marketOf, namedMarket } from "./market-of.ts";
import { canceledListView } from "./order-list-view.ts";
import { given, type OrderRequest, readOrder, refusedOrder } from "./order-request.ts";
import { canceledView, listIdOf, orderView, placedView } from "./order-view.ts";
import {
  cancelRequested,
  catchUp,
  findOrder,
  listsOf,
  liveOrders,
  ownOrderOf,
  ownOrderRows,
} from "./own-orders.ts";
import type { Parameters } from "./parameters.ts";
import { matchView, withPreventedMatches } from "./prevented-matches.ts";
import { refusalOf } from "./refusal.ts";
import { orderCall, readCall, tradeCall } from "./signed-calls.ts";
import { isUsedId, requestedAt } from "./used-client-id.ts";

/** Places, cancels and reads orders, each through the wire's own call. */
export function orderCalls(ports: BinancePorts): readonly SignedCall[] {
  const tried: SignedCall = {
    ...tradeCall("POST", "/order/test", (parameters, context) => tryOut(ports, parameters, context)),
    readsOnly: true,
  };
  return [
    orderCall("POST", "/order", (parameters, context) => place(ports, parameters, context)),
    tried,
    tradeCall("DELETE", "/order", (parameters, context) => cancel(ports, parameters, context)),
    tradeCall("DELETE", "/openOrders", (parameters, context) => cancelAll(ports, parameters, context)),
    readCall("/order", async (parameters, { session }) => {
      const { listed } = marketOf(ports, parameters);
      const found = await findOrder(ports, session.userId, listed, parameters);
      const [order = found] = await withPreventedMatches(ports, session.userId, listed, [found]);
      return orderView(order);
    }),
    readCall("/openOrders", async (parameters, { session }) => {
      const market = namedMarket(ports, parameters)?.listed;
      return (await liveOrders(ports, session.userId, "spot", market)).orders.map(orderView);
    }),
    readCall("/allOrders", async (parameters, { session }) => {
      const { listed } = marketOf(ports, parameters);
      const orders = await ownOrderRows(ports, parameters, session.userId, listed);
      return (await withPreventedMatches(ports, session.userId, listed, orders)).map(orderView);
    }),
  ];
}

/** Places an order from the spot wallet. */
export async function place(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  const order = readOrder(parameters);
  const { listed } = marketOf(ports, parameters);
  return placedOrder(order, listed, await sendOrder(ports, parameters, order, context));
}

type OrderReply = Awaited<ReturnType<typeof sendOrder>>;

/** Sends an order. @param replaces the number of the order that it takes the place of, at once */
export async function sendOrder(
  { door, orderLabels }: Pick<BinancePorts, "door" | "orderLabels">,
  parameters: Parameters,
  { label, payload }: OrderRequest,
  { session, origin }: CallerContext,
  replaces?: string,
) {
  const perform = (more: object) =>
    door.perform("doOrder", { ...payload, ...given("replaces", replaces), ...more }, session, origin);
  const send = async () => {
    const first = await perform({});
    // The id of an order that has ended can be used again.
    return isUsedId(first) ? await perform(requestedAt(parameters)) : first;
  };
  const { clientOrderId } = payload;
  const coming = label === undefined ? [] : [{ userId: session.userId, clientOrderId, label }];
  return await orderLabels.place(coming, send, (reply) =>
    reply instanceof Rejected || !("order" in reply) || reply.replayed === true ? [] : [reply.order],
  );
}

/** Returns the view of an accepted order. Throws the refusal of a rejected one. */
export function placedOrder(order: OrderRequest, listed: ListedMarket, reply: OrderReply) {
  if (reply instanceof Rejected) throw refusalOf(reply, refusedOrder(order, listed));
  if (!("order" in reply)) throw new Error("unexpected reply to a spot order");
  if (reply.replayed === true) throw BINANCE.orderRefused("Duplicate order sent.");
  const { label } = order;
  const { selfTrade } = order.payload;
  const matches = (reply.prevented ?? []).map((match) => matchView(match, listed.spec.symbol));
  const last = reply.order.reason === "self-trade" ? matches.at(-1) : undefined;
  const placed = { ...reply.order, selfTrade, label, ...given("preventedMatchId", last?.preventedMatchId) };
  const view = placedView(placed, reply.fills, order.response);
  return matches.length === 0 || order.response !== "FULL" ? view : { ...view, preventedMatches: matches };
}

/** Checks everything except what only the exchange can check: balances, the book, the current price and its band. */
export function tryOut({ mirror }: BinancePorts, parameters: Parameters, { session }: CallerContext) {
  const order = readOrder(parameters);
  const { listed } = marketOf({ mirror }, parameters);
  const checked = checkRequest(CALLS.doOrder, order.payload);
  if (checked instanceof Rejected) throw refusalOf(checked, refusedOrder(order, listed));
  const request = checked as Extract<CallRequest<"doOrder">, { readonly side: unknown }>;
  const command = readSpotOrder(request, session.userId, listed);
  const refused = command instanceof Rejected ? command : checkOrderBounds(command, listed);
  if (refused !== undefined) throw refusalOf(refused, refusedOrder(order, listed));
  if (parameters.text("computeCommissionRates")?.toLowerCase() !== "true") return {};
  return orderCommission(listed.spec);
}

async function cancel(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  const { listed } = marketOf(ports, parameters);
  const canceled = await cancelRequested(ports, listed, parameters, context);
  return canceledView(canceled, ports.cancelIds.of(canceled));
}

async function cancelAll(ports: BinancePorts, parameters: Parameters, { session, origin }: CallerContext) {
  const { listed } = marketOf(ports, parameters);
  const payload = { product: "spot", symbol: listed.spec.symbol };
  const reply = await ports.door.perform("cancelAll", payload, session, origin);
  if (reply instanceof Rejected) throw refusalOf(reply);
  const ids = new Set(reply.canceled.map(({ orderId }) => Number(orderId)));
  if (ids.size === 0) throw BINANCE.cancelRefused();
  // The orders are canceled even if the rows cannot be shown.
  await catchUp(ports, BINANCE.outcomeUnknown);
  const filter = { userId: session.userId, marketId: listed.marketId, orderIds: [...ids] };
  const orders = await ports.readModels.ownOrders(filter, ids.size);
  const canceled = orders.map((order) => ownOrderOf(order, listed, ports.orderLabels.of(order)));
  const groupIds = new Set(canceled.filter(({ groupId }) => groupId !== null).map(listIdOf));
  const lists = await listsOf(ports, session.userId, [...groupIds]);
  return [
    ...canceled
      .filter(({ groupId }) => groupId === null)
      .map((order) => canceledView(order, ports.cancelIds.of(order))),
    ...lists.map((legs) => canceledListView(legs, ports.cancelIds.of(legs[0]))),
  ];
}
