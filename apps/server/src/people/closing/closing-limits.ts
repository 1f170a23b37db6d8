import { IDENTITY_LIMITS } from "../identity/identity-limits.ts";

const DAY_MS = 86_400_000;
const DAYS_PER_YEAR = 365.25;

/** All limits of closing an account, with their units. */
export const CLOSING_LIMITS = {
  /**
   * Total value in USDT up to which remaining money does not prevent closing; less than this cannot be withdrawn
   * anyway.
   */
  leftOver: "1",
  /**
   * Live: directive (EU) 2015/849, article 40, requires identification documents to be kept for five years after the
   * business relationship ends. Play money has no such law.
   */
  documentsKeptYears: { live: 5, sandbox: 0 },
  toldDays: IDENTITY_LIMITS.closedToldMs / DAY_MS,
  /** Time limit for the user's calls in progress. */
  callTimeoutMs: 10_000,
  /** Interval for deleting documents whose retention has ended. */
  forgettingStepMs: DAY_MS,
} as const;

export function documentsKeptMs(mode: "sandbox" | "live"): number {
  return CLOSING_LIMITS.documentsKeptYears[mode] * DAYS_PER_YEAR * DAY_MS;
}
