import {
  accruedUnitsOf,
  durationSecondsOf,
  type MinerTerms,
  refundUnitsOf,
  unearnedPriceUnitsOf,
  workedSecondsOf,
} from "@candor/formulas/mining/accrual";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import type { WireMiner } from "@candor/wire/mining-objects";

/** Of USDT, which machines are priced and paid in. */
const DECIMALS = 6;
const RATE_DECIMALS = 6;
const DAY_SECONDS = 86_400;

/** A machine, and how far the exchange's clock is ahead of this device's. */
export interface TimedMiner {
  readonly miner: WireMiner;
  readonly skewMs: number;
}

/** What a machine is worth at a moment, in smallest units. */
export interface MinerFigures {
  readonly accruedUnits: number;
  readonly claimableUnits: number;
  readonly unearnedPriceUnits: number;
  readonly refundUnits: number;
  /** Its output that a release now gives up. */
  readonly givenUpUnits: number;
  /** Whole days that it has worked. */
  readonly days: number;
  /** 0 to 100. */
  readonly paidPercent: number;
  readonly readyPercent: number;
}

/** An amount of the wire in smallest units. */
export function unitsOf(text: string): number {
  const units = parseDecimal(text, DECIMALS);
  if (typeof units === "string") throw new Error(`"${text}" is no amount: ${units}`);
  return units;
}

export const amountOf = (units: number): string => formatDecimal(units, DECIMALS);

export function termsOf(miner: WireMiner): MinerTerms {
  const refundPpm = parseDecimal(miner.releaseRefundRate, RATE_DECIMALS);
  if (typeof refundPpm === "string") throw new Error(`"${miner.releaseRefundRate}" is no rate`);
  return {
    priceUnits: unitsOf(miner.price),
    totalOutputUnits: unitsOf(miner.totalOutput),
    durationDays: miner.durationDays,
    refundPpm,
    boughtAtMs: miner.boughtAtMs,
  };
}

/** The exchange's own formulas, at the exchange's own time. A released machine stands still. */
export function figuresAt({ miner, skewMs }: TimedMiner, nowMs: number): MinerFigures {
  const terms = termsOf(miner);
  const timeMs = nowMs + skewMs;
  const claimed = unitsOf(miner.claimed);
  const isRunning = miner.status === "in-production";
  // A device whose clock goes slow must not show less than what has been paid.
  const accruedUnits = isRunning ? Math.max(claimed, accruedUnitsOf(terms, timeMs)) : claimed;
  const share = (units: number): number => (units / terms.totalOutputUnits) * 100;
  const seconds = workedSecondsOf(terms, timeMs);
  return {
    accruedUnits,
    claimableUnits: accruedUnits - claimed,
    unearnedPriceUnits: isRunning ? unearnedPriceUnitsOf(terms, timeMs) : 0,
    refundUnits: isRunning ? refundUnitsOf(terms, timeMs) : 0,
    givenUpUnits: isRunning ? terms.totalOutputUnits - accruedUnits : 0,
    days: Math.floor(Math.min(seconds, durationSecondsOf(terms)) / DAY_SECONDS),
    paidPercent: share(claimed),
    readyPercent: share(accruedUnits - claimed),
  };
}

/** What all of them yield in a second, in smallest units, rounded down; ended ones yield nothing. */
export function unitsPerSecond(miners: readonly TimedMiner[], nowMs: number): number {
  const perSecond = miners.map(({ miner, skewMs }) => {
    const terms = termsOf(miner);
    const hasEnded = nowMs + skewMs >= miner.endsAtMs || miner.status === "released";
    return hasEnded ? 0 : terms.totalOutputUnits / durationSecondsOf(terms);
  });
  return Math.floor(perSecond.reduce((sum, units) => sum + units, 0));
}
