import type { Product } from "@candor/domain/enumerations";
import type { OrderState } from "@candor/domain/events/events";
import type { WireOrder } from "@candor/wire/objects";
import { Rejected } from "@candor/wire/rejection";
import type { ListedMarket } from "../../market/market-data/listings.ts";
import { toWireOrder } from "../../market/wire-objects/order.ts";
import type { Fill } from "../../records/projections/queries/fills.ts";
import type { CallerContext } from "./binance-call.ts";
import { BINANCE, type BinanceError } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { type Legs, legsOf } from "./order-list-view.ts";
import type { Parameters } from "./parameters.ts";
import { refusalOf } from "./refusal.ts";

/** How long a list waits for the read models to know what the exchange knows. */
const WAIT_MS = 5_000;
/** How far back an order is found by its client's id. */
const CLIENT_ID_DAYS_MS = 7 * 86_400_000;

type Orders = Pick<BinancePorts, "engine" | "listings" | "readModels" | "nowMs">;

const ROWS = 500;
const MAX_ROWS = 1_000;
/** By which parameters an order is named. */
const ORDER_NAMES = { orderId: "orderId", clientId: "origClientOrderId" };

/** An order for its user: of a contract without its leverage, which Binance tells with the position. */
export const ownOrderOf = (order: OrderState, market: ListedMarket): WireOrder =>
  toWireOrder(order, market, null);

/** The user's live orders of one product, in one market or in all, oldest first. */
export async function liveOrders(
  { engine, listings }: Pick<BinancePorts, "engine" | "listings">,
  userId: number,
  wanted: Product,
  market: ListedMarket | undefined,
) {
  const { orders, asOfSeq } = await engine.accountView(userId);
  const own = orders
    .filter(({ product, marketId }) => product === wanted && (market?.marketId ?? marketId) === marketId)
    .sort((a, b) => a.orderId - b.orderId);
  return { asOfSeq, orders: own.map((order) => ownOrderOf(order, listings.market(order.marketId))) };
}

/** Which order a request means: `orderId`, or else `origClientOrderId`; throws -1102 without either. */
export function wantedOrder(parameters: Parameters, names = ORDER_NAMES): (order: WireOrder) => boolean {
  const orderId = parameters.integer(names.orderId);
  const clientId = parameters.text(names.clientId);
  if (orderId !== undefined) return (order) => order.orderId === String(orderId);
  if (clientId === undefined) throw BINANCE.oneOf(names.clientId, names.orderId);
  return (order) => order.clientOrderId === clientId || order.orderId === clientId;
}

export interface LiveOrder {
  readonly state: OrderState;
  readonly order: WireOrder;
  /** It brings a take-profit or a stop-loss to its position. */
  readonly isProtected: boolean;
}

/** The live order that a request means, as the exchange and as the wire know it; throws -1102. */
export async function liveOrder(
  { engine }: Pick<BinancePorts, "engine">,
  userId: number,
  market: ListedMarket,
  parameters: Parameters,
): Promise<LiveOrder | undefined> {
  const isWanted = wantedOrder(parameters);
  const { orders, contracts } = await engine.accountView(userId);
  const isProtected = ({ orderId }: OrderState) => contracts?.protectedOrders?.includes(orderId) === true;
  return orders
    .filter(({ product, marketId }) => product === market.kind && marketId === market.marketId)
    .map((state) => ({ state, order: ownOrderOf(state, market), isProtected: isProtected(state) }))
    .find(({ order }) => isWanted(order));
}

/** One of the user's orders, live or ended; throws -1102, -2013, and -1001 while the read models are behind. */
export async function findOrder(
  ports: Orders,
  userId: number,
  market: ListedMarket,
  parameters: Parameters,
  product: Product = market.kind,
): Promise<WireOrder> {
  return await findOrderIn(ports, userId, [market], parameters, product, ORDER_NAMES);
}

