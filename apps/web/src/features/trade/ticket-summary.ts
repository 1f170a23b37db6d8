import { formatDecimal } from "@candor/money/decimal";
import { feeInVenueFavour } from "@candor/money/rounding";
import { type MarketTerms, readLots, readQuoteUnits, readTicks } from "./market-terms.ts";
import { amountInQuote, type TicketField, type TicketState } from "./ticket-state.ts";

/** What a ticket means, costs and lacks. Everything in integers; undefined is unknown, never zero. */
export interface TicketSummary {
  readonly problems: Readonly<Partial<Record<TicketField, TicketProblem>>>;
  /** In the quote coin. */
  readonly valueUnits: number | undefined;
  /** The most that the fee can be, in the coin that is received. */
  readonly feeUnits: number | undefined;
  /** The least that is received when all of it fills at the limit, in units of the coin received. */
  readonly receiveUnits: number | undefined;
  readonly receives: "base" | "quote";
  /** What the order freezes, in units of the coin that is paid with. */
  readonly paysUnits: number | undefined;
  readonly affordable: boolean | undefined;
  /** The call's payload, present when the ticket can be sent. */
  readonly payload: Readonly<Record<string, string>> | undefined;
}

export interface TicketProblem {
  readonly reason: "empty" | "tick" | "lot" | "minimum" | "maximum" | "range" | "trigger-side";
  /** The bound that was crossed, as a decimal string with its coin. */
  readonly bound?: string;
  readonly coin?: string;
}

export interface MarketNow {
  readonly lastTicks: number | undefined;
  readonly bidTicks: number | undefined;
  readonly askTicks: number | undefined;
}

const MIN_TRAILING_PPM = 1_000;
const MAX_TRAILING_PPM = 200_000;

export function summariseTicket(
  ticket: TicketState,
  terms: MarketTerms,
  now: MarketNow,
  availableUnits: number | undefined,
): TicketSummary {
  const problems: Partial<Record<TicketField, TicketProblem>> = {};
  const prices = readPrices(ticket, terms, now, problems);
  const amount = readAmount(ticket, terms, problems);
  const valueTicks = valuationTicks(ticket, prices, now);
  const valueUnits = amount.quoteUnits ?? product(amount.lots, valueTicks, terms);
  checkBounds(ticket, terms, amount.lots, valueUnits, problems);

  const buying = ticket.side === "buy";
  const received = buying ? receivedBase(amount, valueUnits, valueTicks, terms) : valueUnits;
  const feePpm = ticket.timeInForce === "post-only" ? terms.makerFeePpm : terms.takerFeePpm;
  const feeUnits = received === undefined ? undefined : feeInVenueFavour(received, feePpm);
  const paysUnits = buying
    ? valueUnits
    : amount.lots === undefined
      ? sellableUnits(valueUnits, valueTicks, terms)
      : amount.lots * terms.scale.lotUnits;
  const affordable =
    availableUnits === undefined || paysUnits === undefined ? undefined : paysUnits <= availableUnits;
  const complete = Object.keys(problems).length === 0;
  return {
    problems,
    valueUnits,
    feeUnits,
    receiveUnits: received === undefined || feeUnits === undefined ? undefined : received - feeUnits,
    receives: buying ? "base" : "quote",
    paysUnits,
    affordable,
    payload: complete ? payloadOf(ticket, terms, prices, amount) : undefined,
  };
}

interface Prices {
  readonly limit: number | undefined;
  readonly stop: number | undefined;
  readonly stopLimit: number | undefined;
  readonly trailingPpm: number | undefined;
}

interface Amount {
  readonly lots: number | undefined;
  readonly quoteUnits: number | undefined;
}

type Problems = Partial<Record<TicketField, TicketProblem>>;

function readPrices(ticket: TicketState, terms: MarketTerms, now: MarketNow, problems: Problems): Prices {
  const tick = formatDecimal(terms.scale.tickE8, 8, terms.scale.priceDecimals);
  const price = (field: "price" | "stopPrice" | "stopLimitPrice", needed: boolean): number | undefined => {
    if (ticket[field] === "") {
      if (needed) problems[field] = { reason: "empty" };
      return undefined;
    }
    const ticks = readTicks(ticket[field], terms);
    if (ticks === undefined) problems[field] = { reason: "tick", bound: tick, coin: terms.quote };
    return ticks;
  };
  const { type } = ticket;
  const limit =
    type === "limit" || type === "stop-limit" || type === "oco" ? price("price", true) : undefined;
  const needsStop = type === "stop-limit" || type === "stop-market" || type === "oco";
  const stop = needsStop || type === "trailing-stop" ? price("stopPrice", needsStop) : undefined;
  const stopLimit = type === "oco" ? price("stopLimitPrice", false) : undefined;
  if (stop !== undefined && needsStop && now.lastTicks !== undefined) {
    const wrongSide = ticket.side === "buy" ? stop <= now.lastTicks : stop >= now.lastTicks;
    if (wrongSide) {
      const bound = formatDecimal(now.lastTicks * terms.scale.tickE8, 8, terms.scale.priceDecimals);
      problems.stopPrice = { reason: "trigger-side", bound, coin: terms.quote };
    }
  }
  return {
    limit,
    stop,
    stopLimit,
    trailingPpm: type === "trailing-stop" ? readTrailing(ticket, problems) : undefined,
  };
}

