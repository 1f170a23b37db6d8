import type { EnginePort, EventBatch, EventListener } from "@candor/domain/engine-port";
import { PERIODS, type Period } from "@candor/domain/enumerations";
import { SERIES_CAPACITY } from "../../config/chart-bars.ts";
import { followFrom } from "../../engine/runtime/follow-from.ts";
import { BatchChanges, CHART_EVENTS } from "./batch-changes.ts";
import { type DayStatistics, RollingDay } from "./day-statistics.ts";
import type { Bar } from "./kline-bar.ts";
import type { KlineMarket } from "./kline-market.ts";
import { KlineSeries } from "./kline-series.ts";
import type { PriceHistory } from "./price-history-port.ts";

const MINUTE_MS = 60_000;
/** Bars of all periods but minutes: more than the 93 days of three months, which the longest bars are built from. */
const FEW_BARS = 128;

/** Returns how many bars of a period a copy of the charts keeps: minutes for the rolling day, few of all others. */
export const followedBars = (period: Period): number => (period === "1min" ? SERIES_CAPACITY : FEW_BARS);

/** The newest bars of one chart of last prices, oldest first. */
interface CopiedSeries {
  readonly period: Period;
  readonly bars: readonly Bar[];
  /** Whether the current bar was opened by time only. */
  readonly isUntouched: boolean;
}

/** The charts of last prices as of a command; can be copied to another thread. */
export interface CopiedCharts {
  readonly asOfSeq: number;
  /** Number of the newest older bars in it, see OlderBars. */
  readonly version: number;
  readonly markets: readonly { readonly market: KlineMarket; readonly series: readonly CopiedSeries[] }[];
}

/** Bars that were put in front of a chart of last prices after it was copied. */
export interface OlderBars {
  /** Counts up by one. */
  readonly version: number;
  readonly marketId: number;
  readonly period: Period;
  readonly bars: readonly Bar[];
}

interface Chart {
  readonly market: KlineMarket;
  readonly series: ReadonlyMap<Period, KlineSeries>;
  readonly day: RollingDay;
}

/**
 * A copy of the newest bars of last prices, for tickers and charts that are pushed: the bars as of some command come from
 * the thread that has all charts, the following ones from the engine's batches.
 */
export class FollowedCharts implements PriceHistory {
  private readonly charts = new Map<number, Chart>();
  private readonly changes = new BatchChanges((marketId) => this.charts.get(marketId)?.market);
  /** Older bars that came before the copy; undefined once it is loaded. */
  private early: OlderBars[] | undefined = [];
  private version = 0;
  private minute = 0;
  private seq = 0;
  private stop: (() => void) | undefined;
  private loaded: Promise<unknown> = Promise.resolve();

  /**
   * Loads a copy and follows the engine from there on. Called again when older bars may have been missed, or with another
   * engine: the charts continue as they are until the new copy replaces them.
   * @param copy returns the charts as of the given command or a later one
   * @returns a function that stops it
   */
  follow(
    engine: Pick<EnginePort, "on" | "durableSeq">,
    copy: (seq: number) => Promise<CopiedCharts>,
  ): Promise<() => void> {
    const following = this.loaded.then(() => this.followNow(engine, copy));
    this.loaded = following.catch(() => undefined); // the caller handles it
    return following;
  }

  private async followNow(
    engine: Pick<EnginePort, "on" | "durableSeq">,
    copy: (seq: number) => Promise<CopiedCharts>,
  ): Promise<() => void> {
    this.early ??= [];
    const stop = await followFrom(
      engine,
      async () => {
        // Every batch from before the subscription is in the copy.
        const copied = await copy(engine.durableSeq);
        this.stop?.();
        this.load(copied);
      },
      this.listener,
    );
    this.stop = stop;
    return stop;
  }

  private load({ asOfSeq, version, markets }: CopiedCharts): void {
    this.charts.clear();
    for (const { market, series: copied } of markets) {
      const series = new Map(
        PERIODS.map((period) => [period, new KlineSeries(period, followedBars(period))]),
      );
      for (const { period, bars, isUntouched } of copied) series.get(period)?.load(bars, isUntouched);
      const day = new RollingDay(series.get("1min") as KlineSeries);
      this.charts.set(market.marketId, { market, series, day });
    }
    this.seq = asOfSeq;
    this.version = version;
    const early = this.early ?? [];
    this.early = undefined;
    for (const older of early) this.prepend(older);
  }

  /** Puts older bars in front of a chart, unless they are in the copy. */
  prepend(older: OlderBars): void {
    if (this.early !== undefined) this.early.push(older);
    else if (older.version > this.version) {
      this.version = older.version;
      const chart = this.charts.get(older.marketId);
      chart?.series.get(older.period)?.prepend(older.bars);
      if (older.period === "1min") chart?.day.forget();
    }
  }

  private readonly listener: EventListener = {
    kinds: CHART_EVENTS,
    begin: (batch) => batch.lastSeq > this.seq,
    event: (event) => {
      if (event.seq > this.seq) this.changes.add(event);
    },
    end: (batch) => {
      if (batch.lastSeq > this.seq) this.endBatch(batch);
    },
  };

  private endBatch(batch: EventBatch): void {
    for (const { marketId, price, timeMs, change } of this.changes.take())
      if (price === "last")
        for (const series of this.charts.get(marketId)?.series.values() ?? []) series.change(timeMs, change);
    this.seq = batch.lastSeq;
    const minute = Math.floor(batch.timeMs / MINUTE_MS);
    if (minute <= this.minute) return;
    this.minute = minute;
    for (const { series } of this.charts.values())
      for (const each of series.values()) each.advance(batch.timeMs);
  }

  /** At most `followedBars` of the period. */
  lastBars(marketId: number, period: Period, count: number): readonly Bar[] {
    return this.charts.get(marketId)?.series.get(period)?.range(Number.POSITIVE_INFINITY, count) ?? [];
  }

  dayStatistics(marketId: number): DayStatistics | undefined {
    return this.charts.get(marketId)?.day.statistics();
  }
}
