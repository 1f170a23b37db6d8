import { borrowableUnits } from "@candor/protocol/lever-formulas/margin-level";
import type { WireLeverAccount } from "@candor/protocol/wire/lever-objects";
import type { MarketTerms } from "../trade/market/market-terms.ts";
import { unitsOf } from "../trade/ticket/ticket-panel.tsx";
import type { LeverChoice } from "./use-lever.ts";

const PPM_DECIMALS = 6;

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
  const { scale } = terms;
  const paid = isBuy ? account.quote : account.base;
  const paidScale = isBuy ? scale.quoteScale : scale.baseScale;
  const available = unitsOf(paid.available, paidScale);
  if (available === undefined || effect !== "borrow") return available;
  const sum = (
    coin: WireLeverAccount["base"],
    fields: readonly ("available" | "frozen" | "debt" | "interest")[],
    decimals: number,
  ) => fields.reduce((total, field) => total + (unitsOf(coin[field], decimals) ?? 0), 0);
  const holdings = {
    baseUnits: sum(account.base, ["available", "frozen"], scale.baseScale),
    quoteUnits: sum(account.quote, ["available", "frozen"], scale.quoteScale),
    baseOwedUnits: sum(account.base, ["debt", "interest"], scale.baseScale),
    quoteOwedUnits: sum(account.quote, ["debt", "interest"], scale.quoteScale),
  };
  const measure = { lotUnits: scale.lotUnits, quoteFactor: scale.quoteUnitsPerTickLot };
  const rate = unitsOf(isBuy ? account.hourlyRate.quote : account.hourlyRate.base, PPM_DECIMALS) ?? 0;
  const byLeverage = borrowableUnits(holdings, measure, indexTicks ?? 0, !isBuy, leverage, rate);
  const byLimits = unitsOf(paid.borrowable, paidScale) ?? 0;
  return available + Math.min(byLeverage, byLimits);
}
