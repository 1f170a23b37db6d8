import type { Side } from "@candor/domain/enumerations";
import type { ErrorName } from "@candor/domain/errors/errors";
import type { RejectionParams } from "@candor/wire/rejection";
import type { RecordedState } from "../../kit/durable/record-store.ts";

type TwapStatus = "running" | "finished" | "stopped" | "failed";

/** What the user asked for. Quantities are lots, the price is in ticks (0 for market orders). */
export interface TwapOrder {
  readonly userId: number;
  readonly product: "spot" | "contract";
  readonly symbol: string;
  readonly side: Side;
  readonly quantityLots: number;
  readonly limitTicks: number;
  readonly reduceOnly: boolean;
  readonly intervalMs: number;
  readonly slices: number;
  /** The user's request key; "" without one. */
  readonly key: string;
}

/** A TWAP and its progress. Each change is recorded as a whole. */
export interface Twap extends TwapOrder {
  readonly twapId: number;
  readonly startedAtMs: number;
  /** The slice that is next or in progress, from 0; skipped ones count. */
  readonly nextSlice: number;
  /**
   * Lots of the slice in progress; 0 if none is. Recorded before the order is sent, so that a restart sends the same
   * order under the same key.
   */
  readonly sentLots: number;
  readonly executedLots: number;
  /** In quote units. */
  readonly executedUnits: number;
  readonly status: TwapStatus;
  /** Why the last slice was rejected. */
  readonly reason: { readonly error: ErrorName; readonly params?: RejectionParams | undefined } | null;
  /** 0 while it runs. */
  readonly endedAtMs: number;
}

/** Forgets all TWAPs of a closed account. */
interface ForgottenTwaps {
  readonly forgottenUserId: number;
}

export type TwapRecord = Twap | ForgottenTwaps;

/** Ended TWAPs kept per user. */
const KEPT_ENDED = 20;

/** TWAPs by user, newest last. */
export class TwapState implements RecordedState<TwapRecord> {
  outdated = 0;
  lastId = 0;
  private readonly byUser = new Map<number, Map<number, Twap>>();
  private readonly active = new Map<number, Twap>();

  /** Running TWAPs of all users. */
  get running(): Iterable<Twap> {
    return this.active.values();
  }

  get runningCount(): number {
    return this.active.size;
  }

  of(userId: number): readonly Twap[] {
    return [...(this.byUser.get(userId)?.values() ?? [])];
  }

  find(userId: number, twapId: number): Twap | undefined {
    return this.byUser.get(userId)?.get(twapId);
  }

  apply(record: TwapRecord): void {
    if ("forgottenUserId" in record) {
      this.forget(record.forgottenUserId);
      return;
    }
    const { twapId, userId } = record;
    this.lastId = Math.max(this.lastId, twapId);
    let own = this.byUser.get(userId);
    if (own === undefined) {
      own = new Map();
      this.byUser.set(userId, own);
    }
    if (own.has(twapId)) this.outdated++;
    own.set(twapId, record);
    if (record.status === "running") this.active.set(twapId, record);
    else if (this.active.delete(twapId) || own.size > KEPT_ENDED) this.dropOldest(own);
  }

  dump(): Iterable<TwapRecord> {
    return [...this.byUser.values()].flatMap((own) => [...own.values()]);
  }

  rewritten(): void {
    this.outdated = 0;
  }

  private forget(userId: number): void {
    for (const twapId of this.byUser.get(userId)?.keys() ?? []) {
      this.active.delete(twapId);
      this.outdated++;
    }
    this.byUser.delete(userId);
    this.outdated++;
  }

  private dropOldest(own: Map<number, Twap>): void {
    const ended = [...own.values()].filter(({ status }) => status !== "running");
    for (const { twapId } of ended.slice(0, Math.max(0, ended.length - KEPT_ENDED))) {
      own.delete(twapId);
      this.outdated++;
    }
  }
}
