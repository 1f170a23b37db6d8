import type { Side } from "@candor/domain/enumerations";
import type { Kysely, Selectable } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";

/** A trade as shown publicly. */
export interface TapeTrade {
  readonly tradeId: number;
  /** Its number in the market, and that of its aggregate. */
  readonly marketTradeId: number;
  readonly aggregateId: number;
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

/** Returns a market's newest trades, newest first; only those before this one, by its number in the market, if given. */
export async function recentTrades(
  db: Kysely<ReadModelTables>,
  marketId: number,
  limit: number,
  beforeId?: number,
): Promise<TapeTrade[]> {
  let query = db.selectFrom("trades").selectAll().where("market_id", "=", marketId);
  if (beforeId !== undefined) query = query.where("market_trade_id", "<", beforeId);
  const rows = await query.orderBy("market_trade_id", "desc").limit(limit).execute();
  return rows.map(tradeOfRow);
}

/** Filters of a market's trades, whose ids are their numbers in the market. Since ≤ t < until. */
export interface TapeFilter {
  readonly marketId: number;
  /** Starts at this trade. */
  readonly fromId?: number | undefined;
  /** Starts at the first trade of this aggregate. */
  readonly fromAggregateId?: number | undefined;
  /** Ends before this trade. */
  readonly beforeId?: number | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** Returns a market's trades, oldest first: the first ones from an id or `sinceMs` on, otherwise the newest. */
export async function marketTrades(
  db: Kysely<ReadModelTables>,
  { marketId, fromId, fromAggregateId, beforeId, sinceMs, untilMs }: TapeFilter,
  limit: number,
): Promise<TapeTrade[]> {
  const first = (reached: Reached | undefined) =>
    reached === undefined ? undefined : firstTrade(db, marketId, reached);
  const since = await first(sinceMs === undefined ? undefined : ({ timeMs }) => timeMs >= sinceMs);
  const until = await first(untilMs === undefined ? undefined : ({ timeMs }) => timeMs >= untilMs);
  const aggregate = await first(
    fromAggregateId === undefined ? undefined : ({ aggregateId }) => aggregateId >= fromAggregateId,
  );
  const starts = [fromId, since, aggregate].filter((id) => id !== undefined);
  const ends = [beforeId, until].filter((id) => id !== undefined);
  const isForward = starts.length > 0;
  let query = db.selectFrom("trades").selectAll().where("market_id", "=", marketId);
  if (isForward) query = query.where("market_trade_id", ">=", Math.max(...starts));
  if (ends.length > 0) query = query.where("market_trade_id", "<", Math.min(...ends));
  const rows = await query
    .orderBy("market_trade_id", isForward ? "asc" : "desc")
    .limit(limit)
    .execute();
  return (isForward ? rows : rows.reverse()).map(tradeOfRow);
}

type Reached = (trade: TapeTrade) => boolean;

/**
 * Returns the id of the first trade that has reached a time or an aggregate, or an id above all. Times and aggregates grow
 * with ids, so it bisects them: there is no index for either.
 */
async function firstTrade(db: Kysely<ReadModelTables>, marketId: number, reached: Reached): Promise<number> {
  const [newest] = await recentTrades(db, marketId, 1);
  if (newest === undefined || !reached(newest)) return (newest?.marketTradeId ?? 0) + 1;
  let low = 0;
  let high = newest.marketTradeId;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [before] = await recentTrades(db, marketId, 1, middle + 1);
    if (before === undefined || !reached(before)) low = middle + 1;
    else high = before.marketTradeId;
  }
  return high;
}

function tradeOfRow(row: Selectable<ReadModelTables["trades"]>): TapeTrade {
  return {
    tradeId: row.trade_id,
    marketTradeId: row.market_trade_id,
    aggregateId: row.aggregate_id,
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
