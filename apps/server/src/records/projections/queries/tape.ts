import type { Side } from "@candor/domain/enumerations";
import type { Kysely, Selectable } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";

/** A trade as shown publicly. */
export interface TapeTrade {
  readonly tradeId: number;
  readonly marketId: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly quoteUnits: number;
  readonly takerSide: Side;
  readonly makerLabelled: boolean;
  readonly takerLabelled: boolean;
  /** Whether either side was a labeled market maker or taker. */
  readonly labelled: boolean;
}

/** Returns a market's newest trades, newest first; only those before `beforeTradeId` if given. */
export async function recentTrades(
  db: Kysely<ReadModelTables>,
  marketId: number,
  limit: number,
  beforeTradeId?: number,
): Promise<TapeTrade[]> {
  let query = db.selectFrom("trades").selectAll().where("market_id", "=", marketId);
  if (beforeTradeId !== undefined) query = query.where("trade_id", "<", beforeTradeId);
  const rows = await query.orderBy("trade_id", "desc").limit(limit).execute();
  return rows.map(tradeOfRow);
}

/** Filters of a market's trades. Since ≤ t < until. */
export interface TapeFilter {
  readonly marketId: number;
  /** Starts at this trade. */
  readonly fromId?: number | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** Returns a market's trades, oldest first: the first ones from `fromId` or `sinceMs` on, otherwise the newest. */
export async function marketTrades(
  db: Kysely<ReadModelTables>,
  { marketId, fromId, sinceMs, untilMs }: TapeFilter,
  limit: number,
): Promise<TapeTrade[]> {
  const since = sinceMs === undefined ? undefined : await firstTradeSince(db, marketId, sinceMs);
  const until = untilMs === undefined ? undefined : await firstTradeSince(db, marketId, untilMs);
  const isForward = fromId !== undefined || sinceMs !== undefined;
  let query = db.selectFrom("trades").selectAll().where("market_id", "=", marketId);
  if (isForward) query = query.where("trade_id", ">=", Math.max(fromId ?? 0, since ?? 0));
  if (until !== undefined) query = query.where("trade_id", "<", until);
  const rows = await query
    .orderBy("trade_id", isForward ? "asc" : "desc")
    .limit(limit)
    .execute();
  return (isForward ? rows : rows.reverse()).map(tradeOfRow);
}

/**
 * Returns the id of the first trade since a time, or an id above all. Ids grow with time, so it bisects them: there is no
 * index by time.
 */
async function firstTradeSince(
  db: Kysely<ReadModelTables>,
  marketId: number,
  sinceMs: number,
): Promise<number> {
  const [newest] = await recentTrades(db, marketId, 1);
  if (newest === undefined || newest.timeMs < sinceMs) return (newest?.tradeId ?? 0) + 1;
  let low = 0;
  let high = newest.tradeId;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [before] = await recentTrades(db, marketId, 1, middle + 1);
    if (before === undefined || before.timeMs < sinceMs) low = middle + 1;
    else high = before.tradeId;
  }
  return high;
}

function tradeOfRow(row: Selectable<ReadModelTables["trades"]>): TapeTrade {
  return {
    tradeId: row.trade_id,
    marketId: row.market_id,
    seq: row.seq,
    timeMs: row.time_ms,
    priceTicks: row.price_ticks,
    quantityLots: row.quantity_lots,
    quoteUnits: row.quote_units,
    takerSide: CODES.side.name(row.taker_side),
    makerLabelled: row.maker_labelled,
    takerLabelled: row.taker_labelled,
    labelled: row.maker_labelled || row.taker_labelled,
  };
}
