import { type Kysely, type SqlBool, sql } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";
import { type OrderRecord, orderOfRow } from "./order-of-row.ts";

/** Filters for OCO orders of one user, by group number, oldest first. Since ≤ t < until. */
export interface ListFilter {
  readonly userId: number;
  /** Only these. */
  readonly groupIds?: readonly number[] | undefined;
  /** Only the one whose limit leg has this key. */
  readonly limitKey?: string | undefined;
  /** Starts at this group. Absent: the newest. */
  readonly fromId?: number | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** Same condition as the partial index, so that the planner uses it. */
const IS_LIMIT_LEG = sql<SqlBool>`group_id = order_id`;

/** Returns both legs of each list, limit leg first: its id is also the group's, and the stop leg has the next id. */
export async function ownLists(
  db: Kysely<ReadModelTables>,
  filter: ListFilter,
  limit: number,
): Promise<OrderRecord[][]> {
  const { userId, groupIds, limitKey, fromId, sinceMs, untilMs } = filter;
  let query = db
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("product", "=", CODES.product.code("spot"))
    .where(IS_LIMIT_LEG);
  if (groupIds !== undefined) query = query.where("order_id", "in", groupIds);
  if (limitKey !== undefined) query = query.where("key", "=", limitKey);
  if (fromId !== undefined) query = query.where("order_id", ">=", fromId);
  if (sinceMs !== undefined) query = query.where("created_at_ms", ">=", sinceMs);
  if (untilMs !== undefined) query = query.where("created_at_ms", "<", untilMs);
  const direction = fromId === undefined && sinceMs === undefined ? "desc" : "asc";
  const limits = (await query.orderBy("order_id", direction).limit(limit).execute()).map(orderOfRow);
  if (limits.length === 0) return [];
  const stops = await db
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where(
      "order_id",
      "in",
      limits.map(({ orderId }) => orderId + 1),
    )
    .execute();
  const byGroup = new Map(stops.map((row) => [row.group_id, orderOfRow(row)]));
  const lists = limits.map((leg) => {
    const stop = byGroup.get(leg.orderId);
    return stop === undefined ? [leg] : [leg, stop];
  });
  return direction === "asc" ? lists : lists.reverse();
}
