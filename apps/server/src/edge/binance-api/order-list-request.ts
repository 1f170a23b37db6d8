import type { SelfTrade } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { hasLimitPrice } from "@candor/domain/order-types";
import type { Payload } from "../gateway/envelope.ts";
import { BINANCE } from "./binance-error.ts";
import { ORDER_TYPES } from "./exchange-info.ts";
import type { OrderLabel } from "./labels/order-label.ts";
import { readLabel } from "./labels/read-label.ts";
import { LIMIT_SUFFIX, STOP_SUFFIX } from "./order-list-view.ts";
import {
  clientIdOf,
  expiringSelfTradeOf,
  given,
  icebergOf,
  type OrderResponse,
  responseOf,
  sideOf,
  TIMES_IN_FORCE,
  TYPES,
  trailingRateOf,
  wireTypeOf,
} from "./order-request.ts";
import type { Parameters } from "./parameters.ts";

export const LEG_TYPES = [
  "LIMIT_MAKER",
  "STOP_LOSS",
  "STOP_LOSS_LIMIT",
  "TAKE_PROFIT",
  "TAKE_PROFIT_LIMIT",
] as const;
type LegType = (typeof LEG_TYPES)[number];
export const MAX_LIST_ID_LENGTH = LIMITS.maxKeyLength - LIMIT_SUFFIX.length;

/** A list in the format of the wire's `/Entrus/doOrder`, and the requested response type. */
export interface ListRequest {
  readonly listClientOrderId: string;
  readonly payload: Payload & { readonly selfTrade: SelfTrade };
  readonly response: OrderResponse;
  /** Labels of orders by their client order ids. */
  readonly labels: readonly (readonly [clientOrderId: string, label: OrderLabel])[];
}

interface Legs {
  readonly price: string | undefined;
  readonly stopPrice: string | undefined;
  readonly stopLimitPrice: string | undefined;
  /** Client order ids of the legs. */
  readonly limitId: string;
  readonly stopId: string;
  /** Prefixes of the legs' other parameters. */
  readonly limitName: string;
  readonly stopName: string;
}

/** `orderList/oco`: one leg above the price and one below it. */
export function readOrderList(parameters: Parameters): ListRequest {
  const side = sideOf(parameters);
  const above = readListLeg(parameters, "above");
  const below = readListLeg(parameters, "below");
  checkSides(side, above.type, below.type);
  const [limit, stop] = side === "SELL" ? [above, below] : [below, above];
  const rests = (stop.timeInForce ?? "GTC") === "GTC" && (limit.iceberg ?? stop.iceberg) === undefined;
  if (limit.type === "LIMIT_MAKER" && legPayload(stop, undefined).type.startsWith("stop") && rests)
    return readLegs(parameters, {
      price: limit.price,
      stopPrice: stop.stopPrice,
      stopLimitPrice: stop.price,
      limitId: `${limit.name}ClientOrderId`,
      stopId: `${stop.name}ClientOrderId`,
      limitName: limit.name,
      stopName: stop.name,
    });
  return listOf(parameters, ["above", legPayload(above, undefined)], ["below", legPayload(below, undefined)]);
}

/** A list that is given by the orders above and below the price, each with the prefix of its parameters. */
function listOf(
  parameters: Parameters,
  [aboveName, above]: readonly [name: string, leg: object],
  [belowName, below]: readonly [name: string, leg: object],
): ListRequest {
  const ids = idsOf(parameters, `${aboveName}ClientOrderId`, `${belowName}ClientOrderId`);
  const payload = {
    ...commonOf(parameters),
    clientOrderId: ids.clientOrderId,
    above: { ...above, ...given("clientOrderId", ids.limitClientOrderId) },
    below: { ...below, ...given("clientOrderId", ids.stopClientOrderId) },
  };
  return {
    listClientOrderId: payload.clientOrderId,
    payload,
    response: responseOf(parameters) ?? "RESULT",
    labels: labelsOf(parameters, ids, aboveName, belowName),
  };
}

export interface ListLeg {
  readonly name: string;
  readonly type: LegType;
  readonly price: string | undefined;
  readonly stopPrice: string | undefined;
  /** Undefined unless it trails. */
  readonly trailingRate: string | undefined;
  readonly timeInForce: (typeof TIMES_IN_FORCE)[number] | undefined;
  /** What it shows if it is an iceberg. */
  readonly iceberg: string | undefined;
}

