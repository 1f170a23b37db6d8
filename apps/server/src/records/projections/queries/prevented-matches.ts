import type { MatchPrevented } from "@candor/domain/events/events";
import type { Lots, Ticks } from "@candor/money/brand";
import type { Kysely, Selectable } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";

/** A prevented match and when it happened. */
export type PreventedMatch = Omit<MatchPrevented, "kind"> & { readonly timeMs: number };

/** Some of a user's orders in one market. */
export interface OwnOrderIds {
  readonly userId: number;
  readonly marketId: number;
  readonly orderIds: readonly number[];
}

/** Filters of a user's prevented matches in one market. */
export interface PreventedFilter {
  readonly userId: number;
  readonly marketId: number;
  readonly matchId?: number | undefined;
  readonly fromMatchId?: number | undefined;
  /** Those of any of these orders. */
  readonly orderIds?: readonly number[] | undefined;
}

/** Returns a user's prevented matches, oldest first. */
export async function preventedMatches(
  db: Kysely<ReadModelTables>,
  { userId, marketId, matchId, fromMatchId, orderIds }: PreventedFilter,
  limit: number,
): Promise<PreventedMatch[]> {
  if (orderIds?.length === 0) return [];
  let query = db
    .selectFrom("prevented_matches")
    .selectAll()
    .where("user_id", "=", userId)
    .where("market_id", "=", marketId);
  if (matchId !== undefined) query = query.where("match_id", "=", matchId);
  if (fromMatchId !== undefined) query = query.where("match_id", ">=", fromMatchId);
  if (orderIds !== undefined)
    query = query.where((is) =>
      is.or([is("taker_order_id", "in", orderIds), is("maker_order_id", "in", orderIds)]),
    );
  const rows = await query.orderBy("match_id").limit(limit).execute();
  return rows.map(matchOfRow);
}

/**
 * Returns the last match of each mode in which these orders came, and the last in which they rested, oldest first. So the
 * last match that changed an order is among them, however many it had.
 */
export async function lastPreventedMatches(
  db: Kysely<ReadModelTables>,
  { userId, marketId, orderIds }: OwnOrderIds,
): Promise<PreventedMatch[]> {
  if (orderIds.length === 0) return [];
  const lastBy = (order: "taker_order_id" | "maker_order_id") =>
    db
      .selectFrom("prevented_matches")
      .selectAll()
      .distinctOn([order, "self_trade"])
      .where(order, "in", orderIds)
      .where("user_id", "=", userId)
      .where("market_id", "=", marketId)
      .orderBy(order)
      .orderBy("self_trade")
      .orderBy("match_id", "desc")
      .execute();
  const rows = [...(await lastBy("taker_order_id")), ...(await lastBy("maker_order_id"))];
  return rows.map(matchOfRow).sort((a, b) => a.matchId - b.matchId);
}

function matchOfRow(row: Selectable<ReadModelTables["prevented_matches"]>): PreventedMatch {
  return {
    matchId: row.match_id,
    userId: row.user_id,
    marketId: row.market_id,
    timeMs: row.time_ms,
    takerOrderId: row.taker_order_id,
    makerOrderId: row.maker_order_id,
    priceTicks: row.price_ticks as Ticks,
    takerLots: row.taker_lots as Lots,
    makerLots: row.maker_lots as Lots,
    selfTrade: CODES.selfTrade.name(row.self_trade),
  };
}
