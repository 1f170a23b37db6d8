import { divideFloor } from "@candor/money/integer";
import { payoutInVenueFavour } from "@candor/money/rounding";

/**
 * What decides a timed option (product decisions, section 6). The strike is the first index tick after acceptance
 * to which every fresh source has contributed since, the settlement price the median of the ticks in the last three seconds before expiry. The core settles with these
 * functions, and whoever has the ticks can compute the same again.
 */

/** How far before the expiry the ticks begin that decide. */
export const OPTION_WINDOW_MS = 3_000;

/** How long after the sale a strike may come; after it the stake goes back. Above LIMITS.staleSourceMs, which ends the wait. */
export const OPTION_STRIKE_WAIT_MS = 15_000;

/** How an option can end. */
export type OptionEnd = "won" | "lost" | "tied" | "void";

/** What a winner gets on top of the stake: rounded down, in units. */
export function incomeOf(stakeUnits: number, payoutPpm: number): number {
  return payoutInVenueFavour(stakeUnits, payoutPpm);
}

/** Whether a tick at `atMs` is one of those that decide: from three seconds before the expiry on, and before it. */
export function isInWindow(atMs: number, expiresAtMs: number): boolean {
  return atMs >= expiresAtMs - OPTION_WINDOW_MS && atMs < expiresAtMs;
}

/**
 * The median of prices in 1e-8 of the quote coin; of an even number the floor of the mean of the middle two. 0: there is
 * none.
 */
export function medianE8(pricesE8: readonly number[]): number {
  const sorted = pricesE8.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  if (upper === undefined) return 0;
  if ((sorted.length & 1) === 1) return upper;
  const lower = sorted[(sorted.length >> 1) - 1] as number;
  return lower + divideFloor(upper - lower, 2);
}

/** Without a strike or a settlement price (0) it is void; the strike itself is a tie. */
export function endOf(direction: "up" | "down", strikeE8: number, sellE8: number): OptionEnd {
  if (strikeE8 === 0 || sellE8 === 0) return "void";
  if (sellE8 === strikeE8) return "tied";
  return sellE8 > strikeE8 === (direction === "up") ? "won" : "lost";
}

/** What an option pays its owner at its end, in units: stake and income, the stake, or nothing. */
export function payoutOf(end: OptionEnd, stakeUnits: number, incomeUnits: number): number {
  if (end === "won") return stakeUnits + incomeUnits;
  return end === "lost" ? 0 : stakeUnits;
}
