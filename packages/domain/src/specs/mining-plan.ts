import { parseDecimal } from "@candor/money/decimal";
import { LIMITS } from "../limits.ts";
import type { AssetSpec } from "./listing.ts";

/** A mining machine model in the shop. Decimal strings are in whole coins of its asset. */
export interface MiningPlan {
  /** A proper name, the same in all languages. */
  readonly name: string;
  readonly asset: string;
  readonly price: string;
  /** Lifetime yield of a machine; the price is not returned in addition. */
  readonly totalOutput: string;
  readonly durationDays: number;
  /** Gigahashes per second; nominal, without effect on the yield. */
  readonly hashRateGhs: number;
  /** Machines in production at a time, in total and per user. */
  readonly stock: number;
  readonly limitPerUser: number;
  /** Share of the unearned price refunded at a release. */
  readonly refundPpm: number;
}

/**
 * Under RULES.announcedRaises, maximum yield of a machine in parts per million of its price: a higher one would let a
 * plan drain the reserve.
 */
export const MAX_OUTPUT_PPM = 1_250_000;

/** A plan's terms as integers. */
export interface MiningPlanScale {
  readonly priceUnits: number;
  readonly totalOutputUnits: number;
}

const PPM = 1_000_000;
const MAX_NAME_LENGTH = 40;

const isCount = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/**
 * Derives the integers of a plan. Returns undefined when a value is impossible, or a release could refund more than the
 * output locked for it.
 */
export function miningPlanScale(plan: MiningPlan, asset: AssetSpec): MiningPlanScale | undefined {
  const priceUnits = parseDecimal(plan.price, asset.scale);
  const totalOutputUnits = parseDecimal(plan.totalOutput, asset.scale);
  if (typeof priceUnits === "string" || typeof totalOutputUnits === "string") return undefined;
  const isSound =
    plan.name.length > 0 &&
    plan.name.length <= MAX_NAME_LENGTH &&
    isCount(priceUnits, 1, LIMITS.maxUnits) &&
    isCount(totalOutputUnits, 1, LIMITS.maxUnits) &&
    isCount(plan.durationDays, 1, LIMITS.maxMiningDays) &&
    isCount(plan.hashRateGhs, 1, LIMITS.maxHashRateGhs) &&
    isCount(plan.stock, 0, LIMITS.maxMiningStock) &&
    isCount(plan.limitPerUser, 1, LIMITS.maxMinersPerUser) &&
    isCount(plan.refundPpm, 0, PPM);
  if (!isSound) return undefined;
  const isRefundCovered =
    BigInt(priceUnits) * BigInt(plan.refundPpm) <= BigInt(totalOutputUnits) * BigInt(PPM);
  return isRefundCovered ? { priceUnits, totalOutputUnits } : undefined;
}

/** Whether a machine would yield more than MAX_OUTPUT_PPM of its price. */
export function exceedsMaxOutput({ priceUnits, totalOutputUnits }: MiningPlanScale): boolean {
  return BigInt(totalOutputUnits) * BigInt(PPM) > BigInt(priceUnits) * BigInt(MAX_OUTPUT_PPM);
}
