import { formatDecimal } from "@candor/money/decimal";
import { multiplyDivideFloor } from "@candor/money/integer";
import type { OrderType, Side, TimeInForce } from "@candor/protocol/enumerations";
import { type MarketTerms, readLots, readQuoteUnits, readTicks } from "./market-terms.ts";

/**
 * The ticket is a reducer: texts as the trader typed them (canonical decimals, "" for empty) and nothing derived.
 * What they mean, cost and lack is in ticket-summary.ts.
 */
export type TicketType = OrderType;

export interface TicketState {
  readonly side: Side;
  readonly type: TicketType;
  readonly price: string;
  readonly stopPrice: string;
  readonly stopLimitPrice: string;
  /** Percent as typed, "1" = 1 %. */
  readonly trailingPercent: string;
  readonly quantity: string;
  /** Only for market orders given in the quote coin, and as the total of limit orders. */
  readonly total: string;
  /** A market order's amount is in the quote coin. */
  readonly inQuote: boolean;
  readonly timeInForce: TimeInForce;
  /** Position of the slider in percent, or undefined after a figure was typed. */
  readonly percent: number | undefined;
}

export type TicketField = "price" | "stopPrice" | "stopLimitPrice" | "trailingPercent" | "quantity" | "total";

export type TicketAction =
  | { readonly kind: "side"; readonly side: Side }
  | { readonly kind: "type"; readonly type: TicketType }
  | {
      readonly kind: "type-in";
      readonly field: TicketField;
      readonly text: string;
      readonly terms: MarketTerms;
    }
  | { readonly kind: "in-quote"; readonly inQuote: boolean }
  | { readonly kind: "time-in-force"; readonly timeInForce: TimeInForce }
  | {
      readonly kind: "percent";
      readonly percent: number;
      readonly terms: MarketTerms;
      /** Available of the coin that is paid with, in units. */
      readonly availableUnits: number;
      /** What a market order is expected to pay, in ticks. */
      readonly marketTicks: number | undefined;
    }
  | { readonly kind: "tap-price"; readonly price: string; readonly terms: MarketTerms }
  | { readonly kind: "market-changed" }
  | { readonly kind: "sent" };

export const EMPTY_TICKET: TicketState = {
  side: "buy",
  type: "limit",
  price: "",
  stopPrice: "",
  stopLimitPrice: "",
  trailingPercent: "1",
  quantity: "",
  total: "",
  inQuote: true,
  timeInForce: "gtc",
  percent: undefined,
};

/** Types whose amount is bound to a price that the ticket knows. */
const hasLimitPrice = (type: TicketType): boolean =>
  type === "limit" || type === "stop-limit" || type === "oco";

/** Whether the amount is given in the quote coin: only a market order can be. */
export const amountInQuote = (ticket: TicketState): boolean => ticket.type === "market" && ticket.inQuote;

export function reduceTicket(ticket: TicketState, action: TicketAction): TicketState {
  switch (action.kind) {
    case "side":
      return { ...ticket, side: action.side, percent: undefined };
    case "type":
      return {
        ...ticket,
        type: action.type,
        percent: undefined,
        total: "",
        timeInForce: allowedTimes(action.type).includes(ticket.timeInForce) ? ticket.timeInForce : "gtc",
      };
    case "type-in":
      return relate(
        { ...ticket, [action.field]: action.text, percent: undefined },
        action.field,
        action.terms,
      );
    case "in-quote":
      return { ...ticket, inQuote: action.inQuote, quantity: "", total: "", percent: undefined };
    case "time-in-force":
      return { ...ticket, timeInForce: action.timeInForce };
    case "percent":
      return takeShare(ticket, action);
    case "tap-price":
      if (ticket.type === "market") return ticket;
      return relate(
        {
          ...ticket,
          [ticket.type === "stop-market" ? "stopPrice" : "price"]: action.price,
          percent: undefined,
        },
        "price",
        action.terms,
      );
    case "market-changed":
      return { ...EMPTY_TICKET, side: ticket.side, type: ticket.type };
    case "sent":
      return { ...ticket, quantity: "", total: "", percent: undefined };
  }
}

