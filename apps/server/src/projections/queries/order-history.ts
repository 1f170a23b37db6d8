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

export interface OrderSummary {
  readonly count: number;
  /** Sum of what was executed, in quote units; add markets up only where they share a quote asset. */
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

/** Number and volume of all orders that the filter lets through. Reads each of them. */
export async function orderSummary(db: Kysely<ReadModelTables>, filter: OrderFilter): Promise<OrderSummary> {
  const { count, volume } = await db
    .selectFrom("orders")
    .select([
      sql<number>`count(*)`.as("count"),
      sql<string>`coalesce(sum(executed_quote_units), 0)::text`.as("volume"),
    ])
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow();
  return { count, volumeQuoteUnits: BigInt(volume) };
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
