import type { TimeInForce, TriggerBy } from "@candor/domain/enumerations";
import { hasLimitPrice, isMarketTrigger } from "@candor/domain/order-types";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import type { WireOrder, WireTrade } from "@candor/wire/objects";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { clientIdOf, type OwnOrder, selfTradeModeOf, statusOf } from "../order-view.ts";
import { positionSideOf } from "./position-side.ts";

const TYPES: Readonly<Record<string, string>> = {
  limit: "LIMIT",
  market: "MARKET",
  "stop-limit": "STOP",
  "stop-market": "STOP_MARKET",
  "trailing-stop": "TRAILING_STOP_MARKET",
  "take-profit-limit": "TAKE_PROFIT",
  "take-profit-market": "TAKE_PROFIT_MARKET",
};
const FORCES: Readonly<Record<TimeInForce, string>> = {
  gtc: "GTC",
  ioc: "IOC",
  fok: "FOK",
  "post-only": "GTX",
};
/** Stops placed in the app can trigger on the index, which has no Binance name. */
const WORKING_TYPES: Readonly<Record<TriggerBy, string>> = {
  last: "CONTRACT_PRICE",
  mark: "MARK_PRICE",
  index: "INDEX_PRICE",
};
/** Decimals of rates, and of the same rates in percent. */
const RATE_DECIMALS = 6;
const PERCENT_DECIMALS = 4;
const NOTHING = "0";

/** A contract order, and what is known about its trigger. */
export interface ContractOrder extends OwnOrder {
  /** Whether it became an ordinary order after its trigger, if known. */
  readonly hasFired?: boolean | undefined;
  /** When it was triggered, if known; 0 if it was not. */
  readonly triggeredAtMs?: number | undefined;
  /** Where its price was taken from; known only in the reply to the order. */
  readonly priceMatch?: string | undefined;
}

/** Before the number of an order that a liquidation placed, in its client order id. */
const FORCED_ID = "autoclose-";

/** The client order id of an order that a liquidation placed. */
export const forcedIdOf = ({ orderId }: { readonly orderId: number | string }): string => FORCED_ID + orderId;

/** Returns the number of an order that a liquidation placed, by its client order id. */
export function forcedNumber(clientId: string): number | undefined {
  const number = clientId.startsWith(FORCED_ID) ? clientId.slice(FORCED_ID.length) : "";
  return /^[1-9][0-9]{0,14}$/.test(number) ? Number(number) : undefined;
}

/** The type an order was placed with. */
export function placedTypeOf({ type }: Pick<WireOrder, "type">): string {
  const name = TYPES[type];
  if (name === undefined) throw new Error(`a contract order of type ${type}`);
  return name;
}

/** The type an order has now: once triggered, it is a limit or market order. */
export function futuresTypeOf({ type, hasFired }: Pick<ContractOrder, "type" | "hasFired">): string {
  if (hasFired !== true) return placedTypeOf({ type });
  return hasLimitPrice(type) ? "LIMIT" : "MARKET";
}

/** Orders that fire at market wait until canceled. */
export function futuresForceOf({
  type,
  timeInForce,
  expiresAtMs,
}: Pick<WireOrder, "type" | "timeInForce" | "expiresAtMs">): string {
  if (expiresAtMs !== undefined) return "GTD";
  return hasLimitPrice(type) ? FORCES[timeInForce] : "GTC";
}

export const workingTypeOf = ({ triggerBy }: Pick<WireOrder, "triggerBy">): string =>
  WORKING_TYPES[triggerBy ?? "last"];

/** Whether an order closes the whole position: it is reduce-only with the market's maximum quantity. */
export function closesPosition(
  { type, reduceOnly, quantity }: Pick<WireOrder, "type" | "reduceOnly" | "quantity">,
  { format, scale }: ListedMarket,
): boolean {
  return isMarketTrigger(type) && reduceOnly && quantity === format.quantity(scale.maxLots);
}

/**
 * Whether a close-position stop has closed its position. Its purpose is then fulfilled, however large its remaining
 * quantity.
 */
export function hasClosed(order: WireOrder, market: ListedMarket): boolean {
  return order.reason === "position-closed" && order.averagePrice !== null && closesPosition(order, market);
}

/** Formats a trailing stop's rate as Binance does, in percent. */
export function callbackRateOf({ trailingRate }: Pick<WireOrder, "trailingRate">): string | undefined {
  if (trailingRate === null) return undefined;
  const ppm = parseDecimal(trailingRate, RATE_DECIMALS);
  if (typeof ppm === "string") throw new Error(`${trailingRate} is no rate`);
  return formatDecimal(ppm, PERCENT_DECIMALS);
}

/** Returns a contract order as every call shows it. */
export function futuresOrderView(order: ContractOrder, market: ListedMarket) {
  const isTrailing = order.type === "trailing-stop";
  const isClose = closesPosition(order, market);
  const callbackRate = callbackRateOf(order);
  return {
    orderId: Number(order.orderId),
    symbol: order.symbol,
    pair: order.symbol,
    status: hasClosed(order, market) ? "FILLED" : statusOf(order),
    clientOrderId: clientIdOf(order),
    price: order.price ?? NOTHING,
    avgPrice: order.averagePrice ?? NOTHING,
    origQty: isClose ? NOTHING : (order.quantity ?? order.executedQuantity),
    executedQty: order.executedQuantity,
    cumQty: order.executedQuantity,
    cumQuote: order.executedQuote,
    cumBase: order.executedQuantity,
    timeInForce: futuresForceOf(order),
    type: futuresTypeOf(order),
    reduceOnly: order.reduceOnly,
    closePosition: isClose,
    side: order.side.toUpperCase(),
    positionSide: positionSideOf(order.positionSide),
    stopPrice: isTrailing ? NOTHING : (order.stopPrice ?? NOTHING),
    ...(isTrailing ? { activatePrice: order.stopPrice ?? NOTHING } : {}),
    ...(callbackRate === undefined ? {} : { priceRate: callbackRate }),
    workingType: workingTypeOf(order),
    priceProtect: order.priceProtect ?? false,
    origType: placedTypeOf(order),
    priceMatch: order.priceMatch ?? "NONE",
    selfTradePreventionMode: selfTradeModeOf(order.selfTrade),
    goodTillDate: order.expiresAtMs ?? 0,
    time: order.createdAtMs,
    updateTime: order.updatedAtMs,
  };
}

/** Returns one of the user's trades, for `userTrades`. */
export function futuresTradeView(fill: WireTrade, { spec }: ListedMarket, positionSide: string) {
  const isBuyer = fill.side === "buy";
  return {
    symbol: fill.symbol,
    pair: fill.symbol,
    id: Number(fill.marketTradeId),
    orderId: Number(fill.orderId),
    side: fill.side.toUpperCase(),
    price: fill.price,
    qty: fill.quantity,
    realizedPnl: fill.realizedProfit ?? NOTHING,
    quoteQty: fill.quote,
    baseQty: fill.quantity,
    marginAsset: spec.quote,
    commission: fill.fee,
    commissionAsset: fill.feeAsset,
    time: fill.timeMs,
    positionSide,
    buyer: isBuyer,
    maker: fill.role === "maker",
  };
}
