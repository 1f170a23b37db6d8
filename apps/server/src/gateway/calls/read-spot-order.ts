import type { Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import type { PlaceOco, PlaceOrder } from "@candor/protocol/commands";
import { LIMITS } from "@candor/protocol/limits";
import type { SpotOrderRequest } from "@candor/protocol/wire/order-calls";
import { type FieldProblem, type Outcome, rejectFields } from "@candor/protocol/wire/rejection";
import type { ListedMarket } from "../../market-data/listings.ts";
import {
  conditionalProblems,
  forceOf,
  forceProblems,
  readLots,
  readPrice,
  readTrailingRate,
  type TicketFields,
  UNCOUNTABLE_LOTS,
} from "./read-order-fields.ts";

type PriceField = "price" | "stopPrice" | "stopLimitPrice";
type Conditional = PriceField | "trailingRate" | "timeInForce" | "quoteQuantity";

/** Which fields go with which type; all others are refused. */
const TICKETS: Readonly<Record<SpotOrderRequest["type"], TicketFields<Conditional>>> = {
  limit: { needed: ["price"], allowed: ["timeInForce"] },
  market: { needed: [], allowed: ["quoteQuantity"] },
  "stop-limit": { needed: ["price", "stopPrice"], allowed: ["timeInForce"] },
  "stop-market": { needed: ["stopPrice"], allowed: [] },
  oco: { needed: ["price", "stopPrice"], allowed: ["stopLimitPrice"] },
  "trailing-stop": { needed: ["trailingRate"], allowed: ["stopPrice"] },
};
const CONDITIONAL: readonly Conditional[] = [
  "price",
  "stopPrice",
  "stopLimitPrice",
  "trailingRate",
  "timeInForce",
  "quoteQuantity",
];

/** The legs of an OCO get `:l` and `:s` appended. */
const MAX_OCO_KEY_LENGTH = LIMITS.maxKeyLength - 2;
/** As UNCOUNTABLE_LOTS, of a value. */
const UNCOUNTABLE_UNITS = (LIMITS.maxUnits + 1) as Units;

/** Turns a checked ticket into its command. Rejects 100 for fields that do not go together and prices off the tick. */
export function readSpotOrder(
  request: SpotOrderRequest,
  userId: number,
  market: ListedMarket,
): Outcome<PlaceOrder | PlaceOco> {
  const problems = fieldProblems(request);
  const price = readPrice(request.price, "price", market, problems);
  const stop = readPrice(request.stopPrice, "stopPrice", market, problems);
  const stopLimit = readPrice(request.stopLimitPrice, "stopLimitPrice", market, problems);
  const trailingPpm = readTrailingRate(request.trailingRate, problems);
  if (problems.length > 0) return rejectFields("trade.invalidParameters", ...problems);
  const quantityLots = readLots(request.quantity, market) ?? UNCOUNTABLE_LOTS;
  const quoteUnits = readQuoteUnits(request.quoteQuantity, market) ?? UNCOUNTABLE_UNITS;
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
  if (request.type === "oco") return { kind: "place-oco", ...common, stopLimitTicks: stopLimit };
  const timeInForce = forceOf(request);
  return { kind: "place-order", ...common, type: request.type, timeInForce, quoteUnits, trailingPpm };
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
  if (request.type === "oco" && (request.clientOrderId?.length ?? 0) > MAX_OCO_KEY_LENGTH)
    problems.push({ path: "clientOrderId", reason: "range" });
  return problems;
}

function readQuoteUnits(text: string | undefined, market: ListedMarket): Units | undefined {
  if (text === undefined) return 0 as Units;
  const units = parseDecimal(text, market.scale.quoteScale);
  return typeof units === "string" || units === 0 ? undefined : (units as Units);
}
