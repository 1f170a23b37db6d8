import { MINER_RELEASE_REASONS, MINER_STATUSES } from "@candor/domain/enumerations";
import { z } from "zod";
import { amount, count, id, milliseconds, rate, text } from "./primitives.ts";

const MAX_NAME = 40;
const MAX_POWER = 20;

const TERMS = {
  planId: id,
  name: text(MAX_NAME),
  price: amount,
  durationDays: z.int().min(1),
  totalOutput: amount,
  automaticIncome: amount.meta({ description: "A day's output, rounded down." }),
  computingPower: text(MAX_POWER),
  releaseRefundRate: rate.meta({ description: "Of the price not worked off, paid back at a release." }),
} as const;

export const minerStatus = z.enum(MINER_STATUSES).meta({ id: "MinerStatus" });

export const minerPlan = z
  .strictObject({
    ...TERMS,
    stock: count.meta({ description: "Machines that may still be bought; a released one comes back." }),
    limitPerUser: count,
    owned: count.meta({ description: "The caller's machines of the plan in production." }),
    soldOut: z.boolean().meta({ description: "No stock, or the reserve does not cover one more." }),
    annualReturnRate: rate.meta({
      description: "(total output − price) ÷ price × 365 ÷ days, rounded down.",
    }),
    simulated: z.boolean(),
  })
  .meta({ id: "MinerPlan" });

export const miner = z
  .strictObject({
    ...TERMS,
    minerId: id,
    status: minerStatus,
    releaseReason: z
      .enum(MINER_RELEASE_REASONS)
      .exclude(["none"])
      .nullable()
      .meta({ description: "`completed`: the whole output was paid. `recycled`: released before." }),
    boughtAtMs: milliseconds,
    endsAtMs: milliseconds,
    accrued: amount,
    claimed: amount,
    claimable: amount,
    recycleValue: z
      .strictObject({ income: amount, refund: amount })
      .meta({ description: "What a release now would pay." }),
  })
  .meta({ id: "Miner" });

export type WireMinerPlan = z.output<typeof minerPlan>;
export type WireMiner = z.output<typeof miner>;
