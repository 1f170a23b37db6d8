import { isConditional } from "@candor/domain/order-types";
import { Rejected } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import type { ContractOrderRecord } from "../../../records/projections/queries/contract-orders.ts";
import { BAD_CURSOR } from "../../../records/projections/queries/cursor.ts";
import type { WantedOrder } from "../../../records/projections/queries/own-orders.ts";
import type { CallerContext } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import {
  cancelLive,
  catchUp,
  generatedNumber,
  liveOrders,
  orderMatcher,
  ownOrderOf,
  WEEK_HOURS,
  windowOf,
} from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { type ContractOrder, forcedIdOf, forcedNumber } from "./futures-order-view.ts";
import { futuresRefusalOf } from "./futures-refusal.ts";

const KIND = "contract";
const ROWS = 500;
const MAX_ROWS = 1_000;
/** How far back an order can be found by its client order id. */
const CLIENT_ID_DAYS_MS = 7 * 86_400_000;

type LivePorts = Pick<BinancePorts, "engine" | "listings" | "orderLabels">;
/** What reads orders, live and ended. */
export type OrderPorts = LivePorts & Pick<BinancePorts, "readModels" | "nowMs">;
type Revised = Pick<BinancePorts, "revision">;

/** Whether a live order is one of the order paths: in the API of 2026, a conditional order is one once it was triggered. */
const isPlaced = ({ revision }: Revised, { status }: ContractOrder): boolean =>
  revision === "2025" || status !== "untriggered";

/** Returns the user's live contract orders, oldest first. */
async function liveContractOrders(
  ports: LivePorts,
  userId: number,
  market: ListedMarket | undefined,
): Promise<readonly ContractOrder[]> {
  const { orders } = await liveOrders(ports, userId, KIND, market);
  return orders.map((order) => ({
    ...order,
    hasFired: isConditional(order.type) && order.status !== "untriggered",
  }));
}

/** Returns the live orders of the order paths, oldest first. */
export async function livePlaced(
  ports: LivePorts & Revised,
  userId: number,
  market: ListedMarket | undefined,
): Promise<readonly ContractOrder[]> {
  const orders = await liveContractOrders(ports, userId, market);
  return orders.filter((order) => isPlaced(ports, order));
}

/** Returns the live orders that wait for their trigger, oldest first. */
export async function untriggered(
  ports: LivePorts,
  userId: number,
  market: ListedMarket | undefined,
): Promise<readonly ContractOrder[]> {
  const orders = await liveContractOrders(ports, userId, market);
  return orders.filter(({ status }) => status === "untriggered");
}

/** Returns an order of the order paths, live or ended. Throws -1001, -1102, -2013 and -2039. */
export async function findPlaced(
  ports: OrderPorts & Revised,
  userId: number,
  market: ListedMarket,
  parameters: Parameters,
): Promise<ContractOrder> {
  const isWanted = orderMatcher(parameters);
  const live = (await livePlaced(ports, userId, market)).find(isWanted);
  if (live !== undefined) return live;
  const clientId = parameters.text("origClientOrderId");
  const filter = { userId, marketId: market.marketId, only: onlyOf(ports) } as const;
  await catchUp(ports);
  for (const wanted of wantedOf(ports, parameters.integer("orderId"), clientId)) {
    const [record] = await ports.readModels.contractOrders({ ...filter, wanted }, 1);
    if (record === undefined) continue;
    const [order] = await nameForced(ports, userId, [futuresOrderOf(ports, record)]);
    if (order !== undefined && isWanted(order)) return order;
  }
  throw BINANCE.noSuchOrder();
}

/** Whether a liquidation may have placed an order; so may a program that gave it no id. */
const mayBeForced = ({ clientOrderId, reduceOnly, timeInForce, type }: ContractOrder): boolean =>
  clientOrderId === null && reduceOnly && timeInForce === "ioc" && type === "limit";

