import type { CommandKind } from "@candor/domain/commands/commands";
import type { OrderCause } from "@candor/domain/enumerations";
import type { ExchangeEvent, OrderChanged, TradeMade } from "@candor/domain/events/events";
import { type Kysely, sql } from "kysely";
import { BalanceOutcomeRows } from "./balance-outcome-rows.ts";
import { ContractRows } from "./contract-rows.ts";
import { ConversionRows } from "./conversion-rows.ts";
import { DeleveragedRows } from "./deleveraged-rows.ts";
import { DepositRows } from "./deposit-rows.ts";
import { forbidScans } from "./forbid-scans.ts";
import { FundRecordRows } from "./fund-record-rows.ts";
import { KlineRows } from "./kline-rows.ts";
import { LeverRows } from "./lever-rows.ts";
import { LeverageRows } from "./leverage-rows.ts";
import { ListingRows } from "./listing-rows.ts";
import { MinerRows } from "./miner-rows.ts";
import { moveCheckpoint } from "./move-checkpoint.ts";
import { OperatorRows } from "./operator-rows.ts";
import { OptionRows } from "./option-rows.ts";
import { OrderAmendmentRows } from "./order-amendment-rows.ts";
import { OrderRows } from "./order-rows.ts";
import { OrderTriggerRows } from "./order-trigger-rows.ts";
import type { Pause } from "./pause.ts";
import { PreventedRows } from "./prevented-rows.ts";
import { ProfitGroup } from "./profit/profit-group.ts";
import type { ProjectionListings } from "./projection-listings.ts";
import { ReferralRows } from "./referral-rows.ts";
import type { ReadModelTables } from "./tables.ts";
import { TradeRows } from "./trade-rows.ts";
import { WithdrawalRows } from "./withdrawal-rows.ts";

/** Commands other than placements whose repetition is answered with orders, and the changes in that answer. */
const KEYED_CHANGES: Partial<Record<CommandKind, OrderCause>> = {
  "reduce-order": "reduced",
  "change-price": "moved",
  "cancel-all": "closed",
  "close-all-positions": "closed",
};

/** The events that nearly all commands emit. */
type FrequentEvent = Extract<
  ExchangeEvent,
  { kind: "executed" | "order-changed" | "trade-made" | "funds-posted" | "balance-changed" | "index-changed" }
>;
type MoneyMovement = Extract<
  ExchangeEvent,
  { kind: "deposit-credited" | "withdrawal-changed" | "converted" | "referral-paid" }
>;
type ContractEvent = Extract<
  ExchangeEvent,
  {
    kind:
      | "position-changed"
      | "mark-changed"
      | "funding-settled"
      | "funding-paid"
      | "funding-closed"
      | "liquidation-step";
  }
>;
type ProductEvent = Extract<
  ExchangeEvent,
  {
    kind:
      | "miner-changed"
      | "option-changed"
      | "option-ticked"
      | "lever-posted"
      | "match-prevented"
      | "order-modified"
      | "loan-changed"
      | "lever-liquidated";
  }
>;

/** Effect of consecutive commands on the read models, written in one transaction together with the checkpoint. */
export class ProjectionGroup {
  private readonly listings: ProjectionListings;
  private readonly listingRows = new ListingRows();
  private readonly orderRows: OrderRows;
  private readonly orderTriggerRows = new OrderTriggerRows();
  private readonly orderAmendmentRows = new OrderAmendmentRows();
  private readonly leverageRows: LeverageRows;
  private readonly tradeRows = new TradeRows();
  private readonly fundRecordRows = new FundRecordRows();
  private readonly klineRows = new KlineRows();
  private readonly depositRows = new DepositRows();
  private readonly withdrawalRows = new WithdrawalRows();
  private readonly balanceOutcomeRows = new BalanceOutcomeRows();
  private readonly contractRows = new ContractRows();
  private readonly deleveragedRows = new DeleveragedRows();
  private readonly minerRows = new MinerRows();
  private readonly optionRows = new OptionRows();
  private readonly referralRows = new ReferralRows();
  private readonly preventedRows = new PreventedRows();
  private readonly leverRows = new LeverRows();
  private readonly conversionRows = new ConversionRows();
  private readonly operatorRows = new OperatorRows();
  private readonly profit: ProfitGroup;
  /** The checkpoint before this group. */
  readonly fromSeq: number;
  /** Newest command in the group. */
  seq: number;
  private timeMs = 0;
  private command: CommandKind = "advance-time";
  private commandUserId = 0;

  constructor(fromSeq: number, listings: ProjectionListings) {
    this.fromSeq = fromSeq;
    this.seq = fromSeq;
    this.listings = listings;
    this.orderRows = new OrderRows(listings.leverages);
    this.leverageRows = new LeverageRows(listings.leverages);
    this.profit = new ProfitGroup(listings);
  }

