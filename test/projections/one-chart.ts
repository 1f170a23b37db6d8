import type { Period } from "@candor/domain/enumerations";
import type { Kysely } from "kysely";
import type { Bar } from "../../apps/server/src/market/prices/kline-bar.ts";
import type { KlinePrice } from "../../apps/server/src/market/prices/kline-persistence.ts";
import {
  type HistorySeries,
  klineHistoryOfAll,
  klinesOfAll,
} from "../../apps/server/src/records/projections/queries/klines.ts";
import type { ReadModelTables } from "../../apps/server/src/records/projections/tables.ts";

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
