import type { EnginePort, EventBatch } from "@candor/domain/engine-port";
import { PERIOD_MS, PERIODS, type Period } from "@candor/domain/enumerations";
import { SERIES_CAPACITY } from "../../config/chart-bars.ts";
import { followFrom } from "../../engine/runtime/follow-from.ts";
import { BoundedWork, BusyError } from "../../kit/bounded-work.ts";
import { batchChanges } from "./batch-changes.ts";
import { type DayStatistics, RollingDay } from "./day-statistics.ts";
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
/** Reads of bars that are not in memory, at a time: whoever asks for many does not keep everybody else from the tables. */
const MAX_READING = 2;
/** More than these do not wait. */
const MAX_WAITING = 64;
/** Markets whose charts are read together: a statement each would take longer than their bars, all at once hold up the thread. */
const FILLED_AT_ONCE = 8;

export interface KlineQuery extends SeriesKey {
  /** Bars that open before this. */
  readonly endMs: number;
  readonly size: number;
}

/** A chart that began without a source's history, until one is kept for it. */
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

/** A batch does not continue what the charts contain. */
export class KlineGapError extends Error {
  constructor(expectedSeq: number, firstSeq: number) {
    super(`the charts need command ${expectedSeq} next, not ${firstSeq}`);
    this.name = "KlineGapError";
  }
}

/**
 * Every market's charts: the newest bars in memory, fed by the engine's durable batches; older ones from the read
 * models. It follows journal time, so the same journal makes the same bars.
 */
export class KlineStore implements PriceHistory {
  private readonly persistence: KlinePersistence;
  private readonly charts = new Map<number, MarketCharts>();
  /** Series of which only the newest bar was loaded. */
  private readonly partial = new Set<KlineSeries>();
  /** Sources' histories that charts show and that are not kept yet, by symbol and period. */
  private readonly unkept = new Map<string, readonly Bar[]>();
  private readonly reading = new BoundedWork(
    MAX_READING,
    MAX_WAITING,
    () => new BusyError("too many charts are being read"),
  );
  private minute = 0;
  private seq = 0;

  constructor(persistence: KlinePersistence) {
    this.persistence = persistence;
  }

  /** Sequence number of the last command that the charts contain. */
  get asOfSeq(): number {
    return this.seq;
  }

  market(marketId: number): KlineMarket | undefined {
    return this.charts.get(marketId)?.market;
  }

  /** Begins a market's charts, empty; a market that is known already changes nothing. */
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
   * Loads what the read models contain and follows the engine from there on. Commands may arrive at any time, also while
   * it loads. To be called once, after the markets are added.
   * @returns how to stop
   */
  follow(engine: Pick<EnginePort, "subscribe">, readModels: SettledReadModels): Promise<() => void> {
    return followFrom(
      engine,
      async () => {
        // The tables then contain every batch from before the subscription.
        await readModels.drain();
        await readModels.whileStill((seq) => this.load(seq));
      },
      (batch) => this.apply(batch),
    );
  }

  /**
   * Takes over what the read models hold: the minutes of the rolling day, and of every other chart the newest bar, so
   * that a start does not wait for all of them; the rest comes with `fill`. To be called once, after the markets are
   * added, with the sequence number that the read models have reached, and before they reach another; every batch after
   * it has then to be applied.
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

  /** Brings the rest of every chart into memory. Until then, and should this reject, queries ask the read models. */
  async fill(): Promise<void> {
    const markets = [...this.charts.keys()];
    for (const period of PERIODS)
      for (let start = 0; start < markets.length; start += FILLED_AT_ONCE)
        await this.fillCharts(markets.slice(start, start + FILLED_AT_ONCE), period);
  }

  /** All charts of these markets' period. */
  private async fillCharts(marketIds: readonly number[], period: Period): Promise<void> {
    const ranges = marketIds.flatMap((marketId) =>
      KLINE_PRICES.flatMap((price) => {
        const key = { marketId, price, period };
        const series = this.series(key);
        if (series?.firstOpenMs === undefined || !this.partial.has(series)) return [];
        // Bars before the first one here are closed: they no longer change while this waits.
        return [{ ...key, endMs: series.firstOpenMs }];
      }),
    );
    if (ranges.length === 0) return;
    const stored = await this.stored(ranges, SERIES_CAPACITY);
    for (const [index, key] of ranges.entries()) {
      const series = this.series(key);
      if (series === undefined) continue;
      series.prepend(stored[index] ?? []);
      this.partial.delete(series);
    }
  }

