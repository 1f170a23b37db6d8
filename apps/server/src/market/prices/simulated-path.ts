import type { PriceE8 } from "@candor/money/brand";
import { multiplyDivideFloor } from "@candor/money/integer";
import type { CoinProfile } from "../../config/simulated-profiles.ts";
import { parsePriceE8 } from "./decimal-e8.ts";
import { periodOpenMs } from "./kline-fold.ts";
import { StretchRandom, streamOf } from "./simulated-random.ts";
import { LEVEL_MS, MINUTE_LEVEL, partsOf, type SimulatedWeather } from "./simulated-weather.ts";
import { StretchCache } from "./stretch-cache.ts";

/** A price for every point in time. */
export interface PricePath {
  /** `timeMs` must be a multiple of the tick, not before the simulation's first week. */
  priceAt(timeMs: number): PriceE8;
  /**
   * Returns the prices of all ticks of the minute that starts at `minuteMs`: same as priceAt, at a tenth of the cost.
   */
  ticksOf(minuteMs: number): PriceE8[];
}

/** Weeks of prices before the setup: more than a chart has. */
export const PAST_WEEKS = 1_600;
const WEEK_MS = LEVEL_MS[0];
/** Fraction of a week's distance from the mean that is left a week later: keeps prices plausible over twenty years. */
const WEEK_MEMORY = 0.98;
const E8 = 100_000_000;
/** Charts are computed in time order, so few stretches are needed again. */
const CACHED_STRETCHES = 256;

interface Stretch {
  /** Logarithms of the price at the start of each part and at the end of the last one. */
  readonly nodes: Float64Array;
  readonly variance: number;
}

/**
 * A coin's price as a pure function of time. The logarithm walks from week to week with mean reversion. Each week is
 * split into days, each day into four hours and so on down to ticks, each time by a Brownian bridge between the two
 * ends: parts are drawn independently, then adjusted to meet the end. Any time needs only a few draws, and a restart
 * continues where the price would have been. The ends depend only on the secret: without it, a bridge to an unknown end
 * is indistinguishable from a free walk.
 */
export class CoinPath implements PricePath {
  private readonly weather: SimulatedWeather;
  private readonly profile: CoinProfile;
  private readonly stream: number;
  private readonly stepE8: number;
  private readonly firstWeekMs: number;
  /** Logarithm at the start of each week, beginning with the first. */
  private readonly weeks: number[] = [0];
  private readonly caches = LEVEL_MS.map(() => new StretchCache<Stretch>(CACHED_STRETCHES));
  /** Makes the price at setup equal the reference. */
  private readonly offset: number;
  private readonly referenceE8: number;

  constructor(profile: CoinProfile, weather: SimulatedWeather, setUpMs: number) {
    this.profile = profile;
    this.weather = weather;
    this.stream = streamOf(profile.symbol);
    this.stepE8 = parsePriceE8(profile.step, "step");
    this.referenceE8 = parsePriceE8(profile.reference, "reference price");
    this.firstWeekMs = periodOpenMs("1week", setUpMs) - PAST_WEEKS * WEEK_MS;
    const tickMs = LEVEL_MS[MINUTE_LEVEL + 1] as number;
    this.offset = this.logarithmAt(Math.floor(setUpMs / tickMs) * tickMs);
  }

  priceAt(timeMs: number): PriceE8 {
    return this.priceOf(this.logarithmAt(timeMs));
  }

  ticksOf(minuteMs: number): PriceE8[] {
    const { nodes } = this.stretch(MINUTE_LEVEL, minuteMs);
    const prices: PriceE8[] = [];
    for (let tick = 0; tick < nodes.length - 1; tick++) prices.push(this.priceOf(nodes[tick] as number));
    return prices;
  }

  private priceOf(logarithm: number): PriceE8 {
    const exact = this.referenceE8 * Math.exp(logarithm - this.offset);
    const steps = Math.max(1, Math.round(exact / this.stepE8));
    return (steps * this.stepE8) as PriceE8;
  }

  private logarithmAt(timeMs: number): number {
    for (let level = 0; level <= MINUTE_LEVEL; level++) {
      const partMs = LEVEL_MS[level + 1] as number;
      const startMs = stretchStart(level, timeMs);
      if ((timeMs - startMs) % partMs === 0)
        return this.stretch(level, startMs).nodes[(timeMs - startMs) / partMs] as number;
    }
    throw new RangeError(`${timeMs} is not a tick of the simulation`);
  }

