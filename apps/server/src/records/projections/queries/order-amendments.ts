import type { Lots, Ticks } from "@candor/money/brand";
import type { Kysely } from "kysely";
import type { ReadModelTables } from "../tables.ts";

/** A change of quantity or price that a user made to an order. */
export interface OrderAmendment {
  /** Number of the command. */
  readonly seq: number;
  readonly timeMs: number;
  readonly priceBeforeTicks: Ticks;
  readonly priceAfterTicks: Ticks;
  readonly lotsBefore: Lots;
  readonly lotsAfter: Lots;
  /** The caller's own number of the change; -1 for none. */
  readonly modifyId: number;
  readonly clientOrderId: string | null;
}

/** Amendments of one order of a user in a market, from a command on. */
export interface AmendmentFilter {
  readonly userId: number;
  readonly marketId: number;
  readonly orderId: number;
  readonly fromSeq?: number | undefined;
}

/** Returns the amendments of an order, oldest first. */
export async function orderAmendments(
  db: Kysely<ReadModelTables>,
  { userId, marketId, orderId, fromSeq = 0 }: AmendmentFilter,
  limit: number,
): Promise<OrderAmendment[]> {
  const rows = await db
    .selectFrom("order_amendments as amended")
    .innerJoin("orders", "orders.order_id", "amended.order_id")
    .select([
      "amended.seq",
      "amended.time_ms",
      "amended.price_before_ticks",
      "amended.price_ticks",
      "amended.modify_id",
      "amended.lots_before",
      "amended.lots_after",
      "orders.key",
    ])
    .where("amended.order_id", "=", orderId)
    .where("amended.seq", ">=", fromSeq)
    .where("orders.user_id", "=", userId)
    .where("orders.market_id", "=", marketId)
    .orderBy("amended.seq")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    seq: row.seq,
    timeMs: row.time_ms,
    priceBeforeTicks: row.price_before_ticks as Ticks,
    priceAfterTicks: row.price_ticks as Ticks,
    modifyId: row.modify_id,
    lotsBefore: row.lots_before as Lots,
    lotsAfter: row.lots_after as Lots,
    clientOrderId: row.key === "" ? null : row.key,
  }));
}

/** Returns how many changes users made to an order. */
export async function amendmentCount(db: Kysely<ReadModelTables>, orderId: number): Promise<number> {
  const { count } = await db
    .selectFrom("order_amendments")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return count;
}
