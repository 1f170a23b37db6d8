import { MINER_CAUSES, MINER_RELEASE_REASONS, WALLETS } from "@candor/domain/enumerations";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import { EVENT } from "./event-record.ts";
import { enumOf, int, json, units } from "./record-fields.ts";
import { record } from "./record-layout.ts";

/** Mining, conversions and referrals. */
export const PRODUCT_LAYOUTS = {
  miningPlanChanged: record(EVENT.miningPlanChanged, "mining-plan-changed", {
    planId: int,
    plan: json<MiningPlan>(),
  }),
  minerChanged: record(EVENT.minerChanged, "miner-changed", {
    cause: enumOf(MINER_CAUSES),
    minerId: int,
    userId: int,
    planId: int,
    assetId: int,
    priceUnits: int,
    totalOutputUnits: int,
    durationDays: int,
    refundPpm: int,
    hashRateGhs: int,
    boughtAtMs: int,
    claimedUnits: int,
    releaseReason: enumOf(MINER_RELEASE_REASONS),
    incomeUnits: units,
    refundUnits: units,
  }),
  converted: record(EVENT.converted, "converted", {
    convertId: int,
    userId: int,
    wallet: enumOf(WALLETS),
    fromAssetId: int,
    toAssetId: int,
    paidUnits: units,
    receivedUnits: units,
  }),
  inviterSet: record(EVENT.inviterSet, "inviter-set", { userId: int, inviterId: int }),
  referralRateSet: record(EVENT.referralRateSet, "referral-rate-set", { ratePpm: int }),
  referralPaid: record(EVENT.referralPaid, "referral-paid", {
    inviterId: int,
    userId: int,
    marketId: int,
    tradeId: int,
    assetId: int,
    amountUnits: units,
    valueUnits: units,
    afterUnits: units,
  }),
} as const;
