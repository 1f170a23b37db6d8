import { initialMarginOf } from "@candor/formulas/perpetual/margin";
import { divideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import type { ContractTerms } from "./contract-terms.ts";

type SizedTerms = Pick<ContractTerms, "scale" | "makerFeePpm" | "takerFeePpm">;

/** Returns the value in quote units of lots at a price. */
export const valueOfLots = (lots: number, ticks: number, { scale }: SizedTerms): number =>
  lots * ticks * scale.quoteUnitsPerTickLot;

/** Returns initial margin plus highest fee in quote units, both rounded up as in the core. */
export function costOfLots(lots: number, ticks: number, terms: SizedTerms, leverage: number): number {
  const value = valueOfLots(lots, ticks, terms);
  return (
    initialMarginOf(value, leverage) + feeInVenueFavour(value, Math.max(terms.makerFeePpm, terms.takerFeePpm))
  );
}

/** Returns the most whole lots worth no more than these quote units at this price. */
export const lotsForValue = (units: number, ticks: number, { scale }: SizedTerms): number =>
  divideFloor(units, ticks * scale.quoteUnitsPerTickLot);

/** Returns the most whole lots that cost no more than these quote units at this price and leverage. */
export function lotsForCost(units: number, ticks: number, terms: SizedTerms, leverage: number): number {
  // An upper bound: the margin alone.
  let high = Math.min(
    terms.scale.maxLots,
    divideFloor(
      Math.min(units * leverage, Number.MAX_SAFE_INTEGER),
      ticks * terms.scale.quoteUnitsPerTickLot,
    ),
  );
  let low = 0;
  while (low < high) {
    const middle = divideFloor(low + high + 1, 2);
    if (costOfLots(middle, ticks, terms, leverage) <= units) low = middle;
    else high = middle - 1;
  }
  return low;
}
