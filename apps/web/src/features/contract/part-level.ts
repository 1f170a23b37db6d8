import { MAX_PRICE_TICKS } from "@candor/domain/app-limits";
import type { Side } from "@candor/domain/enumerations";
import { initialMarginOf } from "@candor/formulas/perpetual/margin";
import { closedCostOf, realizedOf } from "@candor/formulas/perpetual/profit";
import { parseDecimal } from "@candor/money/decimal";
import {
  boundedMultiplyDivideCeil,
  boundedMultiplyDivideFloor,
  divideCeil,
  divideFloor,
} from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { readQuoteUnits, readTicks } from "../../trading/market/market-terms.ts";
import type { ContractTerms } from "./contract-terms.ts";
import type { HeldPosition } from "./held-position.ts";

/** How the level of a take-profit or stop-loss is given. Return and profit are sizes: a stop-loss of 50 loses 50. */
export type LevelUnit = "price" | "return" | "profit";
export type LevelKind = "takeProfit" | "stopLoss";

/** Hundredths of a percent in the whole. */
const BASIS = 10_000;
const PERCENT_DECIMALS = 2;

type PartOf = Pick<HeldPosition, "lots" | "costUnits" | "leverage" | "terms">;

/** Returns the profit in quote units of closing `lots` of the position at a price, before fees. @internal */
export function profitOfPart(held: PartOf, lots: number, ticks: number): number {
  const cost = closedCostOf(held.costUnits, held.lots, lots);
  return realizedOf(held.lots, cost, lots * ticks * held.terms.scale.quoteUnitsPerTickLot);
}

/** Returns the profit in quote units of an entry and an exit with these values, less the highest fee of both. */
export function netProfitOf(
  side: Side,
  entryUnits: number,
  exitUnits: number,
  { makerFeePpm, takerFeePpm }: Pick<ContractTerms, "makerFeePpm" | "takerFeePpm">,
): number {
  const feePpm = Math.max(makerFeePpm, takerFeePpm);
  const gross = side === "buy" ? exitUnits - entryUnits : entryUnits - exitUnits;
  return gross - feeInVenueFavour(entryUnits, feePpm) - feeInVenueFavour(exitUnits, feePpm);
}

/** As `profitOfPart`, less the highest fees of entry and exit. */
export function netProfitOfPart(
  { lots: heldLots, costUnits, terms }: PartOf,
  lots: number,
  ticks: number,
): number {
  const cost = closedCostOf(costUnits, heldLots, lots);
  const value = lots * ticks * terms.scale.quoteUnitsPerTickLot;
  return netProfitOf(heldLots > 0 ? "buy" : "sell", cost, value, terms);
}

/**
 * Returns the price at which closing `lots` of the position brings at least this profit (negative for a loss), in ticks;
 * undefined if that price is not above zero or beyond all prices.
 */
export function ticksForProfit(held: PartOf, lots: number, profitUnits: number): number | undefined {
  const cost = closedCostOf(held.costUnits, held.lots, lots);
  const perTick = lots * held.terms.scale.quoteUnitsPerTickLot;
  if (!Number.isSafeInteger(cost + Math.abs(profitUnits))) return undefined;
  const ticks =
    held.lots > 0 ? divideCeil(cost + profitUnits, perTick) : divideFloor(cost - profitUnits, perTick);
  return ticks > 0 && ticks <= MAX_PRICE_TICKS ? ticks : undefined;
}

/**
 * Returns the level's price in ticks; undefined if the text is not a level or no price brings it. Rounded so that a
 * profit is never smaller and a loss never larger than typed.
 */
export function levelTicks(
  held: PartOf,
  lots: number,
  kind: LevelKind,
  unit: LevelUnit,
  text: string,
): number | undefined {
  if (unit === "price") return readTicks(text, held.terms);
  if (lots <= 0) return undefined;
  const size = unit === "profit" ? readQuoteUnits(text, held.terms) : returnUnits(held, lots, kind, text);
  if (size === undefined) return undefined;
  return ticksForProfit(held, lots, kind === "takeProfit" ? size : 0 - size);
}

/** Returns a percentage of the part's initial margin in units. */
function returnUnits(held: PartOf, lots: number, kind: LevelKind, text: string): number | undefined {
  const hundredths = parseDecimal(text, PERCENT_DECIMALS);
  if (typeof hundredths === "string" || hundredths === 0) return undefined;
  const margin = initialMarginOf(closedCostOf(held.costUnits, held.lots, lots), held.leverage);
  return kind === "takeProfit"
    ? boundedMultiplyDivideCeil(margin, hundredths, BASIS)
    : boundedMultiplyDivideFloor(margin, hundredths, BASIS);
}
