import type { AccountView } from "@candor/domain/engine-port";
import type { OrderStatus } from "@candor/domain/enumerations";
import type { OrderState } from "@candor/domain/events/events";
import type { CallReply, CallRequest } from "@candor/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import {
  leverIn,
  toWireLeverAccount,
  toWireLeverLiquidation,
  toWireLoan,
} from "../../../market/wire-objects/lever-account.ts";
import { liveOrderWriter, toWireOrder } from "../../../market/wire-objects/order.ts";
import { BAD_CURSOR, readCursor, writeCursor } from "../../../records/projections/queries/cursor.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { toWirePastFill } from "./fill-wire.ts";
import { leverSpecOf } from "./find-market.ts";
import { favouritesOf, marketWriter } from "./markets.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";

type Request = CallRequest<"orderLRecord">;
type Reply = CallReply<"orderLRecord">;
type Listed = Pick<Reply, "list" | "nextCursor" | "asOfSeq">;

const CLOSED: readonly OrderStatus[] = ["filled", "canceled", "expired"];
const OPEN_LIST = "open-lever-orders";
const PLATFORM_COIN = "USDT";

/** Returns the pairs with margin trading, in listing order. */
export function leverType(
  ports: Ports<"history" | "identity" | "listings" | "mirror" | "priceSource">,
): CallHandler<"leverType"> {
  const { listings, mirror } = ports;
  return (_request, context): CallReply<"leverType"> => {
    const pairs = listings.levers.flatMap(({ marketId, spec }) => {
      const market = mirror.market(marketId);
      return market === undefined ? [] : [{ market, spec }];
    });
    const write = marketWriter(ports, favouritesOf(ports, context));
    return {
      leftList: pairs.map(({ market }) => write(market)),
      leftList1: pairs.map(({ market, spec }) => ({
        symbol: market.listed.spec.symbol,
        leverages: [...spec.leverages],
        maxLeverage: Math.max(...spec.leverages),
      })),
      ptCoin: PLATFORM_COIN,
    };
  };
}

/** Reads from the exchange itself, so accounts are always current. */
export function leverCurrency({
  engine,
  listings,
  mirror,
}: Ports<"engine" | "listings" | "mirror">): CallHandler<"leverCurrency"> {
  return async (request, context): Promise<Outcome<CallReply<"leverCurrency">>> => {
    const market = listings.marketBySymbol(request.symbol);
    const lever = market && listings.lever(market.marketId);
    if (market === undefined || lever === undefined) return reject("request.unknownId");
    const view = await engine.accountView(userOf(context));
    return {
      account: toWireLeverAccount(leverIn(view, market.marketId), market, lever),
      maxLeverage: Math.max(...lever.leverages),
      indexPrice: market.format.indexPrice(mirror.market(market.marketId)?.indexE8 ?? 0),
      asOfSeq: view.asOfSeq,
    };
  };
}

export function leverRecords(
  ports: Ports<"engine" | "listings" | "readModels">,
): CallHandler<"orderLRecord"> {
  const { engine, listings, readModels } = ports;
  return async (request, context): Promise<Outcome<Reply>> => {
    const userId = userOf(context);
    if (request.minSeq !== undefined && request.view !== "orders")
      await readModels.waitFor(request.minSeq, MIN_SEQ_WAIT_MS);
    const view = await engine.accountView(userId);
    const pairs = listings.levers.map(({ marketId }) => listings.market(marketId));
    const meant = pairs.filter(({ spec }) => request.symbol === undefined || spec.symbol === request.symbol);
    const listed = await listOf(ports, request, view, userId, meant);
    if (listed instanceof Rejected) return listed;
    return {
      ...listed,
      accounts: pairs
        .filter(({ marketId }) => leverIn(view, marketId) !== undefined)
        .map((market) =>
          toWireLeverAccount(leverIn(view, market.marketId), market, leverSpecOf(listings, market.marketId)),
        ),
    };
  };
}

