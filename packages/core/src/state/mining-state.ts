import type { MinerReleaseReason } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import type { MinerTerms } from "@candor/formulas/mining/accrual";
import { CORE_LIMITS } from "../core-limits.ts";

/** An offer of the shop. */
export interface Plan {
  readonly id: number;
  readonly spec: MiningPlan;
  readonly assetId: number;
  readonly priceUnits: number;
  readonly totalOutputUnits: number;
  /** Its machines in production. */
  running: number;
}

/** A machine in production. Its terms are those at purchase. */
export interface Miner extends MinerTerms {
  readonly minerId: number;
  readonly userId: number;
  readonly planId: number;
  readonly assetId: number;
  readonly hashRateGhs: number;
  claimedUnits: number;
}

/** The remembered part of a machine that is no longer in production. */
export interface ReleasedMiner {
  readonly userId: number;
  readonly reason: Exclude<MinerReleaseReason, "none">;
}

const NO_MINERS: ReadonlyMap<number, Miner> = new Map();

/**
 * Plans and machines. A machine's output follows from its terms and the time, so the passing of time needs no work,
 * whatever the number of machines: output is computed when the owner requests it.
 */
export class MiningState {
  readonly plans: Plan[] = [];
  lastMinerId = 0;
  /** By id, which is also the order of purchase. */
  private readonly running = new Map<number, Miner>();
  private readonly byUser = new Map<number, Map<number, Miner>>();
  private readonly released = new Map<number, ReleasedMiner>();
  /** By asset: the locked part of the reserve, which is the unpaid output of all running machines. */
  private readonly locked = new Float64Array(LIMITS.maxAssets);
  private readonly memory: number;

  /** @param memory number of released machines to remember */
  constructor(memory: number = CORE_LIMITS.releasedMinerMemory) {
    this.memory = memory;
  }

  get size(): number {
    return this.running.size;
  }

  find(minerId: number): Miner | undefined {
    return this.running.get(minerId);
  }

  findReleased(minerId: number): ReleasedMiner | undefined {
    return this.released.get(minerId);
  }

  /** The user's machines in production, oldest first: at most LIMITS.maxMinersPerUser. */
  of(userId: number): ReadonlyMap<number, Miner> {
    return this.byUser.get(userId) ?? NO_MINERS;
  }

  /** The number of the user's machines in production of this plan. */
  countOf(userId: number, planId: number): number {
    let count = 0;
    for (const miner of this.of(userId).values()) if (miner.planId === planId) count++;
    return count;
  }

  lockedUnits(assetId: number): number {
    return this.locked[assetId] as number;
  }

  /** Adds a machine and locks its unpaid output. Its id must be higher than all earlier ones. */
  add(miner: Miner): void {
    const { minerId, userId, planId } = miner;
    this.running.set(minerId, miner);
    const own = this.byUser.get(userId) ?? new Map<number, Miner>();
    own.set(minerId, miner);
    this.byUser.set(userId, own);
    (this.plans[planId] as Plan).running++;
    this.lock(miner.assetId, miner.totalOutputUnits - miner.claimedUnits);
  }

  /** Records a payment of output and unlocks it. */
  pay(miner: Miner, units: number): void {
    miner.claimedUnits += units;
    this.lock(miner.assetId, 0 - units);
  }

  /** Removes a machine from production and unlocks its remaining output. */
  release(miner: Miner, reason: ReleasedMiner["reason"]): void {
    const { minerId, userId, planId } = miner;
    this.running.delete(minerId);
    const own = this.byUser.get(userId) as Map<number, Miner>;
    own.delete(minerId);
    if (own.size === 0) this.byUser.delete(userId);
    (this.plans[planId] as Plan).running--;
    this.lock(miner.assetId, miner.claimedUnits - miner.totalOutputUnits);
    this.remember(minerId, { userId, reason });
  }

  /** Records how a machine ended, evicting the oldest if necessary. */
  remember(minerId: number, how: ReleasedMiner): void {
    this.released.set(minerId, how);
    if (this.released.size <= this.memory) return;
    for (const oldest of this.released.keys()) {
      this.released.delete(oldest);
      return;
    }
  }

  /** Visits the machines in production, by id. */
  forEach(visit: (miner: Miner) => void): void {
    for (const miner of this.running.values()) visit(miner);
  }

  /** Visits the remembered machines, in order of release. */
  forEachReleased(visit: (minerId: number, how: ReleasedMiner) => void): void {
    for (const [minerId, how] of this.released) visit(minerId, how);
  }

  private lock(assetId: number, units: number): void {
    const locked = this.lockedUnits(assetId) + units;
    if (!(Number.isSafeInteger(locked) && locked >= 0))
      throw new Error(`locked mining reserve must be a safe integer of at least 0, got ${locked}`);
    this.locked[assetId] = locked;
  }
}
