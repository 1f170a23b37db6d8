import { type Kysely, type Selectable, sql } from "kysely";
import { Pause } from "../pause.ts";
import type { PositionStatisticsTable } from "../product-tables.ts";
import { bigint, type Columns, insertRows, integer } from "../row-writer.ts";
import type { ReadModelTables } from "../tables.ts";

/** What accounts held in one contract at one time. Lots are positive. Top accounts are those with the highest margin balance. */
export interface PositionStatistics {
  readonly marketId: number;
  readonly timeMs: number;
  /** 0 before the first mark. */
  readonly markTicks: number;
  readonly openInterestLots: number;
  /** Accounts whose positions add up to a long or a short one. */
  readonly longAccounts: number;
  readonly shortAccounts: number;
  readonly topLongAccounts: number;
  readonly topShortAccounts: number;
  readonly topLongLots: number;
  readonly topShortLots: number;
}

/** Samples of one contract at multiples of a period, in a span whose ends belong to it. */
export interface StatisticsFilter {
  readonly marketId: number;
  readonly periodMs: number;
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** Saves samples of one time, and drops those from before `keptFromMs`. A time that is recorded already stays. */
export async function savePositionStatistics(
  db: Kysely<ReadModelTables>,
  samples: readonly PositionStatistics[],
  keptFromMs: number,
): Promise<void> {
  const pause = new Pause();
  pause.restart();
  await db.transaction().execute(async (tx) => {
    await insertRows(tx, "position_statistics", COLUMNS, samples, pause, sql`on conflict do nothing`);
    const marketIds = samples.map(({ marketId }) => marketId);
    if (marketIds.length === 0) return;
    await tx
      .deleteFrom("position_statistics")
      .where("market_id", "in", marketIds)
      .where("time_ms", "<", keptFromMs)
      .execute();
  });
}

/** Returns the newest `limit` samples, oldest first. */
export async function positionStatisticsOf(
  db: Kysely<ReadModelTables>,
  { marketId, periodMs, sinceMs, untilMs }: StatisticsFilter,
  limit: number,
): Promise<PositionStatistics[]> {
  const rows = await db
    .selectFrom("position_statistics")
    .selectAll()
    .where("market_id", "=", marketId)
    .where("time_ms", ">=", sinceMs)
    .where("time_ms", "<=", untilMs)
    .where(sql<boolean>`time_ms % ${periodMs}::bigint = 0`)
    .orderBy("time_ms", "desc")
    .limit(limit)
    .execute();
  return rows.map(sampleOf).reverse();
}

const COLUMNS: Columns<PositionStatisticsTable, PositionStatistics> = {
  market_id: integer((sample) => sample.marketId),
  time_ms: bigint((sample) => sample.timeMs),
  mark_ticks: bigint((sample) => sample.markTicks),
  open_interest_lots: bigint((sample) => sample.openInterestLots),
  long_accounts: bigint((sample) => sample.longAccounts),
  short_accounts: bigint((sample) => sample.shortAccounts),
  top_long_accounts: bigint((sample) => sample.topLongAccounts),
  top_short_accounts: bigint((sample) => sample.topShortAccounts),
  top_long_lots: bigint((sample) => sample.topLongLots),
  top_short_lots: bigint((sample) => sample.topShortLots),
};

const sampleOf = (row: Selectable<PositionStatisticsTable>): PositionStatistics => ({
  marketId: row.market_id,
  timeMs: row.time_ms,
  markTicks: row.mark_ticks,
  openInterestLots: row.open_interest_lots,
  longAccounts: row.long_accounts,
  shortAccounts: row.short_accounts,
  topLongAccounts: row.top_long_accounts,
  topShortAccounts: row.top_short_accounts,
  topLongLots: row.top_long_lots,
  topShortLots: row.top_short_lots,
});
