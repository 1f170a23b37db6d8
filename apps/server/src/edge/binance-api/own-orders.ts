import type { Product } from "@candor/domain/enumerations";
import type { OrderState } from "@candor/domain/events/events";
import { isConditional } from "@candor/domain/order-types";
import type { WireOrder } from "@candor/wire/objects";
import { Rejected } from "@candor/wire/rejection";
import type { ListedMarket } from "../../market/market-data/listings.ts";
import { toWireOrder } from "../../market/wire-objects/order.ts";
import type { Fill } from "../../records/projections/queries/fills.ts";
import type { CallerContext } from "./binance-call.ts";
import { BINANCE, type BinanceError } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { asCanceledByOwner, hasEndedWithList, isCanceledByOwner, listByOwner } from "./ended-with-list.ts";
import type { OrderLabel } from "./labels/order-label.ts";
import { isLive, type Legs, legsOf } from "./order-list-view.ts";
import { givenClientId } from "./order-request.ts";
import { clientIdOf, GENERATED_ID, type OwnOrder, statusOf } from "./order-view.ts";
import type { Parameters } from "./parameters.ts";
import { refusalOf } from "./refusal.ts";

/** How long a list waits for the read models to catch up with the exchange. */
const WAIT_MS = 5_000;
/** How far back an order can be found by its client order id. */
const CLIENT_ID_DAYS_MS = 7 * 86_400_000;

type Orders = Pick<BinancePorts, "engine" | "listings" | "orderLabels" | "readModels" | "nowMs">;

/** Why an order ended that waited for another one. */
const UNACTIVATED: readonly OrderState["reason"][] = ["list-ended", "oto-unfunded", "oto-rejected"];

const HOUR_MS = 3_600_000;
/** How long a window of spot and margin records may be, and one of futures records. */
export const DAY_HOURS = 24;
export const WEEK_HOURS = 7 * DAY_HOURS;

const ROWS = 500;
const MAX_ROWS = 1_000;

/** Returns an order for its user. A contract order omits its leverage, which Binance reports with the position. */
export const ownOrderOf = (order: OrderState, market: ListedMarket, label?: OrderLabel): OwnOrder => ({
  ...toWireOrder(order, market, null),
  selfTrade: order.selfTrade,
  label,
});

/** Returns the user's live orders of one product, in one market or in all, oldest first. */
export async function liveOrders(
  { engine, listings, orderLabels }: Pick<BinancePorts, "engine" | "listings" | "orderLabels">,
  userId: number,
  wanted: Product,
  market: ListedMarket | undefined,
) {
  const { orders, asOfSeq } = await engine.accountView(userId);
  const own = orders
    .filter(({ product, marketId }) => product === wanted && (market?.marketId ?? marketId) === marketId)
    .sort((a, b) => a.orderId - b.orderId);
  const orderOf = (order: OrderState) =>
    ownOrderOf(order, listings.market(order.marketId), orderLabels.of(order));
  return { asOfSeq, orders: own.map(orderOf) };
}

/**
 * Matches the order a request names: `orderId`, or else `origClientOrderId`. With both, the order with the number must have
 * the client id. Throws -1102 without either; the matcher throws -2039.
 */
export function orderMatcher(parameters: Parameters): (order: WireOrder) => boolean {
  const orderId = parameters.integer("orderId");
  const clientId = parameters.text("origClientOrderId");
  if (orderId === undefined && clientId === undefined) throw BINANCE.oneOf("origClientOrderId", "orderId");
  if (orderId === undefined) return (order) => clientIdOf(order) === clientId;
  return (order) => {
    if (order.orderId !== String(orderId)) return false;
    if (clientId !== undefined && clientIdOf(order) !== clientId) throw BINANCE.otherClientId();
    return true;
  };
}

/** Returns the number of an order without a client order id of its own, by its generated one. */
export function generatedNumber(clientId: string): number | undefined {
  const number = clientId.startsWith(GENERATED_ID) ? clientId.slice(GENERATED_ID.length) : "";
  return /^[1-9][0-9]{0,14}$/.test(number) ? Number(number) : undefined;
}

export interface LiveOrder {
  readonly state: OrderState;
  readonly order: OwnOrder;
  /** It sets a take-profit or stop-loss on its position. */
  readonly isProtected: boolean;
}

/** Returns the live order a request names, in the exchange's and the wire's format. Throws -1102. */
export async function liveOrder(
  { engine }: Pick<BinancePorts, "engine">,
  userId: number,
  market: ListedMarket,
  parameters: Parameters,
): Promise<LiveOrder | undefined> {
  const isWanted = orderMatcher(parameters);
  const { orders, contracts } = await engine.accountView(userId);
  const isProtected = ({ orderId }: OrderState) => contracts?.protectedOrders?.includes(orderId) === true;
  return orders
    .filter(({ product, marketId }) => product === market.kind && marketId === market.marketId)
    .map((state) => ({ state, order: ownOrderOf(state, market), isProtected: isProtected(state) }))
    .find(({ order }) => isWanted(order));
}

