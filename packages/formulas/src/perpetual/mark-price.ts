import { divideCeil, divideFloor, divideTowardsZero } from "@candor/money/integer";
import { payoutInVenueFavour } from "@candor/money/rounding";

/** The mark price (product decisions, section 5). Prices ending in E8 are in 1e-8 of the quote coin per base coin. */
const PPM = 1_000_000n;

/** The three prices whose median is the mark. */
export interface MarkTerms {
  readonly fundingTermE8: number;
  readonly basisTermE8: number;
  readonly lastTermE8: number;
}

/** Returns index × (1 + last funding rate × time to funding ÷ interval), rounded toward the index. */
export function fundingTermE8(
  indexE8: number,
  lastFundingPpm: number,
  timeToFundingMs: number,
  intervalMs: number,
): number {
  const rise = BigInt(indexE8) * BigInt(lastFundingPpm) * BigInt(timeToFundingMs);
  return indexE8 + Number(rise / (PPM * BigInt(intervalMs)));
}

/** Returns index + mean of (mid − index), rounded toward the index; without samples, the index. Never negative. */
export function basisTermE8(indexE8: number, basisSumE8: number, samples: number): number {
  return samples === 0 ? indexE8 : Math.max(0, indexE8 + meanOf(basisSumE8, samples));
}

/** Returns sum ÷ count, rounded toward zero. */
export function meanOf(sum: number, count: number): number {
  return count === 0 ? 0 : divideTowardsZero(sum, count);
}

/**
 * Returns the maximum distance of the mark from the index: two fifths of the smallest maintenance rate, at most 1%.
 *
 * A position with its maintenance margin at the mark has at least `rate − bound` at the index. One funding takes at
 * most `bound` more (see boundedPremiumPpm), and something must remain: rate > 2 × bound, with a fifth to spare for the
 * products of these rates.
 */
export function maxMarkBoundPpm(smallestMaintenancePpm: number): number {
  return Math.min(MAX_BOUND_PPM, divideFloor(smallestMaintenancePpm * 2, 5));
}

const MAX_BOUND_PPM = 10_000;

/** Limits a term to the bound around the index and rounds it to whole ticks toward the index. */
export function boundedTermE8(termE8: number, indexE8: number, boundPpm: number, tickE8: number): number {
  const reach = payoutInVenueFavour(indexE8, boundPpm);
  if (termE8 > indexE8) {
    const highest = Math.max(indexE8, divideFloor(indexE8 + reach, tickE8) * tickE8);
    return Math.min(termE8, highest);
  }
  const lowest = Math.min(indexE8, divideCeil(indexE8 - reach, tickE8) * tickE8);
  return Math.max(termE8, lowest);
}

/** Limits a sample of mid − index to the bound. */
export function boundedBasisE8(basisE8: number, indexE8: number, boundPpm: number): number {
  const reach = payoutInVenueFavour(indexE8, boundPpm);
  return Math.max(0 - reach, Math.min(reach, basisE8));
}

/** Returns the median of the three terms. */
export function medianE8({ fundingTermE8: a, basisTermE8: b, lastTermE8: c }: MarkTerms): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** Returns the mark in ticks: rounded to the nearest (halves up), at least 1. */
export function markTicksOf(terms: MarkTerms, tickE8: number): number {
  const median = medianE8(terms);
  const ticks = divideFloor(median, tickE8);
  const rest = median - ticks * tickE8;
  return Math.max(1, rest >= tickE8 - rest ? ticks + 1 : ticks);
}
