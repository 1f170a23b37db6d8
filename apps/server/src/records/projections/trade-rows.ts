import type { Side } from "@candor/domain/enumerations";
import { formerAggregateId } from "@candor/domain/events/aggregate-id";
import { INSURANCE_FUND_USER_ID, type LiquidationStep } from "@candor/domain/events/contract-events";
import { type FundsPosted, marketTradeIdOf, type TradeMade } from "@candor/domain/events/events";
import type { Kysely } from "kysely";
import { CODES } from "./codes.ts";
import type { Pause } from "./pause.ts";
import type { TradeResult } from "./profit/values.ts";
import { bigint, boolean, type Columns, insertRows, integer, smallint } from "./row-writer.ts";
import type { FillsTable, ReadModelTables } from "./tables.ts";
import type { TradesTable } from "./trade-tables.ts";

interface PlacedTrade {
  readonly trade: TradeMade;
  readonly seq: number;
  readonly timeMs: number;
}

interface TradeRow extends PlacedTrade {
  readonly aggregateId: number;
}

/** One side's row of a trade. */
export interface FillRow extends PlacedTrade, TradeResult {
  readonly maker: boolean;
  realizedUnits: number;
  feeUnits: number;
}

interface TradeFills {
  readonly maker: FillRow | undefined;
  readonly taker: FillRow | undefined;
}

/** Returns whose side it is. */
export const userOfFill = ({ trade, maker }: Pick<FillRow, "trade" | "maker">): number =>
  maker ? trade.makerUserId : trade.takerUserId;

/** Returns what this side did. */
export const sideOfFill = ({ trade, maker }: Pick<FillRow, "trade" | "maker">): Side =>
  (trade.takerSide === "buy") === maker ? "sell" : "buy";

/** Trades of one group of commands: one row for the public tape, and one for each unlabeled side. */
export class TradeRows {
  private readonly trades: TradeRow[] = [];
  private readonly fills: FillRow[] = [];
  /** The last trade of each market, for trades before rules 7. */
  private readonly newest = new Map<number, TradeRow>();

  get count(): number {
    return this.trades.length + this.fills.length;
  }

  /** @returns the rows of the maker's and of the taker's side; absent for labeled accounts and the insurance fund */
  trade(trade: TradeMade, seq: number, timeMs: number): TradeFills {
    const row = { trade, seq, timeMs, aggregateId: trade.aggregateId ?? this.formerAggregate(trade, seq) };
    this.trades.push(row);
    this.newest.set(trade.marketId, row);
    const side = (maker: boolean): FillRow => ({
      trade,
      seq,
      timeMs,
      maker,
      realizedUnits: 0,
      feeUnits: maker ? trade.makerFeeUnits : trade.takerFeeUnits,
      quotePriceE8: 0,
      profitE4: 0,
      profitRestE16: 0,
    });
    const fills: TradeFills = {
      maker: trade.makerLabelled ? undefined : side(true),
      // The insurance fund's fills are never queried.
      taker: trade.takerLabelled || trade.takerUserId === INSURANCE_FUND_USER_ID ? undefined : side(false),
    };
    if (fills.maker !== undefined) this.fills.push(fills.maker);
    if (fills.taker !== undefined) this.fills.push(fills.taker);
    return fills;
  }

  private formerAggregate(trade: TradeMade, seq: number): number {
    const { priceTicks, takerSide, marketId } = trade;
    const previous = this.newest.get(marketId);
    return formerAggregateId(
      { seq, priceTicks, takerSide, marketTradeId: marketTradeIdOf(trade) },
      previous && {
        seq: previous.seq,
        priceTicks: previous.trade.priceTicks,
        takerSide: previous.trade.takerSide,
        marketTradeId: marketTradeIdOf(previous.trade),
        aggregateId: previous.aggregateId,
      },
    );
  }

  /** A contract trade's realized PnL is posted right after it. */
  posted({ record, userId, amountUnits, refId }: FundsPosted, seq: number): void {
    if (record !== "realized-profit") return;
    const fill = this.find(seq, refId, userId);
    if (fill !== undefined) fill.realizedUnits += amountUnits;
  }

  /** A liquidation's results come after all its trades. */
  liquidated({ userId, fills }: LiquidationStep, seq: number): void {
    for (const { tradeId, realizedUnits, feeUnits } of fills) {
      const fill = this.find(seq, tradeId, userId);
      if (fill === undefined) throw new Error(`trade ${tradeId} of a liquidation is not from command ${seq}`);
      fill.realizedUnits = realizedUnits;
      fill.feeUnits = feeUnits;
    }
  }

  private find(seq: number, tradeId: number, userId: number): FillRow | undefined {
    for (let at = this.fills.length - 1; at >= 0; at--) {
      const fill = this.fills[at] as FillRow;
      if (fill.seq !== seq) return undefined;
      if (fill.trade.tradeId === tradeId && userOfFill(fill) === userId) return fill;
    }
    return undefined;
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "trades", TRADE_COLUMNS, this.trades, pause);
    await insertRows(db, "fills", FILL_COLUMNS, this.fills, pause);
  }
}

const TRADE_COLUMNS: Columns<TradesTable, TradeRow> = {
  market_id: integer(({ trade }) => trade.marketId),
  trade_id: bigint(({ trade }) => trade.tradeId),
  market_trade_id: bigint(({ trade }) => marketTradeIdOf(trade)),
  aggregate_id: bigint(({ aggregateId }) => aggregateId),
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
  user_id: bigint(userOfFill),
  time_ms: bigint(({ timeMs }) => timeMs),
  trade_id: bigint(({ trade }) => trade.tradeId),
  market_trade_id: bigint(({ trade }) => marketTradeIdOf(trade)),
  order_id: bigint(({ trade, maker }) => (maker ? trade.makerOrderId : trade.takerOrderId)),
  market_id: integer(({ trade }) => trade.marketId),
  seq: bigint(({ seq }) => seq),
  side: smallint((fill) => CODES.side.code(sideOfFill(fill))),
  maker: boolean(({ maker }) => maker),
  price_ticks: bigint(({ trade }) => trade.priceTicks),
  quantity_lots: bigint(({ trade }) => trade.quantityLots),
  quote_units: bigint(({ trade }) => trade.quoteUnits),
  fee_units: bigint(({ feeUnits }) => feeUnits),
  realized_units: bigint(({ realizedUnits }) => realizedUnits),
  counterparty_labelled: boolean(({ trade, maker }) => (maker ? trade.takerLabelled : trade.makerLabelled)),
  lever: boolean(({ trade, maker }) => (maker ? trade.makerLever : trade.takerLever)),
  quote_price_e8: bigint(({ quotePriceE8 }) => quotePriceE8),
  profit_e4: bigint(({ profitE4 }) => profitE4),
  profit_rest_e16: bigint(({ profitRestE16 }) => profitRestE16),
};