/** @param name the prefix of its parameters */
export function readListLeg(parameters: Parameters, name: string): ListLeg {
  parameters.needed(`${name}Type`);
  const asked = parameters.oneOf(`${name}Type`, ORDER_TYPES, BINANCE.orderType);
  const type = LEG_TYPES.find((each) => each === asked);
  if (type === undefined) throw BINANCE.ocoType();
  const isLimit = type === "LIMIT_MAKER";
  const isPriced = hasLimitPrice(TYPES[type]);
  const trailingRate = trailingRateOf(parameters, type, `${name}TrailingDelta`);
  checkTrigger(parameters, name, !isLimit, trailingRate);
  checkField(parameters, `${name}Price`, isPriced);
  checkField(parameters, `${name}TimeInForce`, isPriced && !isLimit);
  const timeInForce = parameters.oneOf(`${name}TimeInForce`, TIMES_IN_FORCE, BINANCE.timeInForce);
  return {
    name,
    type,
    price: parameters.decimal(`${name}Price`),
    stopPrice: parameters.decimal(`${name}StopPrice`),
    trailingRate,
    timeInForce,
    iceberg: legIceberg(parameters, name, isPriced, timeInForce ?? "GTC"),
  };
}

/** A trigger is a stop price, a trailing delta or both. `name`: the prefix of the order's parameters. */
export function checkTrigger(
  parameters: Parameters,
  name: string,
  isNeeded: boolean,
  trailingRate: string | undefined,
): void {
  const stopPrice = `${name}StopPrice`;
  const hasStop = parameters.text(stopPrice) !== undefined;
  if (hasStop && !isNeeded) throw BINANCE.notRequired(stopPrice);
  if (isNeeded && !hasStop && trailingRate === undefined)
    throw BINANCE.oneOf(stopPrice, `${name}TrailingDelta`);
}

/** What a leg shows if it is an iceberg, which needs a limit price and has to rest. */
export function legIceberg(
  parameters: Parameters,
  name: string,
  isPriced: boolean,
  timeInForce: string,
): string | undefined {
  const iceberg = icebergOf(parameters, `${name}IcebergQty`);
  if (iceberg === undefined) return undefined;
  if (!isPriced) throw BINANCE.notRequired(`${name}IcebergQty`);
  if (timeInForce !== "GTC") throw BINANCE.icebergForce(`${name}IcebergQty`, `${name}TimeInForce`);
  return iceberg;
}

export function checkField(parameters: Parameters, name: string, isNeeded: boolean): void {
  if (isNeeded) parameters.needed(name);
  else if (parameters.text(name) !== undefined) throw BINANCE.notRequired(name);
}

/** Limits and take-profits of a sell are above the price and its stop losses below; those of a buy the other way. */
export function checkSides(side: "BUY" | "SELL", above: LegType, below: LegType): void {
  if (above === "LIMIT_MAKER" && below === "LIMIT_MAKER") throw BINANCE.twoLimits();
  const isSell = side === "SELL";
  const profit = isSell ? below : above;
  const loss = isSell ? above : below;
  if (profit === "LIMIT_MAKER") throw isSell ? BINANCE.sellLimitAbove() : BINANCE.buyLimitBelow();
  if (profit.startsWith("TAKE_PROFIT")) throw isSell ? BINANCE.sellProfitAbove() : BINANCE.buyProfitBelow();
  if (loss.startsWith("STOP_LOSS")) throw isSell ? BINANCE.sellStopBelow() : BINANCE.buyStopAbove();
}

export const legPayload = (
  { type, price, stopPrice, trailingRate, timeInForce, iceberg }: ListLeg,
  clientOrderId: string | undefined,
) => ({
  type: wireTypeOf(type, stopPrice !== undefined, trailingRate),
  ...given("price", price),
  ...given("stopPrice", stopPrice),
  ...given("trailingRate", trailingRate),
  ...given("timeInForce", timeInForce?.toLowerCase()),
  ...given("visibleQuantity", iceberg),
  ...given("clientOrderId", clientOrderId),
});

