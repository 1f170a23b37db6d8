import { LIMITS } from "@candor/domain/limits";
import { divideFloor } from "@candor/money/integer";

/** A user's number in bytes, then the characters of the longest key. The legs of an OCO add two. */
const USER_BYTES = 3;
const MAX_CHARACTERS = LIMITS.maxKeyLength + 2;
const WORD = 4_294_967_296;
/** Increments of two sequences, and the multipliers of splitmix32. */
const LOW_STEP = 0x9e3779b9;
const HIGH_STEP = 0x85ebca6b;
const FIRST_MIX = 0x21f0aaad;
const SECOND_MIX = 0x735a2d97;

/**
 * Hashes a user's key for table lookup: a sum of each byte times a factor for its position (multilinear hashing, Carter
 * and Wegman 1979, where the upper bits count). Without the factors keys collide only by chance, so nobody can choose
 * thousands of keys that share one chain and make every lookup slow.
 *
 * The factors follow from a seed. The seed affects only where entries are stored, never the results: events and
 * snapshots are the same.
 */
export class KeyHash {
  private readonly factors: Int32Array;

  /** @param seed a safe integer from 0 */
  constructor(seed: number) {
    const high = divideFloor(seed, WORD);
    const low = seed - high * WORD;
    this.factors = Int32Array.from(
      { length: 1 + USER_BYTES + MAX_CHARACTERS },
      (_, place) => mixed(low + place * LOW_STEP) ^ mixed(mixed(high + place * HIGH_STEP)),
    );
  }

  /** Returns 32 bits; the upper ones are the best distributed. */
  of(userId: number, key: string): number {
    const { factors } = this;
    let sum =
      ((factors[0] as number) +
        Math.imul(factors[1] as number, userId & 255) +
        Math.imul(factors[2] as number, (userId >>> 8) & 255) +
        Math.imul(factors[3] as number, (userId >>> 16) & 255)) |
      0;
    for (let i = 0; i < key.length; i++)
      sum = (sum + Math.imul(factors[1 + USER_BYTES + i] as number, key.charCodeAt(i))) | 0;
    return sum >>> 0;
  }
}

function mixed(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), FIRST_MIX);
  const second = Math.imul(first ^ (first >>> 15), SECOND_MIX);
  return second ^ (second >>> 15);
}
