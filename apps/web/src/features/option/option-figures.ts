import { compareDecimals, decimalsIn, multiplyDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import type { WireOptionOffer } from "@candor/wire/option-calls";
import type { WireOption } from "@candor/wire/option-objects";

const USDT_DECIMALS = 6;

/** Returns the payout on top of the stake for a winner: rounded down, like the exchange. */
export const incomeFor = (stake: string, payoutRate: string): string =>
  multiplyDecimals(stake, payoutRate, USDT_DECIMALS);

export type StakeProblem = "empty" | "minimum" | "maximum" | "uncovered" | "balance";

export interface StakeBounds {
  readonly offer: WireOptionOffer;
  /** Largest stake for the chosen duration that caps and pool cover now. */
  readonly remaining: string;
  /** null if logged out. */
  readonly userRemaining: string | null;
  /** undefined while loading. */
  readonly available: string | undefined;
}

/** Returns the most serious problem with a stake; undefined if none is visible here. */
export function stakeProblem(stake: string, bounds: StakeBounds): StakeProblem | undefined {
  if (stake === "" || !/^\d+(\.\d{0,2})?$/.test(stake)) return "empty";
  const { offer, remaining, userRemaining, available } = bounds;
  if (compareDecimals(stake, offer.minAmount) < 0) return "minimum";
  if (compareDecimals(stake, offer.maxAmount) > 0) return "maximum";
  if (available !== undefined && compareDecimals(stake, available) > 0) return "balance";
  const isCapped = userRemaining !== null && compareDecimals(stake, userRemaining) > 0;
  return isCapped || compareDecimals(stake, remaining) > 0 ? "uncovered" : undefined;
}

/**
 * Returns how far the index is on the winning side of the strike; negative on the losing side; null if unknown. The live
 * index has the market's decimals, so the strike is truncated to them: within them the lead is 0, not a guess.
 */
export function leadOf({ direction, strikePrice }: WireOption, index: string | null): string | null {
  if (strikePrice === null || index === null) return null;
  const finer = Math.max(0, decimalsIn(strikePrice) - decimalsIn(index));
  const strike = strikePrice.slice(0, strikePrice.length - finer).replace(/\.$/, "");
  return direction === "up" ? subtractDecimals(index, strike) : subtractDecimals(strike, index);
}

/** "0:47", "10:00" */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
