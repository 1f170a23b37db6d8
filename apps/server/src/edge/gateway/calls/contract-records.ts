import type { AccountView } from "@candor/domain/engine-port";
import type { OrderStatus } from "@candor/domain/enumerations";
import type { OrderState } from "@candor/domain/events/events";
import { defaultLeverage } from "@candor/domain/specs/contract-listing";
import type { CallReply, CallRequest } from "@candor/wire/calls";
import type { WireContractSettings, WirePosition } from "@candor/wire/contract-objects";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import { contractOf, type ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireLiquidation } from "../../../market/wire-objects/funding.ts";
import { liveOrderWriter, toWireOrder } from "../../../market/wire-objects/order.ts";
import {
  positionIn,
  positionModeOf,
  toWireContractAccount,
  toWirePosition,
} from "../../../market/wire-objects/position.ts";
import { BAD_CURSOR, readCursor, writeCursor } from "../../../records/projections/queries/cursor.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import type { HistoryFilter } from "../read-models.ts";
import { toWireFill } from "./fill-wire.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";

type Request = CallRequest<"contractRecord">;
type Reply = CallReply<"contractRecord">;
/** Reply fields that depend on the requested view. */
type Listed = Pick<Reply, "list" | "nextCursor" | "asOfSeq">;

/** Margin asset of contracts. */
const MARGIN_ASSET = "USDT";
const CLOSED: readonly OrderStatus[] = ["filled", "canceled", "expired"];
const OPEN_LIST = "open-contract-orders";
const MARGIN_MODE_OF_NOBODY = "isolated";

export function contractRecords(
  ports: Ports<"engine" | "listings" | "mirror" | "orderLeverages" | "readModels">,
): CallHandler<"contractRecord"> {
  const { engine, listings, readModels } = ports;
  return async (request, context): Promise<Outcome<Reply>> => {
    const problem = sideProblem(request);
    if (problem !== undefined) return problem;
    const userId = userOf(context);
    if (request.minSeq !== undefined && readsHistory(request))
      await readModels.waitFor(request.minSeq, MIN_SEQ_WAIT_MS);
    const view = await engine.accountView(userId);
    const asset = listings.assetBySymbol(MARGIN_ASSET);
    if (asset === undefined) throw new Error(`${MARGIN_ASSET} is not listed`);
    const contracts = listings.contracts.filter(
      ({ spec }) => request.symbol === undefined || spec.symbol === request.symbol,
    );
    const listed = await listOf(ports, request, view, userId, contracts);
    if (listed instanceof Rejected) return listed;
    return {
      ...listed,
      account: toWireContractAccount(view, asset.assetId, asset.spec.scale),
      positionMode: positionModeOf(view),
      settings: contracts.map((market) => settingsIn(view, market)),
    };
  };
}

const readsHistory = ({ view }: Request): boolean => view !== "positions" && view !== "orders";

/** Positions and liquidations use long and short, orders and trades buy and sell. */
function sideProblem({ side, view }: Request): Rejected | undefined {
  const isPositions = view === "positions" || view === "liquidations";
  const isPositionSide = side === "long" || side === "short";
  return side === undefined || isPositionSide === isPositions
    ? undefined
    : rejectFields("trade.invalidParameters", { path: "side", reason: "conflict" });
}

async function listOf(
  ports: Ports<"listings" | "mirror" | "orderLeverages" | "readModels">,
  request: Request,
  view: AccountView,
  userId: number,
  contracts: readonly ListedMarket[],
): Promise<Outcome<Listed>> {
  const { readModels } = ports;
  // As a filter, an unknown symbol matches nothing.
  if (contracts.length === 0) return { list: [], nextCursor: null, asOfSeq: view.asOfSeq };
  if (request.view === "positions")
    return request.cursor === undefined ? positions(ports, request, view, contracts) : badCursor();
  if (request.view === "orders") return openOrders(ports, request, view, userId);
  const { sinceMs, untilMs } = request;
  const marketId = request.symbol === undefined ? undefined : contracts[0]?.marketId;
  const filter = { userId, marketId, sinceMs, untilMs };
  const asOfSeq = readModels.reachedSeq;
  const listed = await history(ports, request, filter);
  return listed instanceof Rejected ? listed : { ...listed, asOfSeq };
}