/** Times in force that an order type may carry; the first is the default. */
export function allowedTimes(type: TicketType): readonly TimeInForce[] {
  if (type === "limit") return ["gtc", "ioc", "fok", "post-only"];
  if (type === "stop-limit") return ["gtc", "ioc", "fok"];
  return ["gtc"];
}

/** Keeps price × quantity = total for orders with a limit price, whichever of the three was typed. */
function relate(ticket: TicketState, typed: TicketField, terms: MarketTerms): TicketState {
  if (!hasLimitPrice(ticket.type)) return ticket;
  const { scale } = terms;
  const ticks = readTicks(ticket.price, terms);
  if (typed === "total") {
    const units = readQuoteUnits(ticket.total, terms);
    if (ticks === undefined || units === undefined) return ticket;
    const lots = multiplyDivideFloor(units, 1, ticks * scale.quoteUnitsPerTickLot);
    return { ...ticket, quantity: lots === 0 ? "" : lotsText(lots, terms) };
  }
  const lots = readLots(ticket.quantity, terms);
  if (ticks === undefined || lots === undefined) return { ...ticket, total: "" };
  const units = ticks * lots * scale.quoteUnitsPerTickLot;
  return {
    ...ticket,
    total: Number.isSafeInteger(units) ? trimmed(formatDecimal(units, scale.quoteScale)) : "",
  };
}

function takeShare(ticket: TicketState, action: Extract<TicketAction, { kind: "percent" }>): TicketState {
  const { terms, percent } = action;
  const share = multiplyDivideFloor(action.availableUnits, percent, 100);
  const next = { ...ticket, percent };
  if (ticket.side === "sell") {
    if (amountInQuote(ticket)) {
      if (action.marketTicks === undefined) return ticket;
      const lots = multiplyDivideFloor(share, 1, terms.scale.lotUnits);
      const units = lots * action.marketTicks * terms.scale.quoteUnitsPerTickLot;
      return {
        ...next,
        total: trimmed(formatDecimal(units, terms.scale.quoteScale, Math.min(2, terms.scale.quoteScale))),
      };
    }
    return withLots(next, multiplyDivideFloor(share, 1, terms.scale.lotUnits), terms);
  }
  if (amountInQuote(ticket)) {
    return { ...next, total: trimmed(formatDecimal(share, terms.scale.quoteScale)) };
  }
  const ticks = payingTicks(ticket, terms, action.marketTicks);
  if (ticks === undefined) return ticket;
  return withLots(next, multiplyDivideFloor(share, 1, ticks * terms.scale.quoteUnitsPerTickLot), terms);
}

/** The highest price that a buy may have to pay, in ticks. */
function payingTicks(
  ticket: TicketState,
  terms: MarketTerms,
  marketTicks: number | undefined,
): number | undefined {
  switch (ticket.type) {
    case "limit":
    case "stop-limit":
      return readTicks(ticket.price, terms);
    case "oco": {
      const limit = readTicks(ticket.price, terms);
      const stop = readTicks(ticket.stopLimitPrice, terms) ?? readTicks(ticket.stopPrice, terms);
      return limit === undefined || stop === undefined ? undefined : Math.max(limit, stop);
    }
    case "stop-market":
      return readTicks(ticket.stopPrice, terms);
    case "market":
    case "trailing-stop":
      return marketTicks;
  }
}

function withLots(ticket: TicketState, lots: number, terms: MarketTerms): TicketState {
  return relate({ ...ticket, quantity: lots === 0 ? "" : lotsText(lots, terms) }, "quantity", terms);
}

const lotsText = (lots: number, terms: MarketTerms): string =>
  trimmed(formatDecimal(lots * terms.scale.lotUnits, terms.scale.baseScale, terms.scale.quantityDecimals));

/** Drops zeros behind the last digit that counts. */
function trimmed(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