function readTrailing(ticket: TicketState, problems: Problems): number | undefined {
  const match = /^([0-9]{1,2})(?:\.([0-9]))?$/.exec(ticket.trailingPercent);
  const ppm = match === null ? undefined : Number(match[1]) * 10_000 + Number(match[2] ?? "0") * 1_000;
  if (ppm === undefined || ppm < MIN_TRAILING_PPM || ppm > MAX_TRAILING_PPM) {
    problems.trailingPercent = { reason: "range" };
    return undefined;
  }
  return ppm;
}

function readAmount(ticket: TicketState, terms: MarketTerms, problems: Problems): Amount {
  if (amountInQuote(ticket)) {
    const quoteUnits = readQuoteUnits(ticket.total, terms);
    if (quoteUnits === undefined) problems.total = { reason: ticket.total === "" ? "empty" : "range" };
    return { lots: undefined, quoteUnits };
  }
  const lots = readLots(ticket.quantity, terms);
  if (lots === undefined) {
    const lot = formatDecimal(terms.scale.lotUnits, terms.scale.baseScale, terms.scale.quantityDecimals);
    problems.quantity =
      ticket.quantity === "" ? { reason: "empty" } : { reason: "lot", bound: lot, coin: terms.base };
  }
  return { lots, quoteUnits: undefined };
}

/** The price that an order is valued at: its own limit, else what the market would make of it now. */
function valuationTicks(ticket: TicketState, prices: Prices, now: MarketNow): number | undefined {
  const touch = (ticket.side === "buy" ? now.askTicks : now.bidTicks) ?? now.lastTicks;
  switch (ticket.type) {
    case "limit":
    case "stop-limit":
      return prices.limit;
    case "oco": {
      const stop = prices.stopLimit ?? prices.stop;
      if (prices.limit === undefined || stop === undefined) return prices.limit;
      return ticket.side === "buy" ? Math.max(prices.limit, stop) : Math.min(prices.limit, stop);
    }
    case "stop-market":
      return prices.stop;
    case "market":
    case "trailing-stop":
      return touch;
  }
}

function product(
  lots: number | undefined,
  ticks: number | undefined,
  terms: MarketTerms,
): number | undefined {
  if (lots === undefined || ticks === undefined) return undefined;
  const units = lots * ticks * terms.scale.quoteUnitsPerTickLot;
  return Number.isSafeInteger(units) ? units : undefined;
}

function receivedBase(
  amount: Amount,
  valueUnits: number | undefined,
  ticks: number | undefined,
  terms: MarketTerms,
): number | undefined {
  if (amount.lots !== undefined) return amount.lots * terms.scale.lotUnits;
  return sellableUnits(valueUnits, ticks, terms);
}

/** Base units that a value in the quote coin stands for at a price, whole lots only. */
function sellableUnits(
  valueUnits: number | undefined,
  ticks: number | undefined,
  terms: MarketTerms,
): number | undefined {
  if (valueUnits === undefined || ticks === undefined) return undefined;
  const lotValue = ticks * terms.scale.quoteUnitsPerTickLot;
  return ((valueUnits - (valueUnits % lotValue)) / lotValue) * terms.scale.lotUnits;
}

function checkBounds(
  ticket: TicketState,
  terms: MarketTerms,
  lots: number | undefined,
  valueUnits: number | undefined,
  problems: Problems,
): void {
  const { scale } = terms;
  const field = amountInQuote(ticket) ? "total" : "quantity";
  const quantity = (count: number) =>
    formatDecimal(count * scale.lotUnits, scale.baseScale, scale.quantityDecimals);
  if (lots !== undefined && lots < scale.minLots) {
    problems[field] = { reason: "minimum", bound: quantity(scale.minLots), coin: terms.base };
  } else if (lots !== undefined && lots > scale.maxLots) {
    problems[field] = { reason: "maximum", bound: quantity(scale.maxLots), coin: terms.base };
  } else if (valueUnits !== undefined && valueUnits < scale.minNotionalUnits) {
    const bound = formatDecimal(scale.minNotionalUnits, scale.quoteScale).replace(/\.?0+$/, "");
    problems[field] = { reason: "minimum", bound, coin: terms.quote };
  }
}

function payloadOf(
  ticket: TicketState,
  terms: MarketTerms,
  prices: Prices,
  amount: Amount,
): Readonly<Record<string, string>> {
  const { scale } = terms;
  const price = (ticks: number) => formatDecimal(ticks * scale.tickE8, 8, scale.priceDecimals);
  const payload: Record<string, string> = {
    product: "spot",
    symbol: terms.symbol,
    side: ticket.side,
    type: ticket.type,
  };
  if (amount.lots !== undefined) {
    payload.quantity = formatDecimal(amount.lots * scale.lotUnits, scale.baseScale, scale.quantityDecimals);
  }
  if (amount.quoteUnits !== undefined)
    payload.quoteQuantity = formatDecimal(amount.quoteUnits, scale.quoteScale);
  if (prices.limit !== undefined) payload.price = price(prices.limit);
  if (prices.stop !== undefined) payload.stopPrice = price(prices.stop);
  if (prices.stopLimit !== undefined) payload.stopLimitPrice = price(prices.stopLimit);
  if (prices.trailingPpm !== undefined) payload.trailingRate = formatDecimal(prices.trailingPpm, 6);
  if (ticket.type === "limit" || ticket.type === "stop-limit") payload.timeInForce = ticket.timeInForce;
  return payload;
}
