import type { Bracket } from "@candor/formulas/perpetual/margin";
import { parseDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import type { MarketTerms } from "../../trading/market/market-terms.ts";

/** A contract's terms as integers: market terms, tiers and funding parameters. */
export interface ContractTerms extends MarketTerms {
  readonly brackets: readonly Bracket[];
  readonly maxLeverage: number;
  readonly liquidationFeePpm: number;
}

export type ListedBrackets = CallReply<"contractBrackets">["list"][number];

const PPM_DECIMALS = 6;

/** Combines a contract's listing and tiers. Throws RangeError if a server value is not a number. */
export function contractTerms(market: MarketTerms, listed: ListedBrackets): ContractTerms {
  const { quoteScale } = market.scale;
  const brackets = listed.brackets.map((bracket) => ({
    floorUnits: whole(bracket.notionalFloor, quoteScale),
    capUnits: whole(bracket.notionalCap, quoteScale),
    maxLeverage: bracket.maxLeverage,
    maintenancePpm: whole(bracket.maintenanceRate, PPM_DECIMALS),
    cumulativeUnits: whole(bracket.cumulative, quoteScale),
  }));
  return {
    ...market,
    brackets,
    maxLeverage: brackets[0]?.maxLeverage ?? 1,
    liquidationFeePpm: whole(listed.liquidationFeeRate, PPM_DECIMALS),
  };
}

/** Parses a decimal with optional sign into a whole number of 10^-scale. Throws RangeError. */
export function whole(text: string, scale: number): number {
  const isNegative = text.startsWith("-");
  const value = parseDecimal(isNegative ? text.slice(1) : text, scale);
  if (typeof value === "string") throw new RangeError(`not a number of ${scale} decimals: ${text}`);
  return isNegative ? 0 - value : value;
}

/** Converts a wire price to whole ticks, rounded down; undefined if unknown. */
export function ticksOf(price: string | null, terms: MarketTerms): number | undefined {
  return price === null ? undefined : Math.floor(whole(price, 8) / terms.scale.tickE8);
}
