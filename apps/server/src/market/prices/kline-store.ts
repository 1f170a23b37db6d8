import type { EnginePort, EventBatch, EventListener } from "@candor/domain/engine-port";
import { PERIOD_MS, PERIODS, type Period } from "@candor/domain/enumerations";
import { SERIES_CAPACITY } from "../../config/chart-bars.ts";
import { followFrom } from "../../engine/runtime/follow-from.ts";
import { BoundedWork, BusyError } from "../../kit/limits/bounded-work.ts";
import { BatchChanges, CHART_EVENTS } from "./batch-changes.ts";
import { type DayStatistics, RollingDay } from "./day-statistics.ts";
import { type CopiedCharts, followedBars, type OlderBars } from "./followed-charts.ts";
import type { Bar } from "./kline-bar.ts";
import { fillEmptyBars, periodOpenMs } from "./kline-fold.ts";
import type { KlineMarket } from "./kline-market.ts";
import {
  KLINE_PRICES,
  type KlinePersistence,
  type KlinePrice,
  type SeriesKey,
  type SeriesRange,
} from "./kline-persistence.ts";
import { KlineSeries } from "./kline-series.ts";
import type { PriceHistory } from "./price-history-port.ts";
import { historyUntilStart, joinHistory, withoutVolume } from "./source-history.ts";

/** What a load from the read models needs of their projector. */
export interface SettledReadModels {
  /** Resolves once everything accepted so far is in the tables. */
  drain(): Promise<void>;
  /** Runs `read` on tables that no transaction changes; they contain everything up to `seq`. */
  whileStill<T>(read: (seq: number) => Promise<T>): Promise<T>;
}

const MINUTE_MS = 60_000;
const EVER_MS = Number.MAX_SAFE_INTEGER;
/** Concurrent reads of bars outside memory, so that one client cannot block the tables for others. */
const MAX_READING = 2;
/** Maximum queue length. */
const MAX_WAITING = 64;
/**
 * Markets whose charts are read together: a statement for each would cost more than the bars, and all at once would
 * block the thread.
 */
const FILL_BATCH_SIZE = 8;

export interface KlineQuery extends SeriesKey {
  /** Selects bars that open before this. */
  readonly endMs: number;
  readonly size: number;
}

/** A chart that started without a source's history, until one is saved for it. */
export interface MissingHistory {
  readonly marketId: number;
  readonly symbol: string;
  readonly period: Period;
}

interface MarketCharts {
  readonly market: KlineMarket;
  readonly series: ReadonlyMap<KlinePrice, ReadonlyMap<Period, KlineSeries>>;
  readonly missingHistory: Set<Period>;
  readonly day: RollingDay;
}

/** A batch does not follow the last one in the charts. */
export class KlineGapError extends Error {
  constructor(expectedSeq: number, firstSeq: number) {
    super(`charts expect command ${expectedSeq} next, got ${firstSeq}`);
    this.name = "KlineGapError";
  }
}

/**
 * Charts of all markets: the newest bars in memory, fed by the engine's durable batches; older ones from the read
 * models. It uses journal time, so the same journal gives the same bars.
 */
export class KlineStore implements PriceHistory {
  private readonly persistence: KlinePersistence;
  private readonly charts = new Map<number, MarketCharts>();
  /** Series with only the newest bar loaded. */
  private readonly partial = new Set<KlineSeries>();
  /** Source histories shown in charts but not saved yet, by symbol and period. */
  private readonly unkept = new Map<string, readonly Bar[]>();
  private readonly reading = new BoundedWork(
    MAX_READING,
    MAX_WAITING,
    () => new BusyError("too many chart reads in progress"),
  );
  private minute = 0;
  private seq = 0;
  private prepended = 0;
  private readonly copies = new Set<(older: OlderBars) => void>();

  private readonly changes = new BatchChanges((marketId) => this.market(marketId));

  constructor(persistence: KlinePersistence) {
    this.persistence = persistence;
  }

  /** Sequence number of the last command included in the charts. */
  get asOfSeq(): number {
    return this.seq;
  }

  get marketCount(): number {
    return this.charts.size;
  }

