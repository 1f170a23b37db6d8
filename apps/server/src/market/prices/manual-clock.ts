import { ManualTime } from "../../engine/runtime/shared-time.ts";
import { ExchangeClock, type Timer } from "./clock.ts";

interface DueCall {
  dueMs: number;
  /** Undefined for a call that happens once. */
  readonly periodMs: number | undefined;
  readonly call: () => unknown;
}

/**
 * The exchange's time while it is manual: it stands still until `advance`. Timers are called there, in the order in which
 * they are due; of timers due at the same time, the one that was set first comes first.
 */
export class ManualClock extends ExchangeClock {
  /** Resolves once everything that was begun is done. */
  settled: () => Promise<void> = () => Promise.resolve();
  private readonly manual: ManualTime;
  /** Where time stands still for good. */
  private readonly endMs: number;
  /** In the order in which they were set. */
  private readonly calls = new Set<DueCall>();
  private advancing: Promise<unknown> = Promise.resolve();

  constructor(memory: SharedArrayBuffer, startMs: number, endMs = Number.POSITIVE_INFINITY) {
    super(memory);
    this.endMs = endMs;
    this.manual = new ManualTime(memory);
    this.manual.set(startMs);
  }

  override after(delayMs: number, call: () => unknown): Timer {
    return this.add({ dueMs: this.nowMs() + Math.max(0, delayMs), periodMs: undefined, call });
  }

  override every(periodMs: number, call: () => unknown): Timer {
    return this.add({ dueMs: this.nowMs() + periodMs, periodMs, call });
  }

  /**
   * Lets time pass, at most until its end. Resolves with the new time once all that fell due is done. Calls wait for each
   * other.
   * @param stepMs least time between two stops: timers that fall due in between are called at the next stop, each once; 0
   * stops for each of them
   */
  advance(advanceMs: number, stepMs = 0): Promise<number> {
    return this.whileStill(() => this.pass(advanceMs, stepMs));
  }

  /** Calls once all moves so far are done; later ones wait for the call. */
  whileStill<Result>(call: () => Promise<Result>): Promise<Result> {
    const done = this.advancing.then(call);
    this.advancing = done.catch(() => undefined);
    return done;
  }

  private async pass(advanceMs: number, stepMs: number): Promise<number> {
    await this.settled();
    const endMs = Math.max(this.nowMs(), Math.min(this.endMs, this.nowMs() + advanceMs));
    let stopMs = this.nowMs();
    for (let next = this.nextBy(endMs); next !== undefined; next = this.nextBy(endMs)) {
      // Timers that are due already belong to the present stop.
      if (next.dueMs > this.nowMs()) {
        stopMs = Math.min(endMs, Math.max(next.dueMs, stopMs + stepMs));
        this.manual.set(stopMs);
      }
      await this.perform(next);
    }
    this.manual.set(endMs);
    return endMs;
  }

  private async perform(due: DueCall): Promise<void> {
    if (due.periodMs === undefined) this.calls.delete(due);
    else due.dueMs = Math.max(due.dueMs + due.periodMs, this.nowMs() + 1);
    await due.call();
    await this.settled();
  }

  /** Returns the call that is due first, if it is due by then. */
  private nextBy(endMs: number): DueCall | undefined {
    let first: DueCall | undefined;
    for (const each of this.calls) if (each.dueMs < (first?.dueMs ?? endMs + 1)) first = each;
    return first;
  }

  private add(call: DueCall): Timer {
    this.calls.add(call);
    return { cancel: () => this.calls.delete(call) };
  }
}
