import type { Side } from "@candor/domain/enumerations";
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type Selectable,
  type SqlBool,
  sql,
} from "kysely";
import { CODES } from "../codes.ts";
import { joinProfit } from "../profit/values.ts";
import type { FillsTable, ReadModelTables } from "../tables.ts";
import { codeIn } from "./code-in.ts";
import { BAD_CURSOR, type BadCursor, type Page, pageOf, readCursor, writeCursor } from "./cursor.ts";

/** A trade from the point of view of one of its two users. */
export interface Fill {
  readonly tradeId: number;
  /** Its number in the market. */
  readonly marketTradeId: number;
  readonly orderId: number;
  readonly userId: number;
  readonly marketId: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly side: Side;
  readonly role: "maker" | "taker";
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly quoteUnits: number;
  /** In the received asset: base for a buy, quote for a sell; always quote for a contract. */
  readonly feeUnits: number;
  /** Realized PnL of a contract trade; else 0. */
  readonly realizedUnits: number;
  /** Whether the other side was a labeled market maker or taker. */
  readonly labelled: boolean;
  /** Whether it belongs to a margin order. */
  readonly lever: boolean;
  /** Index of the quote coin at the trade in 1e-8 USDT, which gives its value; 0 for a contract. */
  readonly quotePriceE8: number;
  /** What it realized against average cost, in 1e-16 USDT; 0 for a contract. */
  readonly profitE16: bigint;
}

/** Absent filters match everything; since ≤ t < until. */
export interface FillFilter {
  readonly userId: number;
  readonly marketId?: number | undefined;
  /** Any of these markets; if `marketId` is set, only that one. */
  readonly marketIds?: readonly number[] | undefined;
  readonly side?: Side | undefined;
  /** Only margin orders, or only others. */
  readonly lever?: boolean | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

const LIST = "fills";

/** Returns a user's trades, newest first, ties by id descending. */
export async function fillHistory(
  db: Kysely<ReadModelTables>,
  filter: FillFilter,
  limit: number,
  cursor?: string,
): Promise<Page<Fill> | BadCursor> {
  const after = readCursor(LIST, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  let query = db
    .selectFrom("fills")
    .selectAll()
    .where((eb) => matches(eb, filter));
  if (after !== undefined)
    query = query.where(sql<SqlBool>`(time_ms, trade_id) < (${after[0]}::bigint, ${after[1]}::bigint)`);
  const rows = await query
    .orderBy("time_ms", "desc")
    .orderBy("trade_id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, fillOfRow, (last) => writeCursor(LIST, filter, [last.time_ms, last.trade_id]));
}

export function fillOfRow(row: Selectable<FillsTable>): Fill {
  return {
    tradeId: row.trade_id,
    marketTradeId: row.market_trade_id,
    orderId: row.order_id,
    userId: row.user_id,
    marketId: row.market_id,
    seq: row.seq,
    timeMs: row.time_ms,
    side: CODES.side.name(row.side),
    role: row.maker ? "maker" : "taker",
    priceTicks: row.price_ticks,
    quantityLots: row.quantity_lots,
    quoteUnits: row.quote_units,
    feeUnits: row.fee_units,
    realizedUnits: row.realized_units,
    labelled: row.counterparty_labelled,
    lever: row.lever,
    quotePriceE8: row.quote_price_e8,
    profitE16: joinProfit({ profitE4: row.profit_e4, profitRestE16: row.profit_rest_e16 }),
  };
}

function matches(eb: ExpressionBuilder<ReadModelTables, "fills">, filter: FillFilter) {
  const conditions: Expression<SqlBool>[] = [eb("user_id", "=", filter.userId)];
  if (filter.marketId !== undefined) conditions.push(eb("market_id", "=", filter.marketId));
  else if (filter.marketIds !== undefined) conditions.push(codeIn("market_id", filter.marketIds));
  if (filter.lever !== undefined) conditions.push(eb("lever", "=", filter.lever));
  if (filter.side !== undefined) conditions.push(eb("side", "=", CODES.side.code(filter.side)));
  if (filter.sinceMs !== undefined) conditions.push(eb("time_ms", ">=", filter.sinceMs));
  if (filter.untilMs !== undefined) conditions.push(eb("time_ms", "<", filter.untilMs));
  return eb.and(conditions);
}
