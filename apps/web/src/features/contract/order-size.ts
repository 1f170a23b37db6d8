import { initialMarginOf } from "@candor/formulas/perpetual/margin";
import { divideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import type { ContractTerms } from "./contract-terms.ts";

type SizedTerms = Pick<ContractTerms, "scale" | "makerFeePpm" | "takerFeePpm">;

/** Returns the value in quote units of lots at a price. */
export const valueOfLots = (lots: number, ticks: number, { scale }: SizedTerms): number =>
  lots * ticks * scale.quoteUnitsPerTickLot;

/** Returns initial margin plus highest fee of a value in quote units, both rounded up as in the core. */
export const costOfValue = (
  value: number,
  { makerFeePpm, takerFeePpm }: SizedTerms,
  leverage: number,
): number => initialMarginOf(value, leverage) + feeInVenueFavour(value, Math.max(makerFeePpm, takerFeePpm));

/** Returns what lots cost at a price: margin and fee in quote units. */
export const costOfLots = (lots: number, ticks: number, terms: SizedTerms, leverage: number): number =>
  costOfValue(valueOfLots(lots, ticks, terms), terms, leverage);

/** Returns the most whole lots, up to `most`, for which `unitsOf` is no more than these units. */
export function lotsWithin(units: number, most: number, unitsOf: (lots: number) => number): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = divideFloor(low + high + 1, 2);
    if (unitsOf(middle) <= units) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the most whole lots that cost no more than these quote units at this price and leverage. */
export const lotsForCost = (units: number, ticks: number, terms: SizedTerms, leverage: number): number =>
  lotsWithin(units, terms.scale.maxLots, (lots) => costOfLots(lots, ticks, terms, leverage));
