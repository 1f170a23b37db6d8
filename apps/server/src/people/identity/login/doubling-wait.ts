import { BoundedMap } from "../../../kit/bounded-map.ts";

export interface DoublingWaitLimits {
  /** Tries before the first wait. */
  readonly free: number;
  readonly firstWaitMs: number;
  readonly maxWaitMs: number;
  /** Time without a try after which the key is reset. */
  readonly forgetMs: number;
  /** Maximum keys tracked at a time. */
  readonly maxKeys: number;
}

interface Tries {
  readonly count: number;
  readonly lastAtMs: number;
}

/**
 * Slows down tries per key: the first few are free, then each wait is twice the one before, up to a maximum. Never
 * blocks a key completely.
 */
export class DoublingWait {
  private readonly limits: DoublingWaitLimits;
  private readonly nowMs: () => number;
  private readonly tries: BoundedMap<string, Tries>;

  constructor(limits: DoublingWaitLimits, nowMs: () => number) {
    this.limits = limits;
    this.nowMs = nowMs;
    this.tries = new BoundedMap(limits.maxKeys);
  }

  /** Returns milliseconds until the key's next try; 0 means now. */
  waitMs(key: string): number {
    const tries = this.recent(key);
    const { free, firstWaitMs, maxWaitMs } = this.limits;
    if (tries === undefined || tries.count < free) return 0;
    const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (tries.count - free));
    // After the clock was set back, nobody waits longer than the wait itself.
    return Math.min(waitMs, Math.max(0, tries.lastAtMs + waitMs - this.nowMs()));
  }

  count(key: string): void {
    this.tries.set(key, { count: (this.recent(key)?.count ?? 0) + 1, lastAtMs: this.nowMs() });
  }

  /** Returns the tries that count now. */
  tried(key: string): number {
    return this.recent(key)?.count ?? 0;
  }

  /** Continues with tries counted earlier. */
  restore(key: string, tries: Tries): void {
    this.tries.set(key, tries);
  }

  /** Removes one try. */
  forgive(key: string): void {
    const tries = this.recent(key);
    if (tries !== undefined) this.tries.set(key, { ...tries, count: Math.max(0, tries.count - 1) });
  }

  private recent(key: string): Tries | undefined {
    const tries = this.tries.get(key);
    return tries === undefined || tries.lastAtMs + this.limits.forgetMs <= this.nowMs() ? undefined : tries;
  }
}