/** `order/oco`, the older form: a limit leg and a stop leg. */
export function readOco(parameters: Parameters): ListRequest {
  parameters.needed("price");
  const stopLimitPrice = parameters.decimal("stopLimitPrice");
  const stopType = stopLimitPrice === undefined ? "STOP_LOSS" : "STOP_LOSS_LIMIT";
  const trailingRate = trailingRateOf(parameters, stopType, "trailingDelta");
  if (trailingRate === undefined && parameters.text("stopPrice") === undefined)
    throw BINANCE.oneOf("stopPrice", "trailingDelta");
  readForce(parameters, "stopLimitTimeInForce", stopLimitPrice !== undefined);
  const price = parameters.decimal("price");
  const stopPrice = parameters.decimal("stopPrice");
  const limitIceberg = legIceberg(parameters, "limit", true, "GTC");
  const stopIceberg = legIceberg(parameters, "stop", stopLimitPrice !== undefined, "GTC");
  if ((limitIceberg ?? stopIceberg ?? trailingRate) !== undefined) {
    const limit = { type: "limit", ...given("price", price), ...given("visibleQuantity", limitIceberg) };
    const stop = {
      type: wireTypeOf(stopType, stopPrice !== undefined, trailingRate),
      ...given("price", stopLimitPrice),
      ...given("stopPrice", stopPrice),
      ...given("trailingRate", trailingRate),
      ...given("visibleQuantity", stopIceberg),
    };
    return sideOf(parameters) === "SELL"
      ? listOf(parameters, ["limit", limit], ["stop", stop])
      : listOf(parameters, ["stop", stop], ["limit", limit]);
  }
  return readLegs(parameters, {
    price,
    stopPrice,
    stopLimitPrice,
    limitId: "limitClientOrderId",
    stopId: "stopClientOrderId",
    limitName: "limit",
    stopName: "stop",
  });
}

export function refuseField(parameters: Parameters, name: string): void {
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
  { price, stopPrice, stopLimitPrice, limitId, stopId, limitName, stopName }: Legs,
): ListRequest {
  const ids = idsOf(parameters, limitId, stopId);
  const payload = {
    ...commonOf(parameters),
    ...ids,
    ...given("price", price),
    ...given("stopPrice", stopPrice),
    ...given("stopLimitPrice", stopLimitPrice),
  };
  return {
    listClientOrderId: payload.clientOrderId,
    payload,
    response: responseOf(parameters) ?? "RESULT",
    labels: labelsOf(parameters, ids, limitName, stopName),
  };
}

/** The first leg of a list whose legs have ids of their own is labeled with the list's. */
function labelsOf(
  parameters: Parameters,
  { clientOrderId, limitClientOrderId, stopClientOrderId }: ListIds,
  limitName: string,
  stopName: string,
): ListRequest["labels"] {
  const listId = limitClientOrderId === undefined ? undefined : clientOrderId;
  return legLabels([
    [limitClientOrderId ?? clientOrderId + LIMIT_SUFFIX, readLabel(parameters, limitName), listId],
    [stopClientOrderId ?? clientOrderId + STOP_SUFFIX, readLabel(parameters, stopName)],
  ]);
}

/** Returns the orders of a list that have a label, from their own one and the id of the list. */
export const legLabels = (
  orders: readonly (readonly [
    clientOrderId: string,
    label: OrderLabel | undefined,
    listId?: string | undefined,
  ])[],
): ListRequest["labels"] =>
  orders.flatMap(([clientOrderId, label, listId]) =>
    label === undefined && listId === undefined
      ? []
      : [[clientOrderId, { ...label, ...given("listClientOrderId", listId) }] as const],
  );

function commonOf(parameters: Parameters) {
  const symbol = parameters.needed("symbol");
  const side = sideOf(parameters);
  parameters.needed("quantity");
  return {
    product: "spot",
    symbol,
    side: side.toLowerCase(),
    type: "oco",
    ...given("quantity", parameters.decimal("quantity")),
    selfTrade: expiringSelfTradeOf(parameters),
  };
}

interface ListIds {
  readonly clientOrderId: string;
  readonly limitClientOrderId?: string;
  readonly stopClientOrderId?: string;
}

/** Legs without ids derive theirs from the list's id, so that the list can be found by it. */
function idsOf(parameters: Parameters, limitId: string, stopId: string): ListIds {
  const clientOrderId = clientIdOf(parameters, "listClientOrderId");
  const areNamed = [limitId, stopId].some((name) => parameters.text(name) !== undefined);
  if (!areNamed && clientOrderId.length <= MAX_LIST_ID_LENGTH) return { clientOrderId };
  const limitClientOrderId = clientIdOf(parameters, limitId);
  const stopClientOrderId = clientIdOf(parameters, stopId);
  if (new Set([clientOrderId, limitClientOrderId, stopClientOrderId]).size < 3)
    throw BINANCE.orderRefused("Duplicate order sent.");
  return { clientOrderId, limitClientOrderId, stopClientOrderId };
}
