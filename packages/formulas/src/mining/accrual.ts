import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";

/** A mining machine's terms; all money in the smallest unit of one asset. */
export interface MinerTerms {
  readonly priceUnits: number;
  readonly totalOutputUnits: number;
  readonly durationDays: number;
  readonly refundPpm: number;
  readonly boughtAtMs: number;
}

const SECOND_MS = 1_000;
const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;
const PPM = 1_000_000;

export function durationSecondsOf({ durationDays }: Pick<MinerTerms, "durationDays">): number {
  return durationDays * DAY_SECONDS;
}

/** Returns when the last unit accrues. */
export function endsAtMsOf(terms: Pick<MinerTerms, "durationDays" | "boughtAtMs">): number {
  return terms.boughtAtMs + durationSecondsOf(terms) * SECOND_MS;
}

/** Returns the whole seconds the machine has worked: from zero up to its term. */
export function workedSecondsOf(
  terms: Pick<MinerTerms, "durationDays" | "boughtAtMs">,
  timeMs: number,
): number {
  const seconds = divideFloor(timeMs - terms.boughtAtMs, SECOND_MS);
  return Math.min(Math.max(seconds, 0), durationSecondsOf(terms));
}

/**
 * Returns what a machine has mined: floor(total output × worked seconds ÷ seconds of its term). Rounded down at every
 * moment and exact at the end, so claims in any pattern sum to exactly the total output.
 */
export function accruedUnitsOf(terms: MinerTerms, timeMs: number): number {
  return multiplyDivideFloor(
    terms.totalOutputUnits,
    workedSecondsOf(terms, timeMs),
    durationSecondsOf(terms),
  );
}

/** Returns the unearned part of the price: floor(price × seconds left ÷ seconds of its term). */
export function unearnedPriceUnitsOf(terms: MinerTerms, timeMs: number): number {
  const duration = durationSecondsOf(terms);
  return multiplyDivideFloor(terms.priceUnits, duration - workedSecondsOf(terms, timeMs), duration);
}

/** Returns the refund of a release: floor(rate × unearned price). */
export function refundUnitsOf(terms: MinerTerms, timeMs: number): number {
  return multiplyDivideFloor(unearnedPriceUnitsOf(terms, timeMs), terms.refundPpm, PPM);
}

/** Returns a machine's income per day, rounded down. */
export function dailyIncomeUnitsOf(terms: Pick<MinerTerms, "totalOutputUnits" | "durationDays">): number {
  return divideFloor(terms.totalOutputUnits, terms.durationDays);
}

/**
 * Returns (total output − price) ÷ price × 365 ÷ days in ppm, rounded down; 0 when the output does not exceed the
 * price.
 */
export function annualReturnPpmOf(
  terms: Pick<MinerTerms, "priceUnits" | "totalOutputUnits" | "durationDays">,
): number {
  const gain = Math.max(0, terms.totalOutputUnits - terms.priceUnits);
  return Number(
    (BigInt(gain) * BigInt(PPM * YEAR_DAYS)) / (BigInt(terms.priceUnits) * BigInt(terms.durationDays)),
  );
}
