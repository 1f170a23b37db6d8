import { compareDecimals, multiplyDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import type { WireOptionOffer } from "@candor/wire/option-calls";
import type { WireOption } from "@candor/wire/option-objects";

const USDT_DECIMALS = 6;

/** What a winner gets on top of the stake: rounded down, as the exchange does it. */
export const incomeFor = (stake: string, payoutRate: string): string =>
  multiplyDecimals(stake, payoutRate, USDT_DECIMALS);

export type StakeProblem = "empty" | "minimum" | "maximum" | "uncovered" | "balance";

export interface StakeBounds {
  readonly offer: WireOptionOffer;
  /** The largest stake of the chosen duration that caps and pool cover now. */
  readonly remaining: string;
  /** null: logged out. */
  readonly userRemaining: string | null;
  /** undefined: not known yet. */
  readonly available: string | undefined;
}

/** What stands in the way of a stake, the gravest first; undefined: nothing that can be seen here. */
export function stakeProblem(stake: string, bounds: StakeBounds): StakeProblem | undefined {
  if (stake === "" || !/^\d+(\.\d{0,2})?$/.test(stake)) return "empty";
  const { offer, remaining, userRemaining, available } = bounds;
  if (compareDecimals(stake, offer.minAmount) < 0) return "minimum";
  if (compareDecimals(stake, offer.maxAmount) > 0) return "maximum";
  if (available !== undefined && compareDecimals(stake, available) > 0) return "balance";
  const isCapped = userRemaining !== null && compareDecimals(stake, userRemaining) > 0;
  return isCapped || compareDecimals(stake, remaining) > 0 ? "uncovered" : undefined;
}

/** How far the index is on the right side of the strike; below zero on the wrong one; null: unknown. */
export function leadOf({ direction, strikePrice }: WireOption, index: string | null): string | null {
  if (strikePrice === null || index === null) return null;
  return direction === "up" ? subtractDecimals(index, strikePrice) : subtractDecimals(strikePrice, index);
}

/** "0:47", "10:00" */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
