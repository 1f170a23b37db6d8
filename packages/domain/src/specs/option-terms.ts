import { incomeOf } from "@candor/formulas/timed-option/settlement";
import { parseDecimal, powerOfTen } from "@candor/money/decimal";
import { LIMITS } from "../limits.ts";
import type { AssetSpec } from "./listing.ts";

/** One duration of a timed option, and a winner's profit in parts per million of the stake. */
export interface OptionDuration {
  readonly durationSeconds: number;
  readonly payoutPpm: number;
}

/** Timed options of one spot market, on its index. */
export interface OptionOffer {
  readonly symbol: string;
  readonly durations: readonly OptionDuration[];
}

/** Timed option terms set by the operator. Amounts are decimal strings of the asset. */
export interface OptionTerms {
  /** Coin of stakes and payouts. */
  readonly asset: string;
  readonly minStake: string;
  readonly maxStake: string;
  /** Maximum open stakes per user. */
  readonly userCap: string;
  /** Maximum profit the pool may owe on one market for options that end in the same minute. */
  readonly expiryCap: string;
  /** Maximum profit the pool may owe in total. */
  readonly poolCap: string;
  readonly offers: readonly OptionOffer[];
}

/** The terms as integers, in smallest units. */
export interface OptionScale {
  /** Stakes are multiples of this: two decimals of the coin. */
  readonly stepUnits: number;
  readonly minStakeUnits: number;
  readonly maxStakeUnits: number;
  readonly userCapUnits: number;
  readonly expiryCapUnits: number;
  readonly poolCapUnits: number;
}

const STAKE_DECIMALS = 2;
const PPM = 1_000_000;

/** Returns the terms as integers; undefined when they are inconsistent. Does not check whether the markets exist. */
export function optionScale(terms: OptionTerms, asset: AssetSpec): OptionScale | undefined {
  const units = (text: string): number => {
    const value = typeof text === "string" ? parseDecimal(text, asset.scale) : Number.NaN;
    return typeof value === "string" ? Number.NaN : value;
  };
  const scale = {
    stepUnits: asset.scale <= STAKE_DECIMALS ? 1 : powerOfTen(asset.scale - STAKE_DECIMALS),
    minStakeUnits: units(terms.minStake),
    maxStakeUnits: units(terms.maxStake),
    userCapUnits: units(terms.userCap),
    expiryCapUnits: units(terms.expiryCap),
    poolCapUnits: units(terms.poolCap),
  };
  const amounts = [scale.minStakeUnits, scale.userCapUnits, scale.expiryCapUnits, scale.poolCapUnits];
  const fits =
    amounts.every((amount) => amount > 0 && amount <= LIMITS.maxUnits) &&
    scale.minStakeUnits % scale.stepUnits === 0 &&
    scale.maxStakeUnits % scale.stepUnits === 0 &&
    scale.minStakeUnits <= scale.maxStakeUnits &&
    scale.maxStakeUnits <= LIMITS.maxUnits &&
    terms.offers.length <= LIMITS.maxMarkets &&
    terms.offers.every(({ durations }) => areValidDurations(durations, scale.minStakeUnits));
  return fits ? scale : undefined;
}

/**
 * Whether durations are unique and ascending, with rates that pay something on the minimum stake and are not above
 * even.
 */
function areValidDurations(durations: readonly OptionDuration[], minStakeUnits: number): boolean {
  let last = LIMITS.minOptionSeconds - 1;
  for (const { durationSeconds, payoutPpm } of durations) {
    if (!Number.isInteger(durationSeconds) || durationSeconds <= last) return false;
    if (!Number.isInteger(payoutPpm) || payoutPpm < LIMITS.minOptionPayoutPpm || payoutPpm > PPM)
      return false;
    if (incomeOf(minStakeUnits, payoutPpm) === 0) return false;
    last = durationSeconds;
  }
  return last <= LIMITS.maxOptionSeconds && durations.length <= LIMITS.maxOptionDurations;
}
