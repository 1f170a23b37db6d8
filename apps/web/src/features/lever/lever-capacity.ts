import { borrowableUnits, type LeverHoldings, valuesOf } from "@candor/formulas/leverage/margin-level";
import { divideFloor, multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import type { WireLeverAccount } from "@candor/wire/lever-objects";
import {
  MARKET_PROTECTION_PPM,
  type MarketTerms,
  readLots,
  readQuoteUnits,
  unitsOf,
} from "../../trading/market/market-terms.ts";
import type { TicketState } from "../../trading/ticket/ticket.ts";
import { amountUnit } from "../../trading/ticket/ticket-state.ts";
import type { LeverChoice } from "./use-lever.ts";

const PPM_DECIMALS = 6;
const PPM = 1_000_000;

/**
 * Returns what an order may spend, in units of the coin it pays with: the account's balance plus the amount that may be
 * borrowed at the chosen leverage, by the exchange's own formula and limits.
 * @param indexTicks undefined if there is no index, so nothing can be borrowed
 */
export function spendableUnits(
  account: WireLeverAccount,
  terms: MarketTerms,
  isBuy: boolean,
  { leverage, effect }: LeverChoice,
  indexTicks: number | undefined,
): number | undefined {
  const { available, borrowable, hourlyPpm } = paidBy(account, terms, isBuy);
  if (available === undefined || effect !== "borrow") return available;
  const holdings = holdingsOf(account, terms);
  const byLeverage = borrowableUnits(
    holdings,
    measureOf(terms),
    indexTicks ?? 0,
    !isBuy,
    leverage,
    hourlyPpm,
  );
  return available + Math.min(byLeverage, borrowable);
}

/**
 * Returns the maximum an order pays. A market order is estimated at the best price, but unless its amount is in the
 * coin it pays with, it executes up to the protection's distance from the index; never above the spendable amount.
 * @param paysUnits the ticket's estimate
 */
export function maxPayment(
  ticket: TicketState,
  terms: MarketTerms,
  indexTicks: number | undefined,
  paysUnits: number | undefined,
  spendable: number | undefined,
): number | undefined {
  const isBuy = ticket.side === "buy";
  if (ticket.type !== "market" || amountUnit(ticket) === (isBuy ? "quote" : "base")) return paysUnits;
  if (paysUnits === undefined || spendable === undefined || indexTicks === undefined) return undefined;
  const { lotUnits, quoteUnitsPerTickLot } = terms.scale;
  if (isBuy) {
    // The index may be between this tick and the next.
    const dearest = multiplyDivideCeil(indexTicks + 1, PPM + MARKET_PROTECTION_PPM, PPM);
    return Math.min(spendable, (readLots(ticket.quantity, terms) ?? 0) * dearest * quoteUnitsPerTickLot);
  }
  const cheapest = Math.max(1, multiplyDivideFloor(indexTicks, PPM - MARKET_PROTECTION_PPM, PPM));
  const lots = divideFloor(readQuoteUnits(ticket.total, terms) ?? 0, cheapest * quoteUnitsPerTickLot);
  return Math.min(spendable, lots * lotUnits);
}

/** Loan and risk of a borrowing order, before it is sent. */
export interface LoanPreview {
  /** Maximum loan, in units of the coin paid with; less at a better execution price. */
  readonly borrowedUnits: number;
  /** Hourly interest on that loan; the first hour is charged at once. */
  readonly hourlyUnits: number;
  /** The user's own equity in the margin account, in the quote coin at the index price: the maximum loss. */
  readonly worstLossUnits: number;
}

/** @returns undefined if it borrows nothing or data is missing */
export function previewLoan(
  account: WireLeverAccount,
  terms: MarketTerms,
  isBuy: boolean,
  { effect }: LeverChoice,
  indexTicks: number | undefined,
  paysUnits: number | undefined,
): LoanPreview | undefined {
  const { available, hourlyPpm } = paidBy(account, terms, isBuy);
  if (available === undefined || paysUnits === undefined || indexTicks === undefined) return undefined;
  if (effect !== "borrow" || paysUnits <= available) return undefined;
  const borrowedUnits = paysUnits - available;
  const { assets, debt } = valuesOf(holdingsOf(account, terms), measureOf(terms), indexTicks);
  const lotUnits = BigInt(terms.scale.lotUnits);
  const own = assets > debt ? assets - debt : 0n;
  return {
    borrowedUnits,
    hourlyUnits: feeInVenueFavour(borrowedUnits, hourlyPpm),
    worstLossUnits: Number((own + lotUnits - 1n) / lotUnits),
  };
}

const measureOf = ({ scale }: MarketTerms) => ({
  lotUnits: scale.lotUnits,
  quoteFactor: scale.quoteUnitsPerTickLot,
});

function paidBy(account: WireLeverAccount, { scale }: MarketTerms, isBuy: boolean) {
  const paid = isBuy ? account.quote : account.base;
  const decimals = isBuy ? scale.quoteScale : scale.baseScale;
  return {
    available: unitsOf(paid.available, decimals),
    borrowable: unitsOf(paid.borrowable, decimals) ?? 0,
    hourlyPpm: unitsOf(isBuy ? account.hourlyRate.quote : account.hourlyRate.base, PPM_DECIMALS) ?? 0,
  };
}

function holdingsOf({ base, quote }: WireLeverAccount, { scale }: MarketTerms): LeverHoldings {
  const sum = (
    coin: WireLeverAccount["base"],
    fields: readonly ("available" | "frozen" | "debt" | "interest")[],
    decimals: number,
  ) => fields.reduce((total, field) => total + (unitsOf(coin[field], decimals) ?? 0), 0);
  return {
    baseUnits: sum(base, ["available", "frozen"], scale.baseScale),
    quoteUnits: sum(quote, ["available", "frozen"], scale.quoteScale),
    baseOwedUnits: sum(base, ["debt", "interest"], scale.baseScale),
    quoteOwedUnits: sum(quote, ["debt", "interest"], scale.quoteScale),
  };
}
