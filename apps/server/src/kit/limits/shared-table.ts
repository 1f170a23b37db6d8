import { randomInt } from "node:crypto";

const SEED_RANGE = 2 ** 32;
const HIGH = 2 ** 32;
/** Attempts to lock before a thread sleeps, and then the time of each sleep. */
const SPINS = 200;
const SLEEP_MS = 1;
/** A thread holds a lock for less than a microsecond; one that holds it this long has ended. */
const ABANDONED_AFTER_SLEEPS = 1_000;
const KEY_WORDS = 2;
/** Two seeds of the hash. */
const HEADER_WORDS = 2;

export interface TableShape {
  readonly buckets: number;
  /** Entries per bucket. */
  readonly ways: number;
  /** Words of 32 bits that an entry has in addition to its key. */
  readonly words: number;
}

/**
 * A table of counters in memory that several threads share. A key belongs to one bucket, and one thread at a time uses a
 * bucket. Its size is fixed: where the buckets are full, the caller decides which entry to replace. Keys are 64-bit hashes
 * with random seeds, so that nobody can choose keys that replace each other.
 */
export class SharedTable {
  readonly cells: Int32Array;
  private readonly shape: TableShape;
  private readonly bucketWords: number;
  private readonly entryWords: number;
  private keyLow = 0;
  private keyHigh = 0;

  /** Memory for a new table. Untouched parts of it cost nothing. */
  static memory({ buckets, ways, words }: TableShape): SharedArrayBuffer {
    const cells = HEADER_WORDS + buckets * (1 + ways * (KEY_WORDS + words));
    const memory = new SharedArrayBuffer(cells * Int32Array.BYTES_PER_ELEMENT);
    const header = new Int32Array(memory, 0, HEADER_WORDS);
    for (let at = 0; at < HEADER_WORDS; at++) header[at] = randomInt(SEED_RANGE) | 0;
    return memory;
  }

  constructor(memory: SharedArrayBuffer, shape: TableShape) {
    this.cells = new Int32Array(memory);
    this.shape = shape;
    this.entryWords = KEY_WORDS + shape.words;
    this.bucketWords = 1 + shape.ways * this.entryWords;
  }

  /** Locks the bucket of a key. @returns the bucket; unlock it */
  lock(key: string | number): number {
    this.hash(key);
    const bucket = HEADER_WORDS + ((this.keyLow >>> 0) % this.shape.buckets) * this.bucketWords;
    const { cells } = this;
    for (let tries = 0; Atomics.compareExchange(cells, bucket, 0, 1) !== 0; tries++) {
      if (tries < SPINS) continue;
      if (tries > SPINS + ABANDONED_AFTER_SLEEPS) break;
      Atomics.wait(cells, bucket, 1, SLEEP_MS);
    }
    return bucket;
  }

  unlock(bucket: number): void {
    Atomics.store(this.cells, bucket, 0);
  }

  /** Returns where the words of the locked key are, or −1 if the bucket does not have it. */
  find(bucket: number): number {
    const { cells, entryWords } = this;
    for (let at = bucket + 1; at < bucket + this.bucketWords; at += entryWords)
      if (cells[at] === this.keyLow && cells[at + 1] === this.keyHigh) return at + KEY_WORDS;
    return -1;
  }

  /** Gives the words of an entry to the locked key and clears them. */
  replace(words: number): number {
    const { cells } = this;
    cells[words - 2] = this.keyLow;
    cells[words - 1] = this.keyHigh;
    cells.fill(0, words, words + this.shape.words);
    return words;
  }

  /** Returns the words of the entry for which `rank` is highest. */
  candidate(bucket: number, rank: (words: number) => number): number {
    let best = bucket + 1 + KEY_WORDS;
    let bestRank = Number.NEGATIVE_INFINITY;
    for (let at = best; at < bucket + this.bucketWords; at += this.entryWords) {
      const each = this.isUnused(at) ? Number.POSITIVE_INFINITY : rank(at);
      if (each <= bestRank) continue;
      best = at;
      bestRank = each;
    }
    return best;
  }

  isUnused(words: number): boolean {
    return this.cells[words - 1] === 0;
  }

  /** The high word of a key is odd, so that it is never that of an unused entry. */
  private hash(key: string | number): void {
    let low = this.cells[0] as number;
    let high = this.cells[1] as number;
    if (typeof key === "number") {
      low = mix(low ^ key);
      high = mix(high ^ key ^ Math.floor(key / HIGH));
    } else
      for (let at = 0; at < key.length; at++) {
        const code = key.charCodeAt(at);
        low = Math.imul(low ^ code, 0x9e3779b1);
        low = (low << 15) | (low >>> 17);
        high = Math.imul(high ^ code, 0x85ebca6b);
        high = (high << 13) | (high >>> 19);
      }
    this.keyLow = mix(low ^ (high >>> 7));
    this.keyHigh = mix(high) | 1;
  }
}

/** The finalizer of MurmurHash3: every bit of the input changes half of the output's. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
