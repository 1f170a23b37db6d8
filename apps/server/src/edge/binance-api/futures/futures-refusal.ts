import { parseDecimal } from "@candor/money/decimal";
import type { Rejected, RejectionParams } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { readLots } from "../../gateway/calls/read-order-fields.ts";
import { BINANCE, type BinanceError } from "../binance-error.ts";
import { refusalOf } from "../refusal.ts";
import { FUTURES } from "./futures-error.ts";

const E8_DECIMALS = 8;
/** Binance names of wire fields that differ. */
const NAMES: Readonly<Record<string, string>> = {
  trailingRate: "callbackRate",
  clientOrderId: "newClientOrderId",
};

/** Values of the rejected order that decide between rejection codes. */
export interface AskedOrder {
  readonly quantity: string;
  readonly price: string | undefined;
  readonly market: ListedMarket;
}

/** Converts a rejection of the wire to the code and message of Binance's futures. */
export function futuresRefusalOf(rejected: Rejected, order?: AskedOrder): BinanceError {
  const { error, params, fields } = rejected;
  switch (error) {
    case "trade.amountError":
      return amountRefusal(order);
    case "trade.priceOutOfBand":
      return bandRefusal(order, params);
    case "trade.tooManyOrders":
      return FUTURES.tooManyOpenOrders();
    case "trade.marketUnavailable":
      return FUTURES.notTrading();
    case "trade.insufficientBalance":
      return FUTURES.margin();
    case "trade.wouldTake":
      return FUTURES.wouldTake();
    case "trade.triggerPrice":
      return FUTURES.wouldTrigger();
    case "trade.reduceOnly":
      return FUTURES.reduceOnly();
    case "trade.closingOrderExists":
      return FUTURES.closingOrderExists();
    case "trade.riskLimit":
      return FUTURES.positionLimit();
    case "request.keyConflict":
      return FUTURES.duplicateId();
    case "account.contractFrozen":
      return BINANCE.orderRefused("This action is disabled on this account.");
    case "trade.invalidParameters":
      return fieldRefusal(fields?.[0]) ?? refusalOf(rejected);
    default:
      return refusalOf(rejected, order === undefined ? undefined : { isLotWrong: false });
  }
}

/** Returns the rejection for the bound the quantity violates; if it violates none, the order value is the problem. */
function amountRefusal(order: AskedOrder | undefined): BinanceError {
  if (order === undefined) return FUTURES.precision();
  const { scale, format } = order.market;
  const lots = readLots(order.quantity, order.market);
  if (order.quantity === "0") return FUTURES.quantityZero();
  if (lots === undefined) return FUTURES.precision();
  if (lots < scale.minLots) return FUTURES.quantityBelow();
  if (lots > scale.maxLots) return FUTURES.quantityAbove();
  return FUTURES.notional(format.quoteAmount(scale.minNotionalUnits));
}

function bandRefusal(order: AskedOrder | undefined, params: RejectionParams | undefined): BinanceError {
  const max = String(params?.max ?? "");
  const asked = parseDecimal(order?.price ?? "", E8_DECIMALS);
  const most = parseDecimal(max, E8_DECIMALS);
  const isAbove = typeof asked === "number" && typeof most === "number" && asked > most;
  return isAbove ? FUTURES.priceAbove(max) : FUTURES.priceBelow(String(params?.min ?? ""));
}

function fieldRefusal(
  field: { readonly path: string; readonly reason: string } | undefined,
): BinanceError | undefined {
  if (field === undefined) return undefined;
  const { path, reason } = field;
  const name = NAMES[path] ?? path;
  if ((path === "price" || path === "stopPrice") && reason === "range") return FUTURES.tickSize();
  if (path === "expiresAtMs") return FUTURES.goodTillDate();
  if (path === "trailingRate" && reason === "range") return BINANCE.range(name);
  if (path === "trailingRate" && reason === "missing") return BINANCE.missing(name);
  return undefined;
}
