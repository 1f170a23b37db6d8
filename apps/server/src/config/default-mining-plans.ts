import type { MiningPlan } from "@candor/domain/specs/mining-plan";

const plan = (
  name: string,
  price: string,
  durationDays: number,
  totalOutput: string,
  hashRateGhs: number,
  stock: number,
  limitPerUser: number,
  refundPpm: number,
): MiningPlan => ({
  name,
  asset: "USDT",
  price,
  totalOutput,
  durationDays,
  hashRateGhs,
  stock,
  limitPerUser,
  refundPpm,
});

/**
 * Mining machines sold in a sandbox. Each returns its price plus less than 8% per year, and releasing one early
 * returns most of the unearned price.
 */
export const DEFAULT_MINING_PLANS: readonly MiningPlan[] = [
  plan("Spark S1", "20", 7, "20.02", 2_000, 20_000, 20, 980_000),
  plan("Ember E3", "100", 30, "100.55", 14_000, 5_000, 10, 970_000),
  plan("Forge F9", "500", 90, "508.75", 68_000, 1_200, 10, 960_000),
  plan("Furnace X18", "2000", 180, "2072", 260_000, 300, 5, 950_000),
  plan("Foundry M36", "10000", 365, "10790", 1_240_000, 60, 2, 940_000),
];
