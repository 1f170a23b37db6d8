import { nextFundingAtMs } from "@candor/formulas/perpetual/funding";

/** Funding terms operators can set, in parts per million per funding interval. */
export interface FundingTerms {
  readonly interestPpm: number;
  /** Maximum rate in either direction. */
  readonly fundingCapPpm: number;
}

/** How long a change is public before it takes effect. */
const FUNDING_NOTICE_MS = 86_400_000;
/** 0.03%: three times the usual rate. */
export const MAX_INTEREST_PPM = 300;
/** 0.05%: with a cap of zero, nothing would tie the contract's price to the index. */
export const MIN_FUNDING_CAP_PPM = 500;
/** 3%. */
export const MAX_FUNDING_CAP_PPM = 30_000;

/** Returns the known fields in order; undefined when a value is out of bounds. */
export function readFundingTerms(value: unknown): FundingTerms | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { interestPpm, fundingCapPpm } = value as Readonly<Record<string, unknown>>;
  return isBetween(interestPpm, 0, MAX_INTEREST_PPM) &&
    isBetween(fundingCapPpm, MIN_FUNDING_CAP_PPM, MAX_FUNDING_CAP_PPM)
    ? { interestPpm, fundingCapPpm }
    : undefined;
}

/**
 * Returns when terms set at `setAtMs` take effect: at the start of the first funding interval that begins at least a
 * day later. Earlier intervals pay by the old terms.
 */
export function fundingTermsFromMs(setAtMs: number, intervalMs: number): number {
  return nextFundingAtMs(setAtMs + FUNDING_NOTICE_MS - 1, intervalMs);
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}