  market(marketId: number): KlineMarket | undefined {
    return this.charts.get(marketId)?.market;
  }

  /** Adds a market with empty charts; no-op if it is already known. */
  addMarket(market: KlineMarket): void {
    if (this.charts.has(market.marketId)) return;
    const series = new Map<KlinePrice, Map<Period, KlineSeries>>();
    for (const price of KLINE_PRICES)
      series.set(price, new Map(PERIODS.map((period) => [period, new KlineSeries(period)])));
    const minutes = series.get("last")?.get("1min") as KlineSeries;
    const missingHistory = new Set(market.isContract ? [] : PERIODS);
    this.charts.set(market.marketId, { market, series, missingHistory, day: new RollingDay(minutes) });
  }

  /**
   * Loads the read models' bars and follows the engine from there on. Commands may arrive at any time, even while it
   * loads. Call once, after the markets are added.
   * @returns a function that stops it
   */
  follow(engine: Pick<EnginePort, "on">, readModels: SettledReadModels): Promise<() => void> {
    return followFrom(
      engine,
      async () => {
        // The tables now contain every batch from before the subscription.
        await readModels.drain();
        await readModels.whileStill((seq) => this.load(seq));
      },
      this.listener,
    );
  }

  /**
   * Loads from the read models the minutes of the rolling day, and only the newest bar of every other chart, so that a
   * start does not wait for all of them; `fill` loads the rest. Call once, after the markets are added, with the
   * sequence number that the read models have reached, and before they move on. Every batch after it must then be
   * applied.
   */
  async load(asOfSeq: number): Promise<void> {
    const keys = this.keys();
    const isOfTheDay = (key: SeriesKey): boolean => key.price === "last" && key.period === "1min";
    await this.loadSeries(keys.filter(isOfTheDay), SERIES_CAPACITY);
    const others = keys.filter((key) => !isOfTheDay(key));
    await this.loadSeries(others, 1);
    for (const series of others.map((key) => this.series(key)))
      if (series !== undefined && series.length > 0) this.partial.add(series);
    await this.findMissingHistory();
    this.seq = asOfSeq;
  }

  private async loadSeries(keys: readonly SeriesKey[], limit: number): Promise<void> {
    const stored = await this.stored(
      keys.map((key) => ({ ...key, endMs: EVER_MS })),
      limit,
    );
    for (const [index, key] of keys.entries()) this.series(key)?.load(stored[index] ?? []);
  }

  private async findMissingHistory(): Promise<void> {
    const charts = this.missingHistory;
    const known = await this.persistence.loadHistory(
      charts.map(({ symbol, period }) => ({ symbol, period, endMs: EVER_MS })),
      1,
    );
    for (const [index, { marketId, period }] of charts.entries())
      if (known[index]?.length === 1) this.charts.get(marketId)?.missingHistory.delete(period);
  }

  /** Loads the rest of every chart into memory. Until then, or if this rejects, queries read the read models. */
  async fill(): Promise<void> {
    const markets = [...this.charts.keys()];
    for (const period of PERIODS)
      for (let start = 0; start < markets.length; start += FILL_BATCH_SIZE)
        await this.fillCharts(markets.slice(start, start + FILL_BATCH_SIZE), period);
  }

  /** Loads all charts of these markets for a period. */
  private async fillCharts(marketIds: readonly number[], period: Period): Promise<void> {
    const ranges = marketIds.flatMap((marketId) =>
      KLINE_PRICES.flatMap((price) => {
        const key = { marketId, price, period };
        const series = this.series(key);
        if (series?.firstOpenMs === undefined || !this.partial.has(series)) return [];
        // Bars before the first one in memory are closed: they no longer change while this waits.
        return [{ ...key, endMs: series.firstOpenMs }];
      }),
    );
    if (ranges.length === 0) return;
    const stored = await this.stored(ranges, SERIES_CAPACITY);
    for (const [index, key] of ranges.entries()) {
      const series = this.series(key);
      if (series === undefined) continue;
      const older = stored[index] ?? [];
      series.prepend(older);
      this.partial.delete(series);
      if (key.price === "last") this.tellPrepended(key, older);
    }
  }

