import type { LeverSpec } from "@candor/domain/specs/lever-listing";

/** Margin terms of a market, by its symbol. */
export interface LeverListing {
  readonly symbol: string;
  readonly lever: LeverSpec;
}

const lever = (
  symbol: string,
  leverages: readonly number[],
  rates: readonly [basePpm: number, quotePpm: number],
  userLimits: readonly [base: string, quote: string],
  pairLimits: readonly [base: string, quote: string],
): LeverListing => ({
  symbol,
  lever: {
    leverages,
    baseHourlyPpm: rates[0],
    quoteHourlyPpm: rates[1],
    baseUserLimit: userLimits[0],
    quoteUserLimit: userLimits[1],
    basePairLimit: pairLimits[0],
    quotePairLimit: pairLimits[1],
  },
});

/** Pairs with margin trading; 10 ppm per hour is 8.8% per year. */
export const DEFAULT_LEVERS: readonly LeverListing[] = [
  lever("BTCUSDT", [2, 3, 5, 10], [8, 12], ["4", "250000"], ["40", "2500000"]),
  lever("ETHUSDT", [2, 3, 5, 10], [8, 12], ["60", "200000"], ["600", "2000000"]),
  lever("BNBUSDT", [2, 3, 5], [12, 14], ["150", "80000"], ["1500", "800000"]),
  lever("SOLUSDT", [2, 3, 5], [12, 14], ["500", "80000"], ["5000", "800000"]),
  lever("XRPUSDT", [2, 3], [14, 16], ["30000", "50000"], ["300000", "500000"]),
];