/** Gives orders that liquidations placed their client order ids. */
async function nameForced(
  { listings, readModels }: OrderPorts,
  userId: number,
  orders: readonly ContractOrder[],
): Promise<readonly ContractOrder[]> {
  const candidates = orders.filter(mayBeForced);
  if (candidates.length === 0) return orders;
  const times = candidates.map(({ createdAtMs }) => createdAtMs);
  const range = { sinceMs: Math.min(...times), untilMs: Math.max(...times) + 1 };
  const symbols = new Set(candidates.map(({ symbol }) => symbol));
  const marketId =
    symbols.size === 1 ? listings.marketBySymbol(candidates[0]?.symbol ?? "", KIND)?.marketId : undefined;
  const page = await readModels.liquidations({ userId, marketId, ...range }, MAX_ROWS);
  if (page === BAD_CURSOR) throw BINANCE.unknown();
  const forced = new Set(page.rows.map(({ orderId }) => String(orderId)));
  return orders.map((order) =>
    forced.has(order.orderId) ? { ...order, clientOrderId: forcedIdOf(order) } : order,
  );
}

/** Returns how the read models find an order by its number or its client id. */
export function wantedOf(
  { nowMs }: Pick<BinancePorts, "nowMs">,
  orderId: number | undefined,
  clientId = "",
): readonly WantedOrder[] {
  if (orderId !== undefined) return [{ orderId }];
  const generated = generatedNumber(clientId) ?? forcedNumber(clientId);
  const byKey = { key: clientId, sinceMs: nowMs() - CLIENT_ID_DAYS_MS };
  return generated === undefined ? [byKey] : [byKey, { orderId: generated }];
}

const onlyOf = ({ revision }: Revised): "placed" | undefined => (revision === "2025" ? undefined : "placed");

/** Returns orders of the order paths, live and ended, by the requested ids and times. */
export async function placedRows(
  ports: OrderPorts & Revised,
  parameters: Parameters,
  userId: number,
  { marketId }: ListedMarket,
): Promise<readonly ContractOrder[]> {
  const filter = {
    ...windowOf(parameters, WEEK_HOURS),
    fromId: parameters.integer("orderId"),
    only: onlyOf(ports),
  };
  const limit = parameters.limit(ROWS, MAX_ROWS);
  await catchUp(ports);
  const rows = await ports.readModels.contractOrders({ ...filter, userId, marketId }, limit);
  return await nameForced(
    ports,
    userId,
    rows.map((row) => futuresOrderOf(ports, row)),
  );
}

export function futuresOrderOf({ listings }: LivePorts, record: ContractOrderRecord): ContractOrder {
  const { marketId, triggeredAtMs, worked } = record;
  return { ...ownOrderOf(record, listings.market(marketId)), triggeredAtMs, hasFired: worked };
}

/** Cancels a live order of the order paths. Throws -1102 and -2011. */
export async function cancelPlaced(
  ports: LivePorts & Revised & Pick<BinancePorts, "cancelIds" | "door">,
  market: ListedMarket,
  parameters: Parameters,
  context: CallerContext,
): Promise<ContractOrder> {
  const isWanted = orderMatcher(parameters);
  const found = (await livePlaced(ports, context.session.userId, market)).find(isWanted);
  if (found === undefined) throw BINANCE.cancelRefused();
  return { ...(await cancelLive(ports, found, context)), hasFired: found.hasFired };
}

/** Cancels an order if it is still live. Returns undefined when it has ended meanwhile. */
export async function cancelIfLive(
  { door }: Pick<BinancePorts, "door">,
  { hasFired, orderId, selfTrade }: ContractOrder,
  { session, origin }: CallerContext,
): Promise<ContractOrder | undefined> {
  const reply = await door.perform("cancel", { orderId }, session, origin);
  if (!(reply instanceof Rejected)) return { ...reply.order, selfTrade, hasFired };
  if (hasEnded(reply)) return undefined;
  throw futuresRefusalOf(reply);
}

/** Whether a cancel came after the end of its order. */
export const hasEnded = ({ error }: Rejected): boolean =>
  error === "trade.orderNotFound" || error === "trade.orderClosed";