  /** Takes a durable batch; what is known of it already is left out. Throws KlineGapError. */
  apply(batch: EventBatch): void {
    if (batch.lastSeq <= this.seq) return;
    if (batch.firstSeq > this.seq + 1) throw new KlineGapError(this.seq + 1, batch.firstSeq);
    const changes = batchChanges(batch, this.seq, (marketId) => this.market(marketId));
    for (const { marketId, price, timeMs, change } of changes)
      for (const series of this.charts.get(marketId)?.series.get(price)?.values() ?? [])
        series.change(timeMs, change);
    this.seq = batch.lastSeq;
    const minute = Math.floor(batch.timeMs / MINUTE_MS);
    if (minute <= this.minute) return;
    this.minute = minute;
    for (const { series } of this.charts.values())
      for (const periods of series.values()) for (const each of periods.values()) each.advance(batch.timeMs);
  }

  /** Charts whose source's history is still to come, or to be kept. */
  get missingHistory(): readonly MissingHistory[] {
    return [...this.charts.values()].flatMap(({ market, missingHistory }) =>
      [...missingHistory].map((period) => ({ marketId: market.marketId, symbol: market.symbol, period })),
    );
  }

  /** Whether the chart has its source's history already, and only keeping it is left to do. */
  isShown({ symbol, period }: MissingHistory): boolean {
    return this.unkept.has(historyKey(symbol, period));
  }

  /**
   * Puts a source's history in front of both charts of a market, that of its trades and that of its index, and of the
   * contracts that follow it, up to where the market's own bars begin, see historyUntilStart. Finer periods go first.
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
      for (const [price, periods] of series) periods.get(period)?.prepend(inFront(market, price, bars));
      if (period === "1min") day.forget();
    }
  }

  /** Keeps a history that is shown, under its source's name: from then on it is not missing any more. */
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

  /** Up to `size` bars, oldest first, without holes; undefined for an unknown market. Throws BusyError. */
  async query(query: KlineQuery): Promise<Bar[] | undefined> {
    const market = this.market(query.marketId);
    const series = this.series(query);
    if (market === undefined || series === undefined) return undefined;
    const recent = series.range(query.endMs, query.size);
    const missing = query.size - recent.length;
    // A series that does not fill its memory has nothing older.
    const isAll = series.length < SERIES_CAPACITY && !this.partial.has(series);
    if (missing === 0 || isAll) return recent;
    const beforeMs = recent[0]?.openTimeMs ?? Math.min(query.endMs, series.firstOpenMs ?? query.endMs);
    const [older = []] = await this.reading.run(() => this.stored([{ ...query, endMs: beforeMs }], missing));
    const lastOpenMs = periodOpenMs(query.period, beforeMs - 1);
    const filled = fillEmptyBars(query.period, older, lastOpenMs + PERIOD_MS[query.period]);
    return [...filled, ...recent].slice(-query.size);
  }

  /** The newest bars of last prices that are in memory: at most `count`, oldest first. */
  lastBars(marketId: number, period: Period, count: number): readonly Bar[] {
    return this.series({ marketId, price: "last", period })?.range(Number.POSITIVE_INFINITY, count) ?? [];
  }

  /** The rolling 24 hours; undefined while nothing is known. */
  dayStatistics(marketId: number): DayStatistics | undefined {
    return this.charts.get(marketId)?.day.statistics();
  }

  /** Of each range the newest `limit` bars, own ones after the source's. */
  private async stored(ranges: readonly SeriesRange[], limit: number): Promise<Bar[][]> {
    // One more than asked for tells whether the oldest of them is the market's first, which its history opens.
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
      return (market === undefined ? bars : joinHistory(inFront(market, range.price, history), bars)).slice(
        -limit,
      );
    });
  }

  /** "": an unknown market has none. */
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

/** A source's history as it stands before a market's own bars: an index has no volume, and a mark has no source. */
function inFront(market: KlineMarket, price: KlinePrice, history: readonly Bar[]): readonly Bar[] {
  if (price === "mark" || (market.isContract && price === "index")) return [];
  return market.isContract || price === "index" ? history.map(withoutVolume) : history;
}