  /** Minimum number of rows to write. */
  get rows(): number {
    return (
      this.listingRows.count +
      this.orderRows.count +
      this.orderTriggerRows.count +
      this.leverageRows.count +
      this.tradeRows.count +
      this.fundRecordRows.count +
      this.klineRows.count +
      this.depositRows.count +
      this.withdrawalRows.count +
      this.balanceOutcomeRows.count +
      this.contractRows.count +
      this.deleveragedRows.count +
      this.minerRows.count +
      this.optionRows.count +
      this.leverRows.count +
      this.conversionRows.count +
      this.operatorRows.count +
      this.profit.count +
      this.referralRows.count +
      this.preventedRows.count +
      this.orderAmendmentRows.count
    );
  }

  /** Adds the next event; a command's events begin with `executed`. */
  add(event: ExchangeEvent): void {
    const { seq, timeMs } = this;
    switch (event.kind) {
      case "executed":
        this.orderRows.endCommand();
        this.seq = event.seq;
        this.timeMs = event.timeMs;
        this.command = event.command;
        this.commandUserId = event.userId;
        this.fundRecordRows.begin();
        this.profit.begin(event);
        return;
      case "order-changed":
        this.addOrder(event, seq);
        return;
      case "trade-made":
        this.addTrade(event, seq, timeMs);
        return;
      case "funds-posted":
        if (this.listings.isLabelled(event.userId)) return;
        this.fundRecordRows.posted(event, seq, timeMs);
        this.tradeRows.posted(event, seq);
        this.profit.posted(event);
        return;
      case "balance-changed":
        this.fundRecordRows.balance(event, seq, timeMs);
        this.balanceOutcomeRows.changed(event, this.command, this.commandUserId, seq);
        return;
      case "index-changed":
        this.listings.prices.change(event.marketId, event.priceE8);
        if (event.priceE8 > 0) this.klineRows.index(event.marketId, event.priceE8, timeMs);
        return;
      default:
        this.addMoneyMovement(event);
    }
  }

  private addMoneyMovement(event: Exclude<ExchangeEvent, FrequentEvent>): void {
    const { seq, timeMs } = this;
    switch (event.kind) {
      case "deposit-credited":
        this.depositRows.credited(event, timeMs);
        return;
      case "withdrawal-changed":
        this.withdrawalRows.change(event, seq);
        if (!this.listings.isLabelled(event.userId)) this.fundRecordRows.withdrawal(event);
        this.profit.other(event);
        return;
      case "converted":
        if (!this.listings.isLabelled(event.userId)) this.conversionRows.converted(event, timeMs);
        return;
      case "referral-paid": {
        const { inviterId: userId, tradeId: refId } = event;
        const posted = { ...event, userId, wallet: "main", record: "referral", refId } as const;
        this.fundRecordRows.posted(posted, seq, timeMs);
        this.referralRows.paid(event);
        this.profit.other(event);
        return;
      }
      default:
        this.addContract(event);
    }
  }

  private addContract(event: Exclude<ExchangeEvent, FrequentEvent | MoneyMovement>): void {
    const { seq, timeMs } = this;
    switch (event.kind) {
      case "position-changed":
        if (!this.listings.isLabelled(event.userId)) this.leverageRows.changed(event);
        this.deleveragedRows.changed(event, seq);
        this.profit.other(event);
        return;
      case "mark-changed":
        this.klineRows.mark(event.marketId, this.listings.market(event.marketId), event.markTicks, timeMs);
        return;
      case "funding-settled":
        this.contractRows.settled(event, seq);
        return;
      case "funding-paid":
        if (!this.listings.isLabelled(event.userId)) this.contractRows.paid(event, seq, timeMs);
        this.profit.other(event);
        return;
      case "funding-closed":
        this.contractRows.closed(event, seq);
        return;
      case "liquidation-step":
        this.profit.other(event);
        this.deleveragedRows.deleveraged(event, this.listings, seq, timeMs);
        if (this.listings.isLabelled(event.userId)) return;
        this.contractRows.liquidated(event, seq, timeMs);
        this.tradeRows.liquidated(event, seq);
        this.orderRows.liquidated(event);
        return;
      default:
        this.addProduct(event);
    }
  }

  private addProduct(event: Exclude<ExchangeEvent, FrequentEvent | MoneyMovement | ContractEvent>): void {
    const { seq, timeMs } = this;
    switch (event.kind) {
      case "miner-changed":
        if (!this.listings.isLabelled(event.userId)) this.minerRows.changed(event, seq, timeMs);
        this.profit.other(event);
        return;
      case "option-changed":
        if (!this.listings.isLabelled(event.userId)) this.optionRows.change(event, seq);
        this.profit.other(event);
        return;
      case "option-ticked":
        this.optionRows.tick(event, seq, timeMs);
        return;
      case "match-prevented":
        if (!this.listings.isLabelled(event.userId)) this.preventedRows.prevented(event, timeMs);
        return;
      case "order-modified":
        if (!this.listings.isLabelled(event.userId)) this.orderAmendmentRows.modified(event, seq, timeMs);
        return;
      case "lever-posted":
        if (!this.listings.isLabelled(event.userId))
          this.fundRecordRows.posted(
            { ...event, wallet: "coin", marginMarketId: event.marketId },
            seq,
            timeMs,
          );
        this.profit.other(event);
        return;
      case "loan-changed":
        if (!this.listings.isLabelled(event.userId)) this.leverRows.loan(event, seq, timeMs);
        this.profit.other(event);
        return;
      case "lever-liquidated":
        if (!this.listings.isLabelled(event.userId)) this.leverRows.liquidated(event, seq, timeMs);
        this.profit.other(event);
        return;
      default:
        this.addListing(event);
    }
  }

