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
  releaseRefundRate: rate.meta({ description: "Share of the unearned price refunded at a release." }),
} as const;

export const minerStatus = z.enum(MINER_STATUSES).meta({ id: "MinerStatus" });

export const minerPlan = z
  .strictObject({
    ...TERMS,
    stock: count.meta({ description: "Machines still available; released ones become available again." }),
    limitPerUser: count,
    owned: count.meta({ description: "The caller's machines of the plan in production." }),
    soldOut: z.boolean().meta({ description: "Sold out, or the reserve does not cover another one." }),
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
      .meta({ description: "`completed`: the whole output was paid. `recycled`: released early." }),
    boughtAtMs: milliseconds,
    endsAtMs: milliseconds,
    accrued: amount,
    claimed: amount,
    claimable: amount,
    recycleValue: z
      .strictObject({ income: amount, refund: amount })
      .meta({ description: "Payout of a release now." }),
  })
  .meta({ id: "Miner" });

export type WireMinerPlan = z.output<typeof minerPlan>;
export type WireMiner = z.output<typeof miner>;
