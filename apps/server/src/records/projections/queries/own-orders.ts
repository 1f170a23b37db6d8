import type { Kysely } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";
import { type Fill, fillOfRow } from "./fills.ts";
import { type OrderRecord, orderOfRow } from "./order-of-row.ts";

/** Filters for one user in one market, as programs page through it: by id, oldest first. Since ≤ t < until. */
export interface OwnFilter {
  readonly userId: number;
  readonly marketId: number;
  /** Only the margin account; otherwise everything else. */
  readonly isLever?: boolean | undefined;
  /** Starts at this order, or at the trade with this number in the market. Absent: the newest. */
  readonly fromId?: number | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** Selects by number, or the newest one with a key since a given time. */
export type WantedOrder = { readonly isLever?: boolean } & (
  | { readonly orderId: number }
  | { readonly key: string; readonly sinceMs: number }
);

/** A page starts at the given position, or ends with the newest. */
function directionOf({ fromId, sinceMs }: OwnFilter): "asc" | "desc" {
  return fromId === undefined && sinceMs === undefined ? "desc" : "asc";
}

function oldestFirst<Entry>(entries: Entry[], direction: "asc" | "desc"): Entry[] {
  return direction === "asc" ? entries : entries.reverse();
}

/** Returns orders, live and ended; with `orderIds` only those. */
export async function ownOrders(
  db: Kysely<ReadModelTables>,
  filter: OwnFilter & { readonly orderIds?: readonly number[] | undefined },
  limit: number,
): Promise<OrderRecord[]> {
  const { userId, marketId, isLever, fromId, orderIds, sinceMs, untilMs } = filter;
  let query = db
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("market_id", "=", marketId)
    .where("product", isLever === true ? "=" : "<>", CODES.product.code("lever"));
  if (orderIds !== undefined) query = query.where("order_id", "in", orderIds);
  if (fromId !== undefined) query = query.where("order_id", ">=", fromId);
  if (sinceMs !== undefined) query = query.where("created_at_ms", ">=", sinceMs);
  if (untilMs !== undefined) query = query.where("created_at_ms", "<", untilMs);
  const direction = directionOf(filter);
  const rows = await query
    .orderBy("created_at_ms", direction)
    .orderBy("order_id", direction)
    .limit(limit)
    .execute();
  return oldestFirst(rows.map(orderOfRow), direction);
}

/** Returns trades; with `orderId` only those of one order. */
export async function ownFills(
  db: Kysely<ReadModelTables>,
  filter: OwnFilter & { readonly orderId?: number | undefined },
  limit: number,
): Promise<Fill[]> {
  const { userId, marketId, isLever, fromId, orderId, sinceMs, untilMs } = filter;
  let query = db
    .selectFrom("fills")
    .selectAll()
    .where("user_id", "=", userId)
    .where("market_id", "=", marketId)
    .where("lever", "=", isLever === true);
  if (orderId !== undefined) query = query.where("order_id", "=", orderId);
  if (fromId !== undefined) {
    // Its time limits the search to the index.
    const fromMs = await timeOfTrade(db, marketId, fromId);
    if (fromMs === undefined) return [];
    query = query.where("market_trade_id", ">=", fromId).where("time_ms", ">=", fromMs);
  }
  if (sinceMs !== undefined) query = query.where("time_ms", ">=", sinceMs);
  if (untilMs !== undefined) query = query.where("time_ms", "<", untilMs);
  const direction = directionOf(filter);
  const rows = await query
    .orderBy("time_ms", direction)
    .orderBy("trade_id", direction)
    .limit(limit)
    .execute();
  return oldestFirst(rows.map(fillOfRow), direction);
}

/** Returns when the first trade from this number on was made. */
async function timeOfTrade(
  db: Kysely<ReadModelTables>,
  marketId: number,
  fromId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("trades")
    .select("time_ms")
    .where("market_id", "=", marketId)
    .where("market_trade_id", ">=", fromId)
    .orderBy("market_trade_id")
    .limit(1)
    .executeTakeFirst();
  return row?.time_ms;
}

/** Returns those of the orders that were triggered and then became an order at all. */
export async function triggeredOrders(
  db: Kysely<ReadModelTables>,
  orderIds: readonly number[],
): Promise<readonly number[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom("order_triggers")
    .select("order_id")
    .where("order_id", "in", [...orderIds])
    .where("worked", "=", true)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

export async function ownOrder(
  db: Kysely<ReadModelTables>,
  userId: number,
  marketId: number,
  wanted: WantedOrder,
): Promise<OrderRecord | undefined> {
  let query = db
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("market_id", "=", marketId)
    .where("product", wanted.isLever === true ? "=" : "<>", CODES.product.code("lever"));
  query =
    "orderId" in wanted
      ? query.where("order_id", "=", wanted.orderId)
      : query.where("created_at_ms", ">=", wanted.sinceMs).where("key", "=", wanted.key);
  const row = await query
    .orderBy("created_at_ms", "desc")
    .orderBy("order_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : orderOfRow(row);
}
