import { z } from "zod";
import { ORDER_TYPES, SELF_TRADE } from "../exchange-info.ts";
import {
  CONDITIONAL_TYPES,
  FUTURES_ORDER_TYPES,
  FUTURES_TIMES_IN_FORCE,
  WORKING_TYPES,
} from "../futures/futures-order-request.ts";
import { PRICE_MATCHES } from "../futures/price-match.ts";
import { INTERVALS } from "../kline-intervals.ts";
import { LEG_TYPES } from "../order-list-request.ts";
import { CLIENT_ID, RESPONSES, SIDES, TIMES_IN_FORCE } from "../order-request.ts";
import { WORKING_ORDER_TYPES } from "../oto-request.ts";
import { decimal, milliseconds, orderId } from "./basic-shapes.ts";

const name = z.string();
const count = z.int().positive();
const flag = z.enum(["true", "false"]);
const clientId = z.string().regex(CLIENT_ID);
const list = (of: string) => name.meta({ description: `A JSON array: ${of}` });
const intervals = Object.keys(INTERVALS) as [keyof typeof INTERVALS, ...(keyof typeof INTERVALS)[]];

/** Labels of an order, and with prefixes of a list's orders. */
function strategiesOf(prefixes: readonly string[]): Readonly<Record<string, z.ZodType>> {
  const nameOf = (prefix: string, what: string) => (prefix === "" ? `s${what}` : `${prefix}S${what}`);
  return Object.fromEntries(
    prefixes.flatMap((prefix) => [
      [
        nameOf(prefix, "trategyId"),
        z.int().min(0).meta({ description: "Only repeated in replies and events." }),
      ],
      [nameOf(prefix, "trategyType"), z.int().min(1_000_000)],
    ]),
  );
}

/** What icebergs show, with the prefixes of a list's orders. */
const ICEBERGS = Object.fromEntries(
  ["above", "below", "limit", "stop", "working", "pending", "pendingAbove", "pendingBelow"].map((prefix) => [
    `${prefix}IcebergQty`,
    decimal,
  ]),
);

const delta = count.meta({ description: "In basis points: 10 to 2,000." });
const TRAILING_LEGS = Object.fromEntries(
  ["above", "below", "pending", "pendingAbove", "pendingBelow"].map((prefix) => [
    `${prefix}TrailingDelta`,
    delta,
  ]),
);

/**
 * Parameters of calls, by name. Where a name has several meanings, a call selects one with the word after the colon.
 */
