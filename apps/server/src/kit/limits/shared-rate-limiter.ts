import { type KeyLimiter, type RateLimit, SLICES, sliceEndMs } from "./rate-limiter.ts";
import { SharedTable, type TableShape } from "./shared-table.ts";

const RING = SLICES + 1;
/** Words of an entry: its newest slice, the total, the ring of slices, and when each had its last call. */
const WORDS = { slice: 0, total: 1, ring: 2, lastMs: 2 + RING } as const;
/** About as many keys as a `RateLimiter` counts. */
const SHAPE: TableShape = { buckets: 4_096, ways: 12, words: WORDS.lastMs + RING };

/** A `RateLimiter` whose counts several threads share: a limit is the same however calls are spread over them. */
export class SharedRateLimiter<Key extends string | number> implements KeyLimiter<Key> {
  private readonly table: SharedTable;
  private readonly cells: Int32Array;
  private readonly limit: RateLimit;
  private readonly sliceMs: number;

  static memory(): SharedArrayBuffer {
    return SharedTable.memory(SHAPE);
  }

  constructor(limit: RateLimit, memory: SharedArrayBuffer) {
    this.limit = limit;
    this.sliceMs = limit.windowMs / SLICES;
    this.table = new SharedTable(memory, SHAPE);
    this.cells = this.table.cells;
  }

  take(key: Key, nowMs: number, factor = 1, weight = 1): number {
    return this.ask(key, nowMs, factor, weight, true);
  }

  /**
   * Counts calls that are made later, but before their slice ends: they leave the window as if they were made at its end.
   * @returns as `take`
   */
  lease(key: Key, nowMs: number, factor: number, weight: number): number {
    return this.ask(key, nowMs, factor, weight, true, this.sliceEndMs(nowMs) - 1);
  }

  /** Takes back leased calls of a slice that were not made. */
  giveBack(key: Key, endsAtMs: number, calls: number): void {
    const { table, cells } = this;
    const slice = Math.round(endsAtMs / this.sliceMs) - 1;
    const bucket = table.lock(key);
    const at = table.find(bucket);
    const place = at + WORDS.ring + (slice % RING);
    const age = at < 0 ? RING : ((cells[at + WORDS.slice] as number) - slice) | 0;
    if (age >= 0 && age < SLICES && (cells[place] as number) >= calls) {
      cells[place] = (cells[place] as number) - calls;
      cells[at + WORDS.total] = (cells[at + WORDS.total] as number) - calls;
    }
    table.unlock(bucket);
  }

  /** Returns when the current slice ends. */
  sliceEndMs(nowMs: number): number {
    return sliceEndMs(this.limit, nowMs);
  }

  foresee(key: Key, nowMs: number, factor = 1, weight = 1): number {
    return this.ask(key, nowMs, factor, weight, false);
  }

  used(key: Key): number {
    const bucket = this.table.lock(key);
    const at = this.table.find(bucket);
    const used = at < 0 ? 0 : (this.cells[at + WORDS.total] as number);
    this.table.unlock(bucket);
    return used;
  }

  private ask(
    key: Key,
    nowMs: number,
    factor: number,
    weight: number,
    counts: boolean,
    madeMs = nowMs,
  ): number {
    const { cells, table } = this;
    const bucket = table.lock(key);
    const found = table.find(bucket);
    const given = Math.floor(nowMs / this.sliceMs);
    let waitMs = 0;
    if (found >= 0 || counts) {
      const at = found >= 0 ? found : this.begin(bucket, given);
      const slice = this.advance(at, given, nowMs);
      const total = cells[at + WORDS.total] as number;
      if (total + weight > this.limit.count * factor) waitMs = this.waitMs(at, slice, nowMs);
      else if (counts) {
        this.noteLast(at, slice, madeMs);
        const place = at + WORDS.ring + (slice % RING);
        cells[place] = (cells[place] as number) + weight;
        cells[at + WORDS.total] = total + weight;
      }
    } else if (weight > this.limit.count * factor) waitMs = Math.ceil(this.sliceMs);
    table.unlock(bucket);
    return waitMs;
  }

  /** Replaces the entry that was counted longest ago. */
  private begin(bucket: number, slice: number): number {
    const { table, cells } = this;
    const at = table.replace(table.candidate(bucket, (words) => (slice - (cells[words] as number)) | 0));
    cells[at + WORDS.slice] = slice | 0;
    return at;
  }

  /** Drops what has left the window. @returns the entry's newest slice now */
  private advance(at: number, given: number, nowMs: number): number {
    const { cells } = this;
    // The words have 32 bits, and the difference of two times is far smaller.
    const elapsed = (given - (cells[at + WORDS.slice] as number)) | 0;
    // Threads read the time one after the other: one of them may be in the slice before.
    if (elapsed === 0 || elapsed === -1) {
      this.dropOldest(at, given - elapsed, nowMs);
      return given - elapsed;
    }
    if (elapsed < 0) this.resetAfterClockChange(at, given, nowMs);
    else {
      for (let age = Math.min(elapsed, RING) - 1; age >= 0; age--) {
        const place = at + WORDS.ring + ((given - age) % RING);
        cells[at + WORDS.total] = (cells[at + WORDS.total] as number) - (cells[place] as number);
        cells[place] = 0;
      }
      this.dropOldest(at, given, nowMs);
    }
    cells[at + WORDS.slice] = given | 0;
    return given;
  }

  /** Drops the slice that began exactly one window before the newest, once its last call has left the window. */
  private dropOldest(at: number, newest: number, nowMs: number): void {
    const { cells } = this;
    const oldest = (newest + 1) % RING;
    if ((cells[at + WORDS.lastMs + oldest] as number) > nowMs - newest * this.sliceMs) return;
    const place = at + WORDS.ring + oldest;
    cells[at + WORDS.total] = (cells[at + WORDS.total] as number) - (cells[place] as number);
    cells[place] = 0;
  }

  /**
   * Notes the time of a call before it is added to its slice. A thread that is still in the slice before counts its call at
   * the beginning of the newest.
   */
  private noteLast(at: number, slice: number, nowMs: number): void {
    const { cells } = this;
    const place = slice % RING;
    const earlierMs = cells[at + WORDS.ring + place] === 0 ? 0 : (cells[at + WORDS.lastMs + place] as number);
    cells[at + WORDS.lastMs + place] = Math.max(earlierMs, Math.ceil(nowMs - slice * this.sliceMs));
  }

  /** As in RateLimiter: all counted calls become new, or the key would be blocked until the clock catches up. */
  private resetAfterClockChange(at: number, slice: number, nowMs: number): void {
    const { cells } = this;
    cells.fill(0, at + WORDS.ring, at + WORDS.ring + RING);
    this.noteLast(at, slice, nowMs);
    cells[at + WORDS.ring + (slice % RING)] = cells[at + WORDS.total] as number;
  }

  /** Returns the time until the oldest nonempty slice leaves the window. */
  private waitMs(at: number, newest: number, nowMs: number): number {
    for (let age = SLICES; age >= 0; age--) {
      const slice = newest - age;
      const place = slice % RING;
      if (slice < 0 || this.cells[at + WORDS.ring + place] === 0) continue;
      const leavesAtMs = (slice + SLICES) * this.sliceMs + (this.cells[at + WORDS.lastMs + place] as number);
      return Math.min(this.limit.windowMs, Math.max(1, Math.ceil(leavesAtMs - nowMs)));
    }
    return Math.ceil(this.sliceMs);
  }
}
