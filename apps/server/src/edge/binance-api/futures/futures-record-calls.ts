import type { PositionLeg } from "@candor/domain/enumerations";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { positionIn } from "../../../market/wire-objects/position.ts";
import { BAD_CURSOR } from "../../../records/projections/queries/cursor.ts";
import type { DeleveragedPosition } from "../../../records/projections/queries/deleveraged-positions.ts";
import type { LiquidationFilter } from "../../../records/projections/queries/liquidations.ts";
import type { OrderAmendment } from "../../../records/projections/queries/order-amendments.ts";
import type { SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketOf, namedMarket } from "../market-of.ts";
import { clientIdOf, type OwnOrder } from "../order-view.ts";
import { catchUp, findOrder, timesOf } from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { readCall } from "../signed-calls.ts";
import { forcedIdOf } from "./futures-order-view.ts";
import { positionSideOf } from "./position-side.ts";

const KIND = "contract";
const ROWS = 50;
const MAX_ROWS = 100;
const MARGIN_ROWS = 500;
/** Changes of one order; Binance allows so many. */
const MAX_AMENDMENTS = 10_000;
const WEEK_MS = 7 * 86_400_000;
/** What was closed without an order on the book has the number of its step, from here on. */
const FORCED_FROM = 8_000_000_000_000_000;
/** What was deleveraged has the number of its step, from here on. */
const DELEVERAGED_FROM = 7_000_000_000_000_000;
const CLOSE_TYPES = ["LIQUIDATION", "ADL"] as const;
/** What tells a forced order from others. */
interface ForcedNames {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly timeInForce: string;
}

/** Ranks of the queue here are 1 to 5, and 0 without a position; Binance's are 0 to 4. */
const quantileOf = (rank: number): number => Math.max(0, rank - 1);

/** Calls for the caller's limits in contracts, and records of what happened to orders and positions. */
export function futuresRecordCalls(ports: BinancePorts): readonly SignedCall[] {
  return [
    readCall("/v1/rateLimit/order", (_parameters, { session }) =>
      ports.door.api.usedOrders("futures", session.userId),
    ),
    readCall("/v1/apiTradingStatus", (parameters) => {
      namedMarket(ports, parameters, KIND);
      return { indicators: {}, updateTime: ports.nowMs() };
    }),
    readCall("/v1/adlQuantile", (parameters, { session }) => adlQuantiles(ports, parameters, session.userId)),
    readCall("/v1/orderAmendment", (parameters, { session }) =>
      amendments(ports, parameters, session.userId),
    ),
    readCall("/v1/positionMargin/history", (parameters, { session }) =>
      marginChanges(ports, parameters, session.userId),
    ),
    readCall("/v1/forceOrders", (parameters, { session }) => forcedOrders(ports, parameters, session.userId)),
  ];
}

async function adlQuantiles(ports: BinancePorts, parameters: Parameters, userId: number) {
  const named = namedMarket(ports, parameters, KIND)?.listed;
  const view = await ports.engine.accountView(userId);
  const markets = named === undefined ? ports.listings.contracts : [named];
  return markets.flatMap(({ marketId, spec }) => {
    const rankOf = (leg?: PositionLeg): number => {
      const position = positionIn(view, marketId, leg);
      const isMeant = position !== undefined && position.lots !== 0 && position.leg === leg;
      return isMeant ? quantileOf(position.adlRank) : 0;
    };
    const isOpen = view.contracts?.positions.some((each) => each.marketId === marketId && each.lots !== 0);
    if (isOpen !== true) return [];
    const adlQuantile = { LONG: rankOf("long"), SHORT: rankOf("short"), BOTH: rankOf() };
    return [{ symbol: spec.symbol, adlQuantile }];
  });
}

