import type { OrderType, Side, TimeInForce } from "@candor/domain/enumerations";
import { hasLimitPrice as hasOneLimitPrice } from "@candor/domain/order-types";
import { formatDecimal, trimZeros } from "@candor/money/decimal";
import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import {
  type MarketTerms,
  priceText,
  quantityText,
  readLots,
  readQuoteUnits,
  readTicks,
} from "../market/market-terms.ts";
import type { AmountUnit, TicketState } from "./ticket.ts";
import {
  type MarketNow,
  marketFill,
  marketFillOfValue,
  readPrices,
  sizePriceTicks,
} from "./ticket-prices.ts";

export type TicketField =
  | "price"
  | "stopPrice"
  | "stopLimitPrice"
  | "trailingPercent"
  | "quantity"
  | "total"
  | "takeProfit"
  | "stopLoss"
  | "visible";

/** Switches side or type: a price the trader did not choose for it resets to the market price. */
interface Turn {
  readonly terms: MarketTerms;
  /** Undefined if unknown. */
  readonly marketTicks: number | undefined;
}

export type TicketAction =
  | (Turn & { readonly kind: "side"; readonly side: Side })
  | (Turn & { readonly kind: "type"; readonly type: OrderType })
  | {
      readonly kind: "type-in";
      readonly field: TicketField;
      readonly text: string;
      readonly terms: MarketTerms;
    }
  | { readonly kind: "unit"; readonly unit: AmountUnit }
  | { readonly kind: "time-in-force"; readonly timeInForce: TimeInForce }
  | {
      readonly kind: "percent";
      readonly percent: number;
      readonly terms: MarketTerms;
      /** Available amount of the coin paid with, in units. */
      readonly availableUnits: number;
      readonly now: MarketNow;
    }
  | { readonly kind: "exits"; readonly on: boolean }
  | { readonly kind: "iceberg"; readonly on: boolean }
  /** A book row was tapped: its price, plus the amount if its total was tapped. */
  | {
      readonly kind: "tap-price";
      readonly price: string;
      readonly quantity?: string | undefined;
      readonly terms: MarketTerms;
    }
  /** The first known price: initial value of an empty limit price. */
  | { readonly kind: "first-price"; readonly price: string; readonly terms: MarketTerms }
  | { readonly kind: "sent" };

/** @param unit of market orders; undefined for the side's usual one */
export function newTicket(side: Side, unit?: AmountUnit): TicketState {
  return {
    side,
    type: "limit",
    price: "",
    chosenPrices: {},
    stopPrice: "",
    stopLimitPrice: "",
    trailingPercent: "1",
    quantity: "",
    total: "",
    unit,
    ...NO_EXITS,
    ...NO_ICEBERG,
    timeInForce: "gtc",
    percent: undefined,
  };
}

const NO_EXITS = { hasExits: false, takeProfit: "", stopLoss: "" } as const;

const NO_ICEBERG = { isIceberg: false, visible: "" } as const;

/** Whether an order with these terms may be an iceberg: it has a limit price and rests. */
export const canBeIceberg = ({ type, timeInForce }: Pick<TicketState, "type" | "timeInForce">): boolean =>
  (type === "limit" || type === "stop-limit") && (timeInForce === "gtc" || timeInForce === "post-only");

/** Whether the ticket's visible size applies. */
export const isIceberg = (ticket: TicketState): boolean => ticket.isIceberg && canBeIceberg(ticket);

/** Whether take-profit and stop-loss apply: only a limit order can have them. */
export const hasExits = (ticket: TicketState): boolean => ticket.hasExits && ticket.type === "limit";

/** Whether the type has a limit price that links amount and total. */
export const hasLimitPrice = (type: OrderType): boolean => type === "oco" || hasOneLimitPrice(type);

/** Returns the unit of the amount. Orders without a limit price may use the quote coin, as market buys usually do. */
export function amountUnit(ticket: TicketState): AmountUnit {
  if (hasLimitPrice(ticket.type)) return "base";
  return ticket.unit ?? (ticket.type === "market" && ticket.side === "buy" ? "quote" : "base");
}

export function reduceTicket(ticket: TicketState, action: TicketAction): TicketState {
  switch (action.kind) {
    case "side":
      return priceAgain(chooseSide(ticket, action.side), action);
    case "type":
      return priceAgain(chooseType(ticket, action.type), action);
    case "type-in":
      // Changes neither price nor amount.
      if (action.field === "visible") return { ...ticket, visible: action.text };
      return relate(
        keepPrice({ ...ticket, [action.field]: action.text, percent: undefined }, action.field),
        action.field,
        action.terms,
      );
    case "unit":
      return { ...ticket, unit: action.unit, quantity: "", total: "", percent: undefined };
    case "exits":
      return { ...ticket, ...NO_EXITS, hasExits: action.on };
    case "iceberg":
      return { ...ticket, isIceberg: action.on, visible: "" };
    case "time-in-force":
      return { ...ticket, timeInForce: action.timeInForce };
    case "percent":
      return takeShare(ticket, action);
    case "tap-price":
      return takeSum(takePrice(ticket, action.price, action.terms), action.quantity, action.terms);
    case "first-price":
      return ticket.price === "" ? relate({ ...ticket, price: action.price }, "price", action.terms) : ticket;
    case "sent":
      break;
  }
  return { ...ticket, ...NO_EXITS, ...NO_ICEBERG, quantity: "", total: "", percent: undefined };
}

/** Returns the times in force allowed for an order type; the first is the default. */
export function allowedTimes(type: OrderType): readonly TimeInForce[] {
  if (type === "limit") return ["gtc", "ioc", "fok", "post-only"];
  if (type === "stop-limit") return ["gtc", "ioc", "fok"];
  return ["gtc"];
}

