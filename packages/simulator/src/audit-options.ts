import type { FundsPosted } from "@candor/domain/events/events";
import type { OptionChanged, OptionTicked } from "@candor/domain/events/option-events";
import { ensure } from "./audit-error.ts";
import type { PoolAudit } from "./audit-pools.ts";

interface AuditedTick {
  readonly seq: number;
  readonly atMs: number;
  readonly priceE8: number;
  /** Every fresh source has reported since then. Not used before version 3 of the rules. */
  readonly heardSinceMs: number;
}

type OptionEnd = "won" | "lost" | "tied" | "void";
type Posting = Pick<FundsPosted, "userId" | "amountUnits" | "record" | "refId">;

const WINDOW_MS = 3_000;
const STRIKE_WAIT_MS = 15_000;
const MANY_TICKS = 1_000;
const RECORDS: readonly string[] = ["option-stake", "option-payout", "option-refund"];

/**
 * Checks timed options against the product decisions, from the events only and without the core's code: the strike is
 * the first tick after the sale, the outcome follows from the median of the ticks in the last three seconds, the escrow
 * always holds the maximum payout of all open options, and each posting belongs to one of them.
 */
export class OptionAudit {
  private readonly pools: PoolAudit;
  private readonly open = new Map<number, OptionChanged>();
  private readonly ticks = new Map<number, AuditedTick[]>();
  private readonly due: Posting[] = [];
  /** By asset. */
  private readonly escrow = new Map<number, number>();
  private seq = 0;
  private timeMs = 0;
  /** Number of options by outcome. */
  readonly ended: Record<OptionEnd, number> = { won: 0, lost: 0, tied: 0, void: 0 };

  constructor(pools: PoolAudit) {
    this.pools = pools;
  }

  beginCommand(): void {
    this.due.length = 0;
  }

  executed(seq: number, timeMs: number): void {
    this.seq = seq;
    this.timeMs = timeMs;
  }

  tick(event: OptionTicked): void {
    const known = this.ticks.get(event.marketId) ?? [];
    const fresh = event.sources.filter(({ isUsed, isOutlier }) => isUsed || isOutlier === true);
    const isFair = fresh.every(({ isOutlier }) => isOutlier !== undefined);
    const heardSinceMs = isFair ? Math.min(...fresh.map(({ observedAtMs }) => observedAtMs)) : Infinity;
    known.push({ seq: this.seq, atMs: this.timeMs, priceE8: event.priceE8, heardSinceMs });
    this.ticks.set(event.marketId, known);
    const used = event.sources.filter(({ isUsed }) => isUsed);
    ensure(
      used.length > 0 && indexOf(used.map(({ priceE8 }) => priceE8)) === event.priceE8,
      "index tick differs from its sources",
    );
  }

  change(event: OptionChanged, assetId: number): void {
    const what = `option ${event.optionId} ${event.cause}`;
    const before = this.open.get(event.optionId);
    if (event.cause === "accepted") {
      ensure(before === undefined && event.status === "accepted" && event.strikeSeq === 0, what);
      const income = (BigInt(event.stakeUnits) * BigInt(event.payoutPpm)) / 1_000_000n;
      ensure(BigInt(event.incomeUnits) === income && event.stakeUnits > 0, `${what}: its income`);
      ensure(event.acceptedSeq === this.seq && event.acceptedAtMs === this.timeMs, `${what}: its time`);
      ensure(event.expiresAtMs === this.timeMs + event.durationSeconds * 1_000, `${what}: its expiry`);
      this.open.set(event.optionId, event);
      this.pools.move("option-pool", assetId, 0 - event.incomeUnits);
      this.hold(assetId, event.stakeUnits + event.incomeUnits);
      this.ask(event, "option-stake", 0 - event.stakeUnits);
      return;
    }
    if (before === undefined) throw new Error(`${what}: it was never bought`);
    ensure(fixed(before) === fixed(event), `${what} changes an immutable field`);
    if (event.cause === "struck") this.struck(before, event, what);
    else this.settled(before, event, assetId, what);
  }

  /** Checks a posting that an option of this command requires. */
  posted(event: FundsPosted): void {
    if (!RECORDS.includes(event.record)) return;
    const asked = this.due.shift();
    ensure(
      asked !== undefined &&
        event.wallet === "option" &&
        asked.userId === event.userId &&
        asked.amountUnits === event.amountUnits &&
        asked.record === event.record &&
        asked.refId === event.refId,
      `an unexpected ${event.record} of ${event.amountUnits} for ${event.refId}`,
    );
  }

  endCommand(): void {
    const [missing] = this.due;
    if (missing !== undefined) ensure(false, `no ${missing.record} was posted for ${missing.refId}`);
  }

  /** The required escrow: the maximum payout of the open options. */
  escrowOf(assetId: number): number {
    return this.escrow.get(assetId) ?? 0;
  }

  private struck(before: OptionChanged, event: OptionChanged, what: string): void {
    const first = this.ticks
      .get(event.marketId)
      ?.find(({ seq, heardSinceMs }) => seq > event.acceptedSeq && heardSinceMs > event.acceptedAtMs);
    ensure(before.status === "accepted" && event.status === "running", what);
    ensure(
      first !== undefined &&
        first.seq === event.strikeSeq &&
        first.priceE8 === event.strikeE8 &&
        first.atMs === event.strikeAtMs &&
        first.atMs < event.expiresAtMs &&
        (first.heardSinceMs === Infinity || first.atMs < event.acceptedAtMs + STRIKE_WAIT_MS),
      `${what}: its strike`,
    );
    this.open.set(event.optionId, event);
  }

