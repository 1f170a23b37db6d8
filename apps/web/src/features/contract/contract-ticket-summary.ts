import type { OrderType, Side } from "@candor/domain/enumerations";
import { isPricedTrigger } from "@candor/domain/order-types";
import { formatDecimal } from "@candor/money/decimal";
import { ticksProblem } from "../../trading/market/form-problem.ts";
import {
  priceText,
  quantityText,
  readLots,
  readQuoteUnits,
  readTicks,
} from "../../trading/market/market-terms.ts";
import type { Payload } from "../../trading/orders/use-placing.ts";
import {
  type MarketNow,
  readPrices,
  referenceTicks,
  sentType,
  type TicketPrices,
} from "../../trading/ticket/ticket-prices.ts";
import { findProblems, type TicketProblem } from "../../trading/ticket/ticket-problems.ts";
import type { ContractField, ContractTicket } from "./contract-ticket-state.ts";
import { hasTrigger, sizeUnitOf } from "./contract-ticket-state.ts";
import { executionOf } from "./execution.ts";
import {
  capUnitsOf,
  exceedsCap,
  largestLots,
  type OrderContext,
  type OrderPlan,
  planOrder,
} from "./order-plan.ts";
import { costOfValue, lotsWithin } from "./order-size.ts";
import { netProfitOf } from "./part-level.ts";

/** Current prices in ticks; undefined if unknown. */
export interface ContractNow extends MarketNow {
  readonly markTicks: number | undefined;
}

/** One side of the ticket: its problems, its effect, and whether it is affordable. */
export interface SideSummary {
  readonly side: Side;
  /** The type that is sent: that of the ticket, or a take-profit. */
  readonly type: OrderType;
  readonly problems: Partial<Record<ContractField, TicketProblem>>;
  /** The order's amount; undefined while it or a price that it depends on is unknown. */
  readonly lots: number | undefined;
  /** Value in quote units of lots given as a size in money; undefined while no price is known. */
  readonly sizeUnitsOf: ((lots: number) => number) | undefined;
  /** Undefined while amount or price is unknown. */
  readonly plan: OrderPlan | undefined;
  /** Largest possible order on this side; undefined if unknown. */
  readonly largest: number | undefined;
  /** Undefined if unknown. An untriggered order needs no funds yet. */
  readonly affordable: boolean | undefined;
  /** Limit in units if the position would exceed what the leverage allows. */
  readonly capUnits: number | undefined;
  /** Average price of a market order in ticks, rounded against the trader; undefined for other types or if unknown. */
  readonly averageTicks: number | undefined;
  /** Whether a market order is larger than the known part of the book, so that its estimate is too good. */
  readonly isBeyondBook: boolean;
  /** Profit and loss at take-profit and stop-loss, less the highest fees of entry and exit. */
  readonly profitUnits: number | undefined;
  readonly lossUnits: number | undefined;
  /** Untriggered: no funds are reserved before the trigger. */
  readonly waits: boolean;
  /** In hedge mode: it closes a position, whatever the amount is. */
  readonly closes: boolean;
  readonly payload: Payload | undefined;
}

/**
 * @param context undefined if logged out or not loaded yet
 * @param leverage for sizes in cost
 */
export function summarizeSide(
  side: Side,
  ticket: ContractTicket,
  now: ContractNow,
  terms: OrderContext["terms"],
  context: OrderContext | undefined,
  leverage = 1,
): SideSummary {
  const prices = readPrices({ ...ticket.order, side }, terms);
  const execution = executionOf(side, ticket, prices, now);
  const unitsOf = (tickLots: number) => tickLots * terms.scale.quoteUnitsPerTickLot;
  const sizeUnitsOf = execution && ((lots: number) => unitsOf(execution.sizeTickLotsOf(lots)));
  const judged = { ...now, lastTicks: triggerTicks(ticket, now) };
  const type = sentType({ ...ticket.order, side }, prices, judged);
  const order = { ...ticket.order, side, type, quantity: quantityOf(ticket, sizeUnitsOf, terms, leverage) };
  const lots = readLots(order.quantity, terms);
  const problems: SideSummary["problems"] = {
    ...findProblems(order, terms, judged, prices, { lots, quoteUnits: undefined }),
  };
  exemptReduceOnly(ticket, lots, problems);
  const entry = prices.limit ?? prices.stop ?? judged.lastTicks;
  const levels = readProtection(side, ticket, terms, entry, problems);
  const waits = order.type !== "limit" && order.type !== "market";
  const planned = execution && { ...execution, side, reduceOnly: ticket.reduceOnly };
  const plan =
    context !== undefined && planned !== undefined && lots !== undefined
      ? planOrder({ ...planned, lots }, context)
      : undefined;
  const isTooLarge =
    context !== undefined && lots !== undefined && !ticket.reduceOnly && exceedsCap(side, lots, context);
  const entryUnits =
    execution === undefined || lots === undefined ? undefined : unitsOf(execution.tickLotsOf(lots));
  const gain = (level: number | undefined): number | undefined =>
    level === undefined || lots === undefined || entryUnits === undefined
      ? undefined
      : netProfitOf(side, entryUnits, unitsOf(level * lots), terms);
  const isComplete = Object.keys(problems).length === 0;
  return {
    side,
    type,
    problems,
    lots,
    sizeUnitsOf,
    plan,
    largest:
      context === undefined || planned === undefined
        ? undefined
        : largestLots({ ...planned, tickLotsOf: planned.worstTickLotsOf }, context),
    affordable:
      plan === undefined || context === undefined
        ? undefined
        : waits || plan.costUnits <= Math.max(0, context.account.usableUnits),
    capUnits: isTooLarge ? capUnitsOf(context) : undefined,
    averageTicks: order.type === "market" && lots !== undefined ? execution?.averageTicksOf(lots) : undefined,
    isBeyondBook: lots !== undefined && execution?.isBeyond(lots) === true,
    profitUnits: gain(levels.takeProfit),
    lossUnits: gain(levels.stopLoss),
    waits,
    closes: ticket.reduceOnly && context?.closingLots !== undefined,
    payload:
      isComplete && lots !== undefined
        ? payloadOf({ ...ticket, order }, terms, prices, lots, levels)
        : undefined,
  };
}