/** As findOrder, for an order in any of some markets. */
export async function findOrderIn(
  ports: Orders,
  userId: number,
  markets: readonly ListedMarket[],
  parameters: Parameters,
  product: Product,
  names: typeof ORDER_NAMES,
): Promise<WireOrder> {
  const isWanted = wantedOrder(parameters, names);
  const only = markets.length === 1 ? markets[0] : undefined;
  const { orders, asOfSeq } = await liveOrders(ports, userId, product, only);
  const live = orders.find(isWanted);
  if (live !== undefined) return live;
  const reachedSeq = await ports.readModels.waitFor(asOfSeq, WAIT_MS);
  const orderId = parameters.integer(names.orderId);
  const key = parameters.text(names.clientId) ?? "";
  const wanted = orderId === undefined ? { key, sinceMs: ports.nowMs() - CLIENT_ID_DAYS_MS } : { orderId };
  for (const market of markets) {
    const isLever = product === "lever";
    const ended = await ports.readModels.ownOrder(userId, market.marketId, { ...wanted, isLever });
    if (ended !== undefined) return ownOrderOf(ended, market);
  }
  // An order that was acknowledged may only not have been written yet.
  throw reachedSeq < asOfSeq ? BINANCE.unavailable() : BINANCE.noSuchOrder();
}

/** The user's orders in a market, live and ended, by ids and times as the request wants them. */
export async function ownOrderRows(
  ports: Orders,
  parameters: Parameters,
  userId: number,
  market: ListedMarket,
  names = ORDER_NAMES,
): Promise<readonly WireOrder[]> {
  const filter = { ...timesOf(parameters), userId, marketId: market.marketId };
  const limit = parameters.limit(ROWS, MAX_ROWS);
  const fromId = parameters.integer(names.orderId);
  await catchUp(ports);
  const orders = await ports.readModels.ownOrders({ ...filter, fromId }, limit);
  return orders.map((order) => ownOrderOf(order, market));
}

/** The user's trades in a market, or those of one order. */
export async function ownFillRows(
  ports: Orders,
  parameters: Parameters,
  userId: number,
  market: ListedMarket,
): Promise<readonly Fill[]> {
  const filter = { ...timesOf(parameters), userId, marketId: market.marketId };
  const orderId = parameters.integer("orderId");
  const fromId = parameters.integer("fromId");
  const limit = parameters.limit(ROWS, MAX_ROWS);
  await catchUp(ports);
  return await ports.readModels.ownFills({ ...filter, orderId, fromId }, limit);
}

/** Start and end of what a request wants, both of them included. */
export function timesOf(parameters: Parameters) {
  const untilMs = parameters.integer("endTime");
  return {
    sinceMs: parameters.integer("startTime"),
    untilMs: untilMs === undefined ? undefined : untilMs + 1,
  };
}

/** Cancels the live order that a request means; throws -1102 and -2011. */
export async function cancelWanted(
  ports: Pick<BinancePorts, "engine" | "listings" | "door">,
  market: ListedMarket,
  parameters: Parameters,
  context: CallerContext,
  product: Product = market.kind,
): Promise<WireOrder> {
  const isWanted = wantedOrder(parameters);
  const live = await liveOrders(ports, context.session.userId, product, market);
  const found = live.orders.find(isWanted);
  if (found === undefined) throw BINANCE.cancelRefused();
  return await cancelLive(ports, found, context);
}

/** Cancels an order that was found; throws -2011. */
export async function cancelLive(
  { door }: Pick<BinancePorts, "door">,
  { orderId }: WireOrder,
  { session, request }: CallerContext,
): Promise<WireOrder> {
  const reply = await door.perform("cancel", { orderId }, session, request);
  if (reply instanceof Rejected) throw refusalOf(reply);
  return reply.order;
}

/** Lists of orders by their numbers, as the exchange knows them now. */
export async function listsOf(
  ports: Pick<BinancePorts, "engine" | "listings" | "readModels">,
  userId: number,
  groupIds: readonly number[],
): Promise<readonly Legs[]> {
  if (groupIds.length === 0) return [];
  await catchUp(ports);
  const found = await ports.readModels.ownLists({ userId, groupIds }, groupIds.length);
  return found.map((records) => wireLegs(ports, records));
}

export function wireLegs({ listings }: Pick<BinancePorts, "listings">, records: readonly OrderState[]): Legs {
  return legsOf(records.map((order) => ownOrderOf(order, listings.market(order.marketId))));
}

/**
 * Waits until the lists know what the exchange has done so far. Throws `late` when they do not in time: without it they
 * would leave out what was acknowledged.
 */
export async function catchUp(
  { engine, readModels }: Pick<BinancePorts, "engine" | "readModels">,
  late: () => BinanceError = BINANCE.unavailable,
): Promise<void> {
  const seq = engine.durableSeq;
  if ((await readModels.waitFor(seq, WAIT_MS)) < seq) throw late();
}
