import type { WireOrder } from "@candor/wire/objects";
import { Rejected } from "@candor/wire/rejection";
import type { ListedMarket } from "../../market/market-data/listings.ts";
import { readLots } from "../gateway/calls/read-order-fields.ts";
import type { Payload } from "../gateway/envelope.ts";
import type { CallerContext, SignedCall } from "./binance-call.ts";
import { BINANCE, type BinanceError } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { marketOf } from "./market-of.ts";
import { type ListRequest, readOco, readOrderList } from "./order-list-request.ts";
import {
  canceledListView,
  derivedIds,
  isLive,
  type Legs,
  legsOf,
  listClientIdOf,
  listView,
  placedListView,
} from "./order-list-view.ts";
import { givenClientId, icebergFilter, refusedOrder } from "./order-request.ts";
import { listIdOf } from "./order-view.ts";
import { readOto, readOtoco } from "./oto-request.ts";
import { cancelLive, catchUp, DAY_HOURS, listsOf, liveOrders, windowOf, wireLegs } from "./own-orders.ts";
import type { Parameters } from "./parameters.ts";
import { type RefusedOrder, refusalOf } from "./refusal.ts";

const ROWS = 500;
/** Lists whose orders may have the same derived ids: one of each kind. */
const FOUND_ROWS = 4;
const MAX_ROWS = 1_000;

/** Order lists: two orders that cancel each other, or an order and those that wait for it. */
export function orderListCalls(ports: BinancePorts): readonly SignedCall[] {
  const call = (method: SignedCall["method"], path: string, answer: SignedCall["answer"]): SignedCall => ({
    method,
    path,
    permission: method === "GET" ? "read" : "trade",
    ...(method === "POST" && { placesOrders: true }),
    answer,
  });
  return [
    call("POST", "/orderList/oco", (parameters, context) =>
      place(ports, readOrderList(parameters), parameters, context),
    ),
    call("POST", "/orderList/oto", (parameters, context) =>
      place(ports, readOto(parameters), parameters, context),
    ),
    call("POST", "/orderList/otoco", (parameters, context) =>
      place(ports, readOtoco(parameters), parameters, context),
    ),
    call("POST", "/order/oco", (parameters, context) =>
      place(ports, readOco(parameters), parameters, context),
    ),
    call("DELETE", "/orderList", (parameters, context) => cancel(ports, parameters, context)),
    call("GET", "/orderList", async (parameters, { session }) =>
      listView(await findList(ports, session.userId, parameters)),
    ),
    call("GET", "/openOrderList", (_parameters, { session }) => openLists(ports, session.userId)),
    call("GET", "/allOrderList", (parameters, { session }) => allLists(ports, parameters, session.userId)),
  ];
}

async function place(
  { door, mirror, orderLabels }: BinancePorts,
  list: ListRequest,
  parameters: Parameters,
  { session, origin }: CallerContext,
) {
  const { listed } = marketOf({ mirror }, parameters);
  const { userId } = session;
  const coming = list.labels.map(([clientOrderId, label]) => ({ userId, clientOrderId, label }));
  const send = () => door.perform("doOrder", list.payload, session, origin);
  const reply = await orderLabels.place(coming, send, (each) =>
    each instanceof Rejected || !("orders" in each) || each.replayed === true ? [] : each.orders,
  );
  if (reply instanceof Rejected) throw listRefusal(reply) ?? refusalOf(reply, refusedList(list, listed));
  if (!("orders" in reply)) throw new Error("unexpected reply to an order list");
  if (reply.replayed === true) throw BINANCE.orderRefused("Duplicate order sent.");
  const { selfTrade } = list.payload;
  const labels = new Map(list.labels);
  const labelOf = ({ clientOrderId }: WireOrder) => labels.get(clientOrderId ?? "");
  const legs = legsOf(reply.orders.map((order) => ({ ...order, selfTrade, label: labelOf(order) })));
  return placedListView(legs, list.listClientOrderId, list.response, reply.fills);
}