  private settled(before: OptionChanged, event: OptionChanged, assetId: number, what: string): void {
    ensure(before.strikeSeq === event.strikeSeq && before.strikeE8 === event.strikeE8, `${what}: its strike`);
    if (this.isUnstruckInTime(event)) return this.refunded(event, assetId, what);
    ensure(this.timeMs >= event.expiresAtMs, `${what} before its expiry`);
    const within = (this.ticks.get(event.marketId) ?? []).filter(
      ({ atMs }) => atMs >= event.expiresAtMs - WINDOW_MS && atMs < event.expiresAtMs,
    );
    const median = medianOf(within.map(({ priceE8 }) => priceE8));
    ensure(event.sellE8 === median && event.tickCount === within.length, `${what}: its settlement price`);
    ensure(
      event.firstTickSeq === (within[0]?.seq ?? 0) && event.lastTickSeq === (within.at(-1)?.seq ?? 0),
      `${what}: its ticks`,
    );
    const { strikeE8, stakeUnits, incomeUnits } = event;
    const rises = median > strikeE8;
    const isVoid = strikeE8 === 0 || median === 0;
    const end = isVoid
      ? "void"
      : median === strikeE8
        ? "tied"
        : rises === (event.direction === "up")
          ? "won"
          : "lost";
    const payout = end === "won" ? stakeUnits + incomeUnits : end === "lost" ? 0 : stakeUnits;
    ensure(event.status === end && event.payoutUnits === payout, `${what}: ${event.status}, not ${end}`);
    ensure(event.cause === (isVoid ? "voided" : "settled"), what);
    this.paid(event, assetId, end, payout);
  }

  /** Whether no strike came in time, which then decides everything. */
  private isUnstruckInTime(event: OptionChanged): boolean {
    const { strikeSeq, tickCount, sellE8, acceptedAtMs, expiresAtMs } = event;
    const isLate = this.timeMs >= Math.min(acceptedAtMs + STRIKE_WAIT_MS, expiresAtMs);
    return strikeSeq === 0 && tickCount === 0 && sellE8 === 0 && isLate;
  }

  private refunded(event: OptionChanged, assetId: number, what: string): void {
    const { stakeUnits, payoutUnits, status, cause } = event;
    ensure(status === "void" && cause === "voided" && payoutUnits === stakeUnits, what);
    const fair = this.ticks
      .get(event.marketId)
      ?.find(
        ({ atMs, heardSinceMs }) =>
          heardSinceMs !== Infinity &&
          heardSinceMs > event.acceptedAtMs &&
          atMs < Math.min(event.expiresAtMs, event.acceptedAtMs + STRIKE_WAIT_MS),
      );
    ensure(fair === undefined, `${what} although a tick came in time`);
    this.paid(event, assetId, "void", stakeUnits);
  }

  private paid(event: OptionChanged, assetId: number, end: OptionEnd, payout: number): void {
    const { stakeUnits, incomeUnits } = event;
    this.ended[end]++;
    this.open.delete(event.optionId);
    this.hold(assetId, 0 - stakeUnits - incomeUnits);
    this.pools.move("option-pool", assetId, stakeUnits + incomeUnits - payout);
    if (payout > 0) this.ask(event, end === "won" ? "option-payout" : "option-refund", payout);
    this.forgetTicks(event.marketId);
  }

  private hold(assetId: number, units: number): void {
    const held = this.escrowOf(assetId) + units;
    ensure(held >= 0, `escrow is negative: ${held}`);
    this.escrow.set(assetId, held);
  }

  private ask({ userId, optionId }: OptionChanged, record: FundsPosted["record"], units: number): void {
    this.due.push({ userId, record, refId: optionId, amountUnits: units as FundsPosted["amountUnits"] });
  }

  /** Drops ticks from before the oldest open option was bought. */
  private forgetTicks(marketId: number): void {
    const ticks = this.ticks.get(marketId);
    if (ticks === undefined || ticks.length < MANY_TICKS) return;
    for (const { marketId: other, acceptedSeq } of this.open.values()) {
      if (other !== marketId) continue;
      this.ticks.set(
        marketId,
        ticks.filter(({ seq }) => seq > acceptedSeq),
      );
      return;
    }
    this.ticks.delete(marketId);
  }
}

function fixed({ kind: _k, cause: _c, ...option }: OptionChanged): string {
  const { status: _s, strikeE8: _e, strikeSeq: _q, strikeAtMs: _a, sellE8: _l, ...rest } = option;
  const { tickCount: _t, firstTickSeq: _f, lastTickSeq: _z, payoutUnits: _p, ...terms } = rest;
  return JSON.stringify(terms);
}

/** 0 without a price; for an even count the floor of the mean of the middle two. */
function medianOf(prices: readonly number[]): number {
  const sorted = [...prices].sort((a, b) => a - b).map(BigInt);
  if (sorted.length === 0) return 0;
  const upper = sorted[sorted.length >> 1] as bigint;
  const lower = sorted[(sorted.length - 1) >> 1] as bigint;
  return Number((upper + lower) / 2n);
}

/** The index of the fresh sources' prices, in integers without bounds. */
function indexOf(prices: readonly number[]): number {
  const median = BigInt(medianOf(prices));
  const reach = (median * 5_000n) / 1_000_000n;
  let sum = 0n;
  for (const price of prices.map(BigInt)) {
    const low = median - reach;
    const high = median + reach;
    sum += price < low ? low : price > high ? high : price;
  }
  return Number(sum / BigInt(prices.length));
}
