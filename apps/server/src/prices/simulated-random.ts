/**
 * Random numbers that can be drawn for any moment without drawing those before it: each stretch of time has a
 * generator of its own, made of the seed, a stream and the stretch.
 */
export class StretchRandom {
  private a: number;
  private b: number;
  private c: number;
  private d = 1;
  private spare: number | undefined;

  /** `startMs` ≥ 0. Streams keep symbols and uses apart. */
  constructor(seed: number, stream: number, level: number, startMs: number) {
    const low = startMs >>> 0;
    const high = Math.floor(startMs / 4_294_967_296) >>> 0;
    this.a = mix(seed, low);
    this.b = mix(stream ^ Math.imul(level + 1, 0x9e3779b1), high ^ this.a);
    this.c = mix(this.a ^ 0x85ebca6b, this.b);
    for (let i = 0; i < 8; i++) this.next();
  }

  /** 0 ≤ x < 1 (sfc32). */
  next(): number {
    const sum = (this.a + this.b + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** Normally distributed, mean 0, deviation 1 (Box and Muller, in pairs). */
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
}

/** Murmur's finaliser over two words. */
function mix(first: number, second: number): number {
  let hash = (first ^ Math.imul(second, 0xcc9e2d51)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

/** A number for a text, to tell streams apart. */
export function streamOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i));
  return hash;
}
