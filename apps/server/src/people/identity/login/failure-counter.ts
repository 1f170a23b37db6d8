import { BoundedMap } from "../../../kit/bounded-map.ts";

interface Failures {
  readonly count: number;
  readonly lastAtMs: number;
}

export interface FailureLimits {
  /** Failures in a row before a key has to wait. */
  readonly attempts: number;
  /** Measured from the last failure. */
  readonly lockMs: number;
  /** Maximum keys whose failures are tracked at a time. */
  readonly maxKeys: number;
}

/** Counts failures in a row by key and locks the key after too many. In memory: a restart resets it. */
export class FailureCounter {
  private readonly failures: BoundedMap<string, Failures>;
  private readonly limits: FailureLimits;
  private readonly nowMs: () => number;

  constructor(limits: FailureLimits, nowMs: () => number) {
    this.limits = limits;
    this.nowMs = nowMs;
    this.failures = new BoundedMap(limits.maxKeys);
  }

  /** Returns milliseconds until the key may try again; 0 means now. */
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

  /** Removes one failure. */
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
