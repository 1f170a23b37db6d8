import type { FundsPosted } from "@candor/domain/events/events";
import type { MinerChanged, MinerState, MiningPlanChanged } from "@candor/domain/events/mining-events";
import type { MiningView } from "@candor/domain/mining-view";
import type { AssetSpec } from "@candor/domain/specs/listing";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import { ensure } from "./audit-error.ts";
import type { PoolAudit } from "./audit-pools.ts";

type Posting = Pick<FundsPosted, "userId" | "assetId" | "amountUnits" | "record" | "refId">;

const DAY_MS = 86_400_000n;
const MINING_RECORDS: ReadonlySet<string> = new Set(["mining-price", "mining-income", "mining-refund"]);

/**
 * Checks mining machines against the specification, from the events only: accrual by the second, the payouts of claims
 * and releases, that no machine pays more than its total output, and that the reserve always covers everything that
 * running machines will still pay.
 */
export class MiningAudit {
  timeMs = 0;
  private readonly pools: PoolAudit;
  private readonly assets: readonly AssetSpec[];
  private readonly plans: MiningPlan[] = [];
  private readonly running = new Map<number, MinerState>();
  private readonly ended = new Set<number>();
  private readonly promised: bigint[] = [];
  private lastMinerId = 0;
  /** For the current command: the postings that its changes require, and whether there were changes. */
  private due: Posting[] = [];
  private isChanged = false;

  constructor(pools: PoolAudit, assets: readonly AssetSpec[]) {
    this.pools = pools;
    this.assets = assets;
  }

  beginCommand(): void {
    this.due = [];
    this.isChanged = false;
  }

  plan(event: MiningPlanChanged): void {
    ensure(event.planId <= this.plans.length, `mining plan ${event.planId}`);
    this.plans[event.planId] = event.plan;
  }

  change(event: MinerChanged): void {
    this.isChanged = true;
    if (event.cause === "bought") this.bought(event);
    else this.paid(event);
  }

  posted(event: FundsPosted): void {
    if (!MINING_RECORDS.has(event.record)) return;
    const expected = this.due.shift();
    ensure(
      expected !== undefined &&
        event.wallet === "main" &&
        expected.userId === event.userId &&
        expected.assetId === event.assetId &&
        expected.amountUnits === event.amountUnits &&
        expected.record === event.record &&
        expected.refId === event.refId,
      `an unexpected ${event.record} of ${event.amountUnits} for machine ${event.refId}`,
    );
    this.pools.move("mining-reserve", event.assetId, 0 - event.amountUnits);
  }

  endCommand(): void {
    const [missing] = this.due;
    ensure(missing === undefined, `no ${missing?.record} was posted for machine ${missing?.refId}`);
    if (!this.isChanged) return;
    this.promised.forEach((units, assetId) => {
      const held = this.pools.of("mining-reserve", assetId);
      ensure(units >= 0n && units <= BigInt(held), `the mining reserve has ${held} but owes ${units}`);
    });
  }

  compare(view: Omit<MiningView, "asOfSeq">, userId: number): void {
    const own = [...this.running.values()].filter((miner) => miner.userId === userId);
    const told = view.miners.map(({ minerId, claimedUnits }) => `${minerId}: ${claimedUnits}`);
    const found = own.map(({ minerId, claimedUnits }) => `${minerId}: ${claimedUnits}`);
    ensure(String(told) === String(found), `machines of user ${userId}: ${told.join()}, not ${found.join()}`);
    for (const { assetId, lockedUnits, freeUnits } of view.reserves) {
      ensure(BigInt(lockedUnits) === (this.promised[assetId] ?? 0n), `locked for machines: ${lockedUnits}`);
      const held = this.pools.of("mining-reserve", assetId);
      ensure(lockedUnits + freeUnits === held, `the mining reserve: ${lockedUnits} + ${freeUnits}`);
    }
  }

