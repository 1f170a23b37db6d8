import type { MiningPlan } from "../specs/mining-plan.ts";

/** What can happen to mining machines. Plans and machines are numbered by the exchange: plans from 0, machines from 1. */

/** Adds a plan under the next number, or changes one for machines that are bought from now on. */
export interface SetMiningPlan {
  readonly kind: "set-mining-plan";
  /** The number of plans: adds one. */
  readonly planId: number;
  readonly plan: MiningPlan;
}

/** What a buyer was shown of one machine; what is not said is not looked at. */
export interface ShownMiner {
  readonly priceUnits?: number;
  readonly totalOutputUnits?: number;
  readonly durationDays?: number;
  readonly refundPpm?: number;
}

/** Buys machines out of the main wallet: all of them or none. */
export interface BuyMiners {
  readonly kind: "buy-miners";
  readonly userId: number;
  readonly planId: number;
  /** 1 to LIMITS.maxMinersPerPurchase. */
  readonly quantity: number;
  /** On worse terms nothing is bought. */
  readonly shown?: ShownMiner;
  readonly key: string;
}

/** Pays what a machine, or each of the user's, has mined and not yet paid. */
export interface ClaimMining {
  readonly kind: "claim-mining";
  readonly userId: number;
  /** 0: all of them. */
  readonly minerId: number;
  readonly key: string;
}

/** Ends a machine: pays what it has mined, and back a part of the price that it has not worked off. */
export interface RecycleMiner {
  readonly kind: "recycle-miner";
  readonly userId: number;
  readonly minerId: number;
  /** The refund that the user was shown: a lower one is refused. 0: none is. */
  readonly expectedRefundUnits: number;
  readonly key: string;
}

export type MiningCommand = SetMiningPlan | BuyMiners | ClaimMining | RecycleMiner;