export const PARAMETERS: Readonly<Record<string, z.ZodType>> = {
  symbol: name.meta({ description: "A market, such as BTCUSDT." }),
  modifyId: z.int().min(0).meta({ description: "A number of your own for the change." }),
  symbols: list("names of markets."),
  "symbols:list": name.meta({ description: "Market names, separated by commas." }),
  pair: name.meta({ description: "A contract's name." }),
  marginAsset: name,
  permissions: name.meta({
    description: "SPOT, or a JSON array of permissions: only markets with one of them.",
  }),
  showPermissionSets: flag.meta({ description: "false: the permission sets are empty." }),
  symbolStatus: z.enum(["TRADING", "HALT", "BREAK"]).meta({ description: "Only markets with this status." }),
  limit: count.meta({ description: "Maximum number of rows." }),
  fromId: orderId.meta({ description: "First id to return." }),
  preventedMatchId: orderId,
  fromPreventedMatchId: orderId,
  fromAllocationId: orderId,
  fromExecutionId: orderId,
  contractType: z.enum(["PERPETUAL"]),
  period: z.enum(["5m", "15m", "30m", "1h", "2h", "4h", "6h", "12h", "1d"]),
  autoCloseType: z.enum(["LIQUIDATION", "ADL"]),
  feeBurn: flag,
  startTime: milliseconds,
  endTime: milliseconds,
  interval: z.enum(intervals),
  "interval:spot": z.enum(["1s", ...intervals]),
  timeZone: name.meta({ description: "Offset from UTC in hours, or hours and minutes: 8, -1:00, 05:45." }),
  windowSize: name.meta({ description: "1m to 59m, 1h to 23h, 1d to 7d." }),
  "type:ticker": z.enum(["FULL", "MINI"]),
  side: z.enum(SIDES),
  "type:spot": z.enum(ORDER_TYPES),
  "type:contract": z.enum(FUTURES_ORDER_TYPES),
  "type:algo": z.enum(CONDITIONAL_TYPES),
  "type:margin": z.enum(["1", "2"]).meta({ description: "1 adds margin to the position, 2 removes it." }),
  "type:transfer": name.meta({ description: "Source and target wallet, such as MAIN_UMFUTURE." }),
  timeInForce: z.enum(TIMES_IN_FORCE),
  "timeInForce:contract": z.enum(FUTURES_TIMES_IN_FORCE),
  quantity: decimal,
  quoteOrderQty: decimal.meta({ description: "Amount that a market order spends or receives." }),
  price: decimal,
  stopPrice: decimal,
  computeCommissionRates: flag.meta({ description: "true: the reply has the rates of the order." }),
  orderRateLimitExceededMode: z
    .enum(["DO_NOTHING", "CANCEL_ONLY"])
    .meta({ description: "CANCEL_ONLY: if the limit of orders is reached, only cancels." }),
  icebergQty: decimal.meta({ description: "Makes a resting order an iceberg: what it shows at a time." }),
  ...ICEBERGS,
  ...TRAILING_LEGS,
  trailingDelta: delta,
  newClientOrderId: clientId,
  newOrderRespType: z.enum(RESPONSES),
  selfTradePreventionMode: z.enum(SELF_TRADE),
  orderId,
  origClientOrderId: name,
  cancelReplaceMode: z.enum(["STOP_ON_FAILURE", "ALLOW_FAILURE"]),
  cancelRestrictions: z
    .enum(["ONLY_NEW", "ONLY_PARTIALLY_FILLED"])
    .meta({ description: "Cancels only an order with this status." }),
  cancelOrderId: orderId,
  cancelOrigClientOrderId: name,
  cancelNewClientOrderId: name,
  newQty: decimal.meta({ description: "The new total quantity, including the executed part." }),
  stopLimitPrice: decimal,
  stopLimitTimeInForce: z.enum(["GTC"]),
  limitClientOrderId: clientId,
  stopClientOrderId: clientId,
  listClientOrderId: clientId,
  aboveType: z.enum(LEG_TYPES),
  belowType: z.enum(LEG_TYPES),
  abovePrice: decimal,
  belowPrice: decimal,
  aboveStopPrice: decimal,
  belowStopPrice: decimal,
  aboveTimeInForce: z.enum(TIMES_IN_FORCE),
  belowTimeInForce: z.enum(TIMES_IN_FORCE),
  aboveClientOrderId: clientId,
  belowClientOrderId: clientId,
  "workingType:list": z.enum(WORKING_ORDER_TYPES),
  workingSide: z.enum(SIDES),
  workingPrice: decimal,
  workingQuantity: decimal,
  workingTimeInForce: z.enum(TIMES_IN_FORCE),
  workingClientOrderId: clientId,
  pendingType: z.enum(ORDER_TYPES),
  pendingSide: z.enum(SIDES),
  pendingQuantity: decimal,
  pendingPrice: decimal,
  pendingStopPrice: decimal,
  pendingTimeInForce: z.enum(TIMES_IN_FORCE),
  pendingClientOrderId: clientId,
  pendingAboveType: z.enum(LEG_TYPES),
  pendingBelowType: z.enum(LEG_TYPES),
  pendingAbovePrice: decimal,
  pendingBelowPrice: decimal,
  pendingAboveStopPrice: decimal,
  pendingBelowStopPrice: decimal,
  pendingAboveTimeInForce: z.enum(TIMES_IN_FORCE),
  pendingBelowTimeInForce: z.enum(TIMES_IN_FORCE),
  pendingAboveClientOrderId: clientId,
  pendingBelowClientOrderId: clientId,
  orderListId: orderId,
  ...strategiesOf([
    "",
    "above",
    "below",
    "limit",
    "stop",
    "working",
    "pending",
    "pendingAbove",
    "pendingBelow",
  ]),
  omitZeroBalances: flag,
  listenKey: name,
  reduceOnly: flag,
  priceProtect: flag.meta({
    description:
      "With a fixed trigger: not executed if last price and mark are further apart than triggerProtect.",
  }),
  goodTillDate: z.int().meta({ description: "With GTD: more than 600 seconds ahead, in whole seconds." }),
  closePosition: flag.meta({ description: "With STOP_MARKET and TAKE_PROFIT_MARKET." }),
  activationPrice: decimal,
  callbackRate: decimal.meta({ description: "In percent: 0.1 to 20." }),
  workingType: z.enum(WORKING_TYPES),
  positionSide: z.enum(["BOTH", "LONG", "SHORT"]),
  priceMatch: z
    .enum(PRICE_MATCHES)
    .meta({ description: "Instead of a price: the level of the book that gives it. LIMIT orders only." }),
  batchOrders: list("up to five orders, each with the parameters of a single order."),
  orderIdList: list("up to ten ids."),
  origClientOrderIdList: list("up to ten client order ids."),
  countdownTime: z
    .int()
    .min(0)
    .max(86_400_000)
    .meta({ description: "In milliseconds; 0 stops the countdown." }),
  algoType: z.enum(["CONDITIONAL"]),
  triggerPrice: decimal,
  activatePrice: decimal,
  clientAlgoId: clientId,
  algoId: orderId,
  leverage: z.int().min(1),
  marginType: z.enum(["ISOLATED", "CROSSED"]),
  amount: decimal,
  dualSidePosition: flag,
  multiAssetsMargin: flag,
  incomeType: name,
  page: count,
  coin: name,
  asset: name,
  network: name,
  needBtcValuation: flag,
  quoteAsset: name,
  offset: z.int().min(0),
  status: z.int(),
  txId: name,
  idList: name.meta({ description: "Ids, separated by commas." }),
  current: count.meta({ description: "Which page." }),
  size: count.meta({ description: "Rows of a page." }),
  isIsolated: z.enum(["TRUE"]),
  sideEffectType: z.enum(["NO_SIDE_EFFECT", "MARGIN_BUY", "AUTO_REPAY"]),
  recvWindow: z
    .int()
    .min(0)
    .max(60_000)
    .meta({ description: "Maximum age of the request, in milliseconds." }),
  timestamp: milliseconds,
  signature: name.meta({ description: "Signature of the query followed by the form." }),
};
