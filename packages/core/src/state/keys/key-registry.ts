import { LIMITS } from "@candor/domain/limits";
import { CORE_LIMITS } from "../../core-limits.ts";
import { KeyHash } from "./key-hash.ts";

const { keyLifetimeMs } = LIMITS;

/** Initial size of the ring, in bindings; a power of two. */
const INITIAL_BINDINGS = 1_024;

/** A binding is a row of words: these fields, then the key's bytes. */
const USER = 0;
const CODES = 1;
const AMOUNT = 2;
const FIRST = 3;
const SECOND = 4;
const THIRD = 5;
const SEQ = 6;
/** When the binding was made or, if carried over, when it was carried over. */
const SINCE_MS = 7;
/** 1: its 24 h are over, and it lasts as long as its order. */
const CARRIED = 8;
const ORDER = 9;
const KEY_LENGTH = 10;
const KEY_WORD = 11;
const ROW = 16;
const ROW_BYTES = ROW * 8;
const KEY_BYTE = KEY_WORD * 8;

/** The user of released bindings; no user has this number. */
const NOBODY = 0;

/** Returned by `find` when the key is free. */
export const UNBOUND = -1;

/**
 * The contents of a keyed command as numbers, to distinguish a repetition from a misuse of the key. Each kind of
 * command fills the fields its own way. `codes` includes the kind, so that two kinds never match.
 */
export interface KeyedContents {
  codes: number;
  amount: number;
  first: number;
  second: number;
  third: number;
}

/** One binding, as stored in snapshots. */
export interface KeyBinding extends KeyedContents {
  readonly userId: number;
  readonly key: string;
  readonly seq: number;
  readonly sinceMs: number;
  readonly carried: number;
  readonly orderId: number;
}

/**
 * Idempotency keys, one namespace per user. Acceptance binds a key for 24 h of journal time, and while the order it
 * created is live. Bindings form a ring sorted by expiry, so that memory holds only one day's keys; each command
 * removes a few expired ones.
 *
 * Contents are stored and compared in full (128 bytes per binding): the hash only finds the position.
 */
export class KeyRegistry {
  /** Binding number n is in row n modulo capacity. Bindings from head up to, but not including, tail are kept. */
  private capacity = INITIAL_BINDINGS;
  private head = 0;
  private tail = 0;
  private rows = new Float64Array(INITIAL_BINDINGS * ROW);
  private bytes = new Uint8Array(this.rows.buffer);
  /** Rows with the same hash, newest first: row plus one; 0 ends the chain. */
  private buckets = new Int32Array(INITIAL_BINDINGS * 2);
  private chain = new Int32Array(INITIAL_BINDINGS);
  private readonly isLive: (orderId: number) => boolean;
  private readonly hash: KeyHash;

  /**
   * @param isLive whether an order is open or untriggered
   * @param seed determines only where bindings are stored in memory: see KeyHash
   */
  constructor(isLive: (orderId: number) => boolean, seed: number) {
    this.isLive = isLive;
    this.hash = new KeyHash(seed);
  }

  /** Bindings kept, including expired ones not yet removed. */
  get size(): number {
    return this.tail - this.head;
  }

  /** The row of the user's binding of `key`, or UNBOUND. Valid until the next bind or sweep. */
  find(userId: number, key: string, nowMs: number): number {
    let row = (this.buckets[this.bucketOf(userId, key)] as number) - 1;
    while (row >= 0) {
      if (this.isAt(row, userId, key)) return this.isBound(row, nowMs) ? row : UNBOUND;
      row = (this.chain[row] as number) - 1;
    }
    return UNBOUND;
  }

  hasContents(row: number, contents: KeyedContents): boolean {
    const { rows } = this;
    const at = row * ROW;
    return (
      rows[at + CODES] === contents.codes &&
      rows[at + AMOUNT] === contents.amount &&
      rows[at + FIRST] === contents.first &&
      rows[at + SECOND] === contents.second &&
      rows[at + THIRD] === contents.third
    );
  }

  /** The sequence number of the command that bound the key. */
  seqAt(row: number): number {
    return this.rows[row * ROW + SEQ] as number;
  }

  /** The order that this command created; 0 if none. */
  orderAt(row: number): number {
    return this.rows[row * ROW + ORDER] as number;
  }

  /** When the binding was made, in journal time. */
  sinceAt(row: number): number {
    return this.rows[row * ROW + SINCE_MS] as number;
  }

  /** Whether the binding's command created an order that has ended. */
  hasEnded(row: number): boolean {
    const orderId = this.orderAt(row);
    return orderId > 0 && !this.isLive(orderId);
  }

  /** Frees the key. The binding itself stays until it expires, without a user. */
  release(row: number): void {
    this.move(row, NOBODY);
  }

  /** Undoes `release`. The key must still be free, and nothing may have been bound since. */
  reclaim(row: number, userId: number): void {
    this.move(row, userId);
  }

  private move(row: number, userId: number): void {
    const key = this.keyAt(row);
    this.unlink(row, this.bucketOf(this.rows[row * ROW + USER] as number, key));
    this.rows[row * ROW + USER] = userId;
    this.link(row, this.bucketOf(userId, key));
  }

