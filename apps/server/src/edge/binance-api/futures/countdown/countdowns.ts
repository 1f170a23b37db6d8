import { RecordStore } from "../../../../kit/durable/record-store.ts";
import { type Countdown, CountdownState } from "./countdown-state.ts";

/** Records of countdowns that have been replaced, stopped or carried out, until a fresh generation is written. */
const MAX_OUTDATED = 10_000;

export interface CountdownOptions {
  /** `<CANDOR_HOME>/countdowns` */
  readonly directory: string;
  /** The exchange's own time, which does not go back with the system's clock. */
  readonly nowMs: () => number;
  /** The journal takes nothing more; the process has to end. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Dead man's switches: who does not call again in time has all orders of a contract canceled. They are kept in a journal of
 * their own, so that a restart of the server neither stops nor prolongs one.
 */
export class Countdowns {
  private readonly store: RecordStore<Countdown, CountdownState>;
  readonly nowMs: () => number;

  private constructor(store: RecordStore<Countdown, CountdownState>, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
  }

  /** Throws what the journal throws on a locked or damaged directory. */
  static open({ directory, nowMs, onFailure }: CountdownOptions): Countdowns {
    const store = RecordStore.open<Countdown, CountdownState>(directory, {
      name: "countdowns",
      newState: () => new CountdownState(),
      worthRewriting: ({ outdated }) => outdated > 0,
      worthRewritingNow: ({ outdated }) => outdated > MAX_OUTDATED,
      nowMs,
      onFailure,
    });
    return new Countdowns(store, nowMs);
  }

  /** Begins a countdown anew, when that is on disk. */
  async begin(userId: number, symbol: string, lengthMs: number): Promise<void> {
    await this.store.commit({ userId, symbol, endsAtMs: this.nowMs() + lengthMs });
  }

  /** Stops a countdown, if there is one. */
  async stop(userId: number, symbol: string): Promise<void> {
    if (this.store.state.find(userId, symbol) === undefined) return;
    await this.store.commit({ userId, symbol, endsAtMs: 0 });
  }

  /** Those whose time has come. */
  due(): readonly Countdown[] {
    const now = this.nowMs();
    return [...this.store.state.all].filter(({ endsAtMs }) => endsAtMs <= now);
  }

  /** It was carried out; unless its user has begun another one meanwhile. */
  async carriedOut({ userId, symbol, endsAtMs }: Countdown): Promise<void> {
    if (this.store.state.find(userId, symbol)?.endsAtMs === endsAtMs) await this.stop(userId, symbol);
  }

  close(): void {
    this.store.close();
  }
}
