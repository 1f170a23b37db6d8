import type { Period } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import { type Kysely, sql } from "kysely";
import { type Bar, NO_OWN_TRADES, type OwnTrades } from "../../../market/prices/kline-bar.ts";
import type { KlinePrice } from "../../../market/prices/kline-persistence.ts";
import { CODES } from "../codes.ts";
import type { KlineHistoryTable } from "../kline-tables.ts";
import { NumberArray, textArrayText } from "../number-array.ts";
import { Pause } from "../pause.ts";
import { bigint, type Columns, insertRows, numeric, smallint, text } from "../row-writer.ts";
import type { ReadModelTables } from "../tables.ts";

/** Approximate maximum of bars per statement: the reader's thread parses them in one go. */
const MAX_STATEMENT_BARS = 12_000;

/** Part of a market's chart: its bars that open before `endMs`. */
export interface KlineRange {
  readonly marketId: number;
  readonly price: KlinePrice;
  readonly period: Period;
  readonly endMs: number;
}

/**
 * Returns up to `limit` of the newest bars per chart that open before `endMs`, oldest first: a start needs hundreds of
 * charts. Periods without activity have no bar: fillEmptyBars (prices/kline-fold.ts) adds them.
 */
export function klinesOfAll(
  db: Kysely<ReadModelTables>,
  ranges: readonly KlineRange[],
  limit: number,
): Promise<Bar[][]> {
  return inStatements(ranges, limit, async (some) => {
    const { rows } = await sql<PackedChart>`
      select (
        select string_agg(concat_ws(' ', open_time_ms, open_e8, high_e8, low_e8, close_e8, volume_e8, quote_volume_e8,
          labelled_volume_e8, buy_volume_e8, buy_quote_volume_e8, trades, first_trade_id, last_trade_id), ' ' order by open_time_ms desc)
        from (
          select * from klines
          where market_id = range.market_id and price = range.price and period = range.period
            and open_time_ms < range.end_ms
          order by open_time_ms desc limit ${limit}
        ) newest
      ) as bars
      from unnest(
        ${numbers(some, ({ marketId }) => marketId)}::integer[],
        ${numbers(some, ({ price }) => CODES.klinePrice.code(price))}::smallint[],
        ${numbers(some, ({ period }) => CODES.period.code(period))}::smallint[],
        ${numbers(some, ({ endMs }) => endMs)}::bigint[]
      ) with ordinality as range (market_id, price, period, end_ms, place)
      order by place`.execute(db);
    return rows.map(({ bars }) => unpacked(bars, 13));
  });
}

/** Identifies a chart of a price source. */
export interface HistorySeries {
  /** The source's name (`binance`, `recorded`, `simulated`), so that sources never mix in one chart. */
  readonly source: string;
  readonly symbol: string;
  readonly period: Period;
}

/** Saves a source's bars, replacing existing ones. */
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

/** Part of a source's chart: its bars that open before `endMs`. */
export interface HistoryRange extends HistorySeries {
  readonly endMs: number;
}

/** Like `klinesOfAll`, for bars from a source. `trades` is always 0, because they were made elsewhere. */
export function klineHistoryOfAll(
  db: Kysely<ReadModelTables>,
  ranges: readonly HistoryRange[],
  limit: number,
): Promise<Bar[][]> {
  return inStatements(ranges, limit, async (some) => {
    const { rows } = await sql<PackedChart>`
      select (
        select string_agg(concat_ws(' ', open_time_ms, open_e8, high_e8, low_e8, close_e8, volume_e8, quote_volume_e8),
          ' ' order by open_time_ms desc)
        from (
          select * from kline_history
          where source = range.source and symbol = range.symbol and period = range.period
            and open_time_ms < range.end_ms
          order by open_time_ms desc limit ${limit}
        ) newest
      ) as bars
      from unnest(
        ${textArrayText(some.map(({ source }) => source))}::text[],
        ${textArrayText(some.map(({ symbol }) => symbol))}::text[],
        ${numbers(some, ({ period }) => CODES.period.code(period))}::smallint[],
        ${numbers(some, ({ endMs }) => endMs)}::bigint[]
      ) with ordinality as range (source, symbol, period, end_ms, place)
      order by place`.execute(db);
    return rows.map(({ bars }) => unpacked(bars, 7));
  });
}

/** A chart as one text, newest bar first, all values separated by one space: a tenth of the cost of one row per bar. */
interface PackedChart {
  /** null if there are none. */
  readonly bars: string | null;
}

/** @param width values per bar; only own bars have the last six of 13 */
function unpacked(text: string | null, width: 7 | 13): Bar[] {
  const values = text === null ? [] : text.split(" ");
  const bars: Bar[] = [];
  for (let at = values.length - width; at >= 0; at -= width)
    bars.push({
      openTimeMs: Number(values[at]),
      openE8: Number(values[at + 1]) as PriceE8,
      highE8: Number(values[at + 2]) as PriceE8,
      lowE8: Number(values[at + 3]) as PriceE8,
      closeE8: Number(values[at + 4]) as PriceE8,
      volumeE8: volume(values[at + 5]),
      quoteVolumeE8: volume(values[at + 6]),
      ...(width === 7 ? NO_OWN_TRADES : ownTrades(values, at + 7)),
    });
  return bars;
}

function ownTrades(values: readonly string[], at: number): OwnTrades {
  return {
    labelledVolumeE8: volume(values[at]),
    buyVolumeE8: volume(values[at + 1]),
    buyQuoteVolumeE8: volume(values[at + 2]),
    trades: Number(values[at + 3]),
    firstTradeId: Number(values[at + 4]),
    lastTradeId: Number(values[at + 5]),
  };
}

/** Most bars of an index or a quiet market have none: they share one zero. */
function volume(text: string | undefined): bigint {
  return text === "0" ? 0n : BigInt(text as string);
}

function numbers<T>(items: readonly T[], value: (item: T) => number): NumberArray {
  return new NumberArray(Float64Array.from(items, value));
}

async function inStatements<Range>(
  ranges: readonly Range[],
  limit: number,
  read: (some: readonly Range[]) => Promise<Bar[][]>,
): Promise<Bar[][]> {
  const all: Bar[][] = [];
  const atOnce = Math.max(1, Math.floor(MAX_STATEMENT_BARS / limit));
  for (let start = 0; start < ranges.length; start += atOnce)
    all.push(...(await read(ranges.slice(start, start + atOnce))));
  return all;
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
