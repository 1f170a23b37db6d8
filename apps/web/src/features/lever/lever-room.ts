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
} from "../trade/market/market-terms.ts";
import type { TicketState } from "../trade/ticket/ticket.ts";
import { amountUnit } from "../trade/ticket/ticket-state.ts";
import type { LeverChoice } from "./use-lever.ts";

const PPM_DECIMALS = 6;
const PPM = 1_000_000;

/**
 * What an order of a side may pay with, in units of the coin that it pays with: what the account has of it, and what may
 * be borrowed under the chosen leverage, by the exchange's own formula and within its limits.
 * @param indexTicks undefined: there is no index, so nothing can be borrowed
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
 * The most that an order pays. A market order's estimate is of the best price, but unless it is given in the coin that it
 * pays with it executes up to the protection's distance from the index; never for more than what it may pay with.
 * @param paysUnits what the ticket says that it pays
 */
export function paysAtMost(
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
    // The index may stand between this tick and the next.
    const dearest = multiplyDivideCeil(indexTicks + 1, PPM + MARKET_PROTECTION_PPM, PPM);
    return Math.min(spendable, (readLots(ticket.quantity, terms) ?? 0) * dearest * quoteUnitsPerTickLot);
  }
  const cheapest = Math.max(1, multiplyDivideFloor(indexTicks, PPM - MARKET_PROTECTION_PPM, PPM));
  const lots = divideFloor(readQuoteUnits(ticket.total, terms) ?? 0, cheapest * quoteUnitsPerTickLot);
  return Math.min(spendable, lots * lotUnits);
}

/** What an order that borrows puts at stake, before it is sent. */
export interface LoanAhead {
  /** At most, in units of the coin that is paid with: one that executes at a better price needs less. */
  readonly borrowedUnits: number;
  /** Of that loan for an hour; the first is charged at once. */
  readonly hourlyUnits: number;
  /** All that is the user's in the margin account, in the quote coin by the index: the account never owes more. */
  readonly worstLossUnits: number;
}

/** @returns undefined: it borrows nothing, or not enough is known to say */
export function loanAhead(
  account: WireLeverAccount,
  terms: MarketTerms,
  isBuy: boolean,
  { effect }: LeverChoice,
  indexTicks: number | undefined,
  paysUnits: number | undefined,
): LoanAhead | undefined {
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
