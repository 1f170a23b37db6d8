import type { Side } from "@candor/domain/enumerations";
import { divideFloor, multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { ticksProblem } from "../market/form-problem.ts";
import {
  type MarketTerms,
  priceText,
  protectedTicks,
  quantityText,
  readTicks,
} from "../market/market-terms.ts";
import type { TicketState } from "./ticket.ts";
import type { MarketNow } from "./ticket-prices.ts";
import type { TicketProblems } from "./ticket-problems.ts";
import { hasExits } from "./ticket-state.ts";

const PPM = 1_000_000;
/** Fills of the first order whose fees may each be rounded up without leaving too little to sell. */
const ROUNDED_FILLS = 1_000;

/** Take-profit and stop-loss of a spot order: what they trade and what comes of it. */
export interface TicketExits {
  /** Amount of each; only one of the two fills. */
  readonly lots: number;
  readonly takeProfitTicks: number | undefined;
  readonly stopLossTicks: number | undefined;
  /**
   * Profit in quote units after the highest fees of both orders, undefined without the level. What a buy leaves unsold
   * keeps its share of the cost, as on the profit page.
   */
  readonly atTakeProfitUnits: number | undefined;
  readonly atStopLossUnits: number | undefined;
  /** Quote units that must be available in addition to the first order's proceeds; 0 after a buy. */
  readonly extraUnits: number;
}

/** One pending order, as the wire describes it. */
export type PendingOrder = Readonly<Record<"side" | "type" | "quantity", string>> &
  Readonly<Partial<Record<"price" | "stopPrice", string>>>;

interface Entry {
  readonly lots: number | undefined;
  readonly ticks: number | undefined;
}

/**
 * Returns the exits of a limit order; undefined if it has none or its amount or price is unknown. After a buy they sell
 * what is received at the highest fee, in whole lots; after a sell they buy the same amount back.
 */
export function readExits(
  ticket: TicketState,
  terms: MarketTerms,
  { lots, ticks }: Entry,
): TicketExits | undefined {
  if (!hasExits(ticket) || lots === undefined || ticks === undefined) return undefined;
  if (lots > terms.scale.maxLots) return undefined;
  const isBuy = ticket.side === "buy";
  const feePpm = Math.max(terms.makerFeePpm, terms.takerFeePpm);
  const factor = terms.scale.quoteUnitsPerTickLot;
  const exitLots = isBuy ? soldAfter(lots, feePpm, terms) : lots;
  const takeProfitTicks = readTicks(ticket.takeProfit, terms);
  const stopLossTicks = readTicks(ticket.stopLoss, terms);
  const entryUnits = lots * ticks * factor;
  const costUnits = isBuy ? costOfSold(lots, exitLots, entryUnits, feePpm, terms) : entryUnits;
  const proceeds = entryUnits - feeInVenueFavour(entryUnits, feePpm);
  const result = (level: number | undefined): number | undefined => {
    const value = exitLots * (level ?? 0) * factor;
    if (level === undefined || !Number.isSafeInteger(value)) return undefined;
    const fee = feeInVenueFavour(value, feePpm);
    return isBuy ? value - fee - costUnits : proceeds - value - fee;
  };
  const dearest = Math.max(
    takeProfitTicks ?? 0,
    stopLossTicks === undefined ? 0 : protectedTicks(stopLossTicks),
  );
  return {
    lots: exitLots,
    takeProfitTicks,
    stopLossTicks,
    atTakeProfitUnits: result(takeProfitTicks),
    atStopLossUnits: result(stopLossTicks),
    extraUnits: isBuy
      ? 0
      : Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, exitLots * dearest * factor - proceeds)),
  };
}

/** Returns the whole lots left of a buy after its fee, even if it fills in many parts that are each rounded up. */
function soldAfter(lots: number, feePpm: number, { scale }: MarketTerms): number {
  const bought = lots * scale.lotUnits;
  const rounding = Math.min(lots, ROUNDED_FILLS);
  return Math.max(0, divideFloor(bought - feeInVenueFavour(bought, feePpm) - rounding, scale.lotUnits));
}

/** Returns the cost of the sold part of what a buy leaves after its fee, rounded up. */
function costOfSold(
  lots: number,
  soldLots: number,
  entryUnits: number,
  feePpm: number,
  { scale }: MarketTerms,
): number {
  const bought = lots * scale.lotUnits;
  const received = bought - feeInVenueFavour(bought, feePpm);
  return received <= 0 ? entryUnits : multiplyDivideCeil(entryUnits, soldLots * scale.lotUnits, received);
}

/** Adds the problems of the two levels: a missing one, off the tick, on the wrong side of the order's price. */
export function findExitProblems(
  ticket: TicketState,
  terms: MarketTerms,
  now: MarketNow,
  exits: TicketExits | undefined,
  entryTicks: number | undefined,
  problems: TicketProblems,
): void {
  if (!hasExits(ticket)) return;
  if (ticket.takeProfit === "" && ticket.stopLoss === "") problems.takeProfit = { reason: "empty" };
  checkLevel("takeProfit", ticket.side === "buy");
  checkLevel("stopLoss", ticket.side === "sell");
  findBandProblem();
  if (exits !== undefined && exits.lots < terms.scale.minLots && problems.quantity === undefined)
    problems.quantity = {
      reason: "minimum",
      bound: quantityText(terms.scale.minLots + 1, terms),
      coin: terms.base,
    };

  function checkLevel(field: "takeProfit" | "stopLoss", isAbove: boolean): void {
    if (ticket[field] === "") return;
    const ticks = readTicks(ticket[field], terms);
    if (ticks === undefined) problems[field] = ticksProblem(ticket[field], terms);
    else if (entryTicks !== undefined && (isAbove ? ticks <= entryTicks : ticks >= entryTicks))
      problems[field] = {
        reason: isAbove ? "price-above" : "price-below",
        bound: priceText(entryTicks, terms),
      };
  }

  /** The take-profit is a limit order, so the band around the index applies. */
  function findBandProblem(): void {
    const ticks = readTicks(ticket.takeProfit, terms);
    const around = now.indexTicks;
    if (ticks === undefined || around === undefined || problems.takeProfit !== undefined) return;
    const reach = multiplyDivideFloor(around, terms.priceBandPpm, PPM);
    if (ticks >= around - reach && ticks <= around + reach) return;
    const [bound, upper] = [priceText(Math.max(1, around - reach), terms), priceText(around + reach, terms)];
    problems.takeProfit = { reason: "band", bound, upper, coin: terms.quote };
  }
}

/** Returns the wire's pending orders; the one above the price is first. */
export function pendingOrders(side: Side, exits: TicketExits, terms: MarketTerms): readonly PendingOrder[] {
  const exitSide = side === "buy" ? "sell" : "buy";
  const common = { side: exitSide, quantity: quantityText(exits.lots, terms) };
  const { takeProfitTicks, stopLossTicks } = exits;
  const profit =
    takeProfitTicks === undefined
      ? []
      : [{ ...common, type: "limit", price: priceText(takeProfitTicks, terms) }];
  const loss =
    stopLossTicks === undefined
      ? []
      : [{ ...common, type: "stop-market", stopPrice: priceText(stopLossTicks, terms) }];
  return side === "buy" ? [...profit, ...loss] : [...loss, ...profit];
}
