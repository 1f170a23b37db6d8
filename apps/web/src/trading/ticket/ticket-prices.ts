import type { OrderType, Side } from "@candor/domain/enumerations";
import { isMarketTrigger, isPricedTrigger, triggersUpward } from "@candor/domain/order-types";
import { multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import { type BookFill, type BookLevels, fillLots, fillValue, levelsFor } from "../market/book-fill.ts";
import { type MarketTerms, protectedTicks, readTicks } from "../market/market-terms.ts";
import { readTrailing } from "../orders/trailing-distance.ts";
import type { TicketState } from "./ticket.ts";

const PPM = 1_000_000;

/** Current prices in ticks, undefined if unknown, and the book's levels; none if the ticket does not need them. */
export interface MarketNow extends BookLevels {
  readonly lastTicks: number | undefined;
  readonly indexTicks: number | undefined;
}

/** A ticket's prices in ticks, if they are valid and used by its type. */
export interface TicketPrices {
  readonly limit: number | undefined;
  readonly stop: number | undefined;
  readonly stopLimit: number | undefined;
  readonly trailingPpm: number | undefined;
}

export function readPrices(ticket: TicketState, terms: MarketTerms): TicketPrices {
  const { type } = ticket;
  const hasLimit = type === "limit" || type === "stop-limit" || type === "oco";
  const hasStop = type !== "limit" && type !== "market";
  return {
    limit: hasLimit ? readTicks(ticket.price, terms) : undefined,
    stop: hasStop ? readTicks(ticket.stopPrice, terms) : undefined,
    stopLimit: type === "oco" ? readTicks(ticket.stopLimitPrice, terms) : undefined,
    trailingPpm: type === "trailing-stop" ? readTrailing(ticket.trailingPercent) : undefined,
  };
}

/** Returns what lots at market take from the book; undefined if no price is known. */
export const marketFill = (side: Side, lots: number, now: MarketNow): BookFill | undefined =>
  fillLots(levelsFor(side, now), lots, now.lastTicks);

/** Returns what a value in ticks × lots takes from the book at market; undefined if no price is known. */
export const marketFillOfValue = (side: Side, tickLots: number, now: MarketNow): BookFill | undefined =>
  fillValue(levelsFor(side, now), tickLots, now.lastTicks);

/** Reference price for stops: the last trade, or the index before the first trade. */
export const referenceTicks = (now: MarketNow): number | undefined => now.lastTicks ?? now.indexTicks;

/**
 * Returns the type that a ticket sends. A stop whose trigger is on the other side of the current price is a take-profit:
 * above it for a sell, below it for a buy.
 */
export function sentType(
  { side, type }: Pick<TicketState, "side" | "type">,
  { stop }: Pick<TicketPrices, "stop">,
  now: MarketNow,
): OrderType {
  const takeProfit = TAKE_PROFITS[type];
  const reference = referenceTicks(now);
  if (takeProfit === undefined || stop === undefined || reference === undefined || stop === reference)
    return type;
  return stop > reference === triggersUpward(side, type) ? type : takeProfit;
}

/** Whether an order of this type waits for a trigger that stays where it is, alone. */
export const isFixedTrigger = (type: OrderType): boolean => isPricedTrigger(type) || isMarketTrigger(type);

const TAKE_PROFITS: Readonly<Partial<Record<OrderType, OrderType>>> = {
  "stop-limit": "take-profit-limit",
  "stop-market": "take-profit-market",
};

/**
 * Returns where a trailing stop would fire if the price reversed now; with an activation price, right after activation.
 */
function trailingTriggerTicks(side: Side, prices: TicketPrices, now: MarketNow): number | undefined {
  const from = prices.stop ?? referenceTicks(now);
  if (from === undefined || prices.trailingPpm === undefined) return undefined;
  return side === "buy"
    ? multiplyDivideCeil(from, PPM + prices.trailingPpm, PPM)
    : multiplyDivideFloor(from, PPM - prices.trailingPpm, PPM);
}

/** A triggered market order is funded up to the protection's distance above its trigger, as in the core. */
const aboveTrigger = (ticks: number | undefined): number | undefined =>
  ticks === undefined ? undefined : protectedTicks(ticks);

type PriceRule = (prices: TicketPrices, now: MarketNow) => number | undefined;

/** Prices per lot assumed for an order type. */
interface TypeRules {
  /** Price a buy freezes funds for; a market order has none, because it takes several prices of the book. */
  readonly funded: PriceRule;
  /** Price for a sell's proceeds: its own worst limit; a market order has none. */
  readonly proceeds: PriceRule;
  /** Price for the minimum order value, as in the core. */
  readonly judged: PriceRule;
}

const byLimit: PriceRule = ({ limit }) => limit;
const byStop: PriceRule = ({ stop }) => stop;
const byWorstLeg: PriceRule = ({ limit, stop, stopLimit }) => {
  const leg = stopLimit ?? stop;
  return limit === undefined || leg === undefined ? undefined : Math.min(limit, leg);
};
const byDearerLeg: PriceRule = ({ limit, stop, stopLimit }) => {
  const leg = stopLimit ?? aboveTrigger(stop);
  return limit === undefined || leg === undefined ? undefined : Math.max(limit, leg);
};
const MARKET_TRIGGER: TypeRules = {
  funded: ({ stop }) => aboveTrigger(stop),
  proceeds: byStop,
  judged: byStop,
};
const WITH_LIMIT: TypeRules = { funded: byLimit, proceeds: byLimit, judged: byLimit };

const TRAILING: TypeRules = {
  funded: (prices, now) => aboveTrigger(trailingTriggerTicks("buy", prices, now)),
  proceeds: (prices, now) => trailingTriggerTicks("sell", prices, now),
  judged: ({ stop }, now) => stop ?? referenceTicks(now),
};

const RULES: Readonly<Record<OrderType, TypeRules>> = {
  limit: WITH_LIMIT,
  "stop-limit": WITH_LIMIT,
  "take-profit-limit": WITH_LIMIT,
  market: {
    funded: () => undefined,
    proceeds: () => undefined,
    judged: (_, now) => now.indexTicks,
  },
  "stop-market": MARKET_TRIGGER,
  "take-profit-market": MARKET_TRIGGER,
  oco: { funded: byDearerLeg, proceeds: byWorstLeg, judged: byWorstLeg },
  "trailing-stop": TRAILING,
  "trailing-loss": TRAILING,
  "trailing-loss-limit": WITH_LIMIT,
  "trailing-profit": TRAILING,
  "trailing-profit-limit": WITH_LIMIT,
};

/**
 * Returns the price that links amount and value: what a buy freezes per lot, or what a sell is worth. Undefined for a
 * market order.
 */
export const sizePriceTicks = (
  { side, type }: Pick<TicketState, "side" | "type">,
  prices: TicketPrices,
  now: MarketNow,
): number | undefined => RULES[type][side === "buy" ? "funded" : "proceeds"](prices, now);

export const rulesOf = (type: OrderType): TypeRules => RULES[type];
