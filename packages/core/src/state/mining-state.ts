import type { MinerReleaseReason } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import type { MinerTerms } from "@candor/formulas/mining/accrual";
import { CORE_LIMITS } from "../core-limits.ts";
import { RowBuffer } from "../memory/row-buffer.ts";

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

/** Words of a row: the fields of a Miner, padded to a whole cache line. */
const ROW_WORDS = 16;
const USER = 1;
const PLAN = 2;
const ASSET = 3;
const PRICE = 4;
const OUTPUT = 5;
const DAYS = 6;
const REFUND = 7;
const HASH_RATE = 8;
const BOUGHT = 9;
const CLAIMED = 10;
const FIRST_ROWS = 256;

const NO_MINERS: ReadonlySet<number> = new Set();

/**
 * Plans and machines. A machine's output follows from its terms and the time, so the passing of time needs no work,
 * whatever the number of machines: output is computed when the owner requests it. Each machine is one row of numbers, so
 * that a claim among very many misses few cache lines.
 */
export class MiningState {
  readonly plans: Plan[] = [];
  lastMinerId = 0;
  private rows = new RowBuffer(FIRST_ROWS * ROW_WORDS).numbers;
  private usedRows = 0;
  private readonly freeRows: number[] = [];
  /** Where each machine's row begins, by id, which is also the order of purchase. */
  private readonly running = new Map<number, number>();
  private readonly byUser = new Map<number, Set<number>>();
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

  /** Returns a machine in production as it is now; `pay` keeps the object up to date. */
  find(minerId: number): Miner | undefined {
    const row = this.running.get(minerId);
    return row === undefined ? undefined : this.read(minerId, row);
  }

  /** Whether the user has this machine in production. */
  isRunningFor(userId: number, minerId: number): boolean {
    const row = this.running.get(minerId);
    return row !== undefined && this.rows[row + USER] === userId;
  }

  findReleased(minerId: number): ReleasedMiner | undefined {
    return this.released.get(minerId);
  }

  /** The user's machines in production, oldest first: at most LIMITS.maxMinersPerUser. */
  of(userId: number): Miner[] {
    const own = this.byUser.get(userId) ?? NO_MINERS;
    return Array.from(own, (minerId) => this.find(minerId) as Miner);
  }

  /** The number of the user's machines in production, of all plans. */
  countOfUser(userId: number): number {
    return this.byUser.get(userId)?.size ?? 0;
  }

  /** The number of the user's machines in production of this plan. */
  countOf(userId: number, planId: number): number {
    let count = 0;
    for (const minerId of this.byUser.get(userId) ?? NO_MINERS)
      if (this.rows[(this.running.get(minerId) as number) + PLAN] === planId) count++;
    return count;
  }

  lockedUnits(assetId: number): number {
    return this.locked[assetId] as number;
  }

  /** Adds a machine and locks its unpaid output. Its id must be higher than all earlier ones. */
  add(miner: Miner): void {
    const { minerId, userId, planId } = miner;
    this.running.set(minerId, this.write(miner));
    const own = this.byUser.get(userId) ?? new Set<number>();
    own.add(minerId);
    this.byUser.set(userId, own);
    (this.plans[planId] as Plan).running++;
    this.lock(miner.assetId, miner.totalOutputUnits - miner.claimedUnits);
  }

  /** Records a payment of output and unlocks it. */
  pay(miner: Miner, units: number): void {
    miner.claimedUnits += units;
    this.rows[(this.running.get(miner.minerId) as number) + CLAIMED] = miner.claimedUnits;
    this.lock(miner.assetId, 0 - units);
  }

  /** Removes a machine from production and unlocks its remaining output. */
  release(miner: Miner, reason: ReleasedMiner["reason"]): void {
    const { minerId, userId, planId } = miner;
    this.freeRows.push(this.running.get(minerId) as number);
    this.running.delete(minerId);
    const own = this.byUser.get(userId) as Set<number>;
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
    for (const [minerId, row] of this.running) visit(this.read(minerId, row));
  }

  /** Visits the remembered machines, in order of release. */
  forEachReleased(visit: (minerId: number, how: ReleasedMiner) => void): void {
    for (const [minerId, how] of this.released) visit(minerId, how);
  }

  private read(minerId: number, row: number): Miner {
    const { rows } = this;
    return {
      minerId,
      userId: rows[row + USER] as number,
      planId: rows[row + PLAN] as number,
      assetId: rows[row + ASSET] as number,
      priceUnits: rows[row + PRICE] as number,
      totalOutputUnits: rows[row + OUTPUT] as number,
      durationDays: rows[row + DAYS] as number,
      refundPpm: rows[row + REFUND] as number,
      hashRateGhs: rows[row + HASH_RATE] as number,
      boughtAtMs: rows[row + BOUGHT] as number,
      claimedUnits: rows[row + CLAIMED] as number,
    };
  }

  /** @returns where the row begins */
  private write(miner: Miner): number {
    const row = this.freeRows.pop() ?? this.newRow();
    const { rows } = this;
    rows[row] = miner.minerId;
    rows[row + USER] = miner.userId;
    rows[row + PLAN] = miner.planId;
    rows[row + ASSET] = miner.assetId;
    rows[row + PRICE] = miner.priceUnits;
    rows[row + OUTPUT] = miner.totalOutputUnits;
    rows[row + DAYS] = miner.durationDays;
    rows[row + REFUND] = miner.refundPpm;
    rows[row + HASH_RATE] = miner.hashRateGhs;
    rows[row + BOUGHT] = miner.boughtAtMs;
    rows[row + CLAIMED] = miner.claimedUnits;
    return row;
  }

  private newRow(): number {
    const row = this.usedRows++ * ROW_WORDS;
    if (row === this.rows.length) {
      const grown = new RowBuffer(row * 2).numbers;
      grown.set(this.rows);
      this.rows = grown;
    }
    return row;
  }

  private lock(assetId: number, units: number): void {
    const locked = this.lockedUnits(assetId) + units;
    if (!(Number.isSafeInteger(locked) && locked >= 0))
      throw new Error(`locked mining reserve must be a safe integer of at least 0, got ${locked}`);
    this.locked[assetId] = locked;
  }
}
