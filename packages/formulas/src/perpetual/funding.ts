import { divideFloor } from "@candor/money/integer";
import { feeInVenueFavour, payoutInVenueFavour } from "@candor/money/rounding";
import { meanOf } from "./mark-price.ts";

/** Funding (product decisions, section 5). Rates are signed, in parts per million per interval. */

/** Maximum effect of interest − premium on the rate. */
export const FUNDING_CLAMP_PPM = 500;
const PPM = 1_000_000n;

/** Returns one premium sample: basis ÷ index, rounded toward zero. */
export function premiumPpm(basisE8: number, indexE8: number): number {
  return indexE8 === 0 ? 0 : Number((BigInt(basisE8) * PPM) / BigInt(indexE8));
}

/** Like premiumPpm, limited to the mark's bound, so that a rate based only on the premium has the same limit. */
export function boundedPremiumPpm(basisE8: number, indexE8: number, boundPpm: number): number {
  return clamp(premiumPpm(basisE8, indexE8), boundPpm);
}

/** Returns the mean of the samples, rounded toward zero; 0 without samples. */
export function meanPremiumPpm(samplesPpm: readonly number[]): number {
  let sum = 0;
  for (const sample of samplesPpm) sum += sample;
  return meanOf(sum, samplesPpm.length);
}

/** Returns rate = mean premium + clamp(interest − premium, ±0.05%), limited to ±cap. */
export function fundingRatePpm(meanPremium: number, interest: number, cap: number): number {
  const pull = clamp(interest - meanPremium, FUNDING_CLAMP_PPM);
  return clamp(meanPremium + pull, cap);
}

/**
 * Returns what a position receives (positive) or pays: value × rate. With a positive rate long positions pay. Payers
 * round up and receivers down, so the remainder is never negative.
 */
export function fundingAmountOf(lots: number, valueUnits: number, ratePpm: number): number {
  const size = Math.abs(ratePpm);
  if (size === 0 || lots === 0) return 0;
  const pays = lots > 0 === ratePpm > 0;
  return pays ? 0 - feeInVenueFavour(valueUnits, size) : payoutInVenueFavour(valueUnits, size);
}

/** Returns the first multiple of the interval after `timeMs`. */
export function nextFundingAtMs(timeMs: number, intervalMs: number): number {
  return (divideFloor(timeMs, intervalMs) + 1) * intervalMs;
}

function clamp(value: number, limit: number): number {
  return Math.max(0 - limit, Math.min(limit, value));
}
