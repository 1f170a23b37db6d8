import type { MinerState } from "@candor/domain/events/mining-events";
import { minerIdOf, planIdOf } from "@candor/domain/mining-ids";
import type { MiningPlanState } from "@candor/domain/mining-view";
import {
  accruedUnitsOf,
  annualReturnPpmOf,
  dailyIncomeUnitsOf,
  endsAtMsOf,
  refundUnitsOf,
} from "@candor/formulas/mining/accrual";
import { formatDecimal, trimZeros } from "@candor/money/decimal";
import type { WireMiner, WireMinerPlan } from "@candor/wire/mining-objects";
import type { Listings } from "../market-data/listings.ts";
import { formatRate } from "../market-data/market-format.ts";

/** Steps of a thousand, starting at one gigahash per second. */
const POWER_UNITS = ["GH/s", "TH/s", "PH/s", "EH/s", "ZH/s"] as const;
const STEP_DECIMALS = 3;

/** Formats 40,500 as "40.5 TH/s": the largest unit with a value of at least one, without trailing zeros. */
export function computingPower(hashRateGhs: number): string {
  const digits = String(hashRateGhs).length;
  const step = Math.min(Math.floor((digits - 1) / STEP_DECIMALS), POWER_UNITS.length - 1);
  return `${trimZeros(formatDecimal(hashRateGhs, step * STEP_DECIMALS))} ${POWER_UNITS[step]}`;
}

/** @param owned the caller's machines of this plan in production */
export function toWirePlan(
  plan: MiningPlanState,
  owned: number,
  simulated: boolean,
  listings: Listings,
): WireMinerPlan {
  const { spec, priceUnits, totalOutputUnits, running } = plan;
  const { durationDays, refundPpm } = spec;
  const write = writerOf(listings, plan.assetId);
  const stock = Math.max(0, spec.stock - running);
  return {
    planId: planIdOf(plan.planId),
    name: spec.name,
    price: write(priceUnits),
    durationDays,
    totalOutput: write(totalOutputUnits),
    automaticIncome: write(dailyIncomeUnitsOf({ totalOutputUnits, durationDays })),
    computingPower: computingPower(spec.hashRateGhs),
    releaseRefundRate: formatRate(refundPpm),
    stock,
    limitPerUser: spec.limitPerUser,
    owned,
    soldOut: stock === 0 || !plan.isCovered,
    annualReturnRate: formatRate(annualReturnPpmOf({ priceUnits, totalOutputUnits, durationDays })),
    simulated,
  };
}

/** Formats a machine's state at a given time. */
export function toWireMiner(miner: MinerState, timeMs: number, listings: Listings): WireMiner {
  const write = writerOf(listings, miner.assetId);
  const isRunning = miner.releaseReason === "none";
  const accrued = isRunning ? accruedUnitsOf(miner, timeMs) : miner.claimedUnits;
  const claimable = accrued - miner.claimedUnits;
  return {
    planId: planIdOf(miner.planId),
    name: listings.miningPlan(miner.planId).name,
    price: write(miner.priceUnits),
    durationDays: miner.durationDays,
    totalOutput: write(miner.totalOutputUnits),
    automaticIncome: write(dailyIncomeUnitsOf(miner)),
    computingPower: computingPower(miner.hashRateGhs),
    releaseRefundRate: formatRate(miner.refundPpm),
    minerId: minerIdOf(miner.minerId),
    status: isRunning ? "in-production" : "released",
    releaseReason: miner.releaseReason === "none" ? null : miner.releaseReason,
    boughtAtMs: miner.boughtAtMs,
    endsAtMs: endsAtMsOf(miner),
    accrued: write(accrued),
    claimed: write(miner.claimedUnits),
    claimable: write(claimable),
    recycleValue: {
      income: write(claimable),
      refund: write(isRunning ? refundUnitsOf(miner, timeMs) : 0),
    },
  };
}

function writerOf(listings: Listings, assetId: number): (units: number) => string {
  const { scale } = listings.asset(assetId).spec;
  return (units) => formatDecimal(units, scale);
}
