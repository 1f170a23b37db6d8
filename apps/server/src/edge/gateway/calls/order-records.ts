import { ORDER_STATUSES, type OrderStatus } from "@candor/domain/enumerations";
import type { OrderState } from "@candor/domain/events/events";
import type { CallReply, CallRequest } from "@candor/wire/calls";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import { liveOrderWriter, toWireOrder } from "../../../market/wire-objects/order.ts";
import { BAD_CURSOR, readCursor, writeCursor } from "../../../records/projections/queries/cursor.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import type { HistoryFilter, OrderHistoryFilter } from "../read-models.ts";
import { toWirePastFill } from "./fill-wire.ts";
import { tradeMarket } from "./find-market.ts";
import { withLegReasons } from "./leg-reasons.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import { optionRecords } from "./option-records.ts";
import { writeSum } from "./write-sum.ts";

const CLOSED: readonly OrderStatus[] = ["filled", "canceled", "expired"];
const LIVE: readonly OrderStatus[] = ["untriggered", "open", "partially-filled", "pending"];
const SUMMARY_ASSET = "USDT";
const OPEN_LIST = "open-orders";

/** The request, with its status narrowed to an order status. */
type Request = Omit<CallRequest<"record">, "status"> & { readonly status: OrderStatus | undefined };
type Reply = CallReply<"record">;

const badCursor = () => rejectFields("trade.invalidParameters", { path: "cursor", reason: "conflict" });

export function orderRecords(
  ports: Ports<"engine" | "listings" | "mirror" | "readModels">,
): CallHandler<"record"> {
  const { listings, readModels } = ports;
  return async (asked, context): Promise<Outcome<Reply>> => {
    if (asked.product === "option") return await optionRecords(ports, asked, userOf(context));
    const request: Request = { ...asked, status: ORDER_STATUSES.find((name) => name === asked.status) };
    if (request.status !== asked.status)
      return rejectFields("trade.invalidParameters", { path: "status", reason: "conflict" });
    if (request.direction !== undefined)
      return rejectFields("trade.invalidParameters", { path: "direction", reason: "conflict" });
    const market = request.symbol === undefined ? undefined : tradeMarket(listings, request.symbol);
    // As a filter, an unknown symbol matches nothing.
    if (market instanceof Rejected) return { list: [], nextCursor: null, asOfSeq: readModels.reachedSeq };
    const filter: HistoryFilter = {
      userId: userOf(context),
      marketId: market?.marketId,
      side: request.side,
      sinceMs: request.sinceMs,
      untilMs: request.untilMs,
    };
    if (request.view === "open") return await openOrders(ports, request, filter);
    if (request.minSeq !== undefined) await readModels.waitFor(request.minSeq, MIN_SEQ_WAIT_MS);
    return request.view === "history"
      ? await history(ports, request, filter)
      : await trades(ports, request, filter);
  };
}

/** Live orders come from the exchange itself: at most a few hundred, and always current. */
async function openOrders(
  { engine, listings }: Ports<"engine" | "listings">,
  request: Request,
  filter: HistoryFilter,
): Promise<Outcome<Reply>> {
  const filters = { ...filter, status: request.status };
  const after = readCursor(OPEN_LIST, filters, request.cursor);
  if (after === BAD_CURSOR) return badCursor();
  const view = await engine.accountView(filter.userId);
  const matching = view.orders
    .filter((order) => order.product === "spot" && matches(order, filter, request.status))
    .sort((a, b) => b.createdAtMs - a.createdAtMs || b.orderId - a.orderId)
    .filter((order) => after === undefined || isBehind(order, after));
  const page = matching.slice(0, request.limit);
  const last = page.at(-1);
  const more = matching.length > page.length && last !== undefined;
  return {
    list: page.map(liveOrderWriter(view, listings)),
    nextCursor: more ? writeCursor(OPEN_LIST, filters, [last.createdAtMs, last.orderId]) : null,
    asOfSeq: view.asOfSeq,
  };
}

function matches(order: OrderState, filter: HistoryFilter, status: OrderStatus | undefined): boolean {
  return (
    (filter.marketId === undefined || order.marketId === filter.marketId) &&
    (filter.side === undefined || order.side === filter.side) &&
    (filter.sinceMs === undefined || order.createdAtMs >= filter.sinceMs) &&
    (filter.untilMs === undefined || order.createdAtMs < filter.untilMs) &&
    (status === undefined || order.status === status)
  );
}

function isBehind(order: OrderState, [createdAtMs, orderId]: readonly [number, number]): boolean {
  return order.createdAtMs < createdAtMs || (order.createdAtMs === createdAtMs && order.orderId < orderId);
}

async function history(
  { listings, readModels }: Ports<"listings" | "readModels">,
  request: Request,
  filter: HistoryFilter,
): Promise<Outcome<Reply>> {
  const { status } = request;
  if (status !== undefined && LIVE.includes(status))
    return rejectFields("trade.invalidParameters", { path: "status", reason: "conflict" });
  const orders: OrderHistoryFilter = {
    ...filter,
    product: "spot",
    statuses: status === undefined ? CLOSED : [status],
  };
  const asOfSeq = readModels.reachedSeq;
  const page = await readModels.orderHistory(orders, request.limit, request.cursor);
  if (page === BAD_CURSOR) return badCursor();
  const rows = await withLegReasons(readModels, filter.userId, page.rows);
  return {
    list: rows.map((order) => toWireOrder(order, listings.market(order.marketId), null)),
    nextCursor: page.nextCursor ?? null,
    asOfSeq,
    summary: await summary({ listings, readModels }, orders),
  };
}

/** Returns the volume in the quote coin of the requested market, otherwise of all markets quoted in USDT. */
async function summary(
  { listings, readModels }: Ports<"listings" | "readModels">,
  filter: OrderHistoryFilter,
) {
  const rows = await readModels.orderSummaries(filter);
  const asset =
    filter.marketId === undefined
      ? listings.assetBySymbol(SUMMARY_ASSET)
      : listings.market(filter.marketId).quote;
  let volume = 0n;
  let count = 0;
  for (const row of rows) {
    count += row.count;
    if (listings.market(row.marketId).quote === asset) volume += row.volumeQuoteUnits;
  }
  return { count, volume: writeSum(volume, asset?.spec.scale ?? 0), profit: null };
}

async function trades(
  { listings, readModels }: Ports<"listings" | "readModels">,
  request: Request,
  filter: HistoryFilter,
): Promise<Outcome<Reply>> {
  if (request.status !== undefined)
    return rejectFields("trade.invalidParameters", { path: "status", reason: "conflict" });
  const asOfSeq = readModels.reachedSeq;
  const marketIds = listings.spotMarkets.map(({ marketId }) => marketId);
  const page = await readModels.fillHistory(
    { ...filter, marketIds, lever: false },
    request.limit,
    request.cursor,
  );
  if (page === BAD_CURSOR) return badCursor();
  return {
    list: page.rows.map((fill) => toWirePastFill(fill, listings.market(fill.marketId))),
    nextCursor: page.nextCursor ?? null,
    asOfSeq,
  };
}
