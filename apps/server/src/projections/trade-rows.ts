import { INSURANCE_FUND_USER_ID } from "@candor/protocol/contract-events";
import type { FundsPosted, TradeMade } from "@candor/protocol/events";
import type { Kysely } from "kysely";
import { CODES } from "./codes.ts";
import type { Pause } from "./pause.ts";
import { bigint, boolean, type Columns, insertRows, integer, smallint } from "./row-writer.ts";
import type { FillsTable, ReadModelTables, TradesTable } from "./tables.ts";

interface TradeRow {
  readonly trade: TradeMade;
  readonly seq: number;
  readonly timeMs: number;
}

interface FillRow extends TradeRow {
  readonly maker: boolean;
  realizedUnits: number;
}

const userOf = ({ trade, maker }: Pick<FillRow, "trade" | "maker">): number =>
  maker ? trade.makerUserId : trade.takerUserId;

/** Trades of one group of commands: one row for the tape, and one for each side that is not labelled. */
export class TradeRows {
  private readonly trades: TradeRow[] = [];
  private readonly fills: FillRow[] = [];

  get count(): number {
    return this.trades.length + this.fills.length;
  }

  trade(trade: TradeMade, seq: number, timeMs: number): void {
    this.trades.push({ trade, seq, timeMs });
    if (!trade.makerLabelled) this.fills.push({ trade, seq, timeMs, maker: true, realizedUnits: 0 });
    // The insurance fund is nobody whose fills anybody asks for.
    if (!trade.takerLabelled && trade.takerUserId !== INSURANCE_FUND_USER_ID)
      this.fills.push({ trade, seq, timeMs, maker: false, realizedUnits: 0 });
  }

  /** What a contract's trade has realized is posted right after it; a liquidation's with its fee, under its own id. */
  posted({ record, userId, amountUnits, refId }: FundsPosted, seq: number): void {
    if (record !== "realized-profit" && record !== "liquidation") return;
    for (let at = this.fills.length - 1; at >= 0; at--) {
      const fill = this.fills[at] as FillRow;
      if (fill.seq !== seq) return;
      if (userOf(fill) !== userId) continue;
      if (record === "realized-profit" && fill.trade.tradeId !== refId) continue;
      fill.realizedUnits += amountUnits;
      return;
    }
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "trades", TRADE_COLUMNS, this.trades, pause);
    await insertRows(db, "fills", FILL_COLUMNS, this.fills, pause);
  }
}

const TRADE_COLUMNS: Columns<TradesTable, TradeRow> = {
  market_id: integer(({ trade }) => trade.marketId),
  trade_id: bigint(({ trade }) => trade.tradeId),
  seq: bigint(({ seq }) => seq),
  time_ms: bigint(({ timeMs }) => timeMs),
  price_ticks: bigint(({ trade }) => trade.priceTicks),
  quantity_lots: bigint(({ trade }) => trade.quantityLots),
  quote_units: bigint(({ trade }) => trade.quoteUnits),
  taker_side: smallint(({ trade }) => CODES.side.code(trade.takerSide)),
  maker_labelled: boolean(({ trade }) => trade.makerLabelled),
  taker_labelled: boolean(({ trade }) => trade.takerLabelled),
};

const FILL_COLUMNS: Columns<FillsTable, FillRow> = {
  user_id: bigint(userOf),
  time_ms: bigint(({ timeMs }) => timeMs),
  trade_id: bigint(({ trade }) => trade.tradeId),
  order_id: bigint(({ trade, maker }) => (maker ? trade.makerOrderId : trade.takerOrderId)),
  market_id: integer(({ trade }) => trade.marketId),
  seq: bigint(({ seq }) => seq),
  side: smallint(({ trade, maker }) =>
    CODES.side.code((trade.takerSide === "buy") === maker ? "sell" : "buy"),
  ),
  maker: boolean(({ maker }) => maker),
  price_ticks: bigint(({ trade }) => trade.priceTicks),
  quantity_lots: bigint(({ trade }) => trade.quantityLots),
  quote_units: bigint(({ trade }) => trade.quoteUnits),
  fee_units: bigint(({ trade, maker }) => (maker ? trade.makerFeeUnits : trade.takerFeeUnits)),
  realized_units: bigint(({ realizedUnits }) => realizedUnits),
  counterparty_labelled: boolean(({ trade, maker }) => (maker ? trade.takerLabelled : trade.makerLabelled)),
  lever: boolean(({ trade, maker }) => (maker ? trade.makerLever : trade.takerLever)),
};
