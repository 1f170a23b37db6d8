import { RecordStore } from "../../../../kit/durable/record-store.ts";
import { type Countdown, CountdownState } from "./countdown-state.ts";

/** Outdated records (replaced, stopped or executed countdowns) before the journal is rewritten. */
const MAX_OUTDATED = 10_000;

export interface CountdownOptions {
  /** `<CANDOR_HOME>/countdowns` */
  readonly directory: string;
  /** The exchange's own clock, which never goes back with the system clock. */
  readonly nowMs: () => number;
  /** Called when the journal is closed after a failed write; the process must exit. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Dead man's switches: all orders of a contract are canceled when the user does not call again in time. They have their
 * own journal, so a restart neither stops nor extends one.
 */
export class Countdowns {
  private readonly store: RecordStore<Countdown, CountdownState>;
  readonly nowMs: () => number;

  private constructor(store: RecordStore<Countdown, CountdownState>, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
  }

  /** Throws the journal's error on a locked or damaged directory. */
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

  /** Starts or restarts a countdown. Resolves once it is durable. */
  async begin(userId: number, symbol: string, lengthMs: number): Promise<void> {
    await this.store.commit({ userId, symbol, endsAtMs: this.nowMs() + lengthMs });
  }

  /** Stops a countdown if there is one. */
  async stop(userId: number, symbol: string): Promise<void> {
    if (this.store.state.find(userId, symbol) === undefined) return;
    await this.store.commit({ userId, symbol, endsAtMs: 0 });
  }

  /** Returns expired countdowns. */
  due(): readonly Countdown[] {
    const now = this.nowMs();
    return [...this.store.state.all].filter(({ endsAtMs }) => endsAtMs <= now);
  }

  /** Marks a countdown as executed, unless the user has started another one. */
  async markExecuted({ userId, symbol, endsAtMs }: Countdown): Promise<void> {
    if (this.store.state.find(userId, symbol)?.endsAtMs === endsAtMs) await this.stop(userId, symbol);
  }

  close(): void {
    this.store.close();
  }
}
