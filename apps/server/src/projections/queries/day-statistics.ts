import type { PriceE8 } from "@candor/money/brand";
import { type Kysely, sql } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** What a market did in the 24 hours before a moment, to the minute. Prices and volumes in 1e-8. */
export interface DayStatistics {
  readonly marketId: number;
  /** The last price a day ago; the first trade's where there was none yet. */
  readonly openE8: PriceE8;
  readonly highE8: PriceE8;
  readonly lowE8: PriceE8;
  readonly lastE8: PriceE8;
  readonly volumeE8: bigint;
  readonly quoteVolumeE8: bigint;
  /** Part of the volume with a labelled maker or taker. */
  readonly labelledVolumeE8: bigint;
  readonly trades: number;
}

/**
 * Statistics of every market that ever traded. Made of minute bars, so the window begins at a full minute. A market
 * without trades in it stands at its last price with no volume.
 */
export async function dayStatistics(db: Kysely<ReadModelTables>, nowMs: number): Promise<DayStatistics[]> {
  const sinceMs = Math.floor((nowMs - DAY_MS) / MINUTE_MS) * MINUTE_MS;
  const last = CODES.klinePrice.code("last");
  const minute = CODES.period.code("1min");
  const { rows } = await sql<{
    market_id: number;
    open_e8: number;
    high_e8: number;
    low_e8: number;
    close_e8: number;
    volume_e8: string;
    quote_volume_e8: string;
    labelled_volume_e8: string;
    trades: number;
  }>`
    select m.market_id,
      coalesce(before.close_e8, day.open_e8) as open_e8,
      coalesce(day.high_e8, before.close_e8) as high_e8,
      coalesce(day.low_e8, before.close_e8) as low_e8,
      coalesce(day.close_e8, before.close_e8) as close_e8,
      coalesce(day.volume_e8, 0) as volume_e8,
      coalesce(day.quote_volume_e8, 0) as quote_volume_e8,
      coalesce(day.labelled_volume_e8, 0) as labelled_volume_e8,
      coalesce(day.trades, 0)::bigint as trades
    from markets m
    left join lateral (
      select close_e8 from klines k
      where k.market_id = m.market_id and k.price = ${last} and k.period = ${minute}
        and k.open_time_ms < ${sinceMs}
      order by k.open_time_ms desc limit 1
    ) before on true
    left join lateral (
      select (array_agg(open_e8 order by open_time_ms))[1] as open_e8, max(high_e8) as high_e8,
        min(low_e8) as low_e8, (array_agg(close_e8 order by open_time_ms desc))[1] as close_e8,
        sum(volume_e8) as volume_e8, sum(quote_volume_e8) as quote_volume_e8,
        sum(labelled_volume_e8) as labelled_volume_e8, sum(trades) as trades
      from klines k
      where k.market_id = m.market_id and k.price = ${last} and k.period = ${minute}
        and k.open_time_ms >= ${sinceMs} and k.open_time_ms <= ${nowMs}
    ) day on true
    where before.close_e8 is not null or day.open_e8 is not null
    order by m.market_id`.execute(db);
  return rows.map((row) => ({
    marketId: row.market_id,
    openE8: row.open_e8 as PriceE8,
    highE8: row.high_e8 as PriceE8,
    lowE8: row.low_e8 as PriceE8,
    lastE8: row.close_e8 as PriceE8,
    volumeE8: BigInt(row.volume_e8),
    quoteVolumeE8: BigInt(row.quote_volume_e8),
    labelledVolumeE8: BigInt(row.labelled_volume_e8),
    trades: row.trades,
  }));
}
