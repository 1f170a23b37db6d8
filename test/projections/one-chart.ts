import type { Period } from "@candor/domain/enumerations";
import type { Bar } from "@candor/server/market/prices/kline-bar";
import type { KlinePrice } from "@candor/server/market/prices/kline-persistence";
import {
  type HistorySeries,
  klineHistoryOfAll,
  klinesOfAll,
} from "@candor/server/records/projections/queries/klines";
import type { ReadModelTables } from "@candor/server/records/projections/tables";
import type { Kysely } from "kysely";

/** Reads one chart, like `klinesOfAll`. */
export async function klines(
  db: Kysely<ReadModelTables>,
  marketId: number,
  price: KlinePrice,
  period: Period,
  endMs: number,
  limit: number,
): Promise<Bar[]> {
  const [bars = []] = await klinesOfAll(db, [{ marketId, price, period, endMs }], limit);
  return bars;
}

/** Reads one chart of a source, like `klineHistoryOfAll`. */
export async function klineHistory(
  db: Kysely<ReadModelTables>,
  series: HistorySeries,
  endMs: number,
  limit: number,
): Promise<Bar[]> {
  const [bars = []] = await klineHistoryOfAll(db, [{ ...series, endMs }], limit);
  return bars;
}
