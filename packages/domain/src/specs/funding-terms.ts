import { nextFundingAtMs } from "@candor/formulas/perpetual/funding";

/** What operators may set of a contract's funding, in millionths of one funding interval. */
export interface FundingTerms {
  readonly interestPpm: number;
  /** Largest rate in either direction. */
  readonly fundingCapPpm: number;
}

/** How long everybody can see a change before it counts. */
export const FUNDING_NOTICE_MS = 86_400_000;
/** 0.03 %: three times what is usual. */
export const MAX_INTEREST_PPM = 300;
/** 0.05 %: a cap of nothing would leave the contract's price without what ties it to the index. */
export const MIN_FUNDING_CAP_PPM = 500;
/** 3 %. */
export const MAX_FUNDING_CAP_PPM = 30_000;

/** The known fields in their order; undefined: not within the bounds. */
export function readFundingTerms(value: unknown): FundingTerms | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { interestPpm, fundingCapPpm } = value as Readonly<Record<string, unknown>>;
  return isBetween(interestPpm, 0, MAX_INTEREST_PPM) &&
    isBetween(fundingCapPpm, MIN_FUNDING_CAP_PPM, MAX_FUNDING_CAP_PPM)
    ? { interestPpm, fundingCapPpm }
    : undefined;
}

/**
 * When terms that were set at `setAtMs` begin to count: with the first funding interval that begins a day later. What the
 * intervals before it pay follows from the terms before.
 */
export function fundingTermsFromMs(setAtMs: number, intervalMs: number): number {
  return nextFundingAtMs(setAtMs + FUNDING_NOTICE_MS - 1, intervalMs);
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}
