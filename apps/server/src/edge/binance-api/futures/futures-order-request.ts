import { MAX_EXPIRY_MS } from "@candor/domain/contract-terms";
import type { PositionLeg, SelfTrade } from "@candor/domain/enumerations";
import { hasLimitPrice, isConditional } from "@candor/domain/order-types";
import { parseDecimal } from "@candor/money/decimal";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { formatRate } from "../../../market/market-data/market-format.ts";
import type { Payload } from "../../gateway/envelope.ts";
import { BINANCE } from "../binance-error.ts";
import { clientIdOf, DEFAULT_SELF_TRADE, given, selfTradeOf, sideOf } from "../order-request.ts";
import type { Parameters } from "../parameters.ts";
import { FUTURES } from "./futures-error.ts";

export const FUTURES_TIMES_IN_FORCE = ["GTC", "IOC", "FOK", "GTX", "GTD"] as const;
export const WORKING_TYPES = ["CONTRACT_PRICE", "MARK_PRICE"] as const;
/** An order until a date rests like one until it is canceled. */
const FORCES = { GTC: "gtc", IOC: "ioc", FOK: "fok", GTX: "post-only", GTD: "gtc" } as const;
/** How far in the future a date must be, and what part of it counts. */
const MIN_EXPIRY_MS = 600_000;
const SECOND_MS = 1_000;
const RESPONSES = ["ACK", "RESULT"] as const;
/** Decimals of a callback rate in percent; with four, it is in parts per million. */
const PERCENT_DECIMALS = 4;

const TYPES = {
  LIMIT: "limit",
  MARKET: "market",
  STOP: "stop-limit",
  STOP_MARKET: "stop-market",
  TAKE_PROFIT: "take-profit-limit",
  TAKE_PROFIT_MARKET: "take-profit-market",
  TRAILING_STOP_MARKET: "trailing-stop",
} as const;
type FuturesType = keyof typeof TYPES;
/** Types of conditional orders. */
export const CONDITIONAL_TYPES = [
  "STOP",
  "STOP_MARKET",
  "TAKE_PROFIT",
  "TAKE_PROFIT_MARKET",
  "TRAILING_STOP_MARKET",
] as const;
/** Order types of contracts. */
export const FUTURES_ORDER_TYPES = Object.keys(TYPES) as readonly FuturesType[];

/** An order as the wire's `/Contract/doOrder` takes it. */
export interface FuturesOrder {
  readonly payload: Payload & {
    readonly quantity: string;
    readonly price?: string;
    readonly selfTrade: SelfTrade;
    readonly expiresAtMs?: number;
  };
}

/** Field names that differ between the order paths and the conditional order paths. */
export const ORDER_FIELDS = {
  trigger: "stopPrice",
  activation: "activationPrice",
  clientId: "newClientOrderId",
};
export const ALGO_FIELDS: typeof ORDER_FIELDS = {
  trigger: "triggerPrice",
  activation: "activatePrice",
  clientId: "clientAlgoId",
};

/** Reads a contract order. The wire call validates its values. */
export function readFuturesOrder(
  parameters: Parameters,
  market: ListedMarket,
  fields = ORDER_FIELDS,
  leg?: PositionLeg,
): FuturesOrder {
  const side = sideOf(parameters);
  parameters.needed("type");
  const type = parameters.oneOf("type", FUTURES_ORDER_TYPES, BINANCE.orderType);
  if (type === undefined) throw BINANCE.missing("type");
  refuseOthers(parameters);
  return {
    payload: {
      symbol: market.spec.symbol,
      side: side.toLowerCase(),
      type: TYPES[type],
      clientOrderId: clientIdOf(parameters, fields.clientId),
      ...sizeOf(parameters, type, market, reducesOf(side, leg)),
      ...given("price", parameters.decimal("price")),
      ...triggerOf(parameters, type, fields),
      ...given("timeInForce", forceOf(parameters, type)),
      ...given("expiresAtMs", expiryOf(parameters)),
      ...given("priceProtect", protectionOf(parameters, type)),
      selfTrade: futuresSelfTradeOf(parameters),
    },
  };
}

/** In hedge mode, side and position decide whether an order opens or closes; undefined in one-way mode. */
const reducesOf = (side: "BUY" | "SELL", leg: PositionLeg | undefined): boolean | undefined =>
  leg === undefined ? undefined : (leg === "long") !== (side === "BUY");

/** Rejects Binance parameters we do not support; they are never ignored. */
function refuseOthers(parameters: Parameters): void {
  if ((parameters.text("priceMatch") ?? "NONE") !== "NONE") throw BINANCE.unsupported("priceMatch");
  parameters.oneOf("newOrderRespType", RESPONSES, FUTURES.responseType);
}

/**
 * `closePosition` becomes a reduce-only order with the market's maximum quantity: it closes whatever is open when it
 * fires.
 */