async function listOf(
  ports: Ports<"listings" | "readModels">,
  request: Request,
  view: AccountView,
  userId: number,
  meant: readonly ListedMarket[],
): Promise<Outcome<Listed>> {
  // As a filter, an unknown symbol matches nothing.
  if (meant.length === 0) return { list: [], nextCursor: null, asOfSeq: view.asOfSeq };
  if (request.view === "orders") return openOrders(ports, request, view, userId);
  const asOfSeq = ports.readModels.reachedSeq;
  const marketId = request.symbol === undefined ? undefined : meant[0]?.marketId;
  const listed = await history(ports, request, userId, marketId);
  return listed instanceof Rejected ? listed : { ...listed, asOfSeq };
}

/** Live orders come from the exchange itself: at most a few hundred, and always current. */
function openOrders(
  { listings }: Ports<"listings">,
  { cursor, limit, side, sinceMs, symbol, untilMs }: Request,
  view: AccountView,
  userId: number,
): Outcome<Listed> {
  const filters = { userId, side, sinceMs, symbol, untilMs };
  const after = readCursor(OPEN_LIST, filters, cursor);
  if (after === BAD_CURSOR) return badCursor();
  const isBehind = (order: OrderState): boolean =>
    after === undefined ||
    order.createdAtMs < after[0] ||
    (order.createdAtMs === after[0] && order.orderId < after[1]);
  const matching = view.orders
    .filter(({ product }) => product === "lever")
    .filter(({ marketId }) => symbol === undefined || listings.market(marketId).spec.symbol === symbol)
    .filter((order) => side === undefined || order.side === side)
    .filter(({ createdAtMs }) => createdAtMs >= (sinceMs ?? 0) && createdAtMs < (untilMs ?? Infinity))
    .sort((a, b) => b.createdAtMs - a.createdAtMs || b.orderId - a.orderId)
    .filter(isBehind);
  const page = matching.slice(0, limit);
  const last = page.at(-1);
  const hasMore = matching.length > page.length && last !== undefined;
  return {
    list: page.map(liveOrderWriter(view, listings)),
    nextCursor: hasMore ? writeCursor(OPEN_LIST, filters, [last.createdAtMs, last.orderId]) : null,
    asOfSeq: view.asOfSeq,
  };
}

async function history(
  { listings, readModels }: Ports<"listings" | "readModels">,
  { cursor, limit, side, sinceMs, untilMs, view }: Request,
  userId: number,
  marketId: number | undefined,
): Promise<Outcome<Omit<Listed, "asOfSeq">>> {
  const filter = { userId, marketId, sinceMs, untilMs };
  if (view === "loans") {
    const page = await readModels.loans(filter, limit, cursor);
    if (page === BAD_CURSOR) return badCursor();
    return { list: page.rows.map((loan) => toWireLoan(loan, listings)), nextCursor: page.nextCursor ?? null };
  }
  if (view === "liquidations") {
    const page = await readModels.leverLiquidations(filter, limit, cursor);
    if (page === BAD_CURSOR) return badCursor();
    const list = page.rows.map((step) => toWireLeverLiquidation(step, listings.market(step.marketId)));
    return { list, nextCursor: page.nextCursor ?? null };
  }
  if (view === "trades") {
    const page = await readModels.fillHistory({ ...filter, side, lever: true }, limit, cursor);
    if (page === BAD_CURSOR) return badCursor();
    const list = page.rows.map((fill) => toWirePastFill(fill, listings.market(fill.marketId)));
    return { list, nextCursor: page.nextCursor ?? null };
  }
  const orders = { ...filter, side, product: "lever", statuses: CLOSED } as const;
  const page = await readModels.orderHistory(orders, limit, cursor);
  if (page === BAD_CURSOR) return badCursor();
  const list = page.rows.map((order) => toWireOrder(order, listings.market(order.marketId), null));
  return { list, nextCursor: page.nextCursor ?? null };
}

const badCursor = () => rejectFields("trade.invalidParameters", { path: "cursor", reason: "conflict" });
