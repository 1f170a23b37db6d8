import { hasLimitPrice } from "@candor/domain/order-types";
import { BINANCE } from "./binance-error.ts";
import { ORDER_TYPES } from "./exchange-info.ts";
import { readLabel } from "./labels/read-label.ts";
import {
  checkField,
  checkSides,
  checkTrigger,
  type ListRequest,
  legIceberg,
  legLabels,
  legPayload,
  MAX_LIST_ID_LENGTH,
  readListLeg,
  refuseField,
} from "./order-list-request.ts";
import { PENDING_SUFFIXES, WORKING_SUFFIX } from "./order-list-view.ts";
import {
  clientIdOf,
  expiringSelfTradeOf,
  given,
  responseOf,
  SIDES,
  TIMES_IN_FORCE,
  TYPES,
  trailingRateOf,
  wireTypeOf,
} from "./order-request.ts";
import type { Parameters } from "./parameters.ts";

export const WORKING_ORDER_TYPES = ["LIMIT", "LIMIT_MAKER"] as const;

/** `orderList/oto`: an order, and one that waits until it is filled. */
export function readOto(parameters: Parameters): ListRequest {
  const working = readWorking(parameters);
  const side = sideOf(parameters, "pendingSide");
  const pending = readPending(parameters);
  return requestOf(parameters, working, [{ side: side.toLowerCase(), ...pending }], ["pending"]);
}

/** `orderList/otoco`: an order, and two that wait until it is filled and then cancel each other. */
export function readOtoco(parameters: Parameters): ListRequest {
  const working = readWorking(parameters);
  const side = sideOf(parameters, "pendingSide");
  parameters.needed("pendingQuantity");
  const quantity = parameters.decimal("pendingQuantity");
  const above = readListLeg(parameters, "pendingAbove");
  const below = readListLeg(parameters, "pendingBelow");
  checkSides(side, above.type, below.type);
  const pending = [above, below].map((leg) => ({
    side: side.toLowerCase(),
    ...given("quantity", quantity),
    ...legPayload(leg, undefined),
    ...(leg.type === "LIMIT_MAKER" && { timeInForce: "post-only" }),
  }));
  return requestOf(parameters, working, pending, ["pendingAbove", "pendingBelow"]);
}

type OrderFields = Readonly<Record<string, unknown>>;

function readWorking(parameters: Parameters): OrderFields {
  refuseField(parameters, "workingTrailingDelta");
  parameters.needed("workingType");
  const type = parameters.oneOf("workingType", WORKING_ORDER_TYPES, BINANCE.orderType);
  const side = sideOf(parameters, "workingSide");
  for (const name of ["workingPrice", "workingQuantity"]) parameters.needed(name);
  checkField(parameters, "workingTimeInForce", type === "LIMIT");
  const force = parameters.oneOf("workingTimeInForce", TIMES_IN_FORCE, BINANCE.timeInForce);
  const iceberg = legIceberg(parameters, "working", true, force ?? "GTC");
  return {
    side: side.toLowerCase(),
    type: "limit",
    ...given("price", parameters.decimal("workingPrice")),
    ...given("quantity", parameters.decimal("workingQuantity")),
    timeInForce: type === "LIMIT_MAKER" ? "post-only" : force?.toLowerCase(),
    ...given("visibleQuantity", iceberg),
  };
}

/** Reads any order with a quantity. */
function readPending(parameters: Parameters): OrderFields {
  parameters.needed("pendingType");
  const type = parameters.oneOf("pendingType", ORDER_TYPES, BINANCE.orderType);
  if (type === undefined) throw BINANCE.missing("pendingType");
  parameters.needed("pendingQuantity");
  const isPriced = hasLimitPrice(TYPES[type]);
  const hasTrigger = TYPES[type] !== "limit" && type !== "MARKET";
  checkField(parameters, "pendingPrice", isPriced);
  const trailingRate = trailingRateOf(parameters, type, "pendingTrailingDelta");
  checkTrigger(parameters, "pending", hasTrigger, trailingRate);
  checkField(parameters, "pendingTimeInForce", isPriced && type !== "LIMIT_MAKER");
  const force = parameters.oneOf("pendingTimeInForce", TIMES_IN_FORCE, BINANCE.timeInForce);
  const iceberg = legIceberg(parameters, "pending", isPriced, force ?? "GTC");
  return {
    type: wireTypeOf(type, parameters.text("pendingStopPrice") !== undefined, trailingRate),
    ...given("trailingRate", trailingRate),
    ...given("quantity", parameters.decimal("pendingQuantity")),
    ...given("price", parameters.decimal("pendingPrice")),
    ...given("stopPrice", parameters.decimal("pendingStopPrice")),
    ...given("timeInForce", type === "LIMIT_MAKER" ? "post-only" : force?.toLowerCase()),
    ...given("visibleQuantity", iceberg),
  };
}

function sideOf(parameters: Parameters, name: string): (typeof SIDES)[number] {
  const side = parameters.oneOf(name, SIDES, BINANCE.side);
  if (side === undefined) throw BINANCE.missing(name);
  return side;
}

const SUFFIXES = [WORKING_SUFFIX, ...PENDING_SUFFIXES];

/** Orders without ids derive theirs from the list's id, so that the list can be found by it. */
function requestOf(
  parameters: Parameters,
  working: OrderFields,
  pending: readonly OrderFields[],
  pendingNames: readonly string[],
): ListRequest {
  const listClientOrderId = clientIdOf(parameters, "listClientOrderId");
  const prefixes = ["working", ...pendingNames];
  const names = prefixes.map((prefix) => `${prefix}ClientOrderId`);
  const areNamed = names.some((name) => parameters.text(name) !== undefined);
  const ids =
    areNamed || listClientOrderId.length > MAX_LIST_ID_LENGTH
      ? names.map((name) => clientIdOf(parameters, name))
      : [];
  if (new Set([listClientOrderId, ...ids]).size <= ids.length)
    throw BINANCE.orderRefused("Duplicate order sent.");
  const [first, ...others] = ids;
  return {
    listClientOrderId,
    payload: {
      product: "spot",
      symbol: parameters.needed("symbol"),
      ...working,
      selfTrade: expiringSelfTradeOf(parameters),
      listClientOrderId,
      ...given("clientOrderId", first),
      pending: pending.map((order, at) => ({ ...order, ...given("clientOrderId", others[at]) })),
    },
    response: responseOf(parameters) ?? "RESULT",
    labels: legLabels(
      prefixes.map((prefix, at) => [
        ids[at] ?? listClientOrderId + (SUFFIXES[at] ?? ""),
        readLabel(parameters, prefix),
        at === 0 && first !== undefined ? listClientOrderId : undefined,
      ]),
    ),
  };
}
