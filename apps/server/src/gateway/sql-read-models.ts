import type { Kysely } from "kysely";
import { sql } from "kysely";
import { CODES } from "../projections/codes.ts";
import type { Projector } from "../projections/projector.ts";
import { codeIn } from "../projections/queries/code-in.ts";
import { fillHistory } from "../projections/queries/fills.ts";
import { orderOutcomes, placementAnswer } from "../projections/queries/first-answer.ts";
import { fundRecords, fundRecordsOfReference } from "../projections/queries/fund-records.ts";
import { orderHistory } from "../projections/queries/order-history.ts";
import type { ReadModelTables } from "../projections/tables.ts";
import type { MarketSummary, OrderHistoryFilter, ReadModels } from "./read-models.ts";

/** The read models in SQL, as the gateway asks them. */
export function sqlReadModels(
  db: Kysely<ReadModelTables>,
  projector: Pick<Projector, "reachedSeq" | "waitFor">,
): ReadModels {
  return {
    get reachedSeq() {
      return projector.reachedSeq;
    },
    waitFor: (seq, timeoutMs) => projector.waitFor(seq, timeoutMs),
    orderHistory: (filter, limit, cursor) => orderHistory(db, filter, limit, cursor),
    orderSummaries: (filter) => orderSummaries(db, filter),
    fillHistory: (filter, limit, cursor) => fillHistory(db, filter, limit, cursor),
    fundRecords: (filter, limit, cursor) => fundRecords(db, filter, limit, cursor),
    fundRecordsOfReference: (userId, refId) => fundRecordsOfReference(db, userId, refId),
    placementAnswer: (userId, seq, fillLimit) => placementAnswer(db, userId, seq, fillLimit),
    orderOutcomes: (userId, seq) => orderOutcomes(db, userId, seq),
    marketOfOrder: (userId, orderId) => marketOfOrder(db, userId, orderId),
    faucetGivenSince: (userId, sinceMs) => faucetGivenSince(db, userId, sinceMs),
  };
}

/** Number and executed volume of all orders that the filter lets through, market by market. */
async function orderSummaries(
  db: Kysely<ReadModelTables>,
  filter: OrderHistoryFilter,
): Promise<MarketSummary[]> {
  let query = db
    .selectFrom("orders")
    .select([
      "market_id",
      sql<number>`count(*)`.as("count"),
      sql<string>`coalesce(sum(executed_quote_units), 0)::text`.as("volume"),
    ])
    .where("user_id", "=", filter.userId)
    .where(codeIn("status", filter.statuses.map(CODES.orderStatus.code)));
  if (filter.marketId !== undefined) query = query.where("market_id", "=", filter.marketId);
  if (filter.side !== undefined) query = query.where("side", "=", CODES.side.code(filter.side));
  if (filter.sinceMs !== undefined) query = query.where("created_at_ms", ">=", filter.sinceMs);
  if (filter.untilMs !== undefined) query = query.where("created_at_ms", "<", filter.untilMs);
  const rows = await query.groupBy("market_id").execute();
  return rows.map((row) => ({
    marketId: row.market_id,
    count: row.count,
    volumeQuoteUnits: BigInt(row.volume),
  }));
}

async function marketOfOrder(
  db: Kysely<ReadModelTables>,
  userId: number,
  orderId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("orders")
    .select("market_id")
    .where("order_id", "=", orderId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.market_id;
}

async function faucetGivenSince(
  db: Kysely<ReadModelTables>,
  userId: number,
  sinceMs: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom("fund_records")
    .select(["asset_id", sql<string>`sum(amount_units)::text`.as("amount")])
    .where("user_id", "=", userId)
    .where("time_ms", ">=", sinceMs)
    .where("kind", "=", CODES.fundRecordKind.code("faucet"))
    .groupBy("asset_id")
    .execute();
  return new Map(rows.map((row) => [row.asset_id, Number(row.amount)]));
}