  /** Takes the events of durable batches, of known ones none. Throws KlineGapError. */
  readonly listener: EventListener = {
    kinds: CHART_EVENTS,
    begin: (batch) => {
      if (batch.firstSeq > this.seq + 1) throw new KlineGapError(this.seq + 1, batch.firstSeq);
      return batch.lastSeq > this.seq;
    },
    event: (event) => {
      if (event.seq > this.seq) this.changes.add(event);
    },
    end: (batch) => {
      if (batch.lastSeq > this.seq) this.endBatch(batch);
    },
  };

  private endBatch(batch: EventBatch): void {
    for (const { marketId, price, timeMs, change } of this.changes.take())
      for (const series of this.charts.get(marketId)?.series.get(price)?.values() ?? [])
        series.change(timeMs, change);
    this.seq = batch.lastSeq;
    const minute = Math.floor(batch.timeMs / MINUTE_MS);
    if (minute <= this.minute) return;
    this.minute = minute;
    for (const { series } of this.charts.values())
      for (const periods of series.values()) for (const each of periods.values()) each.advance(batch.timeMs);
  }

  /** Charts whose source history is still to be loaded or saved. */
  get missingHistory(): readonly MissingHistory[] {
    return [...this.charts.values()].flatMap(({ market, missingHistory }) =>
      [...missingHistory].map((period) => ({ marketId: market.marketId, symbol: market.symbol, period })),
    );
  }

  /** Returns whether the chart already has its source's history, which only needs saving. */
  isShown({ symbol, period }: MissingHistory): boolean {
    return this.unkept.has(historyKey(symbol, period));
  }

  /**
   * Prepends a source's history to both charts of a market, for its trades and its index, and to the contracts that
   * follow it, up to where the market's own bars begin, see historyUntilStart. Load finer periods first.
   */
  async showHistory(missing: MissingHistory, history: readonly Bar[], nowMs: number): Promise<void> {
    const { marketId, symbol, period } = missing;
    if (this.charts.get(marketId)?.missingHistory.has(period) !== true || this.isShown(missing)) return;
    const followers = [...this.charts.values()].filter(({ market }) => market.historySymbol === symbol);
    await this.fillCharts(
      followers.map(({ market }) => market.marketId),
      period,
    );
    const bars = historyUntilStart(period, history, await this.finerHistory(symbol, period), nowMs);
    this.unkept.set(historyKey(symbol, period), bars);
    for (const { market, series, day } of followers) {
      for (const [price, periods] of series) periods.get(period)?.prepend(adaptHistory(market, price, bars));
      this.tellPrepended({ marketId: market.marketId, period }, adaptHistory(market, "last", bars));
      if (period === "1min") day.forget();
    }
  }

  /** Saves a shown history under its source's name; from then on it is no longer missing. */
  async keepHistory({ marketId, symbol, period }: MissingHistory, source: string): Promise<void> {
    const key = historyKey(symbol, period);
    const bars = this.unkept.get(key);
    if (bars === undefined) return;
    await this.persistence.saveHistory(source, symbol, period, bars);
    this.charts.get(marketId)?.missingHistory.delete(period);
    this.unkept.delete(key);
  }

  private async finerHistory(symbol: string, period: Period): Promise<readonly Bar[]> {
    const finer = PERIODS[PERIODS.indexOf(period) - 1];
    if (finer === undefined) return [];
    const unkept = this.unkept.get(historyKey(symbol, finer));
    if (unkept !== undefined) return unkept;
    const [bars = []] = await this.persistence.loadHistory(
      [{ symbol, period: finer, endMs: EVER_MS }],
      SERIES_CAPACITY,
    );
    return bars;
  }

