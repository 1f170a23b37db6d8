import { parseDecimal } from "@candor/money/decimal";
import { LIMITS } from "../limits.ts";
import type { AssetSpec } from "./listing.ts";

/** A kind of mining machine as the shop offers it. Decimal strings are in whole coins of its asset. */
export interface MiningPlan {
  /** A proper name, the same in all languages. */
  readonly name: string;
  readonly asset: string;
  readonly price: string;
  /** All that a machine ever yields, the price not returned besides. */
  readonly totalOutput: string;
  readonly durationDays: number;
  /** Gigahashes a second; what it is called, not what it yields. */
  readonly hashRateGhs: number;
  /** Machines that may be in production at a time, of all users and of one. */
  readonly stock: number;
  readonly limitPerUser: number;
  /** Of the unearned price, paid back at a release. */
  readonly refundPpm: number;
}

/**
 * Under RULES.announcedRaises a machine yields at most so many millionths of its price: with
 * more, a plan is a way to empty the reserve.
 */
export const MAX_OUTPUT_PPM = 1_250_000;

/** The plan's integers. */
export interface MiningPlanScale {
  readonly priceUnits: number;
  readonly totalOutputUnits: number;
}

const PPM = 1_000_000;
const MAX_NAME_LENGTH = 40;

const isCount = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/**
 * Derives the integers of a plan. Undefined: something of it is impossible, or a release could refund more than the
 * output that is locked for it.
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
export function yieldsTooMuch({ priceUnits, totalOutputUnits }: MiningPlanScale): boolean {
  return BigInt(totalOutputUnits) * BigInt(PPM) > BigInt(priceUnits) * BigInt(MAX_OUTPUT_PPM);
}
