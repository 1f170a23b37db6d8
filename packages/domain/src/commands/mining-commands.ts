import type { MiningPlan } from "../specs/mining-plan.ts";

/** Commands for mining machines. The exchange numbers plans from 0 and machines from 1. */

/** Adds a plan under the next number, or changes one for later purchases. */
export interface SetMiningPlan {
  readonly kind: "set-mining-plan";
  /** The current number of plans adds one. */
  readonly planId: number;
  readonly plan: MiningPlan;
}

/** Terms of a machine as shown to the buyer; absent fields are not compared. */
export interface ShownMiner {
  readonly priceUnits?: number;
  readonly totalOutputUnits?: number;
  readonly durationDays?: number;
  readonly refundPpm?: number;
}

/** Buys machines from the main wallet: all of them or none. */
export interface BuyMiners {
  readonly kind: "buy-miners";
  readonly userId: number;
  readonly planId: number;
  /** 1 to LIMITS.maxMinersPerPurchase. */
  readonly quantity: number;
  /** Rejects the purchase if the current terms are worse. */
  readonly shown?: ShownMiner;
  readonly key: string;
}

/** Pays out what one machine, or all of the user's, have mined and not yet paid. */
export interface ClaimMining {
  readonly kind: "claim-mining";
  readonly userId: number;
  /** 0 for all. */
  readonly minerId: number;
  readonly key: string;
}

/** Releases a machine: pays what it has mined, and refunds a part of its unearned price. */
export interface RecycleMiner {
  readonly kind: "recycle-miner";
  readonly userId: number;
  readonly minerId: number;
  /** The refund shown to the user; a lower one is rejected. 0 if none was shown. */
  readonly expectedRefundUnits: number;
  readonly key: string;
}

export type MiningCommand = SetMiningPlan | BuyMiners | ClaimMining | RecycleMiner;
