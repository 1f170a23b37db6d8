import type { PriceE8 } from "@candor/money/brand";
import type { Period } from "@candor/protocol/enumerations";
import { type Kysely, sql } from "kysely";
import type { Bar } from "../../prices/kline-bar.ts";
import { CODES, type KlinePrice } from "../codes.ts";
import { Pause } from "../pause.ts";
import { bigint, type Columns, insertRows, numeric, smallint, text } from "../row-writer.ts";
import type { KlineHistoryTable, ReadModelTables } from "../tables.ts";

/**
 * Up to `limit` of the newest bars of a chart that open before `endMs`, oldest first. Periods in which nothing
 * happened have no bar: fillEmptyBars (prices/kline-fold.ts) puts them in.
 */
export async function klines(
  db: Kysely<ReadModelTables>,
  marketId: number,
  price: KlinePrice,
  period: Period,
  endMs: number,
  limit: number,
): Promise<Bar[]> {
  const rows = await db
    .selectFrom("klines")
    .selectAll()
    .where("market_id", "=", marketId)
    .where("price", "=", CODES.klinePrice.code(price))
    .where("period", "=", CODES.period.code(period))
    .where("open_time_ms", "<", endMs)
    .orderBy("open_time_ms", "desc")
    .limit(limit)
    .execute();
  return rows.toReversed().map((row) => ({
    ...barOf(row),
    labelledVolumeE8: BigInt(row.labelled_volume_e8),
    trades: row.trades,
  }));
}

/** Which of a price source's charts. */
export interface HistorySeries {
  /** The source's name (`binance`, `recorded`, `simulated`), so that sources never mix in one chart. */
  readonly source: string;
  readonly symbol: string;
  readonly period: Period;
}

/** Keeps bars that a source delivered; a bar that is already there is replaced. */
export async function saveKlineHistory(
  db: Kysely<ReadModelTables>,
  series: HistorySeries,
  bars: readonly Bar[],
): Promise<void> {
  const pause = new Pause();
  pause.restart();
  const newest = new Map(bars.map((bar) => [bar.openTimeMs, { series, bar }]));
  await insertRows(db, "kline_history", HISTORY_COLUMNS, [...newest.values()], pause, REPLACE);
}

/** As `klines`, of what a source delivered. `trades` is 0 in all of them: they were made elsewhere. */
export async function klineHistory(
  db: Kysely<ReadModelTables>,
  series: HistorySeries,
  endMs: number,
  limit: number,
): Promise<Bar[]> {
  const rows = await db
    .selectFrom("kline_history")
    .selectAll()
    .where("source", "=", series.source)
    .where("symbol", "=", series.symbol)
    .where("period", "=", CODES.period.code(series.period))
    .where("open_time_ms", "<", endMs)
    .orderBy("open_time_ms", "desc")
    .limit(limit)
    .execute();
  return rows.toReversed().map((row) => ({ ...barOf(row), labelledVolumeE8: 0n, trades: 0 }));
}

interface StoredBar {
  readonly open_time_ms: number;
  readonly open_e8: number;
  readonly high_e8: number;
  readonly low_e8: number;
  readonly close_e8: number;
  readonly volume_e8: string;
  readonly quote_volume_e8: string;
}

function barOf(row: StoredBar): Omit<Bar, "labelledVolumeE8" | "trades"> {
  return {
    openTimeMs: row.open_time_ms,
    openE8: row.open_e8 as PriceE8,
    highE8: row.high_e8 as PriceE8,
    lowE8: row.low_e8 as PriceE8,
    closeE8: row.close_e8 as PriceE8,
    volumeE8: BigInt(row.volume_e8),
    quoteVolumeE8: BigInt(row.quote_volume_e8),
  };
}

interface HistoryRow {
  readonly series: HistorySeries;
  readonly bar: Bar;
}

const REPLACE = sql`
  on conflict (source, symbol, period, open_time_ms) do update set
    open_e8 = excluded.open_e8,
    high_e8 = excluded.high_e8,
    low_e8 = excluded.low_e8,
    close_e8 = excluded.close_e8,
    volume_e8 = excluded.volume_e8,
    quote_volume_e8 = excluded.quote_volume_e8`;

const HISTORY_COLUMNS: Columns<KlineHistoryTable, HistoryRow> = {
  source: text(({ series }) => series.source),
  symbol: text(({ series }) => series.symbol),
  period: smallint(({ series }) => CODES.period.code(series.period)),
  open_time_ms: bigint(({ bar }) => bar.openTimeMs),
  open_e8: bigint(({ bar }) => bar.openE8),
  high_e8: bigint(({ bar }) => bar.highE8),
  low_e8: bigint(({ bar }) => bar.lowE8),
  close_e8: bigint(({ bar }) => bar.closeE8),
  volume_e8: numeric(({ bar }) => bar.volumeE8),
  quote_volume_e8: numeric(({ bar }) => bar.quoteVolumeE8),
};