  private stretch(level: number, startMs: number): Stretch {
    const cache = this.caches[level] as StretchCache<Stretch>;
    return cache.get(startMs, () => this.draw(level, startMs));
  }

  private draw(level: number, startMs: number): Stretch {
    if (level === 0) {
      const deviation = this.profile.weeklyDeviation;
      const variance = deviation * deviation * this.weather.weekVariance(startMs);
      return this.bridge(level, startMs, this.week(startMs), this.week(startMs + WEEK_MS), variance);
    }
    const parentStartMs = stretchStart(level - 1, startMs);
    const parent = this.stretch(level - 1, parentStartMs);
    const part = (startMs - parentStartMs) / (LEVEL_MS[level] as number);
    const share = this.weather.of(level - 1, parentStartMs).shares[part] as number;
    const { nodes } = parent;
    return this.bridge(
      level,
      startMs,
      nodes[part] as number,
      nodes[part + 1] as number,
      parent.variance * share,
    );
  }

  private bridge(level: number, startMs: number, from: number, to: number, variance: number): Stretch {
    const parts = partsOf(level);
    const { shares, leading } = this.weather.of(level, startMs);
    const random = new StretchRandom(this.weather.key, this.stream, level, startMs);
    const nodes = new Float64Array(parts + 1);
    const deviation = Math.sqrt(variance);
    let sum = 0;
    for (let part = 0; part < parts; part++) {
      const noise = this.correlated(leading[part] as number, random);
      const move = deviation * Math.sqrt(shares[part] as number) * noise;
      nodes[part + 1] = move;
      sum += move;
    }
    const miss = to - from - sum;
    nodes[0] = from;
    for (let part = 0; part < parts; part++)
      nodes[part + 1] =
        (nodes[part] as number) + (nodes[part + 1] as number) + (shares[part] as number) * miss;
    nodes[parts] = to;
    return { nodes, variance };
  }

  private correlated(leading: number, random: StretchRandom): number {
    const { correlation } = this.profile;
    if (correlation === 1) return leading;
    return correlation * leading + Math.sqrt(1 - correlation * correlation) * random.normal();
  }

  private week(startMs: number): number {
    const index = (startMs - this.firstWeekMs) / WEEK_MS;
    if (index < 0) throw new RangeError("time is before the first week of the simulation");
    for (let next = this.weeks.length; next <= index; next++) {
      const fromMs = this.firstWeekMs + (next - 1) * WEEK_MS;
      const random = new StretchRandom(this.weather.key, this.stream, LEVEL_MS.length, fromMs);
      const noise = this.correlated(this.weather.weekLeading(fromMs), random);
      const deviation = this.profile.weeklyDeviation * Math.sqrt(this.weather.weekVariance(fromMs));
      this.weeks.push((this.weeks[next - 1] as number) * WEEK_MEMORY + deviation * noise);
    }
    return this.weeks[index] as number;
  }
}

/** Price of one coin in another, so that there is no triangular arbitrage. */
export class CrossPath implements PricePath {
  private readonly numerator: PricePath;
  private readonly denominator: PricePath;

  constructor(numerator: PricePath, denominator: PricePath) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  priceAt(timeMs: number): PriceE8 {
    return ratioE8(this.numerator.priceAt(timeMs), this.denominator.priceAt(timeMs));
  }

  ticksOf(minuteMs: number): PriceE8[] {
    const under = this.denominator.ticksOf(minuteMs);
    return this.numerator.ticksOf(minuteMs).map((price, tick) => ratioE8(price, under[tick] as PriceE8));
  }
}

function ratioE8(numeratorE8: PriceE8, denominatorE8: PriceE8): PriceE8 {
  return multiplyDivideFloor(numeratorE8, E8, denominatorE8) as PriceE8;
}

/** Returns the start of the stretch of a level that contains a given time. */
function stretchStart(level: number, timeMs: number): number {
  return level === 0 ? periodOpenMs("1week", timeMs) : timeMs - (timeMs % (LEVEL_MS[level] as number));
}
