import { divideFloor } from "@candor/money/integer";
import { payoutInVenueFavour } from "@candor/money/rounding";

/**
 * How a timed option is decided (product decisions, section 6). The strike is the first index tick after acceptance to
 * which every fresh source has contributed since; the settlement price is the median of the ticks in the last three
 * seconds before expiry. The core settles with these functions, and anyone with the ticks can repeat the computation.
 */

/** How long before the expiry the deciding ticks begin. */
export const OPTION_WINDOW_MS = 3_000;

/**
 * Time limit for the strike after the sale; then the stake is returned. Longer than LIMITS.staleSourceMs, which ends
 * the wait.
 */
export const OPTION_STRIKE_WAIT_MS = 15_000;

/** Final states of an option. */
export type OptionEnd = "won" | "lost" | "tied" | "void";

/** Returns a winner's profit on top of the stake, in units, rounded down. */
export function incomeOf(stakeUnits: number, payoutPpm: number): number {
  return payoutInVenueFavour(stakeUnits, payoutPpm);
}

/** Whether a tick at `atMs` counts: within the last three seconds before the expiry. */
export function isInWindow(atMs: number, expiresAtMs: number): boolean {
  return atMs >= expiresAtMs - OPTION_WINDOW_MS && atMs < expiresAtMs;
}

/**
 * Returns the median of prices in 1e-8 of the quote coin; for an even number, the floor of the mean of the middle two.
 * 0 without prices.
 */
export function medianE8(pricesE8: readonly number[]): number {
  const sorted = pricesE8.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  if (upper === undefined) return 0;
  if ((sorted.length & 1) === 1) return upper;
  const lower = sorted[(sorted.length >> 1) - 1] as number;
  return lower + divideFloor(upper - lower, 2);
}

/** Void without a strike or settlement price (0); a settlement at the strike is a tie. */
export function endOf(direction: "up" | "down", strikeE8: number, sellE8: number): OptionEnd {
  if (strikeE8 === 0 || sellE8 === 0) return "void";
  if (sellE8 === strikeE8) return "tied";
  return sellE8 > strikeE8 === (direction === "up") ? "won" : "lost";
}

/** Returns an option's payout in units: stake and profit, the stake, or nothing. */
export function payoutOf(end: OptionEnd, stakeUnits: number, incomeUnits: number): number {
  if (end === "won") return stakeUnits + incomeUnits;
  return end === "lost" ? 0 : stakeUnits;
}