/** A list is refused for the quantity of any of its orders. */
function refusedList({ payload }: ListRequest, listed: ListedMarket): RefusedOrder {
  const pending = Array.isArray(payload.pending) ? (payload.pending as readonly Payload[]) : [];
  const refused = [payload, ...pending].map((each) => refusedOrder({ payload: each }, listed));
  const tooPrecise = refused.find((each) => each.tooPrecise !== undefined)?.tooPrecise;
  const lots = typeof payload.quantity === "string" ? (readLots(payload.quantity, listed) ?? 0) : 0;
  const legs = [payload.above, payload.below].map((leg) => (leg ?? {}) as Payload);
  const icebergs = legs.map((leg) => icebergFilter(leg.visibleQuantity, lots, listed));
  const iceberg = [...refused.map((each) => each.iceberg), ...icebergs].find((each) => each !== undefined);
  return { isLotWrong: refused.some(({ isLotWrong }) => isLotWrong), tooPrecise, iceberg };
}

/** The wire reports a conflict on the stop price when the two prices are swapped. */
function listRefusal({ fields }: Rejected): BinanceError | undefined {
  const [field] = fields ?? [];
  if (field?.path !== "stopPrice" || field.reason !== "conflict") return undefined;
  return BINANCE.orderRefused("The relationship of the prices for the orders is not correct.");
}

async function cancel(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  const { userId } = context.session;
  const { listed } = marketOf(ports, parameters);
  const orderListId = parameters.integer("orderListId");
  const clientId = parameters.text("listClientOrderId");
  if (orderListId === undefined && clientId === undefined)
    throw BINANCE.oneOf("orderListId", "listClientOrderId");
  const cancelId = givenClientId(parameters, "newClientOrderId");
  const { orders } = await liveOrders(ports, userId, "spot", listed);
  const number = orderListId ?? ports.orderLabels.listOf(userId, clientId ?? "");
  const isNumbered = orders.some(({ groupId }) => groupId === String(number));
  const leg = orders.find((order) => {
    if (order.groupId === null) return false;
    if (orderListId !== undefined || isNumbered) return order.groupId === String(number);
    return derivedIds(clientId ?? "").includes(order.clientOrderId ?? "");
  });
  if (leg === undefined) throw BINANCE.cancelRefused();
  await cancelLive(ports, leg, context, cancelId);
  const [legs] = await listsOf(ports, userId, [Number(leg.groupId)]);
  if (legs === undefined) throw BINANCE.outcomeUnknown();
  return canceledListView(legs, ports.cancelIds.of(leg));
}

/** Finds a list by `orderListId`, or else `origClientOrderId`. Throws -1102 and -2013. */
async function findList(ports: BinancePorts, userId: number, parameters: Parameters): Promise<Legs> {
  const orderListId = parameters.integer("orderListId");
  const clientId = parameters.text("origClientOrderId");
  if (orderListId === undefined && clientId === undefined)
    throw BINANCE.oneOf("orderListId", "origClientOrderId");
  const groupId = orderListId ?? ports.orderLabels.listOf(userId, clientId ?? "");
  const filter = groupId === undefined ? { firstKeys: derivedIds(clientId ?? "") } : { groupIds: [groupId] };
  await catchUp(ports);
  const found = await ports.readModels.ownLists({ userId, ...filter }, FOUND_ROWS);
  const legs = found
    .map((records) => wireLegs(ports, records))
    .findLast((each) => groupId !== undefined || listClientIdOf(each) === clientId);
  if (legs === undefined) throw BINANCE.noSuchOrder();
  return legs;
}

async function openLists(ports: BinancePorts, userId: number) {
  const { orders } = await liveOrders(ports, userId, "spot", undefined);
  const groupIds = new Set(orders.filter(({ groupId }) => groupId !== null).map(listIdOf));
  const lists = await listsOf(ports, userId, [...groupIds]);
  return lists.filter((legs) => legs.some(isLive)).map((legs) => listView(legs));
}

async function allLists(ports: BinancePorts, parameters: Parameters, userId: number) {
  const times = windowOf(parameters, DAY_HOURS);
  const filter = { userId, fromId: parameters.integer("fromId"), ...times };
  if (filter.fromId !== undefined && (times.sinceMs !== undefined || times.untilMs !== undefined))
    throw BINANCE.combination();
  await catchUp(ports);
  const found = await ports.readModels.ownLists(filter, parameters.limit(ROWS, MAX_ROWS));
  return found.map((records) => listView(wireLegs(ports, records)));
}
