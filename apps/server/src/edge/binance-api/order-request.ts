import type { OrderType, SelfTrade } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { formatDecimal } from "@candor/money/decimal";
import type { ListedMarket } from "../../market/market-data/listings.ts";
import { readLots } from "../gateway/calls/read-order-fields.ts";
import type { Payload } from "../gateway/envelope.ts";
import { BINANCE } from "./binance-error.ts";
import { BASIS_POINT_PPM, ORDER_TYPES, SELF_TRADE } from "./exchange-info.ts";
import type { OrderLabel } from "./labels/order-label.ts";
import { readLabel } from "./labels/read-label.ts";
import type { Parameters } from "./parameters.ts";
import type { RefusedOrder } from "./refusal.ts";

export const SIDES = ["BUY", "SELL"] as const;
export const TIMES_IN_FORCE = ["GTC", "IOC", "FOK"] as const;
const SELF_TRADE_NAMES: Readonly<Record<(typeof SELF_TRADE)[number], SelfTrade>> = {
  EXPIRE_TAKER: "expire-taker",
  EXPIRE_MAKER: "expire-maker",
  EXPIRE_BOTH: "expire-both",
  NONE: "unspecified",
  DECREMENT: "decrement",
};
export const DEFAULT_SELF_TRADE: SelfTrade = "expire-taker";
export const RESPONSES = ["ACK", "RESULT", "FULL"] as const;
export const CLIENT_ID = /^[A-Za-z0-9._:/-]{1,36}$/;
const RATE_DECIMALS = 6;

/** The wire's names of order types. */
export const TYPES = {
  LIMIT: "limit",
  LIMIT_MAKER: "limit",
  MARKET: "market",
  STOP_LOSS: "stop-market",
  STOP_LOSS_LIMIT: "stop-limit",
  TAKE_PROFIT: "take-profit-market",
  TAKE_PROFIT_LIMIT: "take-profit-limit",
} as const;

type OrderTypeName = keyof typeof TYPES;
/** With `trailingDelta`. */
const TRAILING_TYPES: Readonly<Partial<Record<OrderTypeName, OrderType>>> = {
  STOP_LOSS: "trailing-loss",
  STOP_LOSS_LIMIT: "trailing-loss-limit",
  TAKE_PROFIT: "trailing-profit",
  TAKE_PROFIT_LIMIT: "trailing-profit-limit",
};

/** An order in the format of the wire's `/Entrus/doOrder`, and the requested response type. */
export interface OrderRequest {
  readonly payload: Payload & { readonly clientOrderId: string; readonly selfTrade: SelfTrade };
  readonly response: OrderResponse;
  readonly label: OrderLabel | undefined;
}

/** Reads an order. The wire call validates which fields go with which type, and their values. */
export function readOrder(parameters: Parameters): OrderRequest {
  const symbol = parameters.needed("symbol");
  const side = sideOf(parameters);
  parameters.needed("type");
  const type = parameters.oneOf("type", ORDER_TYPES, BINANCE.orderType);
  if (type === undefined) throw BINANCE.missing("type");
  const trailingRate = trailingRateOf(parameters, type, "trailingDelta");
  if (parameters.text("pegPriceType") !== undefined) throw BINANCE.pegged();
  const timeInForce = parameters.oneOf("timeInForce", TIMES_IN_FORCE, BINANCE.timeInForce);
  const isLimit = type === "LIMIT" || type === "STOP_LOSS_LIMIT" || type === "TAKE_PROFIT_LIMIT";
  if (isLimit && timeInForce === undefined) throw BINANCE.missing("timeInForce");
  if (!isLimit && timeInForce !== undefined) throw BINANCE.notRequired("timeInForce");
  const force = type === "LIMIT_MAKER" ? "post-only" : timeInForce?.toLowerCase();
  return {
    payload: {
      product: "spot",
      symbol,
      side: side.toLowerCase(),
      type: wireTypeOf(type, parameters.text("stopPrice") !== undefined, trailingRate),
      clientOrderId: clientIdOf(parameters, "newClientOrderId"),
      quantity: parameters.decimal("quantity"),
      quoteQuantity: parameters.decimal("quoteOrderQty"),
      price: parameters.decimal("price"),
      stopPrice: parameters.decimal("stopPrice"),
      ...given("visibleQuantity", icebergOf(parameters, "icebergQty")),
      trailingRate,
      timeInForce: force,
      selfTrade:
        parameters.text("quoteOrderQty") === undefined
          ? (selfTradeOf(parameters) ?? DEFAULT_SELF_TRADE)
          : expiringSelfTradeOf(parameters),
    },
    response: responseOf(parameters) ?? (type === "LIMIT" || type === "MARKET" ? "FULL" : "ACK"),
    label: readLabel(parameters),
  };
}

const ZERO = /^0*\.?0*$/;

