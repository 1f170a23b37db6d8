import { add, multiply } from "@candor/money/integer";
import type { FundRecordKind, Wallet } from "@candor/protocol/enumerations";
import type { FundsPosted, TradeMade } from "@candor/protocol/events";
import type { Kysely } from "kysely";
import { CODES } from "./codes.ts";
import type { Pause } from "./pause.ts";
import type { ProjectedMarket } from "./projection-listings.ts";
import { bigint, type Columns, insertRows, integer, smallint } from "./row-writer.ts";
import type { FundRecordsTable, ReadModelTables } from "./tables.ts";

/**
 * A record's id is its command's sequence number times this, plus its position among the command's records. The
 * largest command makes 5,000 fills of six records.
 */
export const RECORDS_PER_COMMAND = 65_536;

interface FundRecordRow {
  readonly userId: number;
  readonly timeMs: number;
  readonly recordId: number;
  readonly kind: FundRecordKind;
  readonly wallet: Wallet;
  readonly assetId: number;
  readonly amountUnits: number;
  readonly afterUnits: number;
  readonly feeUnits: number;
  readonly refId: number;
}

/** Fund records of one group of commands. */
export class FundRecordRows {
  private readonly rows: FundRecordRow[] = [];
  private seq = 0;
  private position = 0;

  get count(): number {
    return this.rows.length;
  }

  posted(event: FundsPosted, seq: number, timeMs: number): void {
    this.push(seq, {
      userId: event.userId,
      timeMs,
      kind: event.record,
      wallet: event.wallet,
      assetId: event.assetId,
      amountUnits: event.amountUnits,
      afterUnits: event.afterUnits,
      feeUnits: 0,
      refId: event.refId,
    });
  }

  trade(trade: TradeMade, market: ProjectedMarket, seq: number, timeMs: number): void {
    if (!trade.makerLabelled) {
      this.side(trade, market, seq, timeMs, trade.takerSide === "sell", {
        userId: trade.makerUserId,
        feeUnits: trade.makerFeeUnits,
        baseAfter: trade.makerBaseAfter,
        quoteAfter: trade.makerQuoteAfter,
      });
    }
    if (!trade.takerLabelled) {
      this.side(trade, market, seq, timeMs, trade.takerSide === "buy", {
        userId: trade.takerUserId,
        feeUnits: trade.takerFeeUnits,
        baseAfter: trade.takerBaseAfter,
        quoteAfter: trade.takerQuoteAfter,
      });
    }
  }

  /**
   * What is given, what is received before the fee, and the fee, which comes out of what is received. The balance
   * after the second is therefore the one after the trade plus the fee.
   */
  private side(
    trade: TradeMade,
    market: ProjectedMarket,
    seq: number,
    timeMs: number,
    buys: boolean,
    side: {
      readonly userId: number;
      readonly feeUnits: number;
      readonly baseAfter: number;
      readonly quoteAfter: number;
    },
  ): void {
    const base = {
      assetId: market.baseAssetId,
      units: multiply(trade.quantityLots, market.scale.lotUnits),
      afterUnits: side.baseAfter,
    };
    const quote = {
      assetId: market.quoteAssetId,
      units: Number(trade.quoteUnits),
      afterUnits: side.quoteAfter,
    };
    const [given, received] = buys ? [quote, base] : [base, quote];
    const common = { userId: side.userId, timeMs, wallet: "coin", refId: trade.tradeId } as const;
    this.push(seq, {
      ...common,
      kind: "trade",
      assetId: given.assetId,
      amountUnits: -given.units,
      afterUnits: given.afterUnits,
      feeUnits: 0,
    });
    this.push(seq, {
      ...common,
      kind: "trade",
      assetId: received.assetId,
      amountUnits: received.units,
      afterUnits: add(received.afterUnits, side.feeUnits),
      feeUnits: side.feeUnits,
    });
    if (side.feeUnits === 0) return;
    this.push(seq, {
      ...common,
      kind: "trade-fee",
      assetId: received.assetId,
      amountUnits: -side.feeUnits,
      afterUnits: received.afterUnits,
      feeUnits: 0,
    });
  }

  private push(seq: number, row: Omit<FundRecordRow, "recordId">): void {
    this.position = seq === this.seq ? this.position + 1 : 0;
    this.seq = seq;
    if (this.position >= RECORDS_PER_COMMAND) throw new Error(`command ${seq} has too many fund records`);
    this.rows.push({ ...row, recordId: add(multiply(seq, RECORDS_PER_COMMAND), this.position) });
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "fund_records", COLUMNS, this.rows, pause);
  }
}

const COLUMNS: Columns<FundRecordsTable, FundRecordRow> = {
  user_id: bigint((row) => row.userId),
  time_ms: bigint((row) => row.timeMs),
  record_id: bigint((row) => row.recordId),
  kind: smallint((row) => CODES.fundRecordKind.code(row.kind)),
  wallet: smallint((row) => CODES.wallet.code(row.wallet)),
  asset_id: integer((row) => row.assetId),
  amount_units: bigint((row) => row.amountUnits),
  after_units: bigint((row) => row.afterUnits),
  fee_units: bigint((row) => row.feeUnits),
  ref_id: bigint((row) => row.refId),
};
