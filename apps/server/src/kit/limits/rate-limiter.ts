import { BoundedMap } from "../bounded-map.ts";

/** At most `count` calls in any `windowMs`. */
export interface RateLimit {
  readonly count: number;
  readonly windowMs: number;
}

/**
 * Slices per window. The calls of a slice leave the window together, when the last of them does: the limit is never
 * exceeded, is at most a tenth stricter, and nobody waits longer than a window.
 */
export const SLICES = 10;

/** Returns when the slice of a time ends. */
export function sliceEndMs({ windowMs }: RateLimit, nowMs: number): number {
  const sliceMs = windowMs / SLICES;
  return Math.floor((Math.floor(nowMs / sliceMs) + 1) * sliceMs);
}

/** Counts calls by key. */
export interface KeyLimiter<Key> {
  /**
   * Counts a call unless it exceeds the limit.
   * @param factor multiplies the limit
   * @param weight how many calls it counts as
   * @returns 0 if counted; otherwise milliseconds until the next one is allowed
   */
  take(key: Key, nowMs: number, factor?: number, weight?: number): number;
  /** Returns what `take` would return, without counting. */
  foresee(key: Key, nowMs: number, factor?: number, weight?: number): number;
  /** Returns the count at the last `take`. */
  used(key: Key): number;
  /**
   * Makes the counts for a call available, where they are those of another process. Call it again until it returns
   * `undefined`, and then `take` in the same turn of the event loop.
   * @returns `undefined` if `take` can answer now; rejects if the other process does not answer
   */
  prepare?(key: Key, nowMs: number, factor?: number, weight?: number): Promise<void> | undefined;
}

/** Makes the limiter with this name. */
export type LimiterMaker = <Key extends string | number>(name: string, limit: RateLimit) => KeyLimiter<Key>;

/** Calls in the last window, per slice, in a ring buffer. */
interface Counts {
  /** Number of the newest slice. */
  slice: number;
  total: number;
  readonly ring: Uint32Array;
  /** When the last call of each slice was counted, in milliseconds since the slice began. */
  readonly lastMs: Uint32Array;
}

/** Counts calls by key in a sliding window. Memory is bounded: the oldest key is evicted first. */
export class RateLimiter<Key> implements KeyLimiter<Key> {
  private readonly counts: BoundedMap<Key, Counts>;
  private readonly limit: RateLimit;
  private readonly sliceMs: number;

  constructor(limit: RateLimit, maxKeys: number) {
    this.limit = limit;
    this.sliceMs = limit.windowMs / SLICES;
    this.counts = new BoundedMap(maxKeys);
  }

  take(key: Key, nowMs: number, factor = 1, weight = 1): number {
    const counts = this.current(key, nowMs);
    if (counts.total + weight > this.limit.count * factor) return this.waitMs(counts, nowMs);
    const place = counts.slice % (SLICES + 1);
    this.noteLast(counts, nowMs);
    counts.ring[place] = (counts.ring[place] as number) + weight;
    counts.total += weight;
    return 0;
  }

  foresee(key: Key, nowMs: number, factor = 1, weight = 1): number {
    const counts = this.current(key, nowMs);
    return counts.total + weight > this.limit.count * factor ? this.waitMs(counts, nowMs) : 0;
  }

  used(key: Key): number {
    return this.counts.get(key)?.total ?? 0;
  }

  private current(key: Key, nowMs: number): Counts {
    const slice = Math.floor(nowMs / this.sliceMs);
    let counts = this.counts.get(key);
    if (counts === undefined) {
      counts = {
        slice,
        total: 0,
        ring: new Uint32Array(SLICES + 1),
        lastMs: new Uint32Array(SLICES + 1),
      };
      this.counts.set(key, counts);
      return counts;
    }
    if (slice < counts.slice) {
      this.resetAfterClockChange(counts, slice, nowMs);
      return counts;
    }
    for (let next = Math.max(counts.slice + 1, slice - SLICES); next <= slice; next++) {
      const place = next % (SLICES + 1);
      counts.total -= counts.ring[place] as number;
      counts.ring[place] = 0;
    }
    counts.slice = slice;
    // The oldest slice began exactly one window before the newest.
    const oldest = (slice + 1) % (SLICES + 1);
    if ((counts.lastMs[oldest] as number) <= nowMs - slice * this.sliceMs) {
      counts.total -= counts.ring[oldest] as number;
      counts.ring[oldest] = 0;
    }
    return counts;
  }

  /** Notes the time of a call before it is added to its slice. */
  private noteLast({ slice, ring, lastMs }: Counts, nowMs: number): void {
    const place = slice % (SLICES + 1);
    const earlierMs = ring[place] === 0 ? 0 : (lastMs[place] as number);
    lastMs[place] = Math.max(earlierMs, Math.ceil(nowMs - slice * this.sliceMs));
  }

  /** Returns the time until the oldest nonempty slice leaves the window. */
  private waitMs(counts: Counts, nowMs: number): number {
    for (let age = SLICES; age >= 0; age--) {
      const slice = counts.slice - age;
      const place = slice % (SLICES + 1);
      if (slice < 0 || counts.ring[place] === 0) continue;
      const leavesAtMs = (slice + SLICES) * this.sliceMs + (counts.lastMs[place] as number);
      return Math.min(this.limit.windowMs, Math.max(1, Math.ceil(leavesAtMs - nowMs)));
    }
    return Math.ceil(this.sliceMs);
  }

  /** The clock was set back: treat all counted calls as new, or the key would be blocked until the clock catches up. */
  private resetAfterClockChange(counts: Counts, slice: number, nowMs: number): void {
    counts.ring.fill(0);
    counts.slice = slice;
    this.noteLast(counts, nowMs);
    counts.ring[slice % (SLICES + 1)] = counts.total;
  }
}