  private bought(event: MinerChanged): void {
    const { minerId, planId, userId, assetId, priceUnits, totalOutputUnits } = event;
    const plan = this.plans[planId] as MiningPlan;
    ensure(plan !== undefined && minerId === ++this.lastMinerId, `machine ${minerId} of plan ${planId}`);
    const hasTerms =
      priceUnits === this.unitsOf(plan.price, plan.asset) &&
      totalOutputUnits === this.unitsOf(plan.totalOutput, plan.asset) &&
      this.assets[assetId]?.symbol === plan.asset &&
      event.durationDays === plan.durationDays &&
      event.refundPpm === plan.refundPpm &&
      event.boughtAtMs === this.timeMs &&
      event.claimedUnits === 0 &&
      event.incomeUnits === 0 &&
      event.refundUnits === 0;
    ensure(hasTerms, `the terms of machine ${minerId}`);
    // Bought only out of what was free before its price was paid in.
    const free = BigInt(this.pools.of("mining-reserve", assetId)) - (this.promised[assetId] ?? 0n);
    ensure(BigInt(totalOutputUnits) <= free, `machine ${minerId} was sold without cover`);
    this.promise(assetId, totalOutputUnits);
    this.running.set(minerId, event);
    const ofPlan = [...this.running.values()].filter((miner) => miner.planId === planId);
    ensure(ofPlan.length <= plan.stock, `${ofPlan.length} machines of plan ${planId}`);
    const own = ofPlan.filter((miner) => miner.userId === userId);
    ensure(own.length <= plan.limitPerUser, `user ${userId} has ${own.length} of plan ${planId}`);
    this.ask(event, "mining-price", 0 - priceUnits);
  }

  private paid(event: MinerChanged): void {
    const { minerId, claimedUnits, incomeUnits, refundUnits } = event;
    const before = this.running.get(minerId);
    if (before === undefined || this.ended.has(minerId))
      return ensure(false, `machine ${minerId} is not running`);
    const term = BigInt(before.durationDays) * DAY_MS;
    const wholeSeconds = ((BigInt(this.timeMs) - BigInt(before.boughtAtMs)) / 1_000n) * 1_000n;
    const worked = wholeSeconds > term ? term : wholeSeconds;
    const accrued = Number((BigInt(before.totalOutputUnits) * worked) / term);
    ensure(claimedUnits === accrued && claimedUnits <= before.totalOutputUnits, `accrued of ${minerId}`);
    ensure(incomeUnits === accrued - before.claimedUnits, `income of machine ${minerId}`);
    const isComplete = accrued === before.totalOutputUnits;
    if (event.cause === "claimed") {
      ensure(incomeUnits > 0 && refundUnits === 0 && !isComplete, `claim of machine ${minerId}`);
      this.running.set(minerId, event);
    } else {
      const unearned = (BigInt(before.priceUnits) * (term - worked)) / term;
      const refund = Number((unearned * BigInt(before.refundPpm)) / 1_000_000n);
      ensure(refundUnits === refund, `refund of machine ${minerId}: ${refundUnits}, not ${refund}`);
      ensure(event.releaseReason === (isComplete ? "completed" : "recycled"), `end of machine ${minerId}`);
      this.running.delete(minerId);
      this.ended.add(minerId);
      this.promise(before.assetId, claimedUnits - before.totalOutputUnits);
    }
    this.promise(before.assetId, 0 - incomeUnits);
    this.ask(event, "mining-income", incomeUnits);
    this.ask(event, "mining-refund", refundUnits);
  }

  private promise(assetId: number, units: number): void {
    this.promised[assetId] = (this.promised[assetId] ?? 0n) + BigInt(units);
  }

  private ask(event: MinerChanged, record: Posting["record"], units: number): void {
    if (units === 0) return;
    const { userId, assetId, minerId } = event;
    const amountUnits = units as Posting["amountUnits"];
    this.due.push({ userId, assetId, amountUnits, record, refId: minerId });
  }

  /** A decimal string in smallest units. It is valid, because the plan was accepted. */
  private unitsOf(text: string, symbol: string): number {
    const scale = this.assets.find((asset) => asset.symbol === symbol)?.scale ?? 0;
    const [whole = "", fraction = ""] = text.split(".");
    return Number(`${whole}${fraction.slice(0, scale).padEnd(scale, "0")}`);
  }
}