/** Returns one of the user's orders, live or ended. Throws -1102, -2013, and -1001 while the read models are behind. */
export async function findOrder(
  ports: Orders,
  userId: number,
  market: ListedMarket,
  parameters: Parameters,
  product: Product = market.kind,
): Promise<OwnOrder> {
  const isWanted = orderMatcher(parameters);
  const { orders, asOfSeq } = await liveOrders(ports, userId, product, market);
  const live = orders.find(isWanted);
  if (live !== undefined) return live;
  const reachedSeq = await ports.readModels.waitFor(asOfSeq, WAIT_MS);
  const key = parameters.text("origClientOrderId") ?? "";
  const orderId = parameters.integer("orderId");
  const generated = generatedNumber(key);
  const wanted = [
    orderId === undefined ? { key, sinceMs: ports.nowMs() - CLIENT_ID_DAYS_MS } : { orderId },
    ...(orderId === undefined && generated !== undefined ? [{ orderId: generated }] : []),
  ];
  const isLever = product === "lever";
  for (const each of wanted) {
    const found = await ports.readModels.ownOrder(userId, market.marketId, { ...each, isLever });
    const [order] = found === undefined ? [] : await recordedOrders(ports, userId, market, [found]);
    if (order !== undefined && isWanted(order)) return order;
  }
  // An acknowledged order may not be in the read models yet.
  throw reachedSeq < asOfSeq ? BINANCE.unavailable() : BINANCE.noSuchOrder();
}

/** Returns the user's orders in a market, live and ended, by the requested ids and times. */
export async function ownOrderRows(
  ports: Orders,
  parameters: Parameters,
  userId: number,
  market: ListedMarket,
): Promise<readonly OwnOrder[]> {
  const filter = { ...windowOf(parameters, DAY_HOURS), userId, marketId: market.marketId };
  const limit = parameters.limit(ROWS, MAX_ROWS);
  const fromId = parameters.integer("orderId");
  await catchUp(ports);
  const orders = await ports.readModels.ownOrders({ ...filter, fromId }, limit);
  return await recordedOrders(ports, userId, market, orders);
}

/** Returns orders of the read models as their owner sees them. */
async function recordedOrders(
  ports: Orders,
  userId: number,
  market: ListedMarket,
  records: readonly OrderState[],
): Promise<readonly OwnOrder[]> {
  const orders = await endedByOwner(ports, userId, records);
  const stops = records.filter(({ status, type }) => isConditional(type) && !isLive({ status }));
  const triggered = await ports.readModels.triggeredOrders(stops.map(({ orderId }) => orderId));
  const unactivated = records.filter(({ reason }) => UNACTIVATED.includes(reason));
  const neverWorked = new Set([...unactivated, ...stops].map(({ orderId }) => orderId));
  for (const orderId of triggered) neverWorked.delete(orderId);
  return orders.map((order) => ({
    ...ownOrderOf(order, market, ports.orderLabels.of(order)),
    ...(neverWorked.has(order.orderId) && { hasNeverWorked: true }),
  }));
}

/** Returns the user's trades in a market, or those of one order. */
export async function ownFillRows(
  ports: Orders,
  parameters: Parameters,
  userId: number,
  market: ListedMarket,
): Promise<readonly Fill[]> {
  const filter = {
    ...windowOf(parameters, market.kind === "contract" ? WEEK_HOURS : DAY_HOURS),
    userId,
    marketId: market.marketId,
  };
  const orderId = parameters.integer("orderId");
  const fromId = parameters.integer("fromId");
  const hasTimes = filter.sinceMs !== undefined || filter.untilMs !== undefined;
  const isNamed = fromId !== undefined || (market.kind === "spot" && orderId !== undefined);
  if (hasTimes && isNamed) throw BINANCE.combination();
  const limit = parameters.limit(ROWS, MAX_ROWS);
  await catchUp(ports);
  return await ports.readModels.ownFills({ ...filter, orderId, fromId }, limit);
}

/** Returns the requested start and end, both inclusive, at most so many hours apart. Throws -1127. */
export function windowOf(parameters: Parameters, mostHours: number) {
  const { sinceMs, untilMs } = timesOf(parameters);
  if (sinceMs !== undefined && untilMs !== undefined && untilMs - 1 - sinceMs > mostHours * HOUR_MS)
    throw BINANCE.window(mostHours);
  return { sinceMs, untilMs };
}

/** Returns the requested start and end, both inclusive. */
export function timesOf(parameters: Parameters) {
  const untilMs = parameters.integer("endTime");
  return {
    sinceMs: parameters.integer("startTime"),
    untilMs: untilMs === undefined ? undefined : untilMs + 1,
  };
}