  /** Binds a free key of at most 38 ASCII characters. `orderId` 0: the command created no order. */
  bind(
    userId: number,
    key: string,
    contents: KeyedContents,
    seq: number,
    nowMs: number,
    orderId: number,
  ): void {
    if (this.tail - this.head === this.capacity) this.grow();
    const row = this.tail++ & (this.capacity - 1);
    const at = row * ROW;
    const { rows, bytes } = this;
    rows[at + USER] = userId;
    rows[at + CODES] = contents.codes;
    rows[at + AMOUNT] = contents.amount;
    rows[at + FIRST] = contents.first;
    rows[at + SECOND] = contents.second;
    rows[at + THIRD] = contents.third;
    rows[at + SEQ] = seq;
    rows[at + SINCE_MS] = nowMs;
    rows[at + CARRIED] = 0;
    rows[at + ORDER] = orderId;
    rows[at + KEY_LENGTH] = key.length;
    for (let i = 0; i < key.length; i++) bytes[row * ROW_BYTES + KEY_BYTE + i] = key.charCodeAt(i);
    this.link(row, this.bucketOf(userId, key));
  }

  /** Removes expired bindings, at most CORE_LIMITS.keySweepPerCommand. Bindings of live orders are carried over. */
  sweep(nowMs: number): void {
    for (let left: number = CORE_LIMITS.keySweepPerCommand; left > 0 && this.head < this.tail; left--) {
      const row = this.head & (this.capacity - 1);
      const at = row * ROW;
      if ((this.rows[at + SINCE_MS] as number) + keyLifetimeMs > nowMs) return;
      const bucket = this.bucketOf(this.rows[at + USER] as number, this.keyAt(row));
      this.unlink(row, bucket);
      this.head++;
      if (!this.isLive(this.rows[at + ORDER] as number)) continue;
      const end = this.tail++ & (this.capacity - 1);
      this.rows.copyWithin(end * ROW, at, at + ROW);
      this.rows[end * ROW + SINCE_MS] = nowMs;
      this.rows[end * ROW + CARRIED] = 1;
      this.link(end, bucket);
    }
  }

  /** Visits the bindings in expiry order. */
  forEach(visit: (binding: KeyBinding) => void): void {
    for (let n = this.head; n < this.tail; n++) {
      const row = n & (this.capacity - 1);
      const word = (field: number): number => this.rows[row * ROW + field] as number;
      visit({
        userId: word(USER),
        key: this.keyAt(row),
        codes: word(CODES),
        amount: word(AMOUNT),
        first: word(FIRST),
        second: word(SECOND),
        third: word(THIRD),
        seq: word(SEQ),
        sinceMs: word(SINCE_MS),
        carried: word(CARRIED),
        orderId: word(ORDER),
      });
    }
  }

  /** For snapshots only. Call in the order of `forEach`. */
  restore(binding: KeyBinding): void {
    this.bind(binding.userId, binding.key, binding, binding.seq, binding.sinceMs, binding.orderId);
    this.rows[((this.tail - 1) & (this.capacity - 1)) * ROW + CARRIED] = binding.carried;
  }

  get byteLength(): number {
    return this.rows.byteLength + this.buckets.byteLength + this.chain.byteLength;
  }

  /** The maximum number of bindings that a key lookup may have to pass. */
  get longestChain(): number {
    let longest = 0;
    for (const first of this.buckets) {
      let length = 0;
      for (let place = first; place > 0; place = this.chain[place - 1] as number) length++;
      longest = Math.max(longest, length);
    }
    return longest;
  }

  private isBound(row: number, nowMs: number): boolean {
    const at = row * ROW;
    const within = (this.rows[at + SINCE_MS] as number) + keyLifetimeMs > nowMs;
    return (within && this.rows[at + CARRIED] === 0) || this.isLive(this.rows[at + ORDER] as number);
  }

  private isAt(row: number, userId: number, key: string): boolean {
    const at = row * ROW;
    if (this.rows[at + USER] !== userId || this.rows[at + KEY_LENGTH] !== key.length) return false;
    const start = row * ROW_BYTES + KEY_BYTE;
    for (let i = 0; i < key.length; i++) if (this.bytes[start + i] !== key.charCodeAt(i)) return false;
    return true;
  }

  private keyAt(row: number): string {
    const start = row * ROW_BYTES + KEY_BYTE;
    const length = this.rows[row * ROW + KEY_LENGTH] as number;
    let key = "";
    for (let i = 0; i < length; i++) key += String.fromCharCode(this.bytes[start + i] as number);
    return key;
  }

  private bucketOf(userId: number, key: string): number {
    // Uses as many upper bits as there are buckets.
    return this.hash.of(userId, key) >>> Math.clz32(this.buckets.length - 1);
  }

  private link(row: number, bucket: number): void {
    this.chain[row] = this.buckets[bucket] as number;
    this.buckets[bucket] = row + 1;
  }

  private unlink(row: number, bucket: number): void {
    let previous = 0;
    let place = this.buckets[bucket] as number;
    while (place !== row + 1) {
      if (place === 0) throw new Error("an idempotency key is missing from its hash chain");
      previous = place;
      place = this.chain[place - 1] as number;
    }
    if (previous === 0) this.buckets[bucket] = this.chain[row] as number;
    else this.chain[previous - 1] = this.chain[row] as number;
  }

  private grow(): void {
    const wider = new Float64Array(this.rows.length * 2);
    const oldMask = this.capacity - 1;
    const mask = this.capacity * 2 - 1;
    for (let n = this.head; n < this.tail; n++) {
      const from = (n & oldMask) * ROW;
      wider.set(this.rows.subarray(from, from + ROW), (n & mask) * ROW);
    }
    this.capacity *= 2;
    this.rows = wider;
    this.bytes = new Uint8Array(wider.buffer);
    this.buckets = new Int32Array(this.capacity * 2);
    this.chain = new Int32Array(this.capacity);
    for (let n = this.head; n < this.tail; n++) {
      const row = n & mask;
      this.link(row, this.bucketOf(wider[row * ROW + USER] as number, this.keyAt(row)));
    }
  }
}
