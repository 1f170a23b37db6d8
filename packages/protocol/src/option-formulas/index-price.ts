import { divideFloor } from "@candor/money/integer";
import { payoutInVenueFavour } from "@candor/money/rounding";
import { LIMITS } from "../limits.ts";

/**
 * The index of what fresh sources say, at least one: the median, each source clamped to ±0.5 % of it, then averaged. Prices
 * in 1e-8 of the quote coin.
 *
 * Rounding: the median of an even number of sources is the floor of the mean of the middle two; the clamp's distance
 * is floor(median × 0.5 %); the average is floored. Nobody is favoured: each is below 1e-8 of the quote coin.
 */
export function indexE8Of(pricesE8: ArrayLike<number> & Iterable<number>): number {
  return indexOfSorted(Float64Array.from(pricesE8).sort());
}

/** The same of prices in ascending order. */
export function indexOfSorted(sorted: Float64Array): number {
  const count = sorted.length;
  const upper = sorted[count >> 1] as number;
  const median =
    (count & 1) === 1
      ? upper
      : divideFloor(upper - (sorted[(count >> 1) - 1] as number), 2) + (sorted[(count >> 1) - 1] as number);
  const reach = payoutInVenueFavour(median, LIMITS.sourceClampPpm);
  // The mean of the distances to the median stays small, where the sum of the prices might leave the safe integers.
  let distances = 0;
  for (const price of sorted) distances += Math.max(-reach, Math.min(reach, price - median));
  return median + divideFloor(distances, count);
}
