import { divideCeil, divideFloor } from "@candor/money/integer";
import type { Rejected } from "@candor/wire/rejection";
import { RecordStore } from "../../kit/durable/record-store.ts";
import { type Twap, type TwapOrder, type TwapRecord, TwapState } from "./twap-state.ts";

/** Outdated records (earlier states, dropped TWAPs) before the journal is rewritten. */
const MAX_OUTDATED = 10_000;
/** A slice is at most this many even shares, however much is left to catch up. */
const MOST_SHARES = 2;
/** How long stopping waits for a slice in progress. */
const MOST_WAIT_MS = 3_000;

export interface TwapOptions {
  /** `<CANDOR_HOME>/twaps` */
  readonly directory: string;
  /** The exchange's own clock, which never goes back with the system clock. */
  readonly nowMs: () => number;
  /** Called when the journal is closed after a failed write; the process must exit. */
  readonly onFailure: (error: Error) => void;
}

/** What a slice's order executed. */
export interface SliceResult {
  readonly lots: number;
  /** In quote units. */
  readonly units: number;
}

/**
 * TWAPs of all users, with a journal of their own: a restart or a change of the leader neither repeats nor forgets a
 * slice (ADR 55).
 */
export class Twaps {
  private readonly store: RecordStore<TwapRecord, TwapState>;
  private readonly waiting = new Set<() => void>();
  readonly nowMs: () => number;

  private constructor(store: RecordStore<TwapRecord, TwapState>, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
  }

  /** Throws the journal's error on a locked or damaged directory. */
  static open({ directory, nowMs, onFailure }: TwapOptions): Twaps {
    const store = RecordStore.open<TwapRecord, TwapState>(directory, {
      name: "twaps",
      newState: () => new TwapState(),
      worthRewriting: ({ outdated }) => outdated > 0,
      worthRewritingNow: ({ outdated }) => outdated > MAX_OUTDATED,
      nowMs,
      onFailure,
    });
    return new Twaps(store, nowMs);
  }

  /** The user's TWAPs, oldest first. */
  of(userId: number): readonly Twap[] {
    return this.store.state.of(userId);
  }

  find(userId: number, twapId: number): Twap | undefined {
    return this.store.state.find(userId, twapId);
  }

  get running(): Iterable<Twap> {
    return this.store.state.running;
  }

  get runningCount(): number {
    return this.store.state.runningCount;
  }

  /** Starts a TWAP; its first slice is due at once. Resolves once it is durable. */
  async start(order: TwapOrder): Promise<Twap> {
    const twap: Twap = {
      ...order,
      twapId: this.store.state.lastId + 1,
      startedAtMs: this.nowMs(),
      nextSlice: 0,
      sentLots: 0,
      executedLots: 0,
      executedUnits: 0,
      status: "running",
      reason: null,
      endedAtMs: 0,
    };
    await this.store.commit(twap);
    return twap;
  }

  /**
   * Stops a running TWAP once its slice in progress is settled. Returns undefined if that takes too long: the slice's
   * outcome is unknown.
   */
  async stop({ userId, twapId }: Pick<Twap, "userId" | "twapId">): Promise<Twap | undefined> {
    const until = AbortSignal.timeout(MOST_WAIT_MS);
    for (;;) {
      const twap = this.find(userId, twapId);
      if (twap === undefined || until.aborted) return undefined;
      if (twap.status !== "running") return twap;
      if (twap.sentLots === 0) return await this.end(twap, "stopped");
      await this.nextChange(until);
    }
  }

  /** Resolves after the next change of any TWAP, or when the signal aborts. */
  private nextChange(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.waiting.add(resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    return promise;
  }

  async fail(twap: Twap, { error, params }: Pick<Rejected, "error" | "params">): Promise<Twap> {
    return await this.end({ ...twap, sentLots: 0, reason: { error, params } }, "failed");
  }

  /**
   * Decides the slice that is due and records it before it is sent. Slices whose time has passed are skipped. Returns
   * the TWAP, with `sentLots` 0 if it has ended.
   * @param atMostLots what the slice may have if it is not 0: a larger one would be rejected
   */
  async begin(twap: Twap, atMostLots = 0): Promise<Twap> {
    const passed = divideFloor(this.nowMs() - twap.startedAtMs, twap.intervalMs);
    const nextSlice = Math.max(twap.nextSlice, passed);
    if (nextSlice >= twap.slices) return await this.end({ ...twap, nextSlice: twap.slices }, "finished");
    const wanted = sliceLots({ ...twap, nextSlice });
    const sentLots = atMostLots > 0 ? Math.min(wanted, atMostLots) : wanted;
    return await this.record({ ...twap, nextSlice, sentLots });
  }

  /** Records what became of the slice in progress; `skipped` says why it was rejected. */
  async settle(twap: Twap, result: SliceResult, skipped?: Rejected): Promise<Twap> {
    const settled: Twap = {
      ...twap,
      nextSlice: twap.nextSlice + 1,
      sentLots: 0,
      executedLots: twap.executedLots + result.lots,
      executedUnits: twap.executedUnits + result.units,
      reason: skipped === undefined ? null : { error: skipped.error, params: skipped.params },
    };
    const isDone = settled.nextSlice >= settled.slices || settled.executedLots >= settled.quantityLots;
    return isDone ? await this.end(settled, "finished") : await this.record(settled);
  }

  /** Forgets the TWAPs of a closed account. Safe to repeat. */
  async forget(userId: number): Promise<void> {
    if (this.of(userId).length > 0) await this.store.commit({ forgottenUserId: userId });
  }

  close(): void {
    this.store.close();
  }

  private async end(twap: Twap, status: Exclude<Twap["status"], "running">): Promise<Twap> {
    return await this.record({ ...twap, status, endedAtMs: this.nowMs() });
  }

  private async record(twap: Twap): Promise<Twap> {
    await this.store.commit(twap);
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
    return twap;
  }
}

/** When the next slice is due. */
export const dueAtMs = ({ startedAtMs, nextSlice, intervalMs }: Twap): number =>
  startedAtMs + nextSlice * intervalMs;

/** Lots of the next slice: what is left, spread evenly over the slices that are left, within twice the even share. */
export function sliceLots({ quantityLots, executedLots, slices, nextSlice }: Twap): number {
  const left = quantityLots - executedLots;
  const share = divideCeil(quantityLots, slices);
  return Math.min(divideCeil(left, slices - nextSlice), MOST_SHARES * share);
}
