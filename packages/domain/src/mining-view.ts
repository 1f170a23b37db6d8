import type { MinerState } from "./events/mining-events.ts";
import type { MiningPlan } from "./specs/mining-plan.ts";

export interface MiningView {
  readonly asOfSeq: number;
  readonly timeMs: number;
  /** Ordered by id. */
  readonly plans: readonly MiningPlanState[];
  /** Reserves of the assets that plans use. */
  readonly reserves: readonly MiningReserve[];
  /** Machines of the requested user, oldest first; empty without one. */
  readonly miners: readonly MinerState[];
}

export interface MiningPlanState {
  readonly planId: number;
  readonly spec: MiningPlan;
  readonly assetId: number;
  readonly priceUnits: number;
  readonly totalOutputUnits: number;
  /** Machines in production, over all users. */
  readonly running: number;
  /** Whether the reserve can cover the whole output of one more machine. */
  readonly isCovered: boolean;
}

interface MiningReserve {
  readonly assetId: number;
  /** Future payouts of running machines. */
  readonly lockedUnits: number;
  readonly freeUnits: number;
}
