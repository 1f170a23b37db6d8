import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import { type Bar, joinBars } from "./kline-bar.ts";
import type { PastPrices } from "./past-prices.ts";
import { withoutVolume } from "./source-history.ts";

const MINUTE_MS = PERIOD_MS["1min"];
const DAYS_OF_WEEK = 7;

interface ChartQuery {
  readonly marketId: number;
  readonly price: "last" | "index" | "mark";
  readonly period: Period;
  readonly endMs: number;
  readonly size: number;
}

interface Charts {
  query(query: ChartQuery): Promise<readonly Bar[] | undefined>;
}

/** Whose prices a market's charts show before it existed. */
export interface ChartedMarket {
  readonly historySymbol: string;
  /** Contracts have their index's prices, without volume. */
  readonly isContract: boolean;
  /** The market with the index. */
  readonly indexMarketId: number;
}

/** Charts that begin with a simulated year before the exchange was founded: all periods of a market alike. */
export class ChartsWithPast implements Charts {
  private readonly charts: Charts;
  private readonly past: PastPrices;
  private readonly marketOf: (marketId: number) => ChartedMarket | undefined;
  private readonly joined = new Set<number>();

  constructor(charts: Charts, past: PastPrices, marketOf: (marketId: number) => ChartedMarket | undefined) {
    this.charts = charts;
    this.past = past;
    this.marketOf = marketOf;
  }

  async query(query: ChartQuery): Promise<readonly Bar[] | undefined> {
    const { marketId, price, size } = query;
    const market = this.marketOf(marketId);
    if (market === undefined || !(await this.joins(market))) return await this.charts.query(query);
    if (price === "mark") return await this.marks(query, market);
    const { untilMs } = this.past;
    const own = ((await this.charts.query(query)) ?? []).filter(({ openTimeMs }) => openTimeMs >= untilMs);
    if (own.length >= size) return own;
    return [...(await this.before(query, market, own)), ...own].slice(-size);
  }

  /** Before the contract had a mark, the index is its mark. */
  private async marks(query: ChartQuery, { indexMarketId }: ChartedMarket): Promise<readonly Bar[]> {
    const own = (await this.charts.query(query)) ?? [];
    if (own.length >= query.size) return own;
    const endMs = Math.min(query.endMs, own[0]?.openTimeMs ?? query.endMs);
    const size = query.size - own.length;
    const older = await this.query({ ...query, marketId: indexMarketId, price: "index", endMs, size });
    return [...(older ?? []), ...own];
  }

  private async before(
    query: ChartQuery,
    { historySymbol, isContract }: ChartedMarket,
    own: readonly Bar[],
  ): Promise<readonly Bar[]> {
    const { endMs, period, price, size } = query;
    const bars = await this.past.bars(
      historySymbol,
      period,
      Math.min(endMs, own[0]?.openTimeMs ?? endMs),
      size - own.length,
    );
    const shown = isContract || price === "index" ? bars.map(withoutVolume) : bars;
    const last = shown.at(-1);
    if (last === undefined || period !== "1week") return shown;
    return [...shown.slice(0, -1), await this.completed(query, last)];
  }

  /** A week in which the past ends continues with the market's own days. */
  private async completed(query: ChartQuery, week: Bar): Promise<Bar> {
    const endMs = week.openTimeMs + PERIOD_MS["1week"];
    if (endMs <= this.past.untilMs) return week;
    const days = await this.charts.query({ ...query, period: "1day", endMs, size: DAYS_OF_WEEK });
    return (days ?? [])
      .filter(({ openTimeMs }) => openTimeMs >= this.past.untilMs)
      .reduce((joined, day) => joinBars(joined, day), week);
  }

  /** Whether the stored history is that of the same prices: it then has the first minute after the past. */
  private async joins({ historySymbol, indexMarketId }: ChartedMarket): Promise<boolean> {
    if (this.joined.has(indexMarketId)) return true;
    if (!this.past.has(historySymbol)) return false;
    const { untilMs } = this.past;
    const minute = { marketId: indexMarketId, price: "index", period: "1min" } as const;
    const [first] = (await this.charts.query({ ...minute, endMs: untilMs + MINUTE_MS, size: 1 })) ?? [];
    const joins = first?.openTimeMs === untilMs && first.openE8 === this.past.priceAt(historySymbol, untilMs);
    if (joins) this.joined.add(indexMarketId);
    return joins;
  }
}
