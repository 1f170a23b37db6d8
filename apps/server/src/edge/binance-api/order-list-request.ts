import type { SelfTrade } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { Payload } from "../gateway/envelope.ts";
import { BINANCE } from "./binance-error.ts";
import { LIMIT_SUFFIX } from "./order-list-view.ts";
import {
  clientIdOf,
  DEFAULT_SELF_TRADE,
  given,
  type OrderResponse,
  responseOf,
  selfTradeOf,
  sideOf,
} from "./order-request.ts";
import type { Parameters } from "./parameters.ts";

const LEG_TYPES = ["LIMIT_MAKER", "STOP_LOSS", "STOP_LOSS_LIMIT"] as const;
/** Leg fields of Binance that we do not support, without their `above` or `below` prefix. */
const LEG_UNSUPPORTED = [
  "IcebergQty",
  "TrailingDelta",
  "StrategyId",
  "StrategyType",
  "PegPriceType",
] as const;
const UNSUPPORTED = [
  "trailingDelta",
  "limitIcebergQty",
  "stopIcebergQty",
  "limitStrategyId",
  "limitStrategyType",
  "stopStrategyId",
  "stopStrategyType",
] as const;
const MAX_LIST_ID_LENGTH = LIMITS.maxKeyLength - LIMIT_SUFFIX.length;

/** An OCO order in the format of the wire's `/Entrus/doOrder`, and the requested response type. */
export interface ListRequest {
  readonly payload: Payload & { readonly clientOrderId: string; readonly selfTrade: SelfTrade };
  readonly response: OrderResponse;
}

interface Legs {
  readonly price: string | undefined;
  readonly stopPrice: string | undefined;
  readonly stopLimitPrice: string | undefined;
  /** Client order ids of the legs. */
  readonly limitId: string;
  readonly stopId: string;
}

/** `orderList/oco`: one leg above the price and one below it. */
export function readOrderList(parameters: Parameters): ListRequest {
  const [limit, stop] = sideOf(parameters) === "SELL" ? ["above", "below"] : ["below", "above"];
  for (const leg of [limit, stop])
    for (const name of LEG_UNSUPPORTED) refuseField(parameters, `${leg}${name}`);
  const types = [limit, stop].map((leg) => {
    parameters.needed(`${leg}Type`);
    return parameters.oneOf(`${leg}Type`, LEG_TYPES, BINANCE.orderType);
  });
  // Without take-profit orders, only one arrangement is possible.
  if (types[0] !== "LIMIT_MAKER" || types[1] === "LIMIT_MAKER") throw BINANCE.combination();
  for (const name of [`${limit}StopPrice`, `${limit}TimeInForce`])
    if (parameters.text(name) !== undefined) throw BINANCE.notRequired(name);
  const hasStopLimit = types[1] === "STOP_LOSS_LIMIT";
  const stopLimitPrice = hasStopLimit ? parameters.needed(`${stop}Price`) : parameters.text(`${stop}Price`);
  if (!hasStopLimit && stopLimitPrice !== undefined) throw BINANCE.notRequired(`${stop}Price`);
  readForce(parameters, `${stop}TimeInForce`, hasStopLimit);
  parameters.needed(`${limit}Price`);
  parameters.needed(`${stop}StopPrice`);
  return readLegs(parameters, {
    price: parameters.decimal(`${limit}Price`),
    stopPrice: parameters.decimal(`${stop}StopPrice`),
    stopLimitPrice: parameters.decimal(`${stop}Price`),
    limitId: `${limit}ClientOrderId`,
    stopId: `${stop}ClientOrderId`,
  });
}

/** `order/oco`, the older form: a limit leg and a stop leg. */
export function readOco(parameters: Parameters): ListRequest {
  for (const name of UNSUPPORTED) refuseField(parameters, name);
  parameters.needed("price");
  parameters.needed("stopPrice");
  const stopLimitPrice = parameters.decimal("stopLimitPrice");
  readForce(parameters, "stopLimitTimeInForce", stopLimitPrice !== undefined);
  return readLegs(parameters, {
    price: parameters.decimal("price"),
    stopPrice: parameters.decimal("stopPrice"),
    stopLimitPrice,
    limitId: "limitClientOrderId",
    stopId: "stopClientOrderId",
  });
}

function refuseField(parameters: Parameters, name: string): void {
  if (parameters.text(name) !== undefined) throw BINANCE.unsupported(name);
}

/** A stop leg that becomes a limit order rests until filled or canceled. */
function readForce(parameters: Parameters, name: string, isNeeded: boolean): void {
  const force = parameters.text(name)?.toUpperCase();
  if (isNeeded && force === undefined) throw BINANCE.missing(name);
  if (!isNeeded && force !== undefined) throw BINANCE.notRequired(name);
  if (isNeeded && force !== "GTC") throw BINANCE.unsupported(name);
}

function readLegs(
  parameters: Parameters,
  { price, stopPrice, stopLimitPrice, limitId, stopId }: Legs,
): ListRequest {
  const symbol = parameters.needed("symbol");
  const side = sideOf(parameters);
  parameters.needed("quantity");
  const payload = {
    product: "spot",
    symbol,
    side: side.toLowerCase(),
    type: "oco",
    ...idsOf(parameters, limitId, stopId),
    ...given("quantity", parameters.decimal("quantity")),
    ...given("price", price),
    ...given("stopPrice", stopPrice),
    ...given("stopLimitPrice", stopLimitPrice),
    selfTrade: selfTradeOf(parameters) ?? DEFAULT_SELF_TRADE,
  };
  return { payload, response: responseOf(parameters) ?? "RESULT" };
}

/** Legs without ids derive theirs from the list's id, so that the list can be found by it. */
function idsOf(parameters: Parameters, limitId: string, stopId: string) {
  const clientOrderId = clientIdOf(parameters, "listClientOrderId");
  const areNamed = [limitId, stopId].some((name) => parameters.text(name) !== undefined);
  if (!areNamed && clientOrderId.length <= MAX_LIST_ID_LENGTH) return { clientOrderId };
  const limitClientOrderId = clientIdOf(parameters, limitId);
  const stopClientOrderId = clientIdOf(parameters, stopId);
  if (new Set([clientOrderId, limitClientOrderId, stopClientOrderId]).size < 3)
    throw BINANCE.orderRefused("Duplicate order sent.");
  return { clientOrderId, limitClientOrderId, stopClientOrderId };
}
