import { randomInt } from "node:crypto";

export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** Normally distributed, mean 0, standard deviation 1. */
  normal(): number;
}

/** 48 bits, the maximum of randomInt. */
const DRAWS = 2 ** 48 - 1;

/**
 * Random source of the sandbox's traders. Their orders are public, so numbers from a small seed would let everyone
 * predict them.
 */
export function secretRandom(): Random {
  return randomFrom(() => randomInt(DRAWS) / DRAWS);
}

/** Returns a small seeded generator (mulberry32) for tests. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return randomFrom(next);
}

function randomFrom(next: () => number): Random {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return { next, normal };
}
