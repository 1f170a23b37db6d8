import type { OrderStatus, SelfTrade, TimeInForce } from "@candor/domain/enumerations";
import type { OrderState } from "@candor/domain/events/events";
import { hasLimitPrice } from "@candor/domain/order-types";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import type { WireOrder, WireTrade } from "@candor/wire/objects";
import { BASIS_POINT_PPM } from "./exchange-info.ts";
import type { OrderLabel } from "./labels/order-label.ts";
import { strategyFields } from "./labels/read-label.ts";

/** An order as its owner sees it, with what the wire's order does not have: its self-trade prevention and label. */
export type OwnOrder = WireOrder &
  Pick<OrderState, "selfTrade"> & {
    readonly label?: OrderLabel | undefined;
    /** It ended before its trigger, or before the order it waited for was filled. */
    readonly hasNeverWorked?: true;
    /** The prevented match that ended it, if known. */
    readonly preventedMatchId?: number;
  };

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  untriggered: "NEW",
  open: "NEW",
  "partially-filled": "PARTIALLY_FILLED",
  filled: "FILLED",
  canceled: "CANCELED",
  expired: "EXPIRED",
  pending: "PENDING_NEW",
};
const TYPES: Readonly<Record<WireOrder["type"], string>> = {
  limit: "LIMIT",
  market: "MARKET",
  "stop-limit": "STOP_LOSS_LIMIT",
  "stop-market": "STOP_LOSS",
  "trailing-stop": "STOP_LOSS",
  oco: "LIMIT_MAKER",
  "take-profit-limit": "TAKE_PROFIT_LIMIT",
  "take-profit-market": "TAKE_PROFIT",
  "trailing-loss": "STOP_LOSS",
  "trailing-loss-limit": "STOP_LOSS_LIMIT",
  "trailing-profit": "TAKE_PROFIT",
  "trailing-profit-limit": "TAKE_PROFIT_LIMIT",
};
const FORCES: Readonly<Record<TimeInForce, string>> = {
  gtc: "GTC",
  ioc: "IOC",
  fok: "FOK",
  "post-only": "GTC",
};
const RATE_DECIMALS = 6;
const E8_DECIMALS = 8;
const NO_LIST = -1;
const NOTHING = "0";

/** How an order ended, for the exchange or the wire. */
interface Ended {
  readonly status: OrderStatus;
  readonly reason: string | null;
}

/** CANCELED is what the owner canceled; the exchange lets orders expire. */
export function statusOf({ status, reason }: Ended): string {
  if (status === "expired" && reason === "self-trade") return "EXPIRED_IN_MATCH";
  return status === "canceled" && isByExchange(reason) ? STATUSES.expired : STATUSES[status];
}

const isByExchange = (reason: Ended["reason"]): boolean =>
  reason !== "user" && reason !== "none" && reason !== null;

/** Binance's reasons of expiry; EXCHANGE_CANCELED for all others. */
const EXPIRY_REASONS: ReadonlyMap<string, string> = new Map([
  ["fok", "UNFILLED_FOK_ORDER_EXPIRED"],
  ["oco-sibling", "OCO_TRIGGER"],
  ["list-ended", "OTO_PHASE_ONE_EXPIRED"],
  ["trigger-unfunded", "REJECTED"],
  ["oto-unfunded", "REJECTED"],
  ["oto-rejected", "REJECTED"],
  ["price-protection", "INSUFFICIENT_LIQUIDITY"],
]);

/** Returns why an order has expired; undefined if it has not, or if self-trade prevention ended it. */
export function expiryReasonOf(order: Ended & Pick<WireOrder, "type">): string | undefined {
  if (statusOf(order) !== STATUSES.expired) return undefined;
  if (order.reason === "ioc")
    return hasLimitPrice(order.type) ? "UNFILLED_IOC_QUANTITY_EXPIRED" : "INSUFFICIENT_LIQUIDITY";
  return EXPIRY_REASONS.get(order.reason ?? "") ?? "EXCHANGE_CANCELED";
}

