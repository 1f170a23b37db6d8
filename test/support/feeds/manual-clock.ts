import type { Clock, Timer } from "@candor/server/market/prices/clock";

interface Pending {
  dueMs: number;
  readonly periodMs: number | undefined;
  readonly call: () => void;
}

/** A clock that only moves when told; due timers are called in order, each at its own time. */
export class ManualClock implements Clock {
  private now: number;
  private pending: Pending[] = [];

  constructor(nowMs: number) {
    this.now = nowMs;
  }

  nowMs(): number {
    return this.now;
  }

  after(delayMs: number, call: () => void): Timer {
    return this.add({ dueMs: this.now + delayMs, periodMs: undefined, call });
  }

  every(periodMs: number, call: () => void): Timer {
    return this.add({ dueMs: this.now + periodMs, periodMs, call });
  }

  /** Pending timers. */
  get waiting(): number {
    return this.pending.length;
  }

  advance(byMs: number): void {
    const untilMs = this.now + byMs;
    for (;;) {
      const next = this.pending.reduce<Pending | undefined>(
        (first, each) =>
          each.dueMs <= untilMs && (first === undefined || each.dueMs < first.dueMs) ? each : first,
        undefined,
      );
      if (next === undefined) break;
      this.now = next.dueMs;
      if (next.periodMs === undefined) this.remove(next);
      else next.dueMs += next.periodMs;
      next.call();
    }
    this.now = untilMs;
  }

  /** Like advance, but in steps; promises settle in between. */
  async pass(byMs: number, stepMs = 50): Promise<void> {
    for (let left = byMs; left > 0; left -= stepMs) {
      this.advance(Math.min(stepMs, left));
      await settled();
    }
  }

  private add(pending: Pending): Timer {
    this.pending.push(pending);
    return { cancel: () => this.remove(pending) };
  }

  private remove(pending: Pending): void {
    this.pending = this.pending.filter((each) => each !== pending);
  }
}

/** Runs everything that is ready. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
