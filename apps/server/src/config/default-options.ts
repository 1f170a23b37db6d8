import type { OptionOffer, OptionTerms } from "@candor/domain/specs/option-terms";
import type { ExchangeListing } from "./exchange-listing.ts";

/** [seconds, payout in parts per million of the stake]: longer durations pay more. */
const DURATIONS = [
  [60, 800_000],
  [120, 820_000],
  [180, 840_000],
  [300, 860_000],
  [600, 880_000],
] as const;

const offer = (symbol: string): OptionOffer => ({
  symbol,
  durations: DURATIONS.map(([durationSeconds, payoutPpm]) => ({ durationSeconds, payoutPpm })),
});

/** Timed options of a new exchange. None is sold while the pool is empty, as in a new live exchange. */
export const DEFAULT_OPTIONS: OptionTerms = {
  asset: "USDT",
  minStake: "5",
  maxStake: "5000",
  userCap: "20000",
  expiryCap: "50000",
  poolCap: "500000",
  offers: ["BTCUSDT", "ETHUSDT", "BNBUSDT", "SOLUSDT", "XRPUSDT", "DOGEUSDT"].map(offer),
};

/** Returns the options of listed markets. */
export function optionsOf({ markets }: ExchangeListing): OptionTerms {
  const offers = DEFAULT_OPTIONS.offers.filter((offered) =>
    markets.some(({ symbol }) => symbol === offered.symbol),
  );
  return { ...DEFAULT_OPTIONS, offers };
}