  /** Returns up to `size` bars, oldest first, without gaps, or `undefined` for an unknown market. Throws BusyError. */
  async query(query: KlineQuery): Promise<Bar[] | undefined> {
    const market = this.market(query.marketId);
    const series = this.series(query);
    if (market === undefined || series === undefined) return undefined;
    const recent = series.range(query.endMs, query.size);
    const missing = query.size - recent.length;
    // A series that has not filled its memory has no older bars.
    const isAll = series.length < SERIES_CAPACITY && !this.partial.has(series);
    if (missing === 0 || isAll) return recent;
    const beforeMs = recent[0]?.openTimeMs ?? Math.min(query.endMs, series.firstOpenMs ?? query.endMs);
    const [older = []] = await this.reading.run(() => this.stored([{ ...query, endMs: beforeMs }], missing));
    const lastOpenMs = periodOpenMs(query.period, beforeMs - 1);
    const filled = fillEmptyBars(query.period, older, lastOpenMs + PERIOD_MS[query.period]);
    return [...filled, ...recent].slice(-query.size);
  }

  /** Returns the newest bars of last prices in memory: at most `count`, oldest first. */
  lastBars(marketId: number, period: Period, count: number): readonly Bar[] {
    return this.series({ marketId, price: "last", period })?.range(Number.POSITIVE_INFINITY, count) ?? [];
  }

  /** Returns a copy for another thread, see FollowedCharts. */
  copy(): CopiedCharts {
    const markets = [...this.charts.values()].map(({ market, series }) => ({
      market,
      series: [...(series.get("last")?.values() ?? [])].map((each) => ({
        period: each.period,
        bars: each.range(Number.POSITIVE_INFINITY, followedBars(each.period)),
        isUntouched: each.isUntouched,
      })),
    }));
    return { asOfSeq: this.seq, version: this.prepended, markets };
  }

  /** Adds a listener for bars that are put in front of charts of last prices. Returns a function that removes it. */
  onPrepended(listener: (older: OlderBars) => void): () => void {
    this.copies.add(listener);
    return () => this.copies.delete(listener);
  }

  private tellPrepended({ marketId, period }: Pick<SeriesKey, "marketId" | "period">, older: readonly Bar[]) {
    this.prepended += 1;
    const bars = older.slice(-followedBars(period));
    for (const tell of this.copies) tell({ version: this.prepended, marketId, period, bars });
  }

  /** Returns the rolling 24 hours, or `undefined` while there is no data. */
  dayStatistics(marketId: number): DayStatistics | undefined {
    return this.charts.get(marketId)?.day.statistics();
  }

  /** Returns the newest `limit` bars per range, own ones after the source's. */
  private async stored(ranges: readonly SeriesRange[], limit: number): Promise<Bar[][]> {
    // Reading one more shows whether the oldest of them is the market's first, whose open comes from the history.
    const own = await this.persistence.loadOwn(ranges, limit + 1);
    const reachesBack = (index: number): boolean => (own[index]?.length ?? 0) <= limit;
    const charts = ranges.filter((_range, index) => reachesBack(index));
    const histories = await this.persistence.loadHistory(
      charts.map(({ marketId, period, endMs }) => ({ symbol: this.historySymbol(marketId), period, endMs })),
      limit,
    );
    let next = 0;
    return ranges.map((range, index) => {
      const bars = own[index] ?? [];
      const market = this.market(range.marketId);
      const history = reachesBack(index) ? (histories[next++] ?? []) : [];
      return (
        market === undefined ? bars : joinHistory(adaptHistory(market, range.price, history), bars)
      ).slice(-limit);
    });
  }

  /** Returns "" for an unknown market. */
  private historySymbol(marketId: number): string {
    return this.market(marketId)?.historySymbol ?? "";
  }

  private keys(): readonly SeriesKey[] {
    return [...this.charts.keys()].flatMap((marketId) =>
      KLINE_PRICES.flatMap((price) => PERIODS.map((period) => ({ marketId, price, period }))),
    );
  }

  private series({ marketId, price, period }: SeriesKey): KlineSeries | undefined {
    return this.charts.get(marketId)?.series.get(price)?.get(period);
  }
}

const historyKey = (symbol: string, period: Period): string => `${symbol} ${period}`;

/**
 * Adapts a source's history for prepending to a market's own bars: an index has no volume, and a mark has no source.
 */
function adaptHistory(market: KlineMarket, price: KlinePrice, history: readonly Bar[]): readonly Bar[] {
  if (price === "mark" || (market.isContract && price === "index")) return [];
  return market.isContract || price === "index" ? history.map(withoutVolume) : history;
}
