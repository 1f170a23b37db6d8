import type { FundRecordKind, Result, Wallet } from "@candor/domain/enumerations";
import type { BalanceChanged, FundsPosted, TradeMade, WithdrawalChanged } from "@candor/domain/events/events";
import { add, multiply } from "@candor/money/integer";
import { type Kysely, sql } from "kysely";
import { CODES } from "./codes.ts";
import type { Pause } from "./pause.ts";
import type { ProjectedMarket } from "./projection-listings.ts";
import { bigint, type Columns, insertRows, integer, smallint } from "./row-writer.ts";
import type { FundRecordsTable, ReadModelTables } from "./tables.ts";

/**
 * A record's id is its command's sequence number times this, plus its position among the command's records. The largest
 * command creates 5,000 fills with six records each.
 */
export const RECORDS_PER_COMMAND = 65_536;

type Posting = Omit<FundsPosted, "kind" | "amountUnits"> & {
  readonly amountUnits: number;
  /** Market of a margin account's entry. */
  readonly marginMarketId?: number;
};

/** Marks an entry of a wallet, not of a margin account. */
export const NO_MARGIN = -1;

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
  readonly result: Result;
  readonly marginMarketId: number;
}

/** Fund records of one group of commands. */
export class FundRecordRows {
  private rows: FundRecordRow[] = [];
  private seq = 0;
  private position = 0;
  /** A withdrawal requested by this command, until its balance event arrives. */
  private requested: WithdrawalChanged | undefined;
  /** The withdrawal that ends with this command. */
  private settled: WithdrawalChanged | undefined;
  /** All withdrawals that ended: their pending entries are removed. */
  private readonly ended: WithdrawalChanged[] = [];

  get count(): number {
    return this.rows.length;
  }

  /** Adds an entry of a wallet, or of a margin account, which belongs to the spot wallet. */
  posted(event: Posting, seq: number, timeMs: number): void {
    const { record, refId } = event;
    const withdrawal = this.settled?.withdrawalId === refId ? this.settled : undefined;
    const isReturned = withdrawal?.status === "returned" && record !== "withdrawal-return";
    this.push(seq, {
      userId: event.userId,
      timeMs,
      kind: record,
      wallet: event.wallet,
      assetId: event.assetId,
      amountUnits: event.amountUnits,
      afterUnits: event.afterUnits,
      feeUnits: record === "withdrawal" ? (withdrawal?.feeUnits ?? 0) : 0,
      refId,
      result: isReturned ? "failed" : "success",
      marginMarketId: event.marginMarketId ?? NO_MARGIN,
    });
  }

  begin(): void {
    this.requested = undefined;
    this.settled = undefined;
  }

  /** A requested withdrawal has pending entries; when it ends, postings replace them. */
  withdrawal(event: WithdrawalChanged): void {
    const { withdrawalId, status } = event;
    if (status === "frozen") this.requested = event;
    if (status !== "confirmed" && status !== "returned") return;
    this.settled = event;
    this.ended.push(event);
    this.rows = this.rows.filter((row) => row.refId !== withdrawalId || row.result !== "in-progress");
  }

  /** A request's entries need the balance after it, which still includes the frozen money. */
  balance(event: BalanceChanged, seq: number, timeMs: number): void {
    const { requested } = this;
    if (requested === undefined || requested.userId !== event.userId) return;
    if (event.wallet !== "main" || event.assetId !== requested.assetId) return;
    this.requested = undefined;
    const { userId, assetId, amountUnits, feeUnits, withdrawalId } = requested;
    const common = {
      userId,
      timeMs,
      wallet: "main",
      assetId,
      afterUnits: add(event.availableUnits, event.frozenUnits),
      refId: withdrawalId,
      result: "in-progress",
      marginMarketId: NO_MARGIN,
    } as const;
    this.push(seq, { ...common, kind: "withdrawal", amountUnits: feeUnits - amountUnits, feeUnits });
    if (feeUnits > 0)
      this.push(seq, { ...common, kind: "withdrawal-fee", amountUnits: 0 - feeUnits, feeUnits: 0 });
  }

  trade(trade: TradeMade, market: ProjectedMarket, seq: number, timeMs: number): void {
    if (!trade.makerLabelled) {
      this.side(trade, market, seq, timeMs, trade.takerSide === "sell", {
        userId: trade.makerUserId,
        isLever: trade.makerLever,
        feeUnits: trade.makerFeeUnits,
        baseAfter: trade.makerBaseAfter,
        quoteAfter: trade.makerQuoteAfter,
      });
    }
    if (!trade.takerLabelled) {
      this.side(trade, market, seq, timeMs, trade.takerSide === "buy", {
        userId: trade.takerUserId,
        isLever: trade.takerLever,
        feeUnits: trade.takerFeeUnits,
        baseAfter: trade.takerBaseAfter,
        quoteAfter: trade.takerQuoteAfter,
      });
    }
  }

  /**
   * Adds three records: the amount paid, the amount received before the fee, and the fee, which is deducted from it. So
   * the balance in the second record is the balance after the trade plus the fee.
   */
  private side(
    trade: TradeMade,
    market: ProjectedMarket,
    seq: number,
    timeMs: number,
    buys: boolean,
    side: {
      readonly userId: number;
      readonly isLever: boolean;
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
    const common = {
      userId: side.userId,
      timeMs,
      wallet: "coin",
      refId: trade.tradeId,
      result: "success",
      marginMarketId: side.isLever ? trade.marketId : NO_MARGIN,
    } as const;
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
    await this.removeEnded(db);
    await insertRows(db, "fund_records", COLUMNS, this.rows, pause);
  }

  /** Removes pending entries of withdrawals that ended. Kinds 6 and 7, trades, have separate references. */
  private async removeEnded(db: Kysely<ReadModelTables>): Promise<void> {
    if (this.ended.length === 0) return;
    const references = this.ended.map(
      ({ userId, withdrawalId }) => sql`(${userId}::bigint, ${withdrawalId}::bigint)`,
    );
    await sql`
      delete from fund_records
      where (user_id, ref_id) in (${sql.join(references)}) and kind not in (6, 7)
        and result = ${CODES.result.code("in-progress")}`.execute(db);
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
  result: smallint((row) => CODES.result.code(row.result)),
  margin_market_id: integer((row) => row.marginMarketId),
};
