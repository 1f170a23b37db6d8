import type { OrderState } from "@candor/protocol/events";
import type { WireOrder } from "@candor/protocol/wire/objects";
import type { ListedMarket } from "../market-data/listings.ts";
import { toWireOrder } from "../wire-objects/order.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { type Legs, legsOf } from "./order-list-view.ts";
import type { Parameters } from "./parameters.ts";

/** How long a list waits for the read models to know what the exchange knows. */
const WAIT_MS = 1_000;
/** How far back an order is found by its client's id. */
const CLIENT_ID_DAYS_MS = 7 * 86_400_000;

type Orders = Pick<BinancePorts, "engine" | "listings" | "readModels" | "nowMs">;

/** An order of the `coin` wallet: those with leverage are another product. */
export const spotOrderOf = (order: OrderState, market: ListedMarket): WireOrder =>
  toWireOrder(order, market, null);

/** The user's live spot orders, in one market or in all, oldest first. */
export async function liveOrders(
  { engine, listings }: Pick<BinancePorts, "engine" | "listings">,
  userId: number,
  market: ListedMarket | undefined,
) {
  const { orders, asOfSeq } = await engine.accountView(userId);
  const own = orders
    .filter(({ product, marketId }) => product === "spot" && (market?.marketId ?? marketId) === marketId)
    .sort((a, b) => a.orderId - b.orderId);
  return { asOfSeq, orders: own.map((order) => spotOrderOf(order, listings.market(order.marketId))) };
}

/** Which order a request means: `orderId`, or else `origClientOrderId`; throws -1102 without either. */
export function wantedOrder(parameters: Parameters): (order: WireOrder) => boolean {
  const orderId = parameters.integer("orderId");
  const clientId = parameters.text("origClientOrderId");
  if (orderId !== undefined) return (order) => order.orderId === String(orderId);
  if (clientId === undefined) throw BINANCE.oneOf("origClientOrderId", "orderId");
  return (order) => order.clientOrderId === clientId || order.orderId === clientId;
}

/** One of the user's orders, live or ended; throws -1102 and -2013. */
export async function findOrder(
  ports: Orders,
  userId: number,
  market: ListedMarket,
  parameters: Parameters,
): Promise<WireOrder> {
  const isWanted = wantedOrder(parameters);
  const { orders, asOfSeq } = await liveOrders(ports, userId, market);
  const live = orders.find(isWanted);
  if (live !== undefined) return live;
  await ports.readModels.waitFor(asOfSeq, WAIT_MS);
  const orderId = parameters.integer("orderId");
  const key = parameters.text("origClientOrderId") ?? "";
  const wanted = orderId === undefined ? { key, sinceMs: ports.nowMs() - CLIENT_ID_DAYS_MS } : { orderId };
  const ended = await ports.readModels.ownOrder(userId, market.marketId, wanted);
  if (ended === undefined) throw BINANCE.noSuchOrder();
  return spotOrderOf(ended, market);
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
  return legsOf(records.map((order) => spotOrderOf(order, listings.market(order.marketId))));
}

/** Waits until the lists know what the exchange has done so far. */
export async function catchUp({
  engine,
  readModels,
}: Pick<BinancePorts, "engine" | "readModels">): Promise<void> {
  await readModels.waitFor(engine.durableSeq, WAIT_MS);
}
