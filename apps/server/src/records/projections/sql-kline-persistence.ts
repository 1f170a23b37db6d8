import type { Kysely } from "kysely";
import type { KlinePersistence } from "../../market/prices/kline-persistence.ts";
import { klineHistoryOfAll, klinesOfAll, saveKlineHistory } from "./queries/klines.ts";
import type { ReadModelTables } from "./tables.ts";

/**
 * Bars in the read models' database. A source's history is stored under its name, so that another choice of prices
 * never continues its chart.
 */
export function sqlKlinePersistence(
  db: Kysely<ReadModelTables>,
  sourceOf: (symbol: string) => string,
): KlinePersistence {
  return {
    loadOwn: (ranges, limit) => klinesOfAll(db, ranges, limit),
    loadHistory: (ranges, limit) =>
      klineHistoryOfAll(
        db,
        ranges.map((range) => ({ ...range, source: sourceOf(range.symbol) })),
        limit,
      ),
    // In one transaction: existing history is not requested again.
    saveHistory: (source, symbol, period, bars) =>
      db.transaction().execute((tx) => saveKlineHistory(tx, { source, symbol, period }, bars)),
  };
}
