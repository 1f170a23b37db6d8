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

/** In USDT, in which machines are priced and paid. */
const DECIMALS = 6;
const RATE_DECIMALS = 6;
const DAY_SECONDS = 86_400;

/** A machine and the offset of the exchange's clock from this device's. */
export interface TimedMiner {
  readonly miner: WireMiner;
  readonly skewMs: number;
}

/** A machine's figures at a time, in smallest units. */
export interface MinerFigures {
  readonly accruedUnits: number;
  readonly claimableUnits: number;
  readonly unearnedPriceUnits: number;
  readonly refundUnits: number;
  /** Output forfeited by releasing now. */
  readonly givenUpUnits: number;
  /** Whole days worked. */
  readonly days: number;
  /** 0 to 100. */
  readonly paidPercent: number;
  readonly readyPercent: number;
}

/** Parses a wire amount into smallest units. */
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

/** Computes the figures with the exchange's formulas and time. A released machine no longer changes. */
export function figuresAt({ miner, skewMs }: TimedMiner, nowMs: number): MinerFigures {
  const terms = termsOf(miner);
  const timeMs = nowMs + skewMs;
  const claimed = unitsOf(miner.claimed);
  const isRunning = miner.status === "in-production";
  // A device with a slow clock must not show less than was already paid.
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

/** Returns the total output per second in smallest units, rounded down; ended machines yield nothing. */
export function unitsPerSecond(miners: readonly TimedMiner[], nowMs: number): number {
  const perSecond = miners.map(({ miner, skewMs }) => {
    const terms = termsOf(miner);
    const hasEnded = nowMs + skewMs >= miner.endsAtMs || miner.status === "released";
    return hasEnded ? 0 : terms.totalOutputUnits / durationSecondsOf(terms);
  });
  return Math.floor(perSecond.reduce((sum, units) => sum + units, 0));
}
