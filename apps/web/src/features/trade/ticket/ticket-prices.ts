import { TRAILING_MAX_PPM, TRAILING_MIN_PPM } from "@candor/domain/app-limits";
import type { OrderType, Side } from "@candor/domain/enumerations";
import { divideCeil, multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import { MARKET_PROTECTION_PPM, type MarketTerms, readTicks } from "../market/market-terms.ts";
import type { TicketState } from "./ticket.ts";

const PPM = 1_000_000;
const PPM_A_PERCENT = 10_000;
const PPM_A_TENTH = 1_000;

/** Where the market stands, in ticks; undefined: unknown. */
export interface MarketNow {
  readonly lastTicks: number | undefined;
  readonly bidTicks: number | undefined;
  readonly askTicks: number | undefined;
  readonly indexTicks: number | undefined;
}

/** The prices of a ticket in ticks, as far as they can be read and belong to its type. */
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

/** A trailing distance such as "2.5" in parts per million; undefined outside the bounds. */
function readTrailing(percent: string): number | undefined {
  const match = /^([0-9]{1,2})(?:\.([0-9]))?$/.exec(percent);
  if (match === null) return undefined;
  const ppm = Number(match[1]) * PPM_A_PERCENT + Number(match[2] ?? "0") * PPM_A_TENTH;
  return ppm < TRAILING_MIN_PPM || ppm > TRAILING_MAX_PPM ? undefined : ppm;
}

/** What somebody who trades at once trades at. */
export const touchTicks = (side: Side, now: MarketNow): number | undefined =>
  (side === "buy" ? now.askTicks : now.bidTicks) ?? now.lastTicks;

/** What stops are measured against: the last trade, before the first the index. */
export const referenceTicks = (now: MarketNow): number | undefined => now.lastTicks ?? now.indexTicks;

/** Where a trailing stop would fire if the price turned at once; with an activation price, once active. */
function trailingTriggerTicks(side: Side, prices: TicketPrices, now: MarketNow): number | undefined {
  const from = prices.stop ?? referenceTicks(now);
  if (from === undefined || prices.trailingPpm === undefined) return undefined;
  return side === "buy"
    ? multiplyDivideCeil(from, PPM + prices.trailingPpm, PPM)
    : multiplyDivideFloor(from, PPM - prices.trailingPpm, PPM);
}

/** A market order set off at a trigger is funded for the protection's distance above it, as the core reckons it. */
const aboveTrigger = (ticks: number | undefined): number | undefined =>
  ticks === undefined ? undefined : ticks + divideCeil(ticks * MARKET_PROTECTION_PPM, PPM);

type PriceRule = (prices: TicketPrices, now: MarketNow) => number | undefined;

/** The prices per lot that an order type is reckoned with. */
interface TypeRules {
  /** What a buy sets money aside for; for a market order what it would pay now. */
  readonly funded: PriceRule;
  /** What a sell's proceeds are told at: its own worst limit, else where the market would take it. */
  readonly proceeds: PriceRule;
  /** What the smallest order value is judged by, as the core judges it. */
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
const WITH_LIMIT: TypeRules = { funded: byLimit, proceeds: byLimit, judged: byLimit };

const RULES: Readonly<Record<OrderType, TypeRules>> = {
  limit: WITH_LIMIT,
  "stop-limit": WITH_LIMIT,
  market: {
    funded: (_, now) => touchTicks("buy", now),
    proceeds: (_, now) => touchTicks("sell", now),
    judged: (_, now) => now.indexTicks,
  },
  "stop-market": { funded: ({ stop }) => aboveTrigger(stop), proceeds: byStop, judged: byStop },
  oco: { funded: byDearerLeg, proceeds: byWorstLeg, judged: byWorstLeg },
  "trailing-stop": {
    funded: (prices, now) => aboveTrigger(trailingTriggerTicks("buy", prices, now)),
    proceeds: (prices, now) => trailingTriggerTicks("sell", prices, now),
    judged: ({ stop }, now) => stop ?? referenceTicks(now),
  },
};

export const rulesOf = (type: OrderType): TypeRules => RULES[type];
