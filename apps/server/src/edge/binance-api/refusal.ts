import type { Rejected } from "@candor/wire/rejection";
import { BINANCE, BinanceError } from "./binance-error.ts";

const SECOND_MS = 1_000;

/** Values of the rejected order that decide between filters. */
export interface RefusedOrder {
  /** Its quantity is not a whole number of lots, too small or too large. */
  readonly isLotWrong: boolean;
  /** Binance's name of an amount with more decimals than its coin has. */
  readonly tooPrecise?: string | undefined;
  /** The filter that its visible quantity fails. */
  readonly iceberg?: "LOT_SIZE" | "ICEBERG_PARTS" | undefined;
}

/** Binance's names of fields of the wire. */
const NAMES: Readonly<Record<string, string>> = {
  clientOrderId: "newClientOrderId",
  quoteQuantity: "quoteOrderQty",
  trailingRate: "trailingDelta",
  visibleQuantity: "icebergQty",
  selfTrade: "selfTradePreventionMode",
};

/** Converts a rejection of the wire to Binance's code and message. */
export function refusalOf(rejected: Rejected, order?: RefusedOrder): BinanceError {
  const { error, params, fields } = rejected;
  const waitMs = Number(params?.retryAfterMs ?? SECOND_MS);
  switch (error) {
    case "trade.tooFast":
      return BINANCE.tooManyOrders(
        Math.ceil(waitMs / SECOND_MS),
        params?.per === undefined ? undefined : `${String(params.limit)} orders per ${String(params.per)}`,
      );
    case "request.tooFast":
      return BINANCE.tooManyRequests(Math.ceil(waitMs / SECOND_MS));
    case "site.closed":
      return BINANCE.closed(String(params?.message ?? ""));
    case "user.banned":
    case "session.expired":
      return BINANCE.key();
    case "system.outcomeUnknown":
      return BINANCE.outcomeUnknown();
    case "system.unavailable":
    case "system.failure":
      return order === undefined || params?.executed === false
        ? BINANCE.unavailable()
        : BINANCE.outcomeUnknown();
    case "trade.amountError":
      if (order?.tooPrecise !== undefined) return BINANCE.precision(order.tooPrecise);
      if (order?.isLotWrong === false) return BINANCE.filter(order.iceberg ?? "NOTIONAL");
      return BINANCE.filter("LOT_SIZE");
    case "trade.priceOutOfBand":
      return BINANCE.filter("PERCENT_PRICE_BY_SIDE");
    case "trade.tooManyOrders":
      return BINANCE.filter("MAX_NUM_ORDERS");
    case "trade.marketUnavailable":
      return BINANCE.marketClosed();
    case "trade.insufficientBalance":
      return BINANCE.orderRefused("Account has insufficient balance for requested action.");
    case "lever.borrowLimit":
      return BINANCE.borrowLimit();
    case "lever.poolEmpty":
      return BINANCE.poolEmpty();
    case "trade.wouldTake":
      return BINANCE.orderRefused("Order would immediately match and take.");
    case "trade.triggerPrice":
      return BINANCE.orderRefused("Order would trigger immediately.");
    case "account.coinFrozen":
      return BINANCE.orderRefused("This action is disabled on this account.");
    case "request.keyConflict":
      return BINANCE.orderRefused("Duplicate order sent.");
    case "trade.orderNotFound":
    case "trade.orderClosed":
      return BINANCE.cancelRefused();
    case "trade.invalidParameters":
    case "request.parameterError":
      return fieldRefusal(fields?.[0], order);
    default:
      return new BinanceError(400, -1000, error);
  }
}

function fieldRefusal(
  field: { readonly path: string; readonly reason: string } | undefined,
  order?: RefusedOrder,
): BinanceError {
  if (field === undefined) return BINANCE.combination();
  const { path, reason } = field;
  const isPrice = /^(?:above\.|below\.|pending\.\d\.)?(?:price|stopPrice|stopLimitPrice)$/.test(path);
  if (isPrice && reason === "range") return BINANCE.filter("PRICE_FILTER");
  if (path.endsWith("visibleQuantity") && reason === "range")
    return order?.iceberg === "LOT_SIZE"
      ? BINANCE.filter("LOT_SIZE")
      : BINANCE.orderRefused("IcebergQty exceeds QTY.");
  if (path === "symbol") return BINANCE.symbol();
  const name = nameOf(path);
  if (reason === "missing") return BINANCE.missing(name);
  return reason === "conflict" ? BINANCE.notRequired(name) : BINANCE.malformed(name);
}

/** Returns Binance's name of a field, such as `abovePrice` for `above.price` and `pendingPrice` for `pending.0.price`. */
function nameOf(path: string): string {
  const [first = "", ...others] = path.split(".").filter((part) => !/^\d+$/.test(part));
  const capital = others
    .map((part) => NAMES[part] ?? part)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return others.length === 0 ? (NAMES[first] ?? first) : [first, ...capital].join("");
}
