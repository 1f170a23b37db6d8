import { divideFloor } from "@candor/money/integer";
import { payoutInVenueFavour } from "@candor/money/rounding";

/** Furthest that one source's price may be from the median, in ppm of the median. */
export const SOURCE_CLAMP_PPM = 5_000;

/**
 * Returns the index of at least one fresh source: the median, then the average of all sources clamped to ±0.5% of it.
 * Prices in 1e-8 of the quote coin.
 *
 * Rounding: the median of an even number of sources is the floor of the mean of the middle two; the clamp's distance is
 * floor(median × 0.5%); the average is floored. This favors nobody: each effect is below 1e-8 of the quote coin.
 */
export function indexE8Of(pricesE8: ArrayLike<number> & Iterable<number>): number {
  return indexOfSorted(Float64Array.from(pricesE8).sort());
}

/** The same for prices in ascending order. */
export function indexOfSorted(sorted: Float64Array): number {
  const count = sorted.length;
  const median = medianOf(sorted, 0, count);
  const reach = payoutInVenueFavour(median, SOURCE_CLAMP_PPM);
  // Averages distances to the median, because the sum of prices could exceed the safe integers.
  let distances = 0;
  for (const price of sorted) distances += Math.max(-reach, Math.min(reach, price - median));
  return median + divideFloor(distances, count);
}

/**
 * Returns the part of ascending prices that agrees; undefined when no majority does and the index is disputed.
 *
 * Compares the lowest and highest remaining price with the median of the others. The one further away is cut if it is
 * beyond the bound (a share of that median, floored), both if equally far, until neither is. More than half of the
 * sources must remain.
 */
export function agreeingPrices(sorted: Float64Array, deviationPpm: number): Float64Array | undefined {
  const total = sorted.length;
  let from = 0;
  let to = total;
  while ((to - from) * 2 > total) {
    if (to - from === 1) return sorted.subarray(from, to);
    const above = medianOf(sorted, from + 1, to);
    const below = medianOf(sorted, from, to - 1);
    const lowBy = above - (sorted[from] as number);
    const highBy = (sorted[to - 1] as number) - below;
    const isLow = lowBy >= highBy && lowBy > payoutInVenueFavour(above, deviationPpm);
    const isHigh = highBy >= lowBy && highBy > payoutInVenueFavour(below, deviationPpm);
    if (!isLow && !isHigh) return sorted.subarray(from, to);
    if (isLow) from++;
    if (isHigh) to--;
  }
  return undefined;
}

/** Whether a step between two prices is within a share of the smaller one. */
export function isWithinStep(fromE8: number, toE8: number, stepPpm: number): boolean {
  return Math.abs(toE8 - fromE8) <= payoutInVenueFavour(Math.min(fromE8, toE8), stepPpm);
}

/** Median over the indexes `from` ≤ index < `to`; at least one. */
function medianOf(sorted: Float64Array, from: number, to: number): number {
  const middle = (from + to) >> 1;
  const upper = sorted[middle] as number;
  if (((to - from) & 1) === 1) return upper;
  const lower = sorted[middle - 1] as number;
  return lower + divideFloor(upper - lower, 2);
}
