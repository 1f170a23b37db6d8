import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";
import { type OrderRecord, orderOfRow } from "./order-of-row.ts";

/** Filters for order lists of one user, by number, oldest first. Since ≤ t < until. */
export interface ListFilter {
  readonly userId: number;
  /** Only these. */
  readonly groupIds?: readonly number[] | undefined;
  /** Only those whose first order has one of these keys. */
  readonly firstKeys?: readonly string[] | undefined;
  /** Starts at this list. Absent: the newest. */
  readonly fromId?: number | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** Same conditions as the partial indexes, so that the planner uses them. */
const IS_FIRST_OF_PAIR = sql<SqlBool>`group_id = order_id`;
const IS_FIRST_OF_OTO = sql<SqlBool>`group_id = - order_id`;
/** Orders of a list after its first. */
const OTHERS = [1, 2] as const;

/** Returns the orders of each list, in the order of their ids, which are consecutive. The first id is the list's number. */
export async function ownLists(
  db: Kysely<ReadModelTables>,
  filter: ListFilter,
  limit: number,
): Promise<OrderRecord[][]> {
  const isAscending = filter.fromId !== undefined || filter.sinceMs !== undefined;
  const firsts = [
    ...(await firstOrders(db, filter, IS_FIRST_OF_PAIR, isAscending, limit)),
    ...(await firstOrders(db, filter, IS_FIRST_OF_OTO, isAscending, limit)),
  ]
    .toSorted((a, b) => (isAscending ? a.orderId - b.orderId : b.orderId - a.orderId))
    .slice(0, limit);
  if (firsts.length === 0) return [];
  const rows = await db
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", filter.userId)
    .where(
      "order_id",
      "in",
      firsts.flatMap(({ orderId }) => OTHERS.map((next) => orderId + next)),
    )
    .orderBy("order_id")
    .execute();
  const byGroup = Map.groupBy(rows.map(orderOfRow), ({ groupId }) => groupId);
  const lists = firsts.map((first) => {
    const others = (byGroup.get(first.groupId) ?? []).filter(({ orderId }) => orderId !== first.orderId);
    return [first, ...others];
  });
  return isAscending ? lists : lists.reverse();
}

async function firstOrders(
  db: Kysely<ReadModelTables>,
  { userId, groupIds, firstKeys, fromId, sinceMs, untilMs }: ListFilter,
  isFirst: RawBuilder<SqlBool>,
  isAscending: boolean,
  limit: number,
): Promise<OrderRecord[]> {
  let query = db
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("product", "=", CODES.product.code("spot"))
    .where(isFirst);
  if (groupIds !== undefined) query = query.where("order_id", "in", groupIds);
  if (firstKeys !== undefined) query = query.where("key", "in", firstKeys);
  if (fromId !== undefined) query = query.where("order_id", ">=", fromId);
  if (sinceMs !== undefined) query = query.where("created_at_ms", ">=", sinceMs);
  if (untilMs !== undefined) query = query.where("created_at_ms", "<", untilMs);
  const rows = await query
    .orderBy("order_id", isAscending ? "asc" : "desc")
    .limit(limit)
    .execute();
  return rows.map(orderOfRow);
}
