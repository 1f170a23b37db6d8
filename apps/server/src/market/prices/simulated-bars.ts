import { PERIOD_MS, PERIODS, type Period } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import { parseVolumeE8, quoteVolumeAt } from "./decimal-e8.ts";
import { type Bar, joinBars, NO_OWN_TRADES } from "./kline-bar.ts";
import { periodOpenMs } from "./kline-fold.ts";
import { PAST_WEEKS, type PricePath } from "./simulated-path.ts";
import { type SimulationKey, StretchRandom, streamOf } from "./simulated-random.ts";
import { TICK_MS } from "./simulated-weather.ts";
import { StretchCache } from "./stretch-cache.ts";

/** Newest bars of a period whose detail is included in the bars of the coarser one. */
const DETAILED_BARS = 1_500;
const MINUTE_MS = PERIOD_MS["1min"];
const VOLUME_VARIATION = 0.5;
const ONE_COIN_E8 = 100_000_000;

/** Trading volume of a symbol. */
export interface SimulatedVolume {
  /** Base coins traded in an average minute. */
  readonly minuteVolume: number;
  /** Volumes are whole multiples of this. */
  readonly lot: string;
}

/**
 * The bars of a simulated symbol. A minute is folded from its ticks, and every coarser bar from the bars of the next
 * finer period as far back as that period's chart reaches (1,500 bars), so that charts agree wherever both exist.
 * Earlier bars use only the finer period's opens and closes: their wicks may be too short, but going back thirty years
 * costs almost nothing.
 */
export class SimulatedBars {
  private readonly path: PricePath;
  private readonly key: SimulationKey;
  private readonly stream: number;
  private readonly minuteVolume: number;
  private readonly lotE8: bigint;
  private readonly firstMs: number;
  private readonly minutes = new StretchCache<Bar>(DETAILED_BARS);
  /** The finished bars last returned: the next coarser ones are folded from them. */
  private last: { readonly period: Period; readonly bars: ReadonlyMap<number, Bar> } | undefined;

  constructor(path: PricePath, symbol: string, key: SimulationKey, volume: SimulatedVolume, setUpMs: number) {
    this.path = path;
    this.key = key;
    this.stream = streamOf(`volume of ${symbol}`);
    this.minuteVolume = volume.minuteVolume;
    this.lotE8 = parseVolumeE8(volume.lot, "lot");
    this.firstMs = periodOpenMs("1week", setUpMs) - PAST_WEEKS * PERIOD_MS["1week"];
  }

  /**
   * Returns up to `limit` bars that open before `endMs` and not after `nowMs`, oldest first; the last may be
   * unfinished.
   */
  bars(period: Period, limit: number, endMs: number, nowMs: number): Bar[] {
    const lengthMs = PERIOD_MS[period];
    const lastMs = periodOpenMs(period, Math.min(endMs - 1, nowMs));
    const firstMs = Math.max(lastMs - (limit - 1) * lengthMs, this.firstMs);
    const bars: Bar[] = [];
    for (let openMs = firstMs; openMs <= lastMs; openMs += lengthMs)
      bars.push(this.bar(period, openMs, nowMs));
    this.remember(period, bars, nowMs);
    return bars;
  }

  /** There is no coarser period after the last one, so the cache is cleared. */
  private remember(period: Period, bars: readonly Bar[], nowMs: number): void {
    const finished = bars.filter(({ openTimeMs }) => openTimeMs + PERIOD_MS[period] <= nowMs);
    this.last =
      period === PERIODS.at(-1)
        ? undefined
        : { period, bars: new Map(finished.map((bar) => [bar.openTimeMs, bar])) };
  }

  private bar(period: Period, openMs: number, nowMs: number): Bar {
    const known = this.last?.period === period ? this.last.bars.get(openMs) : undefined;
    return known ?? this.fold(period, openMs, nowMs);
  }

  private fold(period: Period, openMs: number, nowMs: number): Bar {
    const finer = PERIODS[PERIODS.indexOf(period) - 1];
    if (finer === undefined) return this.minute(openMs, nowMs);
    const finerMs = PERIOD_MS[finer];
    const detailedFromMs = periodOpenMs(finer, nowMs) - (DETAILED_BARS - 1) * finerMs;
    const endMs = Math.min(openMs + PERIOD_MS[period], nowMs + 1);
    let bar: Bar | undefined;
    let openE8: PriceE8 | undefined;
    for (let at = openMs; at < endMs; at += finerMs) {
      const detailed = at >= detailedFromMs;
      const part: Bar = detailed ? this.bar(finer, at, nowMs) : this.outline(finerMs, at, openE8);
      // Outlines are contiguous: the close of one is the open of the next.
      openE8 = part.closeE8;
      bar = bar === undefined ? { ...part, openTimeMs: openMs } : joinBars(bar, part);
    }
    if (bar === undefined) throw new RangeError(`a bar that opens at ${openMs} is in the future`);
    return bar;
  }

  /** Returns a finished minute with only its open and close. */
  outlineMinute(openMs: number): Bar {
    return this.outline(MINUTE_MS, openMs);
  }

  private minute(openMs: number, nowMs: number): Bar {
    const finished = openMs + MINUTE_MS <= nowMs;
    return finished
      ? this.minutes.get(openMs, () => this.drawMinute(openMs, nowMs))
      : this.drawMinute(openMs, nowMs);
  }

  private drawMinute(openMs: number, nowMs: number): Bar {
    const passed = this.path.ticksOf(openMs).slice(0, Math.floor((nowMs - openMs) / TICK_MS) + 1);
    const openE8 = passed[0] as PriceE8;
    let highE8 = openE8;
    let lowE8 = openE8;
    for (const price of passed) {
      if (price > highE8) highE8 = price;
      if (price < lowE8) lowE8 = price;
    }
    return this.withVolume(openMs, MINUTE_MS, { openE8, highE8, lowE8, closeE8: passed.at(-1) ?? openE8 });
  }

  /** Returns a finished bar with only its open and close. */
  private outline(lengthMs: number, openMs: number, openE8: PriceE8 = this.path.priceAt(openMs)): Bar {
    const closeE8 = this.path.priceAt(openMs + lengthMs);
    return this.withVolume(openMs, lengthMs, {
      openE8,
      highE8: openE8 > closeE8 ? openE8 : closeE8,
      lowE8: openE8 < closeE8 ? openE8 : closeE8,
      closeE8,
    });
  }

  private withVolume(
    openTimeMs: number,
    lengthMs: number,
    prices: Readonly<Record<"openE8" | "highE8" | "lowE8" | "closeE8", PriceE8>>,
  ): Bar {
    const random = new StretchRandom(this.key, this.stream, lengthMs / MINUTE_MS, openTimeMs);
    const coins = this.minuteVolume * (lengthMs / MINUTE_MS) * Math.exp(random.normal() * VOLUME_VARIATION);
    const volumeE8 = BigInt(Math.round((coins * ONE_COIN_E8) / Number(this.lotE8))) * this.lotE8;
    return {
      ...prices,
      openTimeMs,
      volumeE8,
      quoteVolumeE8: quoteVolumeAt(volumeE8, prices.closeE8),
      ...NO_OWN_TRADES,
    };
  }
}