function positions(
  { mirror }: Ports<"mirror">,
  { side, sinceMs, untilMs }: Request,
  view: AccountView,
  contracts: readonly ListedMarket[],
): Listed {
  const open = contracts
    .flatMap((market) =>
      (view.contracts?.positions ?? [])
        .filter(({ marketId }) => marketId === market.marketId)
        .map((own) => toWirePosition(own, market, mirror.market(market.marketId)?.indexE8 ?? 0)),
    )
    .filter((position): position is WirePosition => position !== null)
    .filter((position) => side === undefined || position.side === side)
    .filter(({ openedAtMs }) => openedAtMs >= (sinceMs ?? 0) && openedAtMs < (untilMs ?? Infinity))
    .sort((a, b) => b.openedAtMs - a.openedAtMs || Number(b.positionId) - Number(a.positionId));
  // At most two per contract, so they always fit on one page and there is no cursor.
  return { list: open, nextCursor: null, asOfSeq: view.asOfSeq };
}

/** Live orders come from the exchange itself: at most a few hundred, and always current. */
function openOrders(
  { listings, orderLeverages }: Ports<"listings" | "orderLeverages">,
  request: Request,
  view: AccountView,
  userId: number,
): Outcome<Listed> {
  const { limit, side, sinceMs, symbol, untilMs } = request;
  const filters = { userId, side, sinceMs, symbol, untilMs };
  const after = readCursor(OPEN_LIST, filters, request.cursor);
  if (after === BAD_CURSOR) return badCursor();
  const isBehind = (order: OrderState): boolean =>
    after === undefined ||
    order.createdAtMs < after[0] ||
    (order.createdAtMs === after[0] && order.orderId < after[1]);
  const matching = view.orders
    .filter(({ product, marketId }) => product === "contract" && isMeant(listings.market(marketId), symbol))
    .filter((order) => side === undefined || order.side === side)
    .filter(({ createdAtMs }) => createdAtMs >= (sinceMs ?? 0) && createdAtMs < (untilMs ?? Infinity))
    .sort((a, b) => b.createdAtMs - a.createdAtMs || b.orderId - a.orderId)
    .filter(isBehind);
  const page = matching.slice(0, limit);
  const last = page.at(-1);
  const hasMore = matching.length > page.length && last !== undefined;
  return {
    list: page.map(liveOrderWriter(view, listings, (order) => orderLeverages.of(order))),
    nextCursor: hasMore ? writeCursor(OPEN_LIST, filters, [last.createdAtMs, last.orderId]) : null,
    asOfSeq: view.asOfSeq,
  };
}

const isMeant = (market: ListedMarket, symbol: string | undefined): boolean =>
  symbol === undefined || market.spec.symbol === symbol;

async function history(
  { listings, readModels }: Ports<"listings" | "readModels">,
  { cursor, limit, side, view }: Request,
  filter: HistoryFilter,
): Promise<Outcome<Omit<Listed, "asOfSeq">>> {
  if (view === "liquidations") {
    const positionSide = side === "long" || side === "short" ? side : undefined;
    const page = await readModels.liquidations({ ...filter, side: positionSide }, limit, cursor);
    if (page === BAD_CURSOR) return badCursor();
    const list = page.rows.map((step) => toWireLiquidation(step, listings.market(step.marketId)));
    return { list, nextCursor: page.nextCursor ?? null };
  }
  const orderSide = side === "buy" || side === "sell" ? side : undefined;
  if (view === "trades") {
    const marketIds = listings.contracts.map(({ marketId }) => marketId);
    const page = await readModels.fillHistory({ ...filter, side: orderSide, marketIds }, limit, cursor);
    if (page === BAD_CURSOR) return badCursor();
    const legs = new Map(await readModels.orderLegs(page.rows.map(({ orderId }) => orderId)));
    const list = page.rows.map((fill) =>
      toWireFill(fill, listings.market(fill.marketId), legs.get(fill.orderId)),
    );
    return { list, nextCursor: page.nextCursor ?? null };
  }
  const orders = { ...filter, side: orderSide, product: "contract", statuses: CLOSED } as const;
  const page = await readModels.orderHistory(orders, limit, cursor);
  if (page === BAD_CURSOR) return badCursor();
  const list = page.rows.map((order) => toWireOrder(order, listings.market(order.marketId), order.leverage));
  return { list, nextCursor: page.nextCursor ?? null };
}

const badCursor = () => rejectFields("trade.invalidParameters", { path: "cursor", reason: "conflict" });

/** Returns leverage and margin mode for the next order, which the ticket shows before there is a position. */
export function settingsIn(view: AccountView, market: ListedMarket): WireContractSettings {
  const { brackets } = contractOf(market).scale;
  const own = positionIn(view, market.marketId);
  const leverage = own?.leverage ?? defaultLeverage(brackets);
  return {
    symbol: market.spec.symbol,
    leverage,
    marginMode: own?.marginMode ?? MARGIN_MODE_OF_NOBODY,
    maxLeverage: brackets[0]?.maxLeverage ?? leverage,
    holdable: own === undefined ? null : market.format.quantity(own.holdableLots),
  };
}