/** Newest first. */
async function amendments(ports: BinancePorts, parameters: Parameters, userId: number) {
  const { listed } = marketOf(ports, parameters, KIND);
  const { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = timesOf(parameters);
  const limit = parameters.limit(ROWS, MAX_ROWS);
  const order = await findOrder(ports, userId, listed, parameters);
  await catchUp(ports);
  const orderId = Number(order.orderId);
  const filter = { userId, marketId: listed.marketId, orderId };
  const rows = await ports.readModels.orderAmendments(filter, MAX_AMENDMENTS);
  return rows
    .map((row, at) => amendment(row, at + 1, order, listed))
    .filter(({ time }) => time >= sinceMs && time < untilMs)
    .slice(-limit)
    .reverse();
}

/** @param count how many changes there were, including this one */
function amendment(
  { lotsAfter, lotsBefore, modifyId, priceAfterTicks, priceBeforeTicks, seq, timeMs }: OrderAmendment,
  count: number,
  order: OwnOrder,
  { format, spec }: ListedMarket,
) {
  return {
    amendmentId: seq,
    symbol: spec.symbol,
    pair: spec.symbol,
    orderId: Number(order.orderId),
    clientOrderId: clientIdOf(order),
    time: timeMs,
    amendment: {
      price: { before: format.price(priceBeforeTicks), after: format.price(priceAfterTicks) },
      origQty: { before: format.quantity(lotsBefore), after: format.quantity(lotsAfter) },
      count,
      ...(modifyId >= 0 && { modifyId }),
    },
  };
}

function marginChanges(ports: BinancePorts, parameters: Parameters, userId: number) {
  const { quote, symbol } = marketOf(ports, parameters, KIND).listed.spec;
  const { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = timesOf(parameters);
  const type = parameters.integer("type");
  const limit = parameters.limit(MARGIN_ROWS, MARGIN_ROWS);
  return ports.changes.margins
    .of(userId, symbol)
    .filter((change) => type === undefined || change.type === type)
    .filter(({ timeMs }) => timeMs >= sinceMs && timeMs < untilMs)
    .slice(-limit)
    .map((change) => ({
      symbol,
      type: change.type,
      deltaType: "USER_ADJUST",
      amount: change.amount,
      asset: quote,
      time: change.timeMs,
      positionSide: change.positionSide,
    }));
}

/** Returns what liquidations and auto-deleveraging closed, newest first. */
async function forcedOrders(ports: BinancePorts, parameters: Parameters, userId: number) {
  const marketId = namedMarket(ports, parameters, KIND)?.listed.marketId;
  const type = parameters.oneOf("autoCloseType", CLOSE_TYPES, () => BINANCE.range("autoCloseType"));
  const limit = parameters.limit(ROWS, MAX_ROWS);
  const { sinceMs = ports.nowMs() - WEEK_MS, untilMs } = timesOf(parameters);
  const filter = { userId, marketId, sinceMs, untilMs };
  await catchUp(ports);
  const [liquidated, deleveraged] = await Promise.all([
    type === "ADL" ? [] : liquidatedOrders(ports, filter, limit),
    type === "LIQUIDATION" ? [] : deleveragedOrders(ports, filter, limit),
  ]);
  return [...liquidated, ...deleveraged].sort((a, b) => b.time - a.time).slice(0, limit);
}

async function liquidatedOrders(ports: BinancePorts, filter: LiquidationFilter, limit: number) {
  const page = await ports.readModels.liquidations(filter, limit);
  if (page === BAD_CURSOR) throw BINANCE.unknown();
  return page.rows.map((step) => {
    const orderId = step.orderId === 0 ? FORCED_FROM + step.stepId : step.orderId;
    const names = { orderId, clientOrderId: forcedIdOf({ orderId }), timeInForce: "IOC" };
    return forcedOrder(ports, { ...step, isLong: step.lots > 0 }, names);
  });
}

async function deleveragedOrders(ports: BinancePorts, filter: LiquidationFilter, limit: number) {
  const steps = await ports.readModels.deleveragedPositions(filter, limit);
  return steps.map((step) => {
    const orderId = DELEVERAGED_FROM + step.stepId;
    return forcedOrder(ports, step, { orderId, clientOrderId: "adl_autoclose", timeInForce: "GTC" });
  });
}

function forcedOrder(
  { listings }: BinancePorts,
  step: Omit<DeleveragedPosition, "stepId">,
  { clientOrderId, orderId, timeInForce }: ForcedNames,
) {
  const { format, spec } = listings.market(step.marketId);
  const closed = format.quantity(step.closedLots);
  return {
    orderId,
    symbol: spec.symbol,
    pair: spec.symbol,
    status: "FILLED",
    clientOrderId,
    price: format.price(step.priceTicks),
    avgPrice: format.averagePrice(step.closedQuoteUnits, step.closedLots) ?? "0",
    origQty: closed,
    executedQty: closed,
    cumQty: closed,
    cumQuote: format.quoteAmount(step.closedQuoteUnits),
    cumBase: closed,
    timeInForce,
    type: "LIMIT",
    reduceOnly: false,
    closePosition: false,
    side: step.isLong ? "SELL" : "BUY",
    positionSide: positionSideOf(step.leg),
    stopPrice: "0",
    workingType: "CONTRACT_PRICE",
    priceProtect: false,
    origType: "LIMIT",
    priceMatch: "NONE",
    selfTradePreventionMode: "NONE",
    goodTillDate: 0,
    time: step.timeMs,
    updateTime: step.timeMs,
  };
}
