import type { Bracket } from "@candor/formulas/perpetual/margin";
import { maxMarkBoundPpm } from "@candor/formulas/perpetual/mark-price";
import { parseDecimal } from "@candor/money/decimal";
import { divideFloor } from "@candor/money/integer";
import { LIMITS } from "../limits.ts";
import type { AssetSpec, MarketScale, SpotMarketSpec } from "./listing.ts";
import { ListingError, marketScale } from "./listing.ts";

/** One tier of a contract's risk limits, in the order of their caps. */
export interface ContractBracket {
  /** Largest position value of this tier, decimal string in the quote coin. */
  readonly notionalCap: string;
  readonly maxLeverage: number;
  readonly maintenancePpm: number;
  /** Taken off the maintenance so that it grows without steps from tier to tier, decimal string in the quote coin. */
  readonly cumulative: string;
}

/** What the operator lists as a perpetual contract, margined and settled in its quote coin. */
export interface ContractSpec extends SpotMarketSpec {
  /** Of the notional that a liquidation closes on the book; goes to the insurance fund. */
  readonly liquidationFeePpm: number;
  /** The spot market whose index it follows. */
  readonly indexSymbol: string;
  readonly fundingIntervalMs: number;
  /** Interest of one funding interval; 100 is 0.01 %. */
  readonly interestPpm: number;
  /** Largest funding rate of one interval, in either direction. */
  readonly fundingCapPpm: number;
  readonly brackets: readonly ContractBracket[];
  /** How far the mark may be from the index. Absent: the most that its tiers allow. */
  readonly markBoundPpm?: number | undefined;
  /**
   * What is bought or sold to find an impact price, decimal string in the quote coin. Absent: a fifth of the largest
   * position of the first tier.
   */
  readonly impactNotional?: string | undefined;
}

/** The integers that a contract's terms stand for. */
export interface ContractScale extends MarketScale {
  readonly brackets: readonly Bracket[];
  readonly markBoundPpm: number;
  readonly impactUnits: number;
}

const PPM = 1_000_000;
/** Absent, the impact notional is this part of the largest position of the first tier. */
const IMPACT_SHARES = 5;
const MAX_LEVERAGE = 125;
/** Of a position that was never set, as far as its contract allows it. */
const DEFAULT_LEVERAGE = 20;
/** Funding takes one sample of the premium a minute; more than a day of them would not fit one event well. */
const MAX_INTERVAL_MS = 86_400_000;
const MIN_INTERVAL_MS = 60_000;

/**
 * Derives a contract's integers. Throws ListingError when its numbers do not fit together: what marketScale refuses,
 * tiers whose caps, rates or leverages are out of order, and cumulative amounts that make the maintenance jump.
 */
export function contractScale(spec: ContractSpec, base: AssetSpec, quote: AssetSpec): ContractScale {
  const scale = marketScale(spec, base, quote);
  const isRate = (ppm: number): boolean => Number.isInteger(ppm) && ppm >= 0 && ppm < PPM;
  const { fundingIntervalMs } = spec;
  if (!isRate(spec.liquidationFeePpm) || !isRate(spec.interestPpm) || !isRate(spec.fundingCapPpm))
    throw new ListingError(`${spec.symbol}: rates`);
  if (
    !Number.isSafeInteger(fundingIntervalMs) ||
    fundingIntervalMs < MIN_INTERVAL_MS ||
    fundingIntervalMs > MAX_INTERVAL_MS
  )
    throw new ListingError(`${spec.symbol}: a funding interval of ${fundingIntervalMs} ms`);
  const brackets = bracketsOf(spec, quote);
  return {
    ...scale,
    brackets,
    markBoundPpm: markBoundOf(spec, brackets),
    impactUnits: impactUnitsOf(spec, brackets, quote, scale.minNotionalUnits),
  };
}

function markBoundOf({ symbol, markBoundPpm }: ContractSpec, [lowest]: readonly Bracket[]): number {
  const most = maxMarkBoundPpm(lowest?.maintenancePpm ?? 0);
  if (markBoundPpm === undefined) return most;
  if (!Number.isInteger(markBoundPpm) || markBoundPpm < 0 || markBoundPpm > most)
    throw new ListingError(`${symbol}: markBoundPpm must be between 0 and ${most}, got ${markBoundPpm}`);
  return markBoundPpm;
}

function impactUnitsOf(
  { symbol, impactNotional }: ContractSpec,
  [lowest]: readonly Bracket[],
  quote: AssetSpec,
  minNotionalUnits: number,
): number {
  const units =
    impactNotional === undefined
      ? divideFloor(lowest?.capUnits ?? 0, IMPACT_SHARES)
      : parseDecimal(impactNotional, quote.scale);
  if (typeof units === "string" || units > LIMITS.maxUnits)
    throw new ListingError(`${symbol}: "${impactNotional}" is no impact notional`);
  if (impactNotional !== undefined && units < minNotionalUnits)
    throw new ListingError(`${symbol}: impactNotional must be at least minNotional`);
  return Math.max(1, minNotionalUnits, units);
}

/** The leverage of whoever never set one in a contract with these tiers. */
export function defaultLeverage([lowest]: readonly { readonly maxLeverage: number }[]): number {
  if (lowest === undefined) throw new ListingError("a contract without tiers");
  return Math.min(DEFAULT_LEVERAGE, lowest.maxLeverage);
}

function bracketsOf(spec: ContractSpec, quote: AssetSpec): readonly Bracket[] {
  const units = (text: string): number => {
    const value = parseDecimal(text, quote.scale);
    if (typeof value === "string") throw new ListingError(`${spec.symbol}: "${text}" is no amount`);
    return value;
  };
  const brackets: Bracket[] = [];
  for (const { notionalCap, maxLeverage, maintenancePpm, cumulative } of spec.brackets) {
    const before = brackets.at(-1);
    const bracket = {
      floorUnits: before?.capUnits ?? 0,
      capUnits: units(notionalCap),
      maxLeverage,
      maintenancePpm,
      cumulativeUnits: units(cumulative),
    };
    if (!isNext(before, bracket)) throw new ListingError(`${spec.symbol}: tier up to ${notionalCap}`);
    brackets.push(bracket);
  }
  if (brackets.length === 0) throw new ListingError(`${spec.symbol}: no tiers`);
  return brackets;
}

/** Whether a tier may follow another: caps and rates rise, leverage falls, and the maintenance does not jump. */
function isNext(before: Bracket | undefined, next: Bracket): boolean {
  const { floorUnits, capUnits, maxLeverage, maintenancePpm, cumulativeUnits } = next;
  const hasForm =
    Number.isInteger(maxLeverage) &&
    maxLeverage >= 1 &&
    maxLeverage <= MAX_LEVERAGE &&
    Number.isInteger(maintenancePpm) &&
    maintenancePpm > 0 &&
    // Whoever opens at the largest leverage must have more margin than its maintenance.
    maintenancePpm * maxLeverage < PPM &&
    capUnits > floorUnits;
  if (!hasForm) return false;
  if (before === undefined) return cumulativeUnits === 0;
  const jump = BigInt(floorUnits) * BigInt(maintenancePpm - before.maintenancePpm);
  return (
    maintenancePpm > before.maintenancePpm &&
    maxLeverage <= before.maxLeverage &&
    BigInt(cumulativeUnits - before.cumulativeUnits) * BigInt(PPM) === jump
  );
}
