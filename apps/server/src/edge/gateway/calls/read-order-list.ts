import type { ListLeg, PlaceList } from "@candor/domain/commands/list-commands";
import { hasLimitPrice, isTrailingType } from "@candor/domain/order-types";
import type { SpotOrderRequest } from "@candor/wire/order-calls";
import { type FieldProblem, type Outcome, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import {
  conditionalProblems,
  MAX_LIST_KEY_LENGTH,
  orderLots,
  readPrice,
  readTrailingRate,
  readVisible,
} from "./read-order-fields.ts";

type LegRequest = NonNullable<SpotOrderRequest["above"]>;
type LegField = "price" | "stopPrice" | "trailingRate" | "timeInForce" | "visibleQuantity";

const LEG_FIELDS: readonly LegField[] = [
  "price",
  "stopPrice",
  "trailingRate",
  "timeInForce",
  "visibleQuantity",
];
/** Fields of an OCO that is given by its prices. */
const OTHERS = [
  "price",
  "stopPrice",
  "stopLimitPrice",
  "trailingRate",
  "timeInForce",
  "visibleQuantity",
  "quoteQuantity",
  "limitClientOrderId",
  "stopClientOrderId",
  "requestedAtMs",
  "replaces",
  "pending",
  "listClientOrderId",
] as const;

/**
 * Converts an OCO that is given by its two orders. Rejects 100 for fields that do not go together and for prices off
 * the tick.
 */
export function readOrderList(
  request: SpotOrderRequest,
  userId: number,
  market: ListedMarket,
): Outcome<PlaceList> {
  const { above, below, clientOrderId = "" } = request;
  const problems: FieldProblem[] = [];
  for (const path of OTHERS) if (request[path] !== undefined) problems.push({ path, reason: "conflict" });
  if (request.selfTrade === "decrement") problems.push({ path: "selfTrade", reason: "conflict" });
  if (above === undefined) problems.push({ path: "above", reason: "missing" });
  if (below === undefined) problems.push({ path: "below", reason: "missing" });
  if (request.quantity === undefined) problems.push({ path: "quantity", reason: "missing" });
  if (above === undefined || below === undefined) return rejectFields("trade.invalidParameters", ...problems);
  problems.push(...keyProblems(clientOrderId, above, below));
  const derived = (suffix: string) => (clientOrderId === "" ? "" : clientOrderId + suffix);
  const command: PlaceList = {
    kind: "place-list",
    userId,
    marketId: market.marketId,
    side: request.side,
    selfTrade: request.selfTrade,
    quantityLots: orderLots(request.quantity, market),
    above: readLeg(above, "above", derived(":l"), request.quantity, market, problems),
    below: readLeg(below, "below", derived(":s"), request.quantity, market, problems),
    key: clientOrderId,
  };
  return problems.length > 0 ? rejectFields("trade.invalidParameters", ...problems) : command;
}

function readLeg(
  leg: LegRequest,
  name: "above" | "below",
  derivedKey: string,
  quantity: string | undefined,
  market: ListedMarket,
  problems: FieldProblem[],
): ListLeg {
  const isPriced = hasLimitPrice(leg.type);
  const isLimit = leg.type === "limit";
  const trails = isTrailingType(leg.type);
  const needed: LegField[] = [
    ...(isPriced ? ["price" as const] : []),
    ...(trails ? ["trailingRate" as const] : isLimit ? [] : ["stopPrice" as const]),
  ];
  const allowed: LegField[] = [
    ...(trails ? ["stopPrice" as const] : []),
    ...(isPriced && !isLimit ? ["timeInForce" as const] : []),
    ...(isPriced ? ["visibleQuantity" as const] : []),
  ];
  for (const { path, reason } of conditionalProblems(leg, LEG_FIELDS, { needed, allowed }))
    problems.push({ path: `${name}.${path}`, reason });
  const trailingPpm = readTrailingRate(leg.trailingRate, problems, `${name}.trailingRate`);
  const visibleLots = readVisible({ ...leg, quantity }, `${name}.visibleQuantity`, market, problems);
  return {
    type: leg.type,
    timeInForce: leg.timeInForce ?? "gtc",
    priceTicks: readPrice(leg.price, `${name}.price`, market, problems),
    stopTicks: readPrice(leg.stopPrice, `${name}.stopPrice`, market, problems),
    ...(trailingPpm > 0 && { trailingPpm }),
    ...(visibleLots > 0 && { visibleLots }),
    key: leg.clientOrderId ?? derivedKey,
  };
}

/** Both orders have keys of their own, or keys derived from the list's. */
function keyProblems(listKey: string, above: LegRequest, below: LegRequest): FieldProblem[] {
  const keys = [above.clientOrderId, below.clientOrderId];
  if (keys.every((key) => key === undefined))
    return listKey.length > MAX_LIST_KEY_LENGTH ? [{ path: "clientOrderId", reason: "range" }] : [];
  if (listKey === "") return [{ path: "clientOrderId", reason: "missing" }];
  for (const [index, path] of ["above", "below"].entries())
    if (keys[index] === undefined) return [{ path: `${path}.clientOrderId`, reason: "missing" }];
  return new Set([listKey, ...keys]).size < 3 ? [{ path: "below.clientOrderId", reason: "conflict" }] : [];
}
