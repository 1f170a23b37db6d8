import type { Bracket } from "@candor/formulas/perpetual/margin";
import { maxMarkBoundPpm } from "@candor/formulas/perpetual/mark-price";
import { parseDecimal } from "@candor/money/decimal";
import { divideFloor } from "@candor/money/integer";
import { LIMITS } from "../limits.ts";
import type { AssetSpec, MarketScale, SpotMarketSpec } from "./listing.ts";
import { ListingError, marketScale } from "./listing.ts";

/** One tier of a contract's risk limits, ordered by cap. */
export interface ContractBracket {
  /** Maximum position value of this tier, decimal string in the quote coin. */
  readonly notionalCap: string;
  readonly maxLeverage: number;
  readonly maintenancePpm: number;
  /** Deducted from the maintenance margin so that it has no jumps between tiers, decimal string in the quote coin. */
  readonly cumulative: string;
}

/** Terms of a perpetual contract, margined and settled in its quote coin. */
export interface ContractSpec extends SpotMarketSpec {
  /** Share of the notional that a liquidation closes on the book, paid to the insurance fund. */
  readonly liquidationFeePpm: number;
  /** Spot market whose index it follows. */
  readonly indexSymbol: string;
  readonly fundingIntervalMs: number;
  /** Interest per funding interval; 100 is 0.01%. */
  readonly interestPpm: number;
  /** Maximum funding rate per interval, in either direction. */
  readonly fundingCapPpm: number;
  readonly brackets: readonly ContractBracket[];
  /** Maximum distance of the mark from the index. If absent, the maximum its tiers allow. */
  readonly markBoundPpm?: number | undefined;
  /**
   * Notional bought or sold to find an impact price, decimal string in the quote coin. If absent, a fifth of the first
   * tier's maximum position value.
   */
  readonly impactNotional?: string | undefined;
}

/** A contract's terms as integers. */
export interface ContractScale extends MarketScale {
  readonly brackets: readonly Bracket[];
  readonly markBoundPpm: number;
  readonly impactUnits: number;
}

const PPM = 1_000_000;
/** Default impact notional: the first tier's maximum position value divided by this. */
const IMPACT_SHARES = 5;
const MAX_LEVERAGE = 125;
/** Leverage of a position that was never set, as far as its contract allows. */
const DEFAULT_LEVERAGE = 20;
/** Funding takes one premium sample per minute; more than a day of them would make an event too large. */
const MAX_INTERVAL_MS = 86_400_000;
const MIN_INTERVAL_MS = 60_000;

/**
 * Derives a contract's integers. Throws ListingError when its numbers are inconsistent: anything marketScale rejects,
 * tiers whose caps, rates or leverages are out of order, and cumulative amounts that make the maintenance margin jump.
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
    throw new ListingError(`${spec.symbol}: invalid funding interval of ${fundingIntervalMs} ms`);
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
    throw new ListingError(`${symbol}: "${impactNotional}" is not a valid impact notional`);
  if (impactNotional !== undefined && units < minNotionalUnits)
    throw new ListingError(`${symbol}: impactNotional must be at least minNotional`);
  return Math.max(1, minNotionalUnits, units);
}

/** Returns the default leverage of a contract with these tiers. */
export function defaultLeverage([lowest]: readonly { readonly maxLeverage: number }[]): number {
  if (lowest === undefined) throw new ListingError("a contract needs at least one tier");
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
    if (!isNext(before, bracket))
      throw new ListingError(
        `${spec.symbol}: the tier up to ${notionalCap} does not follow from the one before`,
      );
    brackets.push(bracket);
  }
  if (brackets.length === 0) throw new ListingError(`${spec.symbol}: no tiers`);
  return brackets;
}

/** Whether a tier may follow another: caps and rates rise, leverage falls, and the maintenance margin does not jump. */
function isNext(before: Bracket | undefined, next: Bracket): boolean {
  const { floorUnits, capUnits, maxLeverage, maintenancePpm, cumulativeUnits } = next;
  const hasForm =
    Number.isInteger(maxLeverage) &&
    maxLeverage >= 1 &&
    maxLeverage <= MAX_LEVERAGE &&
    Number.isInteger(maintenancePpm) &&
    maintenancePpm > 0 &&
    // At maximum leverage, the initial margin must exceed the maintenance margin.
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
