import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import type { Units } from "@candor/money/brand";

/** The listings of the random workload's small exchange. */
export const ASSETS: readonly AssetSpec[] = [
  { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" },
  { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0.001" },
  { symbol: "ETH", name: "Ether", scale: 8, minTransfer: "0" },
];

const FEES = { priceBandPpm: 100_000, marketProtectionPpm: 50_000, makerFeePpm: 1_000, takerFeePpm: 1_500 };
/** Prices are a few hundred ticks, so that random orders match. */
export const MARKETS: readonly (SpotMarketSpec & { readonly midTicks: number })[] = [
  {
    symbol: "BTCUSDT",
    base: "BTC",
    quote: "USDT",
    tick: "100",
    lot: "0.001",
    midTicks: 600,
    minQuantity: "0.001",
    maxQuantity: "5",
    minNotional: "50",
    ...FEES,
  },
  {
    symbol: "ETHUSDT",
    base: "ETH",
    quote: "USDT",
    tick: "5",
    lot: "0.01",
    midTicks: 500,
    minQuantity: "0.02",
    maxQuantity: "50",
    minNotional: "10",
    ...FEES,
    makerFeePpm: 0,
  },
  {
    symbol: "ETHBTC",
    base: "ETH",
    quote: "BTC",
    tick: "0.0001",
    lot: "0.01",
    midTicks: 400,
    minQuantity: "0.01",
    maxQuantity: "50",
    minNotional: "0.0001",
    ...FEES,
  },
];
/** A tick of each market, in 1e-8 of its quote coin. */
export const TICK_E8 = [10_000_000_000, 500_000_000, 10_000];
/** Spot markets that have a contract, by number. Contracts are numbered after all spot markets. */
export const CONTRACTS = [0, 1] as const;
/** Symbols of the first markets, which have timed options. */
export const OPTION_SYMBOLS = MARKETS.slice(0, 2).map(({ symbol }) => symbol);
export const USERS = 24;
/** Each user's initial balance in the option wallet. */
export const OPTION_UNITS = 400_000_000 as Units;
