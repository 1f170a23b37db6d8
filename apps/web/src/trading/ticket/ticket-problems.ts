import { isPricedTrigger, triggersUpward } from "@candor/domain/order-types";
import { formatDecimal, trimZeros } from "@candor/money/decimal";
import { multiplyDivideFloor } from "@candor/money/integer";
import { lotsProblem, ticksProblem } from "../market/form-problem.ts";
import { type MarketTerms, priceText, quantityText, readQuoteUnits } from "../market/market-terms.ts";
import type { TicketState } from "./ticket.ts";
import {
  isFixedTrigger,
  type MarketNow,
  referenceTicks,
  rulesOf,
  type TicketPrices,
} from "./ticket-prices.ts";
import { amountUnit, hasLimitPrice, type TicketField } from "./ticket-state.ts";

/** Why a field is invalid. */
export interface TicketProblem {
  readonly reason:
    | "empty"
    | "tick"
    | "lot"
    | "minimum"
    | "maximum"
    | "range"
    | "band"
    | "trigger-above"
    | "trigger-below"
    | "trigger-reached"
    | "price-above"
    | "price-below"
    | "limit-above"
    | "limit-below"
    | "above-market"
    | "below-market";
  /** The violated bound as a decimal string; for a band, the lower one. */
  readonly bound?: string;
  readonly upper?: string;
  readonly coin?: string;
}

export type TicketProblems = Partial<Record<TicketField, TicketProblem>>;

/** The parsed amount: lots, or a value in quote units. */
export interface TicketAmount {
  readonly lots: number | undefined;
  readonly quoteUnits: number | undefined;
}

/**
 * Returns all problems by field: the server's rules, checked before sending.
 * @param ticket with the type that it sends
 */
export function findProblems(
  ticket: TicketState,
  terms: MarketTerms,
  now: MarketNow,
  prices: TicketPrices,
  amount: TicketAmount,
): TicketProblems {
  const problems: TicketProblems = {};
  findPriceForms(ticket, terms, prices, problems);
  findTriggerProblem(ticket, terms, now, prices, problems);
  findRestProblem(ticket, terms, now, prices, problems);
  findBandProblems(ticket, terms, now, prices, problems);
  findAmountProblem(ticket, terms, now, prices, amount, problems);
  return problems;
}

/** Missing prices and prices that are not multiples of the tick. */
function findPriceForms(
  ticket: TicketState,
  terms: MarketTerms,
  prices: TicketPrices,
  problems: TicketProblems,
): void {
  const check = (
    field: "price" | "stopPrice" | "stopLimitPrice",
    ticks: number | undefined,
    isNeeded: boolean,
  ) => {
    if (ticks !== undefined) return;
    if (ticket[field] !== "") problems[field] = ticksProblem(ticket[field], terms);
    else if (isNeeded) problems[field] = { reason: "empty" };
  };
  const { type } = ticket;
  if (hasLimitPrice(type)) check("price", prices.limit, true);
  if (type === "trailing-stop") check("stopPrice", prices.stop, false);
  else if (type !== "limit" && type !== "market") check("stopPrice", prices.stop, true);
  if (type === "oco") check("stopLimitPrice", prices.stopLimit, false);
  if (type === "trailing-stop" && prices.trailingPpm === undefined) {
    problems.trailingPercent = { reason: ticket.trailingPercent === "" ? "empty" : "range" };
  }
}

