import type { OrderStatus, Product, Side } from "@candor/domain/enumerations";
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import { CODES } from "../codes.ts";
import { type DayRange, inDays, type TimeRange } from "../day.ts";
import type { ReadModelTables } from "../tables.ts";
import { codeIn } from "./code-in.ts";
import { BAD_CURSOR, type BadCursor, type Page, pageOf, readCursor, writeCursor } from "./cursor.ts";
import { type OrderRecord, orderOfRow } from "./order-of-row.ts";

/** Absent filters match everything. Times are those of acceptance: since ≤ t < until. */
export interface OrderFilter {
  readonly userId: number;
  readonly product?: Product | undefined;
  readonly marketId?: number | undefined;
  readonly side?: Side | undefined;
  readonly statuses?: readonly OrderStatus[] | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** Nonfinal statuses match nothing. */
export type SummaryFilter = Omit<OrderFilter, "product">;

/** Totals of a market's orders. */
export interface MarketSummary {
  readonly marketId: number;
  readonly count: number;
  /** Sum of the executed volume, in quote units. */
  readonly volumeQuoteUnits: bigint;
}

const LIST = "orders";
const ENDED: readonly OrderStatus[] = ["filled", "canceled", "expired"];

/** Returns a user's orders, newest first, ties by id descending. */
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
 * Returns number and executed volume of all ended spot orders that match the filter, per market because quote assets
 * differ. Adds up whole days; orders are read only for days that the filter cuts.
 */
export async function orderSummaries(
  db: Kysely<ReadModelTables>,
  filter: SummaryFilter,
): Promise<MarketSummary[]> {
  const { days, rest } = inDays(filter);
  const parts: Expression<unknown>[] = rest.map((range) => ordersIn(db, filter, range));
  if (days !== undefined) parts.push(orderDays(db, filter, days));
  const { rows } = await sql<{ market_id: number; count: number; volume: string }>`
    select market_id, sum(orders)::bigint as count, sum(units)::text as volume
    from (${sql.join(parts, sql` union all `)}) as part
    group by market_id order by market_id`.execute(db);
  return rows.map((row) => ({
    marketId: row.market_id,
    count: row.count,
    volumeQuoteUnits: BigInt(row.volume),
  }));
}

function ordersIn(db: Kysely<ReadModelTables>, filter: SummaryFilter, range: TimeRange) {
  const statuses = filter.statuses ?? ENDED;
  return db
    .selectFrom("orders")
    .select([
      "market_id",
      sql<number>`1::bigint`.as("orders"),
      sql<string>`executed_quote_units::numeric`.as("units"),
    ])
    .where((eb) => matches(eb, { ...filter, ...range, product: "spot", statuses }));
}

function orderDays(db: Kysely<ReadModelTables>, filter: SummaryFilter, days: DayRange) {
  let query = db
    .selectFrom("order_days")
    .select(["market_id", "orders", sql<string>`executed_quote_units`.as("units")])
    .where("user_id", "=", filter.userId);
  if (days.from !== undefined) query = query.where("day", ">=", days.from);
  if (days.to !== undefined) query = query.where("day", "<", days.to);
  if (filter.marketId !== undefined) query = query.where("market_id", "=", filter.marketId);
  if (filter.side !== undefined) query = query.where("side", "=", CODES.side.code(filter.side));
  if (filter.statuses !== undefined)
    query = query.where(codeIn("status", filter.statuses.map(CODES.orderStatus.code)));
  return query;
}

/** Returns the market of one of the user's orders, live or ended, or `undefined` if the user has no such order. */
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