const RESTRICTIONS = { ONLY_NEW: "NEW", ONLY_PARTIALLY_FILLED: "PARTIALLY_FILLED" } as const;

/** Returns the status that an order must have to be canceled, by `cancelRestrictions`. Throws -1145. */
export function restrictionOf(parameters: Parameters): string | undefined {
  const name = parameters.oneOf(
    "cancelRestrictions",
    ["ONLY_NEW", "ONLY_PARTIALLY_FILLED"],
    BINANCE.cancelRestrictions,
  );
  return name && RESTRICTIONS[name];
}

/**
 * Cancels the live order a request names, under its `newClientOrderId`. Throws -1100, -1102, -1145, -2011 and -2039.
 */
export async function cancelRequested(
  ports: Pick<BinancePorts, "cancelIds" | "engine" | "listings" | "orderLabels" | "door">,
  market: ListedMarket,
  parameters: Parameters,
  context: CallerContext,
  product: Product = market.kind,
): Promise<OwnOrder> {
  const cancelId = givenClientId(parameters, "newClientOrderId");
  const found = await orderToCancel(ports, market, parameters, context, product);
  return await cancelLive(ports, found, context, cancelId);
}

/** Returns the live order that a request names, if it may be canceled. Throws -1102, -1145, -2011 and -2039. */
export async function orderToCancel(
  ports: Pick<BinancePorts, "engine" | "listings" | "orderLabels">,
  market: ListedMarket,
  parameters: Parameters,
  { session }: CallerContext,
  product: Product = market.kind,
): Promise<OwnOrder> {
  const isWanted = orderMatcher(parameters);
  const restriction = restrictionOf(parameters);
  const live = await liveOrders(ports, session.userId, product, market);
  const found = live.orders.find(isWanted);
  if (found === undefined) throw BINANCE.cancelRefused();
  if (restriction !== undefined && statusOf(found) !== restriction) throw BINANCE.cancelRestricted();
  return found;
}

/** Cancels a live order. Throws -2011. */
export async function cancelLive(
  { cancelIds, door }: Pick<BinancePorts, "cancelIds" | "door">,
  order: OwnOrder,
  { session, origin }: CallerContext,
  cancelId?: string,
): Promise<OwnOrder> {
  const { label, orderId, selfTrade } = order;
  const perform = () => door.perform("cancel", { orderId }, session, origin);
  const reply = await cancelIds.cancel(order, cancelId, perform);
  if (reply instanceof Rejected) throw refusalOf(reply);
  return { ...reply.order, selfTrade, label };
}

/** Returns order lists by number, in their current state. */
export async function listsOf(
  ports: Pick<BinancePorts, "engine" | "listings" | "orderLabels" | "readModels">,
  userId: number,
  groupIds: readonly number[],
): Promise<readonly Legs[]> {
  if (groupIds.length === 0) return [];
  await catchUp(ports);
  const found = await ports.readModels.ownLists({ userId, groupIds }, groupIds.length);
  return found.map((records) => wireLegs(ports, records));
}

export function wireLegs(
  { listings, orderLabels }: Pick<BinancePorts, "listings" | "orderLabels">,
  records: readonly OrderState[],
): Legs {
  const orderOf = (order: OrderState) =>
    ownOrderOf(order, listings.market(order.marketId), orderLabels.of(order));
  return legsOf(listByOwner(records).map(orderOf));
}

/** Returns orders with those as canceled by their owner whose list the owner canceled. */
async function endedByOwner(
  { readModels }: Pick<BinancePorts, "readModels">,
  userId: number,
  orders: readonly OrderState[],
): Promise<readonly OrderState[]> {
  const groupIds = new Set(orders.filter(hasEndedWithList).map(({ groupId }) => Math.abs(groupId)));
  if (groupIds.size === 0) return orders;
  const lists = await readModels.ownLists({ userId, groupIds: [...groupIds] }, groupIds.size);
  const canceled = new Set(
    lists.filter((list) => list.some(isCanceledByOwner)).map(([first]) => Math.abs(first?.groupId ?? 0)),
  );
  return orders.map((order) => (canceled.has(Math.abs(order.groupId)) ? asCanceledByOwner(order) : order));
}

/**
 * Waits until the read models have caught up with the exchange, since they would otherwise omit acknowledged orders.
 * Throws `late` on timeout.
 */
export async function catchUp(
  { engine, readModels }: Pick<BinancePorts, "engine" | "readModels">,
  late: () => BinanceError = BINANCE.unavailable,
): Promise<void> {
  const seq = engine.durableSeq;
  if ((await readModels.waitFor(seq, WAIT_MS)) < seq) throw late();
}
