import { parseDecimal } from "@candor/money/decimal";
import { type AssetSpec, ListingError } from "./listing.ts";

/** Margin terms of a spot market. */
export interface LeverSpec {
  /** Leverage steps that an order can choose, ascending, 2–10. */
  readonly leverages: readonly number[];
  /** Interest per hour. */
  readonly baseHourlyPpm: number;
  readonly quoteHourlyPpm: number;
  /** Maximum principal per user, decimal strings in the coin. */
  readonly baseUserLimit: string;
  readonly quoteUserLimit: string;
  /** Maximum principal over all users of this market. */
  readonly basePairLimit: string;
  readonly quotePairLimit: string;
}

/** Margin terms of one coin, in integers. */
export interface LeverTerms {
  readonly hourlyPpm: number;
  readonly userLimitUnits: number;
  readonly pairLimitUnits: number;
}

export interface LeverScale {
  readonly base: LeverTerms;
  readonly quote: LeverTerms;
  readonly maxLeverage: number;
}

const MIN_LEVERAGE = 2;
const MAX_LEVERAGE = 10;
/** One percent per hour. */
const MAX_HOURLY_PPM = 10_000;

/** Derives the integers. Throws ListingError when the numbers are inconsistent. */
export function leverScale(spec: LeverSpec, base: AssetSpec, quote: AssetSpec): LeverScale {
  const { leverages } = spec;
  const rises = leverages.every(
    (step, index) =>
      Number.isInteger(step) &&
      step >= MIN_LEVERAGE &&
      step <= MAX_LEVERAGE &&
      (index === 0 || step > (leverages[index - 1] as number)),
  );
  const maxLeverage = leverages.at(-1);
  if (!rises || maxLeverage === undefined) throw new ListingError(`leverages ${leverages.join(" ")}`);
  return {
    base: termsOf(spec.baseHourlyPpm, spec.baseUserLimit, spec.basePairLimit, base),
    quote: termsOf(spec.quoteHourlyPpm, spec.quoteUserLimit, spec.quotePairLimit, quote),
    maxLeverage,
  };
}

function termsOf(hourlyPpm: number, userLimit: string, pairLimit: string, asset: AssetSpec): LeverTerms {
  if (!Number.isInteger(hourlyPpm) || hourlyPpm < 0 || hourlyPpm > MAX_HOURLY_PPM)
    throw new ListingError(`${asset.symbol}: ${hourlyPpm} ppm an hour`);
  const [userLimitUnits, pairLimitUnits] = [userLimit, pairLimit].map((text) => {
    const units = parseDecimal(text, asset.scale);
    if (typeof units === "string") throw new ListingError(`"${text}" ${asset.symbol} is no amount`);
    return units;
  }) as [number, number];
  return { hourlyPpm, userLimitUnits, pairLimitUnits };
}
