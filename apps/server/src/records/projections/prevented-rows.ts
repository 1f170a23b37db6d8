import type { MatchPrevented } from "@candor/domain/events/events";
import type { Kysely } from "kysely";
import { CODES } from "./codes.ts";
import type { Pause } from "./pause.ts";
import type { PreventedMatchesTable } from "./product-tables.ts";
import { bigint, type Columns, insertRows, integer, smallint } from "./row-writer.ts";
import type { ReadModelTables } from "./tables.ts";

interface PreventedRow {
  readonly event: MatchPrevented;
  readonly timeMs: number;
}

/** Prevented matches of one group of commands. */
export class PreventedRows {
  private readonly rows: PreventedRow[] = [];

  get count(): number {
    return this.rows.length;
  }

  prevented(event: MatchPrevented, timeMs: number): void {
    this.rows.push({ event, timeMs });
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "prevented_matches", COLUMNS, this.rows, pause);
  }
}

const COLUMNS: Columns<PreventedMatchesTable, PreventedRow> = {
  match_id: bigint(({ event }) => event.matchId),
  user_id: bigint(({ event }) => event.userId),
  market_id: integer(({ event }) => event.marketId),
  time_ms: bigint(({ timeMs }) => timeMs),
  taker_order_id: bigint(({ event }) => event.takerOrderId),
  maker_order_id: bigint(({ event }) => event.makerOrderId),
  price_ticks: bigint(({ event }) => event.priceTicks),
  taker_lots: bigint(({ event }) => event.takerLots),
  maker_lots: bigint(({ event }) => event.makerLots),
  self_trade: smallint(({ event }) => CODES.selfTrade.code(event.selfTrade)),
};
