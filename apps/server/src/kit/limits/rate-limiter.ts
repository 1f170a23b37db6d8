import { BoundedMap } from "../bounded-map.ts";

/** At most `count` calls in any `windowMs`. */
export interface RateLimit {
  readonly count: number;
  readonly windowMs: number;
}

/** Slices per window: the limit is never exceeded and at most a tenth stricter. */
export const SLICES = 10;

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
}

/** Makes the limiter with this name. */
export type LimiterMaker = <Key extends string | number>(name: string, limit: RateLimit) => KeyLimiter<Key>;

/** Calls in the last window, per slice, in a ring buffer. */
interface Counts {
  /** Number of the newest slice. */
  slice: number;
  total: number;
  readonly ring: Uint32Array;
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
      counts = { slice, total: 0, ring: new Uint32Array(SLICES + 1) };
      this.counts.set(key, counts);
      return counts;
    }
    if (slice < counts.slice) return resetAfterClockChange(counts, slice);
    for (let next = Math.max(counts.slice + 1, slice - SLICES); next <= slice; next++) {
      const place = next % (SLICES + 1);
      counts.total -= counts.ring[place] as number;
      counts.ring[place] = 0;
    }
    counts.slice = slice;
    return counts;
  }

  /** Returns the time until the oldest nonempty slice leaves the window. */
  private waitMs(counts: Counts, nowMs: number): number {
    for (let age = SLICES; age >= 0; age--) {
      const slice = counts.slice - age;
      if (slice >= 0 && (counts.ring[slice % (SLICES + 1)] as number) > 0)
        return Math.max(1, Math.ceil((slice + SLICES + 1) * this.sliceMs - nowMs));
    }
    return Math.ceil(this.sliceMs);
  }
}

/** The clock was set back: treat all counted calls as new, or the key would be blocked until the clock catches up. */
function resetAfterClockChange(counts: Counts, slice: number): Counts {
  counts.ring.fill(0);
  counts.ring[slice % (SLICES + 1)] = counts.total;
  counts.slice = slice;
  return counts;
}
