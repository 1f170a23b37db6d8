import { BoundedMap } from "../../kit/bounded-map.ts";

export interface DoublingWaitLimits {
  /** Tries before the first wait. */
  readonly free: number;
  readonly firstWaitMs: number;
  readonly maxWaitMs: number;
  /** Without a try for so long everything is forgotten. */
  readonly forgetMs: number;
  /** Keys that are remembered at a time. */
  readonly maxKeys: number;
}

interface Tries {
  readonly count: number;
  readonly lastAtMs: number;
}

/** Slows tries down by key: some are free, after that each waits twice as long as the one before. Never a full stop. */
export class DoublingWait {
  private readonly limits: DoublingWaitLimits;
  private readonly nowMs: () => number;
  private readonly tries: BoundedMap<string, Tries>;

  constructor(limits: DoublingWaitLimits, nowMs: () => number) {
    this.limits = limits;
    this.nowMs = nowMs;
    this.tries = new BoundedMap(limits.maxKeys);
  }

  /** Milliseconds until the key's next try; 0: now. */
  waitMs(key: string): number {
    const tries = this.recent(key);
    const { free, firstWaitMs, maxWaitMs } = this.limits;
    if (tries === undefined || tries.count < free) return 0;
    const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (tries.count - free));
    // A clock that was set back makes nobody wait for longer than the wait itself.
    return Math.min(waitMs, Math.max(0, tries.lastAtMs + waitMs - this.nowMs()));
  }

  count(key: string): void {
    this.tries.set(key, { count: (this.recent(key)?.count ?? 0) + 1, lastAtMs: this.nowMs() });
  }

  /** Takes one try back. */
  forgive(key: string): void {
    const tries = this.recent(key);
    if (tries !== undefined) this.tries.set(key, { ...tries, count: Math.max(0, tries.count - 1) });
  }

  private recent(key: string): Tries | undefined {
    const tries = this.tries.get(key);
    return tries === undefined || tries.lastAtMs + this.limits.forgetMs <= this.nowMs() ? undefined : tries;
  }
}
