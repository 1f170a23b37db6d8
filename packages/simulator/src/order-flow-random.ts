/** Reproducible random draws for workloads and tests. */
export interface RandomSource {
  /** 0 ≤ x < 1. */
  fraction(): number;
  /** An integer, 0 ≤ n < below. */
  below(below: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
}

/** Tommy Ettinger's mulberry32: 32 bits of state, the same draws on every machine. */
export function mulberry32(seed: number): RandomSource {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    fraction,
    below: (below) => Math.floor(fraction() * below),
    chance: (probability) => fraction() < probability,
  };
}
