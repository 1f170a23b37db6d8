import { PERIODS, type Period } from "@candor/domain/enumerations";
import { marketTradeIdOf, type TradeMade } from "@candor/domain/events/events";
import type { PriceE8 } from "@candor/money/brand";
import { add, multiply } from "@candor/money/integer";
import { type Kysely, sql } from "kysely";
import { type Bar, joinBars } from "../../market/prices/kline-bar.ts";
import { periodOpenMs } from "../../market/prices/kline-fold.ts";
import type { KlinePrice } from "../../market/prices/kline-persistence.ts";
import { CODES } from "./codes.ts";
import type { KlinesTable } from "./kline-tables.ts";
import type { Pause } from "./pause.ts";
import type { ProjectedMarket } from "./projection-listings.ts";
import { bigint, type Columns, insertRows, integer, numeric, smallint } from "./row-writer.ts";
import type { ReadModelTables } from "./tables.ts";

const MINUTE_MS = 60_000;

/**
 * One minute of one chart, as of this group of commands; with plain numbers, because every trade passes through here.
 */
interface Minute {
  readonly marketId: number;
  readonly price: KlinePrice;
  readonly openTimeMs: number;
  /** Units of the volumes; `undefined` for a price without trades. */
  readonly market: ProjectedMarket | undefined;
  readonly openE8: number;
  highE8: number;
  lowE8: number;
  closeE8: number;
  lots: number;
  quoteUnits: bigint;
  labelledLots: number;
  /** Of trades whose taker bought. */
  buyLots: number;
  buyQuoteUnits: bigint;
  trades: number;
  firstTradeId: number;
  lastTradeId: number;
}

interface KlineRow {
  readonly marketId: number;
  readonly price: KlinePrice;
  readonly period: Period;
  readonly bar: Bar;
}

/** Bars of one group of commands, in every period; SQL merges them with existing bars. */
export class KlineRows {
  /** Minutes per chart, newest last. */
  private readonly charts = new Map<string, Minute[]>();
  private minutes = 0;

  /** Minimum number of rows these will be: many minutes share the rows of coarse periods. */
  get count(): number {
    return this.minutes;
  }

  trade(trade: TradeMade, market: ProjectedMarket, timeMs: number): void {
    const priceE8 = multiply(trade.priceTicks, market.scale.tickE8);
    const minute = this.price(trade.marketId, "last", market, priceE8, timeMs);
    minute.lots = add(minute.lots, trade.quantityLots);
    const quoteUnits = BigInt(trade.quoteUnits);
    minute.quoteUnits += quoteUnits;
    if (trade.takerSide === "buy") {
      minute.buyLots = add(minute.buyLots, trade.quantityLots);
      minute.buyQuoteUnits += quoteUnits;
    }
    if (trade.makerLabelled || trade.takerLabelled)
      minute.labelledLots = add(minute.labelledLots, trade.quantityLots);
    const marketTradeId = marketTradeIdOf(trade);
    if (minute.trades === 0) minute.firstTradeId = marketTradeId;
    minute.lastTradeId = marketTradeId;
    minute.trades++;
  }

  index(marketId: number, priceE8: number, timeMs: number): void {
    this.price(marketId, "index", undefined, priceE8, timeMs);
  }

  mark(marketId: number, market: ProjectedMarket, markTicks: number, timeMs: number): void {
    this.price(marketId, "mark", undefined, multiply(markTicks, market.scale.tickE8), timeMs);
  }

  private price(
    marketId: number,
    price: KlinePrice,
    market: ProjectedMarket | undefined,
    priceE8: number,
    timeMs: number,
  ): Minute {
    const chart = this.chart(`${price} ${marketId}`);
    const openTimeMs = timeMs - (timeMs % MINUTE_MS);
    const last = chart.at(-1);
    if (last?.openTimeMs === openTimeMs) {
      if (priceE8 > last.highE8) last.highE8 = priceE8;
      if (priceE8 < last.lowE8) last.lowE8 = priceE8;
      last.closeE8 = priceE8;
      return last;
    }
    const minute: Minute = {
      marketId,
      price,
      openTimeMs,
      market,
      openE8: priceE8,
      highE8: priceE8,
      lowE8: priceE8,
      closeE8: priceE8,
      lots: 0,
      quoteUnits: 0n,
      labelledLots: 0,
      buyLots: 0,
      buyQuoteUnits: 0n,
      trades: 0,
      firstTradeId: 0,
      lastTradeId: 0,
    };
    chart.push(minute);
    this.minutes++;
    return minute;
  }

