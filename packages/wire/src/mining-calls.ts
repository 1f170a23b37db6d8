import { LIMITS } from "@candor/domain/limits";
import { z } from "zod";
import { defineCall, HISTORY_WEIGHT } from "./call.ts";
import { miner, minerPlan, minerStatus } from "./mining-objects.ts";
import { amount, id, MIN_SEQ, milliseconds, newKey, nextCursor, PAGE, rate, seq } from "./primitives.ts";

const group = "Mining";
const replayed = z.literal(true).optional();
const requestId = newKey.optional();
const balance = amount.meta({ description: "USDT available in the main wallet afterwards." });

export const MINING_CALLS = {
  miningIndex: defineCall({
    call: "POST /Mining/index",
    marks: "? R mining",
    group,
    summary: "The machines on sale, and their reserve.",
    request: z.object({ ...MIN_SEQ }),
    reply: z.strictObject({
      list: z.array(minerPlan),
      balance: amount
        .nullable()
        .meta({ description: "USDT available in the main wallet; null when logged out." }),
      reserve: z.strictObject({
        locked: amount.meta({ description: "Future payouts of all running machines." }),
        free: amount,
      }),
      asOfSeq: seq,
    }),
  }),
  miningBuy: defineCall({
    call: "POST /Mining/buy",
    marks: "L M mining",
    group,
    summary: "Buys machines from the main wallet, all or none; their whole output is locked in the reserve.",
    request: z.strictObject({
      planId: id,
      quantity: z.int().min(1).max(LIMITS.maxMinersPerPurchase).default(1),
      price: amount
        .optional()
        .meta({ description: "Price per machine as shown: rejected if it is now higher." }),
      totalOutput: amount.optional().meta({ description: "As shown: rejected if it is now lower." }),
      durationDays: z
        .int()
        .min(1)
        .optional()
        .meta({ description: "As shown: rejected if it is now longer." }),
      releaseRefundRate: rate.optional().meta({ description: "As shown: rejected if it is now lower." }),
      requestId,
    }),
    reply: z.strictObject({ miners: z.array(miner), paid: amount, balance, replayed, asOfSeq: seq }),
    rejects: [
      "request.parameterError",
      "mining.minerNotFound",
      "mining.termsChanged",
      "mining.purchaseLimitReached",
      "mining.soldOut",
      "mining.insufficientBalance",
    ],
  }),
  miningRecord: defineCall({
    call: "POST /Mining/record",
    marks: "L R mining",
    group,
    summary: "The caller's machines, newest first.",
    weight: HISTORY_WEIGHT,
    request: z.object({ status: minerStatus.optional(), ...PAGE, ...MIN_SEQ }),
    reply: z.strictObject({
      list: z.array(miner),
      totals: z
        .strictObject({
          price: amount,
          accrued: amount,
          claimed: amount,
          claimable: amount,
          computingPower: z.string(),
        })
        .meta({
          id: "MinerTotals",
          description: "Of all machines matching the filter; computing power only of those in production.",
        }),
      asOfMs: milliseconds.meta({ description: "Time of `accrued`." }),
      nextCursor,
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError"],
  }),
  miningClaim: defineCall({
    call: "POST /Mining/claim",
    marks: "L M mining +",
    group,
    summary: "Pays out what one machine, or all in production, have mined since the last claim.",
    request: z.strictObject({ minerId: id.optional(), requestId }),
    reply: z.strictObject({
      amount,
      miners: z.array(miner),
      balance,
      success: z.literal("mining.incomeReceived"),
      replayed,
      asOfSeq: seq,
    }),
    rejects: [
      "request.parameterError",
      "mining.minerNotFound",
      "mining.released",
      "mining.alreadyReceived",
      "mining.nothingToClaim",
    ],
  }),
  miningRecycle: defineCall({
    call: "POST /Mining/recycle",
    marks: "L M mining +",
    group,
    summary: "Releases a machine: pays what it has mined and refunds a part of the unearned price.",
    request: z.strictObject({
      minerId: id,
      expectedRefund: amount.optional().meta({ description: "Rejected if the refund is now lower." }),
      requestId,
    }),
    reply: z.strictObject({
      miner,
      income: amount,
      refund: amount,
      balance,
      success: z.literal("mining.minerReleased"),
      replayed,
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError", "mining.minerNotFound", "mining.released", "mining.alreadyReceived"],
  }),
} as const;