/** Returns the amount in coins; a size in money is rounded down to whole lots, "0" if it is not worth one. */
function quantityOf(
  ticket: ContractTicket,
  unitsOf: SideSummary["sizeUnitsOf"],
  terms: OrderContext["terms"],
  leverage: number,
): string {
  const unit = sizeUnitOf(ticket);
  if (unit === "coin") return ticket.order.quantity;
  if (ticket.size === "") return "";
  const units = readQuoteUnits(ticket.size, terms);
  if (units === undefined) return "0";
  if (unitsOf === undefined) return "";
  const { maxLots } = terms.scale;
  // A value above the largest order is a problem that is shown; a cost buys the largest order.
  const lots =
    unit === "value"
      ? lotsWithin(units, maxLots + 1, unitsOf)
      : lotsWithin(units, maxLots, (each) => costOfValue(unitsOf(each), terms, leverage));
  return lots === 0 || !Number.isSafeInteger(lots * terms.scale.lotUnits) ? "0" : quantityText(lots, terms);
}

/** Returns the current price used for this ticket's triggers. */
function triggerTicks({ triggerBy }: ContractTicket, now: ContractNow): number | undefined {
  if (triggerBy === "mark") return now.markTicks ?? now.indexTicks;
  return triggerBy === "index" ? now.indexTicks : referenceTicks(now);
}

/** Reduce-only orders are exempt from the minimum amount and the minimum value. */
function exemptReduceOnly(
  { reduceOnly }: ContractTicket,
  lots: number | undefined,
  problems: SideSummary["problems"],
): void {
  if (reduceOnly && lots !== undefined && problems.quantity?.reason === "minimum") delete problems.quantity;
}

interface Levels {
  readonly takeProfit: number | undefined;
  readonly stopLoss: number | undefined;
}

function readProtection(
  side: Side,
  ticket: ContractTicket,
  terms: OrderContext["terms"],
  entry: number | undefined,
  problems: SideSummary["problems"],
): Levels {
  if (!ticket.hasProtection) return { takeProfit: undefined, stopLoss: undefined };
  const read = (field: "takeProfit" | "stopLoss"): number | undefined => {
    if (ticket[field] === "") return undefined;
    const ticks = readTicks(ticket[field], terms);
    const isAbove = (field === "takeProfit") === (side === "buy");
    if (ticks === undefined) problems[field] = ticksProblem(ticket[field], terms);
    else if (entry !== undefined && (isAbove ? ticks <= entry : ticks >= entry))
      problems[field] = { reason: isAbove ? "limit-above" : "limit-below", bound: priceText(entry, terms) };
    return ticks;
  };
  const levels = { takeProfit: read("takeProfit"), stopLoss: read("stopLoss") };
  if (ticket.takeProfit === "" && ticket.stopLoss === "") problems.takeProfit = { reason: "empty" };
  return levels;
}

/** @param ticket with the side and the type that are sent */
function payloadOf(
  ticket: ContractTicket,
  terms: OrderContext["terms"],
  prices: TicketPrices,
  lots: number,
  { takeProfit, stopLoss }: Levels,
): Payload {
  const { order } = ticket;
  const { limit, stop, trailingPpm } = prices;
  return {
    symbol: terms.symbol,
    side: order.side,
    type: order.type,
    quantity: quantityText(lots, terms),
    ...(limit !== undefined && { price: priceText(limit, terms) }),
    ...(stop !== undefined && { stopPrice: priceText(stop, terms) }),
    ...(trailingPpm !== undefined && { trailingRate: formatDecimal(trailingPpm, 6) }),
    ...((order.type === "limit" || isPricedTrigger(order.type)) && { timeInForce: order.timeInForce }),
    ...(hasTrigger(ticket) && { triggerBy: ticket.triggerBy }),
    ...(ticket.reduceOnly && { reduceOnly: true }),
    ...(takeProfit !== undefined && { takeProfitPrice: priceText(takeProfit, terms) }),
    ...(stopLoss !== undefined && { stopLossPrice: priceText(stopLoss, terms) }),
  };
}

/** Both sides of the ticket. */
export function summarizeSides(
  ticket: ContractTicket,
  now: ContractNow,
  terms: OrderContext["terms"],
  contextOf: (side: Side) => OrderContext | undefined,
  leverage: number,
): Readonly<Record<Side, SideSummary>> {
  return {
    buy: summarizeSide("buy", ticket, now, terms, contextOf("buy"), leverage),
    sell: summarizeSide("sell", ticket, now, terms, contextOf("sell"), leverage),
  };
}