export function typeOf({
  type,
  timeInForce,
  groupId,
  isOto,
  stopPrice,
}: Pick<WireOrder, "type" | "timeInForce" | "groupId" | "isOto" | "stopPrice">): string {
  // The limit leg of an OCO must rest, too.
  if (timeInForce === "post-only" || (type === "limit" && groupId !== null && isOto !== true))
    return "LIMIT_MAKER";
  // Such an order starts trailing when the price has moved in its favor.
  if (type === "trailing-stop" && stopPrice !== null) return "TAKE_PROFIT";
  return TYPES[type];
}

/** The time in force if it is a choice; Binance writes GTC for all others. */
export const forceOf = ({ timeInForce, type }: Pick<WireOrder, "timeInForce" | "type">): string =>
  hasLimitPrice(type) ? FORCES[timeInForce] : "GTC";

/** Returns how far the price may retrace from its best, in basis points; undefined if it is not a trailing stop. */
export function trailingDeltaOf({ trailingRate }: Pick<WireOrder, "trailingRate">): number | undefined {
  if (trailingRate === null) return undefined;
  return Number(parseDecimal(trailingRate, RATE_DECIMALS)) / BASIS_POINT_PPM;
}

/** Before the number of an order in its generated client order id. */
export const GENERATED_ID = "web_";

/** Orders placed in the app may have no client order id. Theirs is generated, so that a number is never a name. */
export const clientIdOf = ({
  clientOrderId,
  orderId,
}: Pick<WireOrder, "clientOrderId" | "orderId">): string => clientOrderId ?? `${GENERATED_ID}${orderId}`;

export const listIdOf = ({ groupId }: WireOrder): number => (groupId === null ? NO_LIST : Number(groupId));

const namesOf = (order: WireOrder) => ({
  symbol: order.symbol,
  orderId: Number(order.orderId),
  orderListId: listIdOf(order),
});

/** An order placed by value shows the quantity it executed. */
export const quantityOf = (order: WireOrder): string => order.quantity ?? order.executedQuantity;

const stateOf = (order: OwnOrder) => ({
  ...stateFields(order),
  ...strategyFields(order.label),
  ...expiryOf(order),
});

function expiryOf(order: OwnOrder): { readonly expiryReason?: string } {
  const expiryReason = expiryReasonOf(order);
  return expiryReason === undefined ? {} : { expiryReason };
}

/** What self-trade prevention took off an order that it ended; undefined for all others. */
export function preventedOf({ status, reason, quantity, executedQuantity }: WireOrder): string | undefined {
  if (status !== "expired" || reason !== "self-trade" || quantity === null) return undefined;
  const [whole, executed] = [quantity, executedQuantity].map((text) =>
    Number(parseDecimal(text, E8_DECIMALS)),
  );
  return formatDecimal((whole ?? 0) - (executed ?? 0), E8_DECIMALS);
}

const stateFields = (order: OwnOrder) => ({
  price: order.price ?? NOTHING,
  origQty: quantityOf(order),
  executedQty: order.executedQuantity,
  origQuoteOrderQty: order.quoteQuantity ?? NOTHING,
  cummulativeQuoteQty: order.executedQuote,
  status: statusOf(order),
  timeInForce: forceOf(order),
  type: typeOf(order),
  side: order.side.toUpperCase(),
  ...(order.stopPrice === null ? {} : { stopPrice: order.stopPrice }),
  ...(order.visibleQuantity === undefined ? {} : { icebergQty: order.visibleQuantity }),
  ...(order.trailingRate === null ? {} : { trailingDelta: trailingDeltaOf(order) }),
  selfTradePreventionMode: selfTradeModeOf(order.selfTrade),
  ...(order.preventedMatchId !== undefined && { preventedMatchId: order.preventedMatchId }),
  ...preventedFields(preventedOf(order)),
});

const preventedFields = (preventedQuantity: string | undefined) =>
  preventedQuantity === undefined ? {} : { preventedQuantity };

