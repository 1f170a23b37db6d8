import { divideCeil, divideFloor } from "@candor/money/integer";
import { feeInVenueFavour, payoutInVenueFavour } from "@candor/money/rounding";
import { meanOf } from "./mark-price.ts";

/** Funding (product decisions, section 5). Rates are signed and in parts per million of one interval. */

/** How far interest − premium may move the rate. */
export const FUNDING_CLAMP_PPM = 500;
const PPM = 1_000_000n;

/** One sample of the premium: basis ÷ index, rounded towards zero. */
export function premiumPpm(basisE8: number, indexE8: number): number {
  return indexE8 === 0 ? 0 : Number((BigInt(basisE8) * PPM) / BigInt(indexE8));
}

/** As premiumPpm, no larger than the mark's bound: a rate by premium alone is never larger either. */
export function boundedPremiumPpm(basisE8: number, indexE8: number, boundPpm: number): number {
  return clamp(premiumPpm(basisE8, indexE8), boundPpm);
}

/** The mean of the samples, rounded towards zero; 0 without a sample. */
export function meanPremiumPpm(samplesPpm: readonly number[]): number {
  let sum = 0;
  for (const sample of samplesPpm) sum += sample;
  return meanOf(sum, samplesPpm.length);
}

/** Rate = mean premium + clamp(interest − premium, ±0.05 %), at most ±cap. */
export function fundingRatePpm(meanPremium: number, interest: number, cap: number): number {
  const pull = clamp(interest - meanPremium, FUNDING_CLAMP_PPM);
  return clamp(meanPremium + pull, cap);
}

/**
 * What a position receives (above zero) or pays at a funding: value × rate. With a rate above zero long positions pay.
 * Payers round up and receivers down, so that what is left over is never missing.
 */
export function fundingAmountOf(lots: number, valueUnits: number, ratePpm: number): number {
  const size = Math.abs(ratePpm);
  if (size === 0 || lots === 0) return 0;
  const pays = lots > 0 === ratePpm > 0;
  return pays ? 0 - feeInVenueFavour(valueUnits, size) : payoutInVenueFavour(valueUnits, size);
}

/** The first multiple of the interval after `timeMs`. */
export function nextFundingAtMs(timeMs: number, intervalMs: number): number {
  return (divideFloor(timeMs, intervalMs) + 1) * intervalMs;
}

/** How many whole minutes an interval has, rounded up: as many samples it may have. */
export function samplesOf(intervalMs: number, sampleMs: number): number {
  return divideCeil(intervalMs, sampleMs);
}

function clamp(value: number, limit: number): number {
  return Math.max(0 - limit, Math.min(limit, value));
}
