import type { PlaceContractOrder, PlaceContractTerms } from "@candor/domain/commands/contract-commands";
import { isExpiry } from "@candor/domain/contract-terms";
import { hasLimitPrice, isConditional, isMarketTrigger } from "@candor/domain/order-types";
import type { Lots, Ticks } from "@candor/money/brand";
import type { ContractOrderRequest } from "@candor/wire/contract-calls";
import { type FieldProblem, type Outcome, rejectFields } from "@candor/wire/rejection";
import { contractOf, type ListedMarket } from "../../../market/market-data/listings.ts";
import {
  conditionalProblems,
  forceOf,
  forceProblems,
  orderLots,
  readLots,
  readPrice,
  readTrailingRate,
  type TicketFields,
} from "./read-order-fields.ts";

type Conditional = "price" | "stopPrice" | "trailingRate" | "timeInForce";

/** Fields allowed per order type; all others are rejected. */
const TICKETS: Readonly<Record<ContractOrderRequest["type"], TicketFields<Conditional>>> = {
  limit: { needed: ["price"], allowed: ["timeInForce"] },
  market: { needed: [], allowed: [] },
  "stop-limit": { needed: ["price", "stopPrice"], allowed: ["timeInForce"] },
  "stop-market": { needed: ["stopPrice"], allowed: [] },
  "trailing-stop": { needed: ["trailingRate"], allowed: ["stopPrice"] },
  "take-profit-limit": { needed: ["price", "stopPrice"], allowed: ["timeInForce"] },
  "take-profit-market": { needed: ["stopPrice"], allowed: [] },
};
const CONDITIONAL: readonly Conditional[] = ["price", "stopPrice", "trailingRate", "timeInForce"];

/**
 * Converts a validated ticket to its command. Rejects 100 for fields that do not go together and for prices off the
 * tick.
 */
export function readContractOrder(
  request: ContractOrderRequest,
  userId: number,
  market: ListedMarket,
): Outcome<PlaceContractOrder | PlaceContractTerms> {
  const problems = fieldProblems(request, market);
  const price = (path: "price" | "stopPrice" | "takeProfitPrice" | "stopLossPrice"): Ticks =>
    readPrice(request[path], path, market, problems);
  const command: PlaceContractOrder = {
    kind: "place-contract-order",
    userId,
    marketId: market.marketId,
    side: request.side,
    type: request.type,
    timeInForce: forceOf(request),
    selfTrade: request.selfTrade,
    quantityLots: orderLots(request.quantity, market),
    priceTicks: price("price"),
    stopTicks: price("stopPrice"),
    trailingPpm: readTrailingRate(request.trailingRate, problems),
    triggerBy: request.triggerBy,
    reduceOnly: request.reduceOnly,
    leverage: request.leverage ?? 0,
    takeProfitTicks: price("takeProfitPrice"),
    stopLossTicks: price("stopLossPrice"),
    key: request.clientOrderId ?? "",
  };
  if (problems.length > 0) return rejectFields("trade.invalidParameters", ...problems);
  const { expiresAtMs = 0, closesPosition = false, priceProtect = false } = request;
  if (expiresAtMs === 0 && !closesPosition && !priceProtect) return command;
  return { ...command, kind: "place-contract-terms", expiresAtMs, closesPosition, priceProtect };
}

function fieldProblems(request: ContractOrderRequest, market: ListedMarket): FieldProblem[] {
  const problems = conditionalProblems(request, CONDITIONAL, TICKETS[request.type]);
  problems.push(...forceProblems(request));
  // A reduce-only order leaves no position to protect.
  for (const path of ["takeProfitPrice", "stopLossPrice"] as const)
    if (request.reduceOnly && request[path] !== undefined) problems.push({ path, reason: "conflict" });
  problems.push(...termProblems(request, market));
  const maxLeverage = contractOf(market).scale.brackets[0]?.maxLeverage ?? 1;
  if ((request.leverage ?? 1) > maxLeverage) problems.push({ path: "leverage", reason: "range" });
  return problems;
}

/** Problems of the rarely used terms, which do not go together with a take-profit or stop-loss. */
function termProblems(request: ContractOrderRequest, market: ListedMarket): FieldProblem[] {
  const { type, expiresAtMs, closesPosition, priceProtect } = request;
  const problems: FieldProblem[] = [];
  const hasProtection = request.takeProfitPrice !== undefined || request.stopLossPrice !== undefined;
  if (expiresAtMs !== undefined && !isExpiry(expiresAtMs))
    problems.push({ path: "expiresAtMs", reason: "range" });
  const waits = hasLimitPrice(type) && (request.timeInForce ?? "gtc") === "gtc";
  if (expiresAtMs !== undefined && (!waits || hasProtection))
    problems.push({ path: "expiresAtMs", reason: "conflict" });
  if (priceProtect === true && (!isConditional(type) || hasProtection))
    problems.push({ path: "priceProtect", reason: "conflict" });
  const isWhole = request.reduceOnly && readLots(request.quantity, market) === market.scale.maxLots;
  if (closesPosition === true && !(isMarketTrigger(type) && isWhole))
    problems.push({ path: "closesPosition", reason: "conflict" });
  return problems;
}

/**
 * Returns the quantity to close; 0 means all. A quantity that the market cannot represent exceeds any position and is
 * rejected.
 */
export function readClosedLots(text: string | undefined, market: ListedMarket): Lots {
  return orderLots(text, market);
}
