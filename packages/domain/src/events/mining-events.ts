import type { MinerTerms } from "@candor/formulas/mining/accrual";
import type { Units } from "@candor/money/brand";
import type { MinerCause, MinerReleaseReason } from "../enumerations.ts";
import type { MiningPlan } from "../specs/mining-plan.ts";

/** A plan was added or changed; purchased machines keep their terms. */
export interface MiningPlanChanged {
  readonly kind: "mining-plan-changed";
  readonly planId: number;
  readonly plan: MiningPlan;
}

/** The complete machine after the change, and the amounts paid. The fund records follow as funds-posted events. */
export interface MinerChanged extends MinerState {
  readonly kind: "miner-changed";
  readonly cause: MinerCause;
  /** Paid by this change: accrued minus already claimed. */
  readonly incomeUnits: Units;
  /** Part of the price refunded by this change. */
  readonly refundUnits: Units;
}

export interface MinerState extends MinerTerms {
  readonly minerId: number;
  readonly userId: number;
  readonly planId: number;
  readonly assetId: number;
  readonly hashRateGhs: number;
  /** Paid so far. */
  readonly claimedUnits: number;
  /** `none` while it is in production. */
  readonly releaseReason: MinerReleaseReason;
}

export type MiningEvent = MiningPlanChanged | MinerChanged;
