import { BoundedMap } from "../../kit/bounded-map.ts";

interface Failures {
  readonly count: number;
  readonly lastAtMs: number;
}

export interface FailureLimits {
  /** Failures in a row before a key has to wait. */
  readonly attempts: number;
  /** From the last failure. */
  readonly lockMs: number;
  /** Keys whose failures are remembered at a time. */
  readonly maxKeys: number;
}

/** Failures in a row by key: after so many that key waits. In memory: a restart forgives. */
export class FailureCounter {
  private readonly failures: BoundedMap<string, Failures>;
  private readonly limits: FailureLimits;
  private readonly nowMs: () => number;

  constructor(limits: FailureLimits, nowMs: () => number) {
    this.limits = limits;
    this.nowMs = nowMs;
    this.failures = new BoundedMap(limits.maxKeys);
  }

  /** Milliseconds until the key may try again; 0: now. */
  waitMs(key: string): number {
    const failures = this.recent(key);
    if (failures === undefined || failures.count < this.limits.attempts) return 0;
    return failures.lastAtMs + this.limits.lockMs - this.nowMs();
  }

  /** @returns attempts left */
  failed(key: string): number {
    const count = (this.recent(key)?.count ?? 0) + 1;
    this.failures.set(key, { count, lastAtMs: this.nowMs() });
    return Math.max(0, this.limits.attempts - count);
  }

  /** Takes one failure back. */
  forgive(key: string): void {
    const failures = this.recent(key);
    if (failures === undefined) return;
    if (failures.count <= 1) this.failures.delete(key);
    else this.failures.set(key, { ...failures, count: failures.count - 1 });
  }

  succeeded(key: string): void {
    this.failures.delete(key);
  }

  private recent(key: string): Failures | undefined {
    const failures = this.failures.get(key);
    if (failures === undefined || failures.lastAtMs + this.limits.lockMs <= this.nowMs()) return undefined;
    return failures;
  }
}