/**
 * When an order entered the book. Answers omit it for an untriggered order, because clients would read -1 as a time.
 */
const workingOf = (order: WireOrder) => (waits(order) ? {} : { workingTime: workingTimeOf(order) });

/** Whether the order waits for its trigger or for another order. */
export const waits = ({ status }: Pick<WireOrder, "status">): boolean =>
  status === "untriggered" || status === "pending";

/** A waiting order is not in the book yet. */
export const workingTimeOf = (order: WireOrder & Pick<OwnOrder, "hasNeverWorked">): number =>
  waits(order) || order.hasNeverWorked === true ? -1 : order.createdAtMs;

/** Returns an order's current state, for `order`, `openOrders` and `allOrders`. */
export function orderView(order: OwnOrder) {
  return {
    ...namesOf(order),
    clientOrderId: clientIdOf(order),
    ...stateOf(order),
    stopPrice: order.stopPrice ?? NOTHING,
    icebergQty: order.visibleQuantity ?? NOTHING,
    time: order.createdAtMs,
    updateTime: order.updatedAtMs,
    isWorking: !waits(order) && order.hasNeverWorked !== true,
    workingTime: workingTimeOf(order),
  };
}

/** Returns the response to a placed order, in the requested response type. */
export function placedView(
  order: OwnOrder,
  fills: readonly WireTrade[],
  response: "ACK" | "RESULT" | "FULL",
) {
  const ack = {
    ...namesOf(order),
    clientOrderId: clientIdOf(order),
    transactTime: order.updatedAtMs,
  };
  if (response === "ACK") return ack;
  const result = { ...ack, ...stateOf(order), ...workingOf(order) };
  return response === "RESULT" ? result : { ...result, fills: fills.map(fillView) };
}

const fillView = (fill: WireTrade) => ({
  price: fill.price,
  qty: fill.quantity,
  commission: fill.fee,
  commissionAsset: fill.feeAsset,
  tradeId: Number(fill.marketTradeId),
});

/** Returns an order that was just canceled. */
export function canceledView(order: OwnOrder, clientOrderId: string) {
  return {
    ...namesOf(order),
    origClientOrderId: clientIdOf(order),
    clientOrderId,
    transactTime: order.updatedAtMs,
    ...stateOf(order),
  };
}

/** Returns a reduced order, which keeps its client order id. */
export function amendedView(order: OwnOrder) {
  const clientOrderId = clientIdOf(order);
  return {
    ...namesOf(order),
    origClientOrderId: clientOrderId,
    clientOrderId,
    price: order.price ?? NOTHING,
    qty: quantityOf(order),
    executedQty: order.executedQuantity,
    preventedQty: NOTHING,
    quoteOrderQty: order.quoteQuantity ?? NOTHING,
    cumulativeQuoteQty: order.executedQuote,
    status: statusOf(order),
    timeInForce: forceOf(order),
    type: typeOf(order),
    side: order.side.toUpperCase(),
    ...workingOf(order),
    selfTradePreventionMode: selfTradeModeOf(order.selfTrade),
  };
}

/** Binance's name of a self-trade prevention mode. */
export const selfTradeModeOf = (selfTrade: SelfTrade): string =>
  selfTrade === "unspecified" ? "NONE" : selfTrade.toUpperCase().replace("-", "_");

/**
 * Returns one of the user's trades, for `myTrades`.
 * @param orderListId the list of its order; -1 if it has none
 */
export function ownTradeView(fill: WireTrade, orderListId = NO_LIST) {
  const isBuyer = fill.side === "buy";
  return {
    symbol: fill.symbol,
    id: Number(fill.marketTradeId),
    orderId: Number(fill.orderId),
    orderListId,
    price: fill.price,
    qty: fill.quantity,
    quoteQty: fill.quote,
    commission: fill.fee,
    commissionAsset: fill.feeAsset,
    time: fill.timeMs,
    isBuyer,
    isMaker: fill.role === "maker",
    isBestMatch: true,
  };
}
