import type { OptionOffer, OptionTerms } from "@candor/domain/specs/option-terms";
import type { ExchangeListing } from "./exchange-listing.ts";

/** [seconds, what a winner gets in parts per million of the stake]: the longer, the more. */
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

/** The timed options of a new exchange. Without money in the pool none is sold, which is how a live exchange begins. */
export const DEFAULT_OPTIONS: OptionTerms = {
  asset: "USDT",
  minStake: "5",
  maxStake: "5000",
  userCap: "20000",
  expiryCap: "50000",
  poolCap: "500000",
  offers: ["BTCUSDT", "ETHUSDT", "BNBUSDT", "SOLUSDT", "XRPUSDT", "DOGEUSDT"].map(offer),
};

/** Those of the markets that are listed. */
export function optionsOf({ markets }: ExchangeListing): OptionTerms {
  const offers = DEFAULT_OPTIONS.offers.filter((offered) =>
    markets.some(({ symbol }) => symbol === offered.symbol),
  );
  return { ...DEFAULT_OPTIONS, offers };
}
