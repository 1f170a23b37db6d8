import type { Side } from "@candor/domain/enumerations";
import type { Kysely } from "kysely";
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
  return rows.map((row) => ({
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
  }));
}
