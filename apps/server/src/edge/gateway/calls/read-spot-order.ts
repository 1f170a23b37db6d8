import type { PlaceOco, SpotOrder } from "@candor/domain/commands/commands";
import type { PlaceList } from "@candor/domain/commands/list-commands";
import type { SpotOrderRequest } from "@candor/wire/order-calls";
import { type FieldProblem, type Outcome, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import {
  conditionalProblems,
  forceOf,
  forceProblems,
  MAX_LIST_KEY_LENGTH,
  orderLots,
  orderUnits,
  readPrice,
  readTrailingRate,
  readVisible,
  type TicketFields,
} from "./read-order-fields.ts";
import { readOrderList } from "./read-order-list.ts";

type PriceField = "price" | "stopPrice" | "stopLimitPrice";
type LegKeyField = "limitClientOrderId" | "stopClientOrderId";
type Conditional =
  | PriceField
  | LegKeyField
  | "above"
  | "pending"
  | "listClientOrderId"
  | "below"
  | "trailingRate"
  | "timeInForce"
  | "visibleQuantity"
  | "quoteQuantity";

const LEG_KEYS: readonly LegKeyField[] = ["limitClientOrderId", "stopClientOrderId"];

/** Fields allowed per order type; all others are rejected. */
const TICKETS: Readonly<Record<SpotOrderRequest["type"], TicketFields<Conditional>>> = {
  limit: { needed: ["price"], allowed: ["timeInForce", "visibleQuantity"] },
  market: { needed: [], allowed: ["quoteQuantity"] },
  "stop-limit": { needed: ["price", "stopPrice"], allowed: ["timeInForce", "visibleQuantity"] },
  "stop-market": { needed: ["stopPrice"], allowed: [] },
  oco: { needed: ["price", "stopPrice"], allowed: ["stopLimitPrice", ...LEG_KEYS] },
  "trailing-stop": { needed: ["trailingRate"], allowed: ["stopPrice"] },
  "take-profit-limit": { needed: ["price", "stopPrice"], allowed: ["timeInForce", "visibleQuantity"] },
  "take-profit-market": { needed: ["stopPrice"], allowed: [] },
  "trailing-loss": { needed: ["trailingRate"], allowed: ["stopPrice"] },
  "trailing-loss-limit": {
    needed: ["price", "trailingRate"],
    allowed: ["stopPrice", "timeInForce", "visibleQuantity"],
  },
  "trailing-profit": { needed: ["trailingRate"], allowed: ["stopPrice"] },
  "trailing-profit-limit": {
    needed: ["price", "trailingRate"],
    allowed: ["stopPrice", "timeInForce", "visibleQuantity"],
  },
};
const CONDITIONAL: readonly Conditional[] = [
  "price",
  "stopPrice",
  "stopLimitPrice",
  "trailingRate",
  "timeInForce",
  "visibleQuantity",
  "quoteQuantity",
  "above",
  "below",
  "pending",
  "listClientOrderId",
  ...LEG_KEYS,
];

/**
 * Converts a validated ticket to its command. Rejects 100 for fields that do not go together and for prices off the
 * tick.
 */
export function readSpotOrder(
  request: SpotOrderRequest,
  userId: number,
  market: ListedMarket,
): Outcome<SpotOrder | PlaceOco | PlaceList> {
  if (request.type === "oco" && (request.above !== undefined || request.below !== undefined))
    return readOrderList(request, userId, market);
  const problems = fieldProblems(request);
  const price = readPrice(request.price, "price", market, problems);
  const stop = readPrice(request.stopPrice, "stopPrice", market, problems);
  const stopLimit = readPrice(request.stopLimitPrice, "stopLimitPrice", market, problems);
  const trailingPpm = readTrailingRate(request.trailingRate, problems);
  const visibleLots = readVisible(request, "visibleQuantity", market, problems);
  if (problems.length > 0) return rejectFields("trade.invalidParameters", ...problems);
  const quantityLots = orderLots(request.quantity, market);
  const quoteUnits = orderUnits(request.quoteQuantity, market);
  const common = {
    userId,
    marketId: market.marketId,
    side: request.side,
    selfTrade: request.selfTrade,
    quantityLots,
    priceTicks: price,
    stopTicks: stop,
    key: request.clientOrderId ?? "",
  };
  if (request.type === "oco") {
    const { limitClientOrderId: limitKey, stopClientOrderId: stopKey } = request;
    const legKeys = limitKey === undefined ? {} : { limitKey, stopKey };
    return { kind: "place-oco", ...common, stopLimitTicks: stopLimit, ...legKeys };
  }
  const timeInForce = forceOf(request);
  const order = { ...common, type: request.type, timeInForce, quoteUnits, trailingPpm };
  return visibleLots > 0
    ? { kind: "place-iceberg", ...order, visibleLots }
    : { kind: "place-order", ...order };
}

function fieldProblems(request: SpotOrderRequest): FieldProblem[] {
  const ticket = TICKETS[request.type];
  const problems = conditionalProblems(request, CONDITIONAL, ticket);
  const { quantity, quoteQuantity } = request;
  if (quantity === undefined && quoteQuantity === undefined)
    problems.push({ path: "quantity", reason: "missing" });
  if (quantity !== undefined && quoteQuantity !== undefined && ticket.allowed.includes("quoteQuantity"))
    problems.push({ path: "quoteQuantity", reason: "conflict" });
  problems.push(...forceProblems(request));
  if (request.selfTrade === "decrement" && (request.type === "oco" || quoteQuantity !== undefined))
    problems.push({ path: "selfTrade", reason: "conflict" });
  if (request.type === "oco") problems.push(...ocoKeyProblems(request));
  for (const path of ["requestedAtMs", "replaces"] as const)
    if (request.type === "oco" && request[path] !== undefined) problems.push({ path, reason: "conflict" });
  return problems;
}

/** The legs of an OCO have their keys in the same request, or keys derived from the OCO's own. */
function ocoKeyProblems({
  clientOrderId,
  limitClientOrderId,
  stopClientOrderId,
}: SpotOrderRequest): FieldProblem[] {
  if (limitClientOrderId === undefined && stopClientOrderId === undefined)
    return (clientOrderId?.length ?? 0) > MAX_LIST_KEY_LENGTH
      ? [{ path: "clientOrderId", reason: "range" }]
      : [];
  const keys = { clientOrderId, limitClientOrderId, stopClientOrderId };
  const missing = Object.entries(keys).filter(([, key]) => key === undefined);
  if (missing.length > 0) return missing.map(([path]) => ({ path, reason: "missing" }));
  const isTwice = new Set(Object.values(keys)).size < Object.keys(keys).length;
  return isTwice ? [{ path: "stopClientOrderId", reason: "conflict" }] : [];
}