/** What an iceberg shows; undefined without the parameter, and for 0, which asks for nothing. */
export function icebergOf(parameters: Parameters, name: string): string | undefined {
  const visible = parameters.decimal(name);
  return visible === undefined || ZERO.test(visible) ? undefined : visible;
}

export type OrderResponse = (typeof RESPONSES)[number];

/** Returns the requested response type. */
export const responseOf = (parameters: Parameters): OrderResponse | undefined =>
  parameters.oneOf("newOrderRespType", RESPONSES, () => BINANCE.malformed("newOrderRespType"));

export function sideOf(parameters: Parameters): (typeof SIDES)[number] {
  const side = parameters.oneOf("side", SIDES, BINANCE.side);
  if (side === undefined) throw BINANCE.missing("side");
  return side;
}

export function selfTradeOf(
  parameters: Parameters,
  otherwise = BINANCE.selfTradeMode,
): SelfTrade | undefined {
  const mode = parameters.oneOf("selfTradePreventionMode", SELF_TRADE, otherwise);
  return mode && SELF_TRADE_NAMES[mode];
}

/** Like selfTradeOf, for an order that cannot become smaller. Throws -1020. */
export function expiringSelfTradeOf(parameters: Parameters): SelfTrade {
  const mode = selfTradeOf(parameters) ?? DEFAULT_SELF_TRADE;
  if (mode === "decrement") throw BINANCE.unsupported("DECREMENT for this order");
  return mode;
}

/**
 * How far the price may go back from its best, as a rate; undefined for an order that does not trail.
 * @param name the parameter, with the prefix of its order
 */
export function trailingRateOf(
  parameters: Parameters,
  type: OrderTypeName,
  name: string,
): string | undefined {
  const delta = parameters.integer(name);
  if (delta === undefined) return undefined;
  if (TRAILING_TYPES[type] === undefined) throw BINANCE.notRequired(name);
  const ppm = delta * BASIS_POINT_PPM;
  if (ppm < LIMITS.trailingMinPpm || ppm > LIMITS.trailingMaxPpm) throw BINANCE.filter("TRAILING_DELTA");
  return formatDecimal(ppm, RATE_DECIMALS);
}

/** A trailing order without a stop price follows the price at once; else a loss or a profit activates it. */
export function wireTypeOf(
  type: OrderTypeName,
  hasStop: boolean,
  trailingRate: string | undefined,
): OrderType {
  if (trailingRate === undefined) return TYPES[type];
  // The two combinations that this exchange had first.
  if (type === "STOP_LOSS" ? !hasStop : type === "TAKE_PROFIT" && hasStop) return "trailing-stop";
  return TRAILING_TYPES[type] ?? TYPES[type];
}

export const given = (name: string, value: string | number | boolean | undefined) =>
  value === undefined ? {} : { [name]: value };

/** Returns the requested client order id, or a new one. */
export const clientIdOf = (parameters: Parameters, name: string): string =>
  givenClientId(parameters, name) ?? parameters.newClientId();

/** Returns the requested client order id. */
export function givenClientId(parameters: Parameters, name: string): string | undefined {
  const given = parameters.text(name);
  if (given !== undefined && !CLIENT_ID.test(given)) throw BINANCE.malformed(name);
  return given;
}

/** Decides between LOT_SIZE, NOTIONAL and the precision of a coin, which the exchange rejects with the same code. */
export function refusedOrder({ payload }: { readonly payload: Payload }, market: ListedMarket): RefusedOrder {
  const { baseScale, quoteScale } = market.scale;
  const amounts = [
    ["quantity", payload.quantity, baseScale],
    ["quoteOrderQty", payload.quoteQuantity, quoteScale],
  ] as const;
  const tooPrecise = amounts.find(([, amount, decimals]) => decimalsOf(amount) > decimals)?.[0];
  if (typeof payload.quantity !== "string") return { isLotWrong: false, tooPrecise };
  const lots = readLots(payload.quantity, market);
  return {
    tooPrecise,
    iceberg: icebergFilter(payload.visibleQuantity, lots ?? 0, market),
    isLotWrong: lots === undefined || lots < market.scale.minLots || lots > market.scale.maxLots,
  };
}

/** The filter that an iceberg's visible quantity fails. */
export function icebergFilter(
  visible: unknown,
  quantityLots: number,
  market: ListedMarket,
): RefusedOrder["iceberg"] {
  if (typeof visible !== "string") return undefined;
  const lots = readLots(visible, market);
  if (lots === undefined || lots < market.scale.minLots) return "LOT_SIZE";
  return quantityLots > lots * LIMITS.maxIcebergParts ? "ICEBERG_PARTS" : undefined;
}

const decimalsOf = (amount: unknown): number =>
  typeof amount === "string" ? (amount.split(".")[1]?.length ?? 0) : 0;