  private addListing(
    event: Exclude<ExchangeEvent, FrequentEvent | MoneyMovement | ContractEvent | ProductEvent>,
  ): void {
    const { seq, timeMs } = this;
    switch (event.kind) {
      case "account-opened":
        this.listings.addAccount(event.userId, event.role);
        this.listingRows.account(event, seq, timeMs);
        return;
      case "asset-listed":
        this.listings.addAsset(event.assetId, event.asset);
        this.listingRows.asset(event, seq, timeMs);
        return;
      case "market-listed":
        this.listings.addMarket(event.marketId, event.market);
        this.listingRows.market(event, seq, timeMs, this.listings);
        return;
      case "contract-listed": {
        const { marketId, contract } = event;
        this.listings.addMarket(marketId, contract);
        const listed = { kind: "market-listed", marketId, market: contract } as const;
        this.listingRows.market(listed, seq, timeMs, this.listings);
        return;
      }
      case "market-status-changed":
        this.listingRows.status(event.marketId, event.status, seq);
        return;
      case "market-fees-set":
        this.listingRows.fees(event);
        return;
      case "balance-corrected":
        this.operatorRows.corrected(event);
        return;
      case "setting-changed":
        this.operatorRows.setting(event, seq, timeMs);
        return;
      case "inviter-set":
      case "referral-rate-set":
      case "option-terms-set":
      case "lever-changed":
      case "lever-listed":
      case "level-changed":
      case "account-frozen":
      case "pool-endowed":
      case "mining-plan-changed":
      case "funding-terms-set":
      case "setting-announced":
      case "announcement-ended":
        // The engine has the live state, and its history is not needed.
        return;
    }
  }

  private addOrder(order: OrderChanged, seq: number): void {
    this.profit.order(order);
    if (order.labelled) return;
    const keyed = order.userId === this.commandUserId && order.cause === KEYED_CHANGES[this.command];
    // Self-trade prevention takes lots off an order, too.
    if (order.cause === "reduced" && order.reason === "none")
      this.orderAmendmentRows.reduced(order, seq, this.orderRows.lotsOf(order.orderId));
    this.orderRows.change(order, seq, keyed);
    this.orderTriggerRows.change(order, seq);
  }

  private addTrade(trade: TradeMade, seq: number, timeMs: number): void {
    const market = this.listings.market(trade.marketId);
    this.profit.trade(trade, market, this.tradeRows.trade(trade, seq, timeMs));
    // A contract trade's ledger entries are posted separately.
    if (!market.isContract) this.fundRecordRows.trade(trade, market, seq, timeMs);
    this.klineRows.trade(trade, market, timeMs);
  }

  /**
   * Writes rows and checkpoint in one transaction; skips a group that is already written (its commit got no answer).
   * Throws CheckpointMovedError if the checkpoint is neither before nor after this group.
   * @param isConfirmed whether the commit waits for the disk and the standbys, even if the session's others do not
   */
  async write(
    db: Kysely<ReadModelTables>,
    journalId: string,
    pause: Pause,
    isConfirmed: boolean,
  ): Promise<void> {
    this.orderRows.endCommand();
    this.profit.endCommand();
    await db.transaction().execute(async (tx) => {
      if (isConfirmed) await sql`set local synchronous_commit = on`.execute(tx);
      const { fromSeq, seq, timeMs } = this;
      if (!(await moveCheckpoint(tx, { fromSeq, seq, timeMs, journalId }))) return;
      await this.listingRows.write(tx, pause);
      if (this.orderRows.count + this.withdrawalRows.count + this.profit.count > 0) await forbidScans(tx);
      await this.orderAmendmentRows.write(tx, pause);
      await this.orderRows.write(tx, pause);
      await this.orderTriggerRows.write(tx, pause);
      await this.leverageRows.write(tx, pause);
      // Says what the trades realized.
      await this.profit.write(tx, pause);
      await this.tradeRows.write(tx, pause);
      await this.fundRecordRows.write(tx, pause);
      await this.klineRows.write(tx, pause);
      await this.depositRows.write(tx, pause);
      await this.withdrawalRows.write(tx, pause);
      await this.balanceOutcomeRows.write(tx, pause);
      await this.contractRows.write(tx, pause);
      await this.deleveragedRows.write(tx, pause);
      await this.minerRows.write(tx, pause);
      await this.conversionRows.write(tx, pause);
      await this.operatorRows.write(tx, pause);
      await this.optionRows.write(tx, pause);
      await this.referralRows.write(tx, pause);
      await this.preventedRows.write(tx, pause);
      await this.leverRows.write(tx, pause);
    });
    this.profit.committed();
  }
}
