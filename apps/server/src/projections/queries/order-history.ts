import type { OrderStatus, Product, Side } from "@candor/protocol/enumerations";
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";
import { codeIn } from "./code-in.ts";
import { BAD_CURSOR, type BadCursor, type Page, pageOf, readCursor, writeCursor } from "./cursor.ts";
import { type OrderRecord, orderOfRow } from "./order-of-row.ts";

/** Absent filters let everything through. Times are those of acceptance: since ≤ t < until. */
export interface OrderFilter {
  readonly userId: number;
  readonly product?: Product | undefined;
  readonly marketId?: number | undefined;
  readonly side?: Side | undefined;
  readonly statuses?: readonly OrderStatus[] | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** What a market's orders came to. */
export interface MarketSummary {
  readonly marketId: number;
  readonly count: number;
  /** Sum of what was executed, in quote units. */
  readonly volumeQuoteUnits: bigint;
}

const LIST = "orders";

/** A user's orders, newest first, ties by id descending. */
export async function orderHistory(
  db: Kysely<ReadModelTables>,
  filter: OrderFilter,
  limit: number,
  cursor?: string,
): Promise<Page<OrderRecord> | BadCursor> {
  const after = readCursor(LIST, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  let query = db
    .selectFrom("orders")
    .selectAll()
    .where((eb) => matches(eb, filter));
  if (after !== undefined)
    query = query.where(sql<SqlBool>`(created_at_ms, order_id) < (${after[0]}::bigint, ${after[1]}::bigint)`);
  const rows = await query
    .orderBy("created_at_ms", "desc")
    .orderBy("order_id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, orderOfRow, (last) =>
    writeCursor(LIST, filter, [last.created_at_ms, last.order_id]),
  );
}

/**
 * Number and executed volume of all orders that the filter lets through, market by market because quote assets
 * differ. Reads each of those orders.
 */
export async function orderSummaries(
  db: Kysely<ReadModelTables>,
  filter: OrderFilter,
): Promise<MarketSummary[]> {
  const rows = await db
    .selectFrom("orders")
    .select([
      "market_id",
      sql<number>`count(*)`.as("count"),
      sql<string>`coalesce(sum(executed_quote_units), 0)::text`.as("volume"),
    ])
    .where((eb) => matches(eb, filter))
    .groupBy("market_id")
    .orderBy("market_id")
    .execute();
  return rows.map((row) => ({
    marketId: row.market_id,
    count: row.count,
    volumeQuoteUnits: BigInt(row.volume),
  }));
}

/** The market of one of the user's orders, live or ended; undefined: the user has no such order. */
export async function marketOfOrder(
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

function matches(eb: ExpressionBuilder<ReadModelTables, "orders">, filter: OrderFilter) {
  const conditions: Expression<SqlBool>[] = [eb("user_id", "=", filter.userId)];
  if (filter.product !== undefined) conditions.push(eb("product", "=", CODES.product.code(filter.product)));
  if (filter.marketId !== undefined) conditions.push(eb("market_id", "=", filter.marketId));
  if (filter.side !== undefined) conditions.push(eb("side", "=", CODES.side.code(filter.side)));
  if (filter.statuses !== undefined)
    conditions.push(codeIn("status", filter.statuses.map(CODES.orderStatus.code)));
  if (filter.sinceMs !== undefined) conditions.push(eb("created_at_ms", ">=", filter.sinceMs));
  if (filter.untilMs !== undefined) conditions.push(eb("created_at_ms", "<", filter.untilMs));
  return eb.and(conditions);
}