  private chart(name: string): Minute[] {
    const present = this.charts.get(name);
    if (present !== undefined) return present;
    const chart: Minute[] = [];
    this.charts.set(name, chart);
    return chart;
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    const rows: KlineRow[] = [];
    for (const minutes of this.charts.values()) {
      for (const period of PERIODS) rows.push(...foldMinutes(minutes, period));
      await pause.whenDue();
    }
    await insertRows(db, "klines", COLUMNS, rows, pause, JOIN);
  }
}

function foldMinutes(minutes: readonly Minute[], period: Period): KlineRow[] {
  const rows: KlineRow[] = [];
  for (const minute of minutes) {
    const bar = barOf(minute, periodOpenMs(period, minute.openTimeMs));
    const last = rows.at(-1);
    if (last?.bar.openTimeMs === bar.openTimeMs)
      rows[rows.length - 1] = { ...last, bar: joinBars(last.bar, bar) };
    else rows.push({ marketId: minute.marketId, price: minute.price, period, bar });
  }
  return rows;
}

function barOf(minute: Minute, openTimeMs: number): Bar {
  const lotE8 = minute.market?.lotE8 ?? 0n;
  const quoteUnitE8 = minute.market?.quoteUnitE8 ?? 0n;
  return {
    openTimeMs,
    openE8: minute.openE8 as PriceE8,
    highE8: minute.highE8 as PriceE8,
    lowE8: minute.lowE8 as PriceE8,
    closeE8: minute.closeE8 as PriceE8,
    volumeE8: BigInt(minute.lots) * lotE8,
    quoteVolumeE8: minute.quoteUnits * quoteUnitE8,
    labelledVolumeE8: BigInt(minute.labelledLots) * lotE8,
    buyVolumeE8: BigInt(minute.buyLots) * lotE8,
    buyQuoteVolumeE8: minute.buyQuoteUnits * quoteUnitE8,
    trades: minute.trades,
    firstTradeId: minute.firstTradeId,
    lastTradeId: minute.lastTradeId,
  };
}

/** Same as joinBars, with the earlier bar from the table: a bar of trades has them from its first row on, and ids grow. */
const JOIN = sql`
  on conflict (market_id, price, period, open_time_ms) do update set
    high_e8 = greatest(klines.high_e8, excluded.high_e8),
    low_e8 = least(klines.low_e8, excluded.low_e8),
    close_e8 = excluded.close_e8,
    volume_e8 = klines.volume_e8 + excluded.volume_e8,
    quote_volume_e8 = klines.quote_volume_e8 + excluded.quote_volume_e8,
    labelled_volume_e8 = klines.labelled_volume_e8 + excluded.labelled_volume_e8,
    buy_volume_e8 = klines.buy_volume_e8 + excluded.buy_volume_e8,
    buy_quote_volume_e8 = klines.buy_quote_volume_e8 + excluded.buy_quote_volume_e8,
    trades = klines.trades + excluded.trades,
    last_trade_id = greatest(klines.last_trade_id, excluded.last_trade_id)`;

const COLUMNS: Columns<KlinesTable, KlineRow> = {
  market_id: integer((row) => row.marketId),
  price: smallint((row) => CODES.klinePrice.code(row.price)),
  period: smallint((row) => CODES.period.code(row.period)),
  open_time_ms: bigint(({ bar }) => bar.openTimeMs),
  open_e8: bigint(({ bar }) => bar.openE8),
  high_e8: bigint(({ bar }) => bar.highE8),
  low_e8: bigint(({ bar }) => bar.lowE8),
  close_e8: bigint(({ bar }) => bar.closeE8),
  volume_e8: numeric(({ bar }) => bar.volumeE8),
  quote_volume_e8: numeric(({ bar }) => bar.quoteVolumeE8),
  labelled_volume_e8: numeric(({ bar }) => bar.labelledVolumeE8),
  buy_volume_e8: numeric(({ bar }) => bar.buyVolumeE8),
  buy_quote_volume_e8: numeric(({ bar }) => bar.buyQuoteVolumeE8),
  trades: bigint(({ bar }) => bar.trades),
  first_trade_id: bigint(({ bar }) => bar.firstTradeId),
  last_trade_id: bigint(({ bar }) => bar.lastTradeId),
};
