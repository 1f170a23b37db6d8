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

export function randomFrom(next: () => number): Random {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return { next, normal };
}