/** A trigger must not be reached already. A stop or take-profit may be on either side, see `sentType`. */
function findTriggerProblem(
  ticket: TicketState,
  terms: MarketTerms,
  now: MarketNow,
  { stop, limit }: TicketPrices,
  problems: TicketProblems,
): void {
  const reference = referenceTicks(now);
  if (stop === undefined) return;
  // An OCO's trigger is that of its stop.
  const isRising = triggersUpward(ticket.side, ticket.type === "oco" ? "stop-market" : ticket.type);
  if (reference !== undefined && (isRising ? stop <= reference : stop >= reference)) {
    problems.stopPrice = {
      reason: isFixedTrigger(ticket.type) ? "trigger-reached" : isRising ? "trigger-above" : "trigger-below",
      bound: priceText(reference, terms),
      coin: terms.quote,
    };
  }
  if (ticket.type !== "oco" || limit === undefined) return;
  if (ticket.side === "sell" ? limit <= stop : limit >= stop) {
    problems.price = {
      reason: ticket.side === "sell" ? "limit-above" : "limit-below",
      bound: priceText(stop, terms),
      coin: terms.quote,
    };
  }
}

/** The limit leg of an OCO must rest in the book. */
function findRestProblem(
  { side, type }: TicketState,
  terms: MarketTerms,
  { bids, asks }: MarketNow,
  { limit }: TicketPrices,
  problems: TicketProblems,
): void {
  const isSell = side === "sell";
  const best = (isSell ? bids : asks)[0]?.[0];
  if (type !== "oco" || limit === undefined || best === undefined || problems.price !== undefined) return;
  if (isSell ? limit > best : limit < best) return;
  problems.price = {
    reason: isSell ? "above-market" : "below-market",
    bound: priceText(best, terms),
    coin: terms.quote,
  };
}

/** Limit prices must be near the index, or near the trigger if there is one. */
function findBandProblems(
  ticket: TicketState,
  terms: MarketTerms,
  now: MarketNow,
  prices: TicketPrices,
  problems: TicketProblems,
): void {
  const check = (
    field: "price" | "stopLimitPrice",
    ticks: number | undefined,
    around: number | undefined,
  ) => {
    if (ticks === undefined || around === undefined || problems[field] !== undefined) return;
    const reach = multiplyDivideFloor(around, terms.priceBandPpm, 1_000_000);
    if (ticks >= around - reach && ticks <= around + reach) return;
    const [bound, upper] = [priceText(Math.max(1, around - reach), terms), priceText(around + reach, terms)];
    problems[field] = { reason: "band", bound, upper, coin: terms.quote };
  };
  check("price", prices.limit, isPricedTrigger(ticket.type) ? prices.stop : now.indexTicks);
  check("stopLimitPrice", prices.stopLimit, prices.stop);
}

function findAmountProblem(
  ticket: TicketState,
  terms: MarketTerms,
  now: MarketNow,
  prices: TicketPrices,
  { lots, quoteUnits }: TicketAmount,
  problems: TicketProblems,
): void {
  const { scale, base, quote } = terms;
  const inQuote = amountUnit(ticket) === "quote";
  const field = inQuote ? "total" : "quantity";
  const say = (problem: TicketProblem) => {
    problems[field] = problem;
  };
  if (lots === undefined && quoteUnits === undefined) {
    if (ticket[field] === "") return say({ reason: "empty" });
    // The amount follows from a price that is missing, which is a problem of its own.
    if (inQuote && readQuoteUnits(ticket.total, terms) !== undefined) return;
    return say(
      inQuote
        ? { reason: "minimum", bound: notionalText(terms), coin: quote }
        : lotsProblem(ticket.quantity, terms),
    );
  }
  if (lots !== undefined && lots < scale.minLots)
    return say({ reason: "minimum", bound: quantityText(scale.minLots, terms), coin: base });
  if (lots !== undefined && lots > scale.maxLots)
    return say({ reason: "maximum", bound: quantityText(scale.maxLots, terms), coin: base });
  const ticks = rulesOf(ticket.type).judged(prices, now);
  const value =
    quoteUnits ??
    (lots === undefined || ticks === undefined ? undefined : lots * ticks * scale.quoteUnitsPerTickLot);
  if (value !== undefined && value < scale.minNotionalUnits)
    say({ reason: "minimum", bound: notionalText(terms), coin: quote });
}

const notionalText = ({ scale }: MarketTerms): string =>
  trimZeros(formatDecimal(scale.minNotionalUnits, scale.quoteScale));
