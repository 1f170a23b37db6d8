import { type KeyLimiter, type RateLimit, SLICES } from "./rate-limiter.ts";
import { SharedTable, type TableShape } from "./shared-table.ts";

/** Words of an entry: its newest slice, the total, and the ring of slices. */
const WORDS = { slice: 0, total: 1, ring: 2 } as const;
const RING = SLICES + 1;
/** About as many keys as a `RateLimiter` counts. */
const SHAPE: TableShape = { buckets: 4_096, ways: 12, words: WORDS.ring + RING };

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

  private ask(key: Key, nowMs: number, factor: number, weight: number, counts: boolean): number {
    const { cells, table } = this;
    const bucket = table.lock(key);
    const found = table.find(bucket);
    const given = Math.floor(nowMs / this.sliceMs);
    let waitMs = 0;
    if (found >= 0 || counts) {
      const at = found >= 0 ? found : this.begin(bucket, given);
      const slice = this.advance(at, given);
      const total = cells[at + WORDS.total] as number;
      if (total + weight > this.limit.count * factor) waitMs = this.waitMs(at, slice, nowMs);
      else if (counts) {
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
  private advance(at: number, given: number): number {
    const { cells } = this;
    // The words have 32 bits, and the difference of two times is far smaller.
    const elapsed = (given - (cells[at + WORDS.slice] as number)) | 0;
    // Threads read the time one after the other: one of them may be in the slice before.
    if (elapsed === 0 || elapsed === -1) return given - elapsed;
    if (elapsed < 0) this.resetAfterClockChange(at, given);
    else
      for (let age = Math.min(elapsed, RING) - 1; age >= 0; age--) {
        const place = at + WORDS.ring + ((given - age) % RING);
        cells[at + WORDS.total] = (cells[at + WORDS.total] as number) - (cells[place] as number);
        cells[place] = 0;
      }
    cells[at + WORDS.slice] = given | 0;
    return given;
  }

  /** As in RateLimiter: all counted calls become new, or the key would be blocked until the clock catches up. */
  private resetAfterClockChange(at: number, slice: number): void {
    const { cells } = this;
    cells.fill(0, at + WORDS.ring, at + WORDS.ring + RING);
    cells[at + WORDS.ring + (slice % RING)] = cells[at + WORDS.total] as number;
  }

  /** Returns the time until the oldest nonempty slice leaves the window. */
  private waitMs(at: number, newest: number, nowMs: number): number {
    for (let age = SLICES; age >= 0; age--) {
      const slice = newest - age;
      if (slice >= 0 && (this.cells[at + WORDS.ring + (slice % RING)] as number) > 0)
        return Math.max(1, Math.ceil((slice + RING) * this.sliceMs - nowMs));
    }
    return Math.ceil(this.sliceMs);
  }
}
