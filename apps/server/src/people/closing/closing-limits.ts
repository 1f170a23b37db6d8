import { IDENTITY_LIMITS } from "../identity/identity-limits.ts";

const DAY_MS = 86_400_000;
const DAYS_PER_YEAR = 365.25;

/** Every limit of closing an account, with its unit. */
export const CLOSING_LIMITS = {
  /** Up to this worth in all, in USDT, money does not stand in the way: below it nothing can be withdrawn anyway. */
  leftOver: "1",
  /**
   * Live: directive (EU) 2015/849, article 40, wants what a customer was identified by to be kept for five years after
   * the business relationship has ended. Play money has no such law.
   */
  documentsKeptYears: { live: 5, sandbox: 0 },
  toldDays: IDENTITY_LIMITS.closedToldMs / DAY_MS,
  /** For calls of the user that had begun before. */
  settlingMs: 10_000,
  /** How often it is looked for what was kept long enough. */
  forgettingStepMs: DAY_MS,
} as const;

export function documentsKeptMs(mode: "sandbox" | "live"): number {
  return CLOSING_LIMITS.documentsKeptYears[mode] * DAYS_PER_YEAR * DAY_MS;
}
