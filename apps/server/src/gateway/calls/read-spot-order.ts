import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import type { PlaceOco, PlaceOrder } from "@candor/protocol/commands";
import { LIMITS } from "@candor/protocol/limits";
import type { SpotOrderRequest } from "@candor/protocol/wire/order-calls";
import { type FieldProblem, type Outcome, rejectFields } from "@candor/protocol/wire/rejection";
import type { ListedMarket } from "../../market-data/listings.ts";

type PriceField = "price" | "stopPrice" | "stopLimitPrice";
type Conditional = PriceField | "trailingRate" | "timeInForce" | "quoteQuantity";

interface Ticket {
  readonly needed: readonly Conditional[];
  readonly allowed: readonly Conditional[];
}

/** Which fields go with which type; all others are refused. */
const TICKETS: Readonly<Record<SpotOrderRequest["type"], Ticket>> = {
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

const E8_DECIMALS = 8;
const RATE_DECIMALS = 6;
/** The legs of an OCO get `:l` and `:s` appended. */
const MAX_OCO_KEY_LENGTH = LIMITS.maxKeyLength - 2;
/**
 * Stand for amounts that a market cannot count: off the lot, or with too many decimals. They are above what any market
 * takes, so the exchange refuses them with 102 in its place: after a used key and after a market that is closed.
 */
export const UNCOUNTABLE_LOTS = (LIMITS.maxQuantityLots + 1) as Lots;
const UNCOUNTABLE_UNITS = (LIMITS.maxUnits + 1) as Units;

/** Turns a checked ticket into its command. Rejects 100 for fields that do not go together and prices off the tick. */
export function readSpotOrder(
  request: SpotOrderRequest,
  userId: number,
  market: ListedMarket,
): Outcome<PlaceOrder | PlaceOco> {
  const problems = fieldProblems(request);
  const price = readPrice(request, "price", market, problems);
  const stop = readPrice(request, "stopPrice", market, problems);
  const stopLimit = readPrice(request, "stopLimitPrice", market, problems);
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
  const hasChoice = request.type === "limit" || request.type === "stop-limit";
  const timeInForce = hasChoice ? (request.timeInForce ?? "gtc") : "ioc";
  return { kind: "place-order", ...common, type: request.type, timeInForce, quoteUnits, trailingPpm };
}

/** A quantity in lots; undefined: not a whole number of them, zero, or beyond all bounds. */
export function readLots(text: string | undefined, market: ListedMarket): Lots | undefined {
  if (text === undefined) return 0 as Lots;
  const units = parseDecimal(text, market.scale.baseScale);
  if (typeof units === "string" || units === 0 || units % market.scale.lotUnits !== 0) return undefined;
  const lots = units / market.scale.lotUnits;
  return lots > LIMITS.maxQuantityLots ? undefined : (lots as Lots);
}

function fieldProblems(request: SpotOrderRequest): FieldProblem[] {
  const { needed, allowed } = TICKETS[request.type];
  const problems: FieldProblem[] = [];
  for (const path of CONDITIONAL) {
    const given = request[path] !== undefined;
    if (given && !needed.includes(path) && !allowed.includes(path))
      problems.push({ path, reason: "conflict" });
    if (!given && needed.includes(path)) problems.push({ path, reason: "missing" });
  }
  const { quantity, quoteQuantity } = request;
  if (quantity === undefined && quoteQuantity === undefined)
    problems.push({ path: "quantity", reason: "missing" });
  if (quantity !== undefined && quoteQuantity !== undefined && allowed.includes("quoteQuantity"))
    problems.push({ path: "quoteQuantity", reason: "conflict" });
  if (request.type === "stop-limit" && request.timeInForce === "post-only")
    problems.push({ path: "timeInForce", reason: "conflict" });
  if (request.type === "oco" && (request.clientOrderId?.length ?? 0) > MAX_OCO_KEY_LENGTH)
    problems.push({ path: "clientOrderId", reason: "range" });
  return problems;
}

/** A price in ticks, 0 when it is absent or wrong; what is wrong is added to `problems`. */
function readPrice(
  request: SpotOrderRequest,
  path: PriceField,
  market: ListedMarket,
  problems: FieldProblem[],
): Ticks {
  const text = request[path];
  if (text === undefined) return 0 as Ticks;
  const priceE8 = parseDecimal(text, E8_DECIMALS);
  const ticks = typeof priceE8 === "string" ? Number.NaN : priceE8 / market.scale.tickE8;
  if (Number.isInteger(ticks) && ticks > 0 && ticks <= LIMITS.maxPriceTicks) return ticks as Ticks;
  problems.push({ path, reason: "range" });
  return 0 as Ticks;
}

function readTrailingRate(text: string | undefined, problems: FieldProblem[]): Ppm {
  if (text === undefined) return 0 as Ppm;
  const ppm = parseDecimal(text, RATE_DECIMALS);
  if (typeof ppm === "number" && ppm >= LIMITS.trailingMinPpm && ppm <= LIMITS.trailingMaxPpm)
    return ppm as Ppm;
  problems.push({ path: "trailingRate", reason: "range" });
  return 0 as Ppm;
}

function readQuoteUnits(text: string | undefined, market: ListedMarket): Units | undefined {
  if (text === undefined) return 0 as Units;
  const units = parseDecimal(text, market.scale.quoteScale);
  return typeof units === "string" || units === 0 ? undefined : (units as Units);
}
