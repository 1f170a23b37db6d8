import type { OrderType, Side } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import { divideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { averageTicks, type BookFill } from "../market/book-fill.ts";
import {
  type MarketTerms,
  priceText,
  quantityText,
  readLots,
  readQuoteUnits,
} from "../market/market-terms.ts";
import type { TicketState } from "./ticket.ts";
import {
  findExitProblems,
  type PendingOrder,
  pendingOrders,
  readExits,
  type TicketExits,
} from "./ticket-exits.ts";
import {
  type MarketNow,
  marketFill,
  marketFillOfValue,
  readPrices,
  rulesOf,
  sentType,
  sizePriceTicks,
  type TicketPrices,
} from "./ticket-prices.ts";
import { findProblems, type TicketAmount, type TicketProblems } from "./ticket-problems.ts";
import { amountUnit, isIceberg } from "./ticket-state.ts";
import { findVisibleProblem } from "./visible-size.ts";

interface OcoLegs {
  readonly limitUnits: number | undefined;
  readonly stopUnits: number | undefined;
}

/** A ticket's meaning, cost and problems. All integers; unknown is undefined, never zero. */
export interface TicketSummary {
  readonly problems: TicketProblems;
  /** The type that is sent: that of the ticket, or a take-profit. */
  readonly type: OrderType;
  /** The amount in lots; undefined if it is invalid or the order is sized in the quote coin. */
  readonly lots: number | undefined;
  /** Maximum fee at that price, in the coin received. */
  readonly feeUnits: number | undefined;
  /** Amount received after the fee if everything fills at the ticket's own worst price. */
  readonly receiveUnits: number | undefined;
  readonly receives: "base" | "quote";
  /** What each leg of an OCO sell pays after its fee, because only one of the two fills. */
  readonly legs: OcoLegs | undefined;
  /** Whether `receiveUnits` follows from the ticket itself; otherwise it is an estimate at the current market price. */
  readonly isReceiveExact: boolean;
  /** Amount the order freezes, in units of the coin paid with; an estimate for market orders. */
  readonly paysUnits: number | undefined;
  readonly affordable: boolean | undefined;
  /** Average price of a market order in ticks, rounded against the trader; undefined for other types or if unknown. */
  readonly averageTicks: number | undefined;
  /** Whether a market order is larger than the known part of the book, so that its estimate is too good. */
  readonly isBeyondBook: boolean;
  /** Take-profit and stop-loss of a limit order; undefined if it has none. */
  readonly exits: TicketExits | undefined;
  /** Payload of the call; undefined while the ticket is invalid. */
  readonly payload: SpotPayload | undefined;
}

/** The call's fields; `pending` only with take-profit or stop-loss. */
export type SpotPayload = Readonly<Record<string, string | readonly PendingOrder[]>>;

/** @param availableUnits available balance of the coin that pays; undefined if unknown */
export function summarizeTicket(
  ticket: TicketState,
  terms: MarketTerms,
  now: MarketNow,
  availableUnits: number | undefined,
): TicketSummary {
  const prices = readPrices(ticket, terms);
  const amount = readAmount(ticket, terms, prices, now);
  const type = sentType(ticket, prices, now);
  const problems = findProblems({ ...ticket, type }, terms, now, prices, amount);
  const exits = readExits(ticket, terms, { lots: amount.lots, ticks: prices.limit });
  findExitProblems(ticket, terms, now, exits, prices.limit, problems);
  findVisibleProblem(ticket, terms, amount.lots, problems);
  const isBuy = ticket.side === "buy";
  const rules = rulesOf(ticket.type);
  const fill = ticket.type === "market" ? fillOf(ticket.side, amount, terms, now) : undefined;
  const baseUnits = baseUnitsOf(fill?.lots ?? amount.lots, terms);
  const received = isBuy
    ? baseUnits
    : (amount.quoteUnits ??
      quoteUnitsOf(fill, terms) ??
      product(amount.lots, rules.proceeds(prices, now), terms));
  const { makerFeePpm, takerFeePpm } = terms;
  const feePpm = ticket.timeInForce === "post-only" ? makerFeePpm : Math.max(makerFeePpm, takerFeePpm);
  const feeOf = (units: number | undefined) =>
    units === undefined ? undefined : feeInVenueFavour(units, feePpm);
  const legs = isBuy || ticket.type !== "oco" ? undefined : ocoLegs(amount.lots, prices, terms);
  // The dearer leg costs more.
  const feeUnits = feeOf(legs?.limitUnits ?? received);
  const paysUnits = isBuy
    ? (amount.quoteUnits ??
      quoteUnitsOf(fill, terms) ??
      product(amount.lots, rules.funded(prices, now), terms))
    : baseUnits;
  const isComplete = Object.keys(problems).length === 0;
  const afterFee = (units: number | undefined) => {
    const fee = feeOf(units);
    return units === undefined || fee === undefined ? undefined : units - fee;
  };
  return {
    problems,
    type,
    lots: amount.lots,
    feeUnits,
    receiveUnits: afterFee(received),
    legs: legs && { limitUnits: afterFee(legs.limitUnits), stopUnits: afterFee(legs.stopUnits) },
    receives: isBuy ? "base" : "quote",
    isReceiveExact: isBuy ? !isSizedInQuote(ticket) : hasWorstPrice(ticket, prices),
    paysUnits,
    affordable:
      availableUnits === undefined || paysUnits === undefined ? undefined : paysUnits <= availableUnits,
    averageTicks: fill && averageTicks(ticket.side, fill),
    isBeyondBook: fill?.isBeyond === true,
    exits,
    payload: isComplete
      ? {
          ...payloadOf(ticket, terms, prices, amount),
          type,
          ...(exits && { pending: pendingOrders(ticket.side, exits, terms) }),
        }
      : undefined,
  };
}

const ocoLegs = (lots: number | undefined, prices: TicketPrices, terms: MarketTerms): OcoLegs => ({
  limitUnits: product(lots, prices.limit, terms),
  stopUnits: product(lots, prices.stopLimit ?? prices.stop, terms),
});

/** Whether a sell has a minimum price. */
const hasWorstPrice = ({ type }: TicketState, { stopLimit }: TicketPrices): boolean =>
  type === "limit" || type === "stop-limit" || (type === "oco" && stopLimit !== undefined);

/** Whether the exchange itself turns a value into an amount; for other types the ticket does. */
export const isSizedInQuote = (ticket: TicketState): boolean =>
  ticket.type === "market" && amountUnit(ticket) === "quote";

/** A value becomes the most whole lots that freeze or are worth no more; the exchange does that for market orders. */
function readAmount(
  ticket: TicketState,
  terms: MarketTerms,
  prices: TicketPrices,
  now: MarketNow,
): TicketAmount {
  if (amountUnit(ticket) === "base") return { lots: readLots(ticket.quantity, terms), quoteUnits: undefined };
  const units = readQuoteUnits(ticket.total, terms);
  if (isSizedInQuote(ticket)) return { lots: undefined, quoteUnits: units };
  const ticks = sizePriceTicks(ticket, prices, now);
  if (units === undefined || ticks === undefined) return { lots: undefined, quoteUnits: undefined };
  return { lots: divideFloor(units, ticks * terms.scale.quoteUnitsPerTickLot), quoteUnits: undefined };
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

/** Returns what a market order takes from the book; undefined while its amount or every price is unknown. */
function fillOf(
  side: Side,
  { lots, quoteUnits }: TicketAmount,
  { scale }: MarketTerms,
  now: MarketNow,
): BookFill | undefined {
  if (lots !== undefined) return marketFill(side, lots, now);
  if (quoteUnits === undefined) return undefined;
  return marketFillOfValue(side, divideFloor(quoteUnits, scale.quoteUnitsPerTickLot), now);
}

const baseUnitsOf = (lots: number | undefined, { scale }: MarketTerms): number | undefined =>
  lots === undefined ? undefined : lots * scale.lotUnits;

const quoteUnitsOf = (fill: BookFill | undefined, terms: MarketTerms): number | undefined =>
  product(fill?.tickLots, 1, terms);

function payloadOf(
  ticket: TicketState,
  terms: MarketTerms,
  prices: TicketPrices,
  amount: TicketAmount,
): Readonly<Record<string, string>> {
  const { limit, stop, stopLimit, trailingPpm } = prices;
  const { lots, quoteUnits } = amount;
  return {
    product: "spot",
    symbol: terms.symbol,
    side: ticket.side,
    ...(lots !== undefined && { quantity: quantityText(lots, terms) }),
    ...(quoteUnits !== undefined && { quoteQuantity: formatDecimal(quoteUnits, terms.scale.quoteScale) }),
    ...(limit !== undefined && { price: priceText(limit, terms) }),
    ...(stop !== undefined && { stopPrice: priceText(stop, terms) }),
    ...(stopLimit !== undefined && { stopLimitPrice: priceText(stopLimit, terms) }),
    ...(trailingPpm !== undefined && { trailingRate: formatDecimal(trailingPpm, 6) }),
    ...(isIceberg(ticket) && { visibleQuantity: quantityText(readLots(ticket.visible, terms) ?? 0, terms) }),
    ...((ticket.type === "limit" || ticket.type === "stop-limit") && { timeInForce: ticket.timeInForce }),
  };
}
