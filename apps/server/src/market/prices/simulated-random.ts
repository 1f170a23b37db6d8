import { createHmac } from "node:crypto";
import { CHACHA_WORDS, chachaBlock } from "./chacha-block.ts";

/** Derived from a simulation's secret; determines all future prices. */
export interface SimulationKey {
  /** Eight words. */
  readonly words: Int32Array;
}

const KEY_WORDS = 8;
const COUNTER_AT = 12;

/**
 * Derives a simulation's key.
 * @param secret 128 random bits as text (config/instance.ts); tests use a fixed string to get the same prices each time
 */
export function simulationKey(secret: string): SimulationKey {
  const bytes = createHmac("sha256", secret).update("candor simulated prices").digest();
  return { words: Int32Array.from({ length: KEY_WORDS }, (_, at) => bytes.readInt32LE(at * 4)) };
}

/**
 * Random numbers for any time without drawing the earlier ones: each stretch of time has its own ChaCha20 stream, with
 * the stretch as nonce. Without the key, numbers of one stretch reveal nothing about any other, and its first numbers
 * nothing about the rest.
 */
export class StretchRandom {
  /** Layout as in RFC 8439: constants, key, counter, nonce. */
  private readonly state = new Int32Array(CHACHA_WORDS);
  private readonly drawn = new Int32Array(CHACHA_WORDS);
  private at = CHACHA_WORDS;
  private spare: number | undefined;

  /** Requires `startMs` ≥ 0 and 0 ≤ `level` < 65,536. Streams separate symbols and uses. */
  constructor(key: SimulationKey, stream: number, level: number, startMs: number) {
    const { state } = this;
    state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    state.set(key.words, 4);
    state[13] = stream;
    state[14] = startMs | 0;
    state[15] = (level << 16) | Math.floor(startMs / 4_294_967_296);
  }

  /** 0 ≤ x < 1. */
  next(): number {
    if (this.at === CHACHA_WORDS) this.refill();
    return ((this.drawn[this.at++] as number) >>> 0) / 4_294_967_296;
  }

  /** Normally distributed, mean 0, standard deviation 1 (Box–Muller, in pairs). */
  normal(): number {
    if (this.spare !== undefined) {
      const value = this.spare;
      this.spare = undefined;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    const angle = 2 * Math.PI * this.next();
    this.spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }

  private refill(): void {
    chachaBlock(this.state, this.drawn);
    (this.state[COUNTER_AT] as number)++;
    this.at = 0;
  }
}

/** Murmur's finalizer over two words. */
function mix(first: number, second: number): number {
  let hash = (first ^ Math.imul(second, 0xcc9e2d51)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

/** Returns a number for a string, to separate streams. */
export function streamOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i));
  return hash;
}
