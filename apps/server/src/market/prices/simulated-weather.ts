import { type SimulationKey, StretchRandom, streamOf } from "./simulated-random.ts";
import { StretchCache } from "./stretch-cache.ts";

/** The tick of the simulation. */
export const TICK_MS = 500;

/**
 * Nested time stretches of the simulated market, coarse to fine; each is split into the next finer ones, the minute
 * into ticks. They match the chart periods, so that a chart of any period needs no finer detail than its own bars.
 */
export const LEVEL_MS = [
  604_800_000,
  86_400_000,
  14_400_000,
  3_600_000,
  1_800_000,
  900_000,
  300_000,
  60_000,
  TICK_MS,
] as const;
const WEEK = 0;
const FOUR_HOURS = 2;
export const MINUTE_LEVEL = 7;

export const REGIMES = ["calm", "trend", "turbulent"] as const;
type Regime = (typeof REGIMES)[number];

/** Relative variance of a part in each regime. */
const REGIME_VARIANCE: Readonly<Record<Regime, number>> = { calm: 0.3, trend: 1, turbulent: 4 };
/** Row: current regime; column: probability of each next one. Regimes persist, as in real markets. */
const REGIME_CHANGE: Readonly<Record<Regime, readonly [number, number, number]>> = {
  calm: [0.8, 0.13, 0.07],
  trend: [0.15, 0.75, 0.1],
  turbulent: [0.15, 0.2, 0.65],
};
/** Drift of a trend per part, in standard deviations. */
const TREND_PUSH = 0.9;
/** Below four hours, variance differs between parts by this standard deviation of its logarithm. */
const FINE_VARIATION = 0.35;
/** Standard deviation of the logarithm of a week's variance. */
const WEEK_VARIATION = 0.5;
/** Shared by all symbols' charts: enough for a chart of minutes and some more. */
const CACHED_STRETCHES = 2_048;

/** Differences between the parts of a time stretch, the same for all symbols. */
export interface Weather {
  /** Each part's share of the stretch's variance; the sum is 1. */
  readonly shares: Float64Array;
  /** The leading coin's own noise, one normal number per part. */
  readonly leading: Float64Array;
  /** Regimes of the parts, if the parts are days or four hours. */
  readonly regimes: readonly Regime[];
}

/** Shared by all simulated symbols: regimes, activity, and the leading coin's moves. */
export class SimulatedWeather {
  readonly key: SimulationKey;
  private readonly stream = streamOf("weather");
  private readonly caches = LEVEL_MS.map(() => new StretchCache<Weather>(CACHED_STRETCHES));

  constructor(key: SimulationKey) {
    this.key = key;
  }

  /** Returns the variance of a whole week relative to a typical one. */
  weekVariance(startMs: number): number {
    const random = new StretchRandom(this.key, streamOf("week"), WEEK, startMs);
    return Math.exp(random.normal() * WEEK_VARIATION - (WEEK_VARIATION * WEEK_VARIATION) / 2);
  }

  /** The leading coin's normal number for a whole week. */
  weekLeading(startMs: number): number {
    return new StretchRandom(this.key, streamOf("lead"), WEEK, startMs).normal();
  }

  /** Returns the weather of the stretch of `level` (not ticks) that starts at `startMs`. */
  of(level: number, startMs: number): Weather {
    const cache = this.caches[level] as StretchCache<Weather>;
    return cache.get(startMs, () => this.draw(level, startMs));
  }

  private draw(level: number, startMs: number): Weather {
    const parts = partsOf(level);
    const random = new StretchRandom(this.key, this.stream, level, startMs);
    const shares = new Float64Array(parts);
    const leading = new Float64Array(parts);
    const regimes: Regime[] = [];
    let regime: Regime = REGIMES[Math.floor(random.next() * REGIMES.length)] ?? "calm";
    let direction = random.next() < 0.5 ? -1 : 1;
    for (let part = 0; part < parts; part++) {
      let variance: number;
      let push = 0;
      if (level < FOUR_HOURS) {
        if (part > 0) {
          const next = nextRegime(regime, random.next());
          if (next !== regime) direction = random.next() < 0.5 ? -1 : 1;
          regime = next;
        }
        regimes.push(regime);
        variance = REGIME_VARIANCE[regime];
        if (regime === "trend") push = direction * TREND_PUSH;
      } else variance = Math.exp(random.normal() * FINE_VARIATION);
      shares[part] = variance;
      leading[part] = random.normal() + push;
    }
    const total = shares.reduce((sum, share) => sum + share, 0);
    for (let part = 0; part < parts; part++) shares[part] = (shares[part] as number) / total;
    return { shares, leading, regimes };
  }
}

/** Returns how many parts a stretch of a level has. */
export function partsOf(level: number): number {
  return (LEVEL_MS[level] as number) / (LEVEL_MS[level + 1] as number);
}

function nextRegime(regime: Regime, chance: number): Regime {
  const [calm, trend] = REGIME_CHANGE[regime];
  if (chance < calm) return "calm";
  return chance < calm + trend ? "trend" : "turbulent";
}
