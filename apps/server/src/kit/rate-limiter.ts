import { BoundedMap } from "./bounded-map.ts";

/** At most `count` calls in any `windowMs`. */
export interface RateLimit {
  readonly count: number;
  readonly windowMs: number;
}

/** A window is counted in this many slices: never looser than the limit, at most a tenth stricter. */
const SLICES = 10;

/** Calls of the last window, slice by slice, in a ring. */
interface Counts {
  /** Number of the newest slice. */
  slice: number;
  total: number;
  readonly ring: Uint32Array;
}

/** Counts calls by key in a sliding window. Memory is bounded: the key that came first is forgotten first. */
export class RateLimiter<Key> {
  private readonly counts: BoundedMap<Key, Counts>;
  private readonly limit: RateLimit;
  private readonly sliceMs: number;

  constructor(limit: RateLimit, maxKeys: number) {
    this.limit = limit;
    this.sliceMs = limit.windowMs / SLICES;
    this.counts = new BoundedMap(maxKeys);
  }

  /**
   * Counts a call, unless it is one too many.
   * @param factor multiplies the limit
   * @param weight as how many calls it counts
   * @returns 0: counted; otherwise milliseconds until the next one may come
   */
  take(key: Key, nowMs: number, factor = 1, weight = 1): number {
    const counts = this.current(key, nowMs);
    if (counts.total + weight > this.limit.count * factor) return this.waitMs(counts, nowMs);
    const place = counts.slice % (SLICES + 1);
    counts.ring[place] = (counts.ring[place] as number) + weight;
    counts.total += weight;
    return 0;
  }

  /** What `take` would answer, without counting. */
  foresee(key: Key, nowMs: number, factor = 1, weight = 1): number {
    const counts = this.current(key, nowMs);
    return counts.total + weight > this.limit.count * factor ? this.waitMs(counts, nowMs) : 0;
  }

  /** What was counted at the last `take`. */
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
    if (slice < counts.slice) return rebased(counts, slice);
    for (let next = Math.max(counts.slice + 1, slice - SLICES); next <= slice; next++) {
      const place = next % (SLICES + 1);
      counts.total -= counts.ring[place] as number;
      counts.ring[place] = 0;
    }
    counts.slice = slice;
    return counts;
  }

  /** Until the oldest slice that holds calls has left the window. */
  private waitMs(counts: Counts, nowMs: number): number {
    for (let age = SLICES; age >= 0; age--) {
      const slice = counts.slice - age;
      if (slice >= 0 && (counts.ring[slice % (SLICES + 1)] as number) > 0)
        return Math.max(1, Math.ceil((slice + SLICES + 1) * this.sliceMs - nowMs));
    }
    return Math.ceil(this.sliceMs);
  }
}

/** The clock was set back: all that counts was made just now, or nobody would come through until it has caught up. */
function rebased(counts: Counts, slice: number): Counts {
  counts.ring.fill(0);
  counts.ring[slice % (SLICES + 1)] = counts.total;
  counts.slice = slice;
  return counts;
}