function chooseSide(ticket: TicketState, side: Side): TicketState {
  if (side === ticket.side) return ticket;
  // At the same trigger, the other side's stop would be a take-profit.
  const turned = {
    ...ticket,
    side,
    stopPrice: "",
    stopLimitPrice: "",
    takeProfit: "",
    stopLoss: "",
    percent: undefined,
  };
  // An amount in one coin is meaningless in the other.
  return amountUnit(turned) === amountUnit(ticket) ? turned : { ...turned, quantity: "", total: "" };
}

function chooseType(ticket: TicketState, type: OrderType): TicketState {
  const timeInForce = allowedTimes(type).includes(ticket.timeInForce) ? ticket.timeInForce : "gtc";
  // A trailing stop's activation price is not a trigger.
  const isOther = type === "trailing-stop" || ticket.type === "trailing-stop";
  const stopPrice = isOther ? "" : ticket.stopPrice;
  return { ...ticket, type, timeInForce, stopPrice, total: "", percent: undefined };
}

const turnOf = ({ side, type }: TicketState): string => `${side} ${type}`;

function keepPrice(ticket: TicketState, field: TicketField): TicketState {
  if (field !== "price") return ticket;
  return { ...ticket, chosenPrices: { ...ticket.chosenPrices, [turnOf(ticket)]: ticket.price } };
}

function priceAgain(ticket: TicketState, { terms, marketTicks }: Turn): TicketState {
  const market = marketTicks === undefined ? "" : priceText(marketTicks, terms);
  return relate({ ...ticket, price: ticket.chosenPrices[turnOf(ticket)] || market }, "quantity", terms);
}

function takePrice(ticket: TicketState, price: string, terms: MarketTerms): TicketState {
  const chosen = { ...ticket, percent: undefined };
  if (ticket.type === "stop-market") return { ...chosen, stopPrice: price };
  return hasLimitPrice(ticket.type)
    ? relate(keepPrice({ ...chosen, price }, "price"), "price", terms)
    : ticket;
}

/** Sets the amount in the base coin, unless the ticket uses the quote coin. */
function takeSum(ticket: TicketState, quantity: string | undefined, terms: MarketTerms): TicketState {
  if (quantity === undefined || amountUnit(ticket) === "quote") return ticket;
  return relate({ ...ticket, quantity: trimZeros(quantity), percent: undefined }, "quantity", terms);
}

/** Keeps price × quantity = total for orders with a limit price after any of the three changes. */
function relate(ticket: TicketState, typed: TicketField, terms: MarketTerms): TicketState {
  if (!hasLimitPrice(ticket.type)) return ticket;
  const { scale } = terms;
  const ticks = readTicks(ticket.price, terms);
  if (typed === "total") {
    const units = readQuoteUnits(ticket.total, terms);
    if (ticks === undefined || units === undefined) return { ...ticket, quantity: "" };
    return { ...ticket, quantity: lotsEntry(divideFloor(units, ticks * scale.quoteUnitsPerTickLot), terms) };
  }
  const lots = readLots(ticket.quantity, terms);
  if (ticks === undefined || lots === undefined) return { ...ticket, total: "" };
  const units = ticks * lots * scale.quoteUnitsPerTickLot;
  return { ...ticket, total: Number.isSafeInteger(units) ? entry(units, scale.quoteScale) : "" };
}

function takeShare(ticket: TicketState, action: Extract<TicketAction, { kind: "percent" }>): TicketState {
  const { terms, percent, now } = action;
  const { scale } = terms;
  const share = multiplyDivideFloor(action.availableUnits, percent, 100);
  const next = { ...ticket, percent };
  const inQuote = amountUnit(ticket) === "quote";
  if (ticket.side === "sell") {
    const lots = divideFloor(share, scale.lotUnits);
    if (!inQuote) return withLots(next, lots, terms);
    const tickLots = valueOfSell(ticket, lots, action);
    if (tickLots === undefined) return ticket;
    return { ...next, total: entry(tickLots * scale.quoteUnitsPerTickLot, scale.quoteScale) };
  }
  if (inQuote) return { ...next, total: entry(share, scale.quoteScale) };
  const tickLots = divideFloor(share, scale.quoteUnitsPerTickLot);
  if (ticket.type === "market") {
    const fill = marketFillOfValue("buy", tickLots, now);
    return fill === undefined ? ticket : withLots(next, fill.lots, terms);
  }
  const ticks = sizePriceTicks(ticket, readPrices(ticket, terms), now);
  return ticks === undefined ? ticket : withLots(next, divideFloor(tickLots, ticks), terms);
}

/** Returns the value of selling lots, in ticks × lots; undefined if no price is known. */
function valueOfSell(
  ticket: TicketState,
  lots: number,
  { terms, now }: Extract<TicketAction, { kind: "percent" }>,
): number | undefined {
  if (ticket.type === "market") return marketFill("sell", lots, now)?.tickLots;
  const ticks = sizePriceTicks(ticket, readPrices(ticket, terms), now);
  return ticks === undefined ? undefined : lots * ticks;
}

function withLots(ticket: TicketState, lots: number, terms: MarketTerms): TicketState {
  return relate({ ...ticket, quantity: lotsEntry(lots, terms) }, "quantity", terms);
}

const lotsEntry = (lots: number, terms: MarketTerms): string =>
  lots === 0 ? "" : trimZeros(quantityText(lots, terms));

/** Formats units as user input; empty for zero. */
const entry = (units: number, scale: number): string =>
  units === 0 ? "" : trimZeros(formatDecimal(units, scale));
