import { randomInt } from "node:crypto";
import { StretchRandom, simulationKey, streamOf } from "../prices/simulated-random.ts";

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
function secretRandom(): Random {
  return randomFrom(() => randomInt(DRAWS) / DRAWS);
}

/** Returns a maker of random sources by name. With a home's seed, they repeat, and each name has its own stream. */
export function randomsOf(seed: number | undefined): (name: string) => Random {
  if (seed === undefined) return secretRandom;
  const key = simulationKey(`liquidity of seed ${seed}`);
  return (name) => new StretchRandom(key, streamOf(name), 0, 0);
}

export function randomFrom(next: () => number): Random {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return { next, normal };
}
