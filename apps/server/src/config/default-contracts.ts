import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import { bracketsOf, type Tier } from "./contract-brackets.ts";

const HOUR_MS = 3_600_000;

/** Tiers of the largest contracts: deep books support more value at high leverage. */
const LARGE: readonly Tier[] = [
  [50_000, 125, 4_000],
  [100_000, 100, 5_000],
  [250_000, 75, 6_000],
  [1_000_000, 50, 10_000],
  [5_000_000, 25, 20_000],
  [10_000_000, 20, 25_000],
  [25_000_000, 10, 50_000],
  [50_000_000, 5, 100_000],
  [100_000_000, 2, 250_000],
];
const MIDDLE: readonly Tier[] = [
  [20_000, 75, 5_000],
  [100_000, 50, 8_000],
  [500_000, 25, 20_000],
  [1_500_000, 20, 25_000],
  [5_000_000, 10, 50_000],
  [10_000_000, 5, 100_000],
  [20_000_000, 2, 250_000],
];
const SMALL: readonly Tier[] = [
  [10_000, 50, 7_000],
  [50_000, 40, 10_000],
  [250_000, 25, 20_000],
  [750_000, 20, 25_000],
  [2_000_000, 10, 50_000],
  [5_000_000, 5, 100_000],
  [10_000_000, 2, 250_000],
];

const contract = (
  base: string,
  tick: string,
  lot: string,
  maxQuantity: string,
  fundingCapPpm: number,
  tiers: readonly Tier[],
): ContractSpec => ({
  symbol: `${base}USDT`,
  base,
  quote: "USDT",
  tick,
  lot,
  minQuantity: lot,
  maxQuantity,
  minNotional: "5",
  priceBandPpm: 100_000,
  marketProtectionPpm: 50_000,
  makerFeePpm: 200,
  takerFeePpm: 500,
  liquidationFeePpm: 5_000,
  indexSymbol: `${base}USDT`,
  fundingIntervalMs: 8 * HOUR_MS,
  interestPpm: 100,
  fundingCapPpm,
  brackets: bracketsOf(tiers),
});

/** Contracts listed in a sandbox. Tiers, fees and caps are this exchange's own choices. */
export const DEFAULT_CONTRACTS: readonly ContractSpec[] = [
  contract("BTC", "0.1", "0.001", "500", 7_500, LARGE),
  contract("ETH", "0.01", "0.001", "10000", 7_500, LARGE),
  contract("BNB", "0.01", "0.01", "20000", 20_000, MIDDLE),
  contract("SOL", "0.01", "0.01", "100000", 20_000, MIDDLE),
  contract("XRP", "0.0001", "0.1", "5000000", 20_000, MIDDLE),
  contract("DOGE", "0.00001", "1", "20000000", 20_000, SMALL),
];