function sizeOf(
  parameters: Parameters,
  type: FuturesType,
  { format, scale }: ListedMarket,
  reduces: boolean | undefined,
) {
  const quantity = parameters.decimal("quantity");
  const reduceOnly = parameters.flag("reduceOnly");
  if (reduces === false && reduceOnly === true) throw FUTURES.reduceOnlyConflict();
  if (reduces !== undefined && reduceOnly !== undefined) throw BINANCE.notRequired("reduceOnly");
  if (parameters.flag("closePosition") !== true) {
    if (quantity === undefined) throw BINANCE.missing("quantity");
    return { quantity, reduceOnly: reduces ?? reduceOnly ?? false };
  }
  if (reduces === false) throw BINANCE.notRequired("closePosition");
  if (type !== "STOP_MARKET" && type !== "TAKE_PROFIT_MARKET") throw BINANCE.notRequired("closePosition");
  if (quantity !== undefined) throw FUTURES.closeWithQuantity();
  if (reduceOnly !== undefined) throw BINANCE.notRequired("reduceOnly");
  return { quantity: format.quantity(scale.maxLots), reduceOnly: true, closesPosition: true };
}

function triggerOf(parameters: Parameters, type: FuturesType, fields: typeof ORDER_FIELDS) {
  const workingType = parameters.oneOf("workingType", WORKING_TYPES, FUTURES.workingType);
  const isTrailing = type === "TRAILING_STOP_MARKET";
  const stopPrice = parameters.decimal(fields.trigger);
  // Common clients use the name of the order paths at all paths.
  const activation = parameters.decimal(fields.activation) ?? parameters.decimal(ORDER_FIELDS.activation);
  if (isTrailing && stopPrice !== undefined) throw BINANCE.notRequired(fields.trigger);
  if (!isTrailing && activation !== undefined) throw BINANCE.notRequired(fields.activation);
  return {
    ...given("stopPrice", isTrailing ? activation : stopPrice),
    ...given("trailingRate", trailingRateOf(parameters)),
    ...(type === "LIMIT" || type === "MARKET"
      ? {}
      : { triggerBy: workingType === "MARK_PRICE" ? "mark" : "last" }),
  };
}

/** A callback rate of 1 means 1%. */
function trailingRateOf(parameters: Parameters): string | undefined {
  const percent = parameters.decimal("callbackRate");
  if (percent === undefined) return undefined;
  const ppm = parseDecimal(percent, PERCENT_DECIMALS);
  if (typeof ppm === "string") throw BINANCE.range("callbackRate");
  return formatRate(ppm);
}

/** Orders that fire at market have no time in force: they wait until canceled. */
function forceOf(parameters: Parameters, type: FuturesType): string | undefined {
  const force = parameters.oneOf("timeInForce", FUTURES_TIMES_IN_FORCE, BINANCE.timeInForce);
  if (type === "LIMIT" && force === undefined) throw BINANCE.missing("timeInForce");
  if (type === "MARKET" && force !== undefined) throw BINANCE.notRequired("timeInForce");
  // What waits for its trigger cannot be told to rest.
  if (force === "GTX" && type !== "LIMIT") throw BINANCE.timeInForce();
  if (hasLimitPrice(TYPES[type])) return force === undefined ? undefined : FORCES[force];
  if ((force ?? "GTC") !== "GTC") throw BINANCE.timeInForce();
  return undefined;
}

/** The date of an order until a date, in whole seconds; others may have 0. */
function expiryOf(parameters: Parameters): number | undefined {
  const isGtd = parameters.text("timeInForce") === "GTD";
  const date = parameters.integer("goodTillDate") ?? 0;
  if (!isGtd && date !== 0) throw BINANCE.notRequired("goodTillDate");
  if (!isGtd) return undefined;
  if (date === 0) throw BINANCE.missing("goodTillDate");
  if (date >= MAX_EXPIRY_MS) throw FUTURES.goodTillDate();
  return date - (date % SECOND_MS);
}

/** Checks that a new order's date is far enough away. Throws -5040. */
export function checkExpiry({ payload: { expiresAtMs } }: FuturesOrder, nowMs: number): void {
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs + MIN_EXPIRY_MS) throw FUTURES.goodTillDate();
}

/** Only orders with a fixed trigger can be protected. */
function protectionOf(parameters: Parameters, type: FuturesType): true | undefined {
  if (parameters.flag("priceProtect") !== true) return undefined;
  if (!isConditional(TYPES[type]) || type === "TRAILING_STOP_MARKET")
    throw BINANCE.notRequired("priceProtect");
  return true;
}

function futuresSelfTradeOf(parameters: Parameters): SelfTrade {
  const mode = selfTradeOf(parameters, FUTURES.selfTradeMode) ?? DEFAULT_SELF_TRADE;
  if (mode === "decrement") throw FUTURES.selfTradeMode();
  return mode;
}
