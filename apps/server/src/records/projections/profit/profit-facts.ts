import type { CommandKind } from "@candor/domain/commands/commands";
import type { FundRecordKind, ProfitSource } from "@candor/domain/enumerations";
import type { FundingPaid, LiquidationStep } from "@candor/domain/events/contract-events";
import type { FundsPosted, TradeMade, WithdrawalChanged } from "@candor/domain/events/events";
import type { LeverLiquidated, LeverPosted, LoanChanged } from "@candor/domain/events/lever-events";
import type { MinerChanged } from "@candor/domain/events/mining-events";
import type { OptionChanged } from "@candor/domain/events/option-events";
import type { ReferralPaid } from "@candor/domain/events/referral-events";
import { dayOf } from "../day.ts";
import { NO_MARGIN } from "../fund-record-rows.ts";
import type { ProjectedMarket, ProjectionListings } from "../projection-listings.ts";
import { type FillRow, userOfFill } from "../trade-rows.ts";
import type { ChangedAccount } from "./changed-account.ts";
import { minerValueChange } from "./miner-value.ts";
import { valueE16 } from "./values.ts";

interface Change extends ChangedAccount {
  readonly units: number;
  /** What it was bought or sold for, or its value at the index; the sign of `units`. */
  readonly valueE16: bigint;
}

/** One event's effect on one user's accounts. Profit = Σ changes of their costs − money from others. */
export interface ProfitFact {
  readonly userId: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly day: number;
  readonly kind: FundRecordKind;
  readonly source: ProfitSource;
  marketId: number;
  readonly changes: readonly Change[];
  /** Whether the amount came from others, or went to them, so that it is no profit. */
  readonly isFlow: boolean;
  /** Whether the second change has the cost that the first one loses: coins between own accounts. */
  readonly isTransfer: boolean;
}

/** One side of a spot trade: its row, which has everything else, because there are many. */
export interface TradeFact {
  readonly fill: FillRow;
  readonly market: ProjectedMarket;
  readonly source: ProfitSource;
}

const NO_MARKET = -1;
const CONTRACT_RECORDS: readonly FundRecordKind[] = [
  "realized-profit",
  "trade-fee",
  "funding",
  "liquidation",
  "adl",
];
const FLOWS: readonly FundRecordKind[] = ["deposit", "withdrawal", "faucet", "adjustment"];

/** The facts of one group of commands, in the order of their events. Values are at the index of that moment. */
export class ProfitFacts {
  private readonly listings: ProjectionListings;
  readonly all: (ProfitFact | TradeFact)[] = [];
  readonly userIds = new Set<number>();
  private seq = 0;
  private timeMs = 0;
  private command: CommandKind = "advance-time";
  /** The first half of a movement between own accounts. */
  private leaving: Change | undefined;
  private returnedId = 0;
  private lastTrade: TradeMade | undefined;
  private lastFunding: FundingPaid | undefined;
  /** Entries of liquidations whose market the next step says. */
  private forced: { readonly fact: ProfitFact; readonly liquidationId: number }[] = [];

  constructor(listings: ProjectionListings) {
    this.listings = listings;
  }

  begin(command: CommandKind, seq: number, timeMs: number): void {
    this.command = command;
    this.seq = seq;
    this.timeMs = timeMs;
    this.returnedId = 0;
    this.lastTrade = undefined;
    this.forced = [];
  }

  /** A trade, before the postings about it. `maker` and `taker` are absent for labeled sides. */
  trade(
    trade: TradeMade,
    market: ProjectedMarket,
    maker: FillRow | undefined,
    taker: FillRow | undefined,
  ): void {
    this.lastTrade = trade;
    if (market.isContract) return;
    const priceE8 = this.listings.prices.priceE8(market.quoteAssetId);
    if (maker !== undefined) this.side(maker, market, priceE8, trade.makerLever);
    if (taker !== undefined) this.side(taker, market, priceE8, trade.takerLever);
  }

  private side(fill: FillRow, market: ProjectedMarket, priceE8: number, isLever: boolean): void {
    fill.quotePriceE8 = priceE8;
    const source = isLever ? "lever" : this.command === "convert" ? "convert" : "spot";
    this.userIds.add(userOfFill(fill));
    this.all.push({ fill, market, source });
  }

  posted(event: FundsPosted): void {
    const { record, refId } = event;
    const change = this.change({ ...event, marginMarketId: NO_MARGIN });
    const isReturned = refId === this.returnedId && record.startsWith("withdrawal");
    if (isReturned) return;
    if (FLOWS.includes(record)) this.push(record, "withdrawal", [change], { isFlow: true });
    else if (record === "withdrawal-fee") this.push(record, "withdrawal", [change]);
    else if (record === "transfer-in" || record === "transfer-out" || record === "convert")
      this.move(record, change);
    else if (CONTRACT_RECORDS.includes(record)) this.contract(record, refId, change);
    // Stakes and machines change what an account is worth when they end: option, miner.
  }

  leverPosted(event: LeverPosted): void {
    const { record, marketId } = event;
    const change = this.change({ ...event, wallet: "coin", marginMarketId: marketId });
    if (record === "transfer-in" || record === "transfer-out") this.move(record, change);
    // Loans and repayments change balance and debt alike.
    else if (record === "liquidation") this.push(record, "lever", [change], { marketId });
  }

  loan(event: LoanChanged): void {
    if (event.loanKind !== "repay") this.owed(event, event.assetId, 0 - event.interestUnits, "interest");
  }

  /** What is still owed after the last step is forgiven. */
  leverLiquidated(event: LeverLiquidated): void {
    if (event.method !== "insurance-fund") return;
    const { baseAssetId, quoteAssetId } = this.listings.market(event.marketId);
    this.owed(event, baseAssetId, event.baseOwedUnits - event.baseRepaidUnits, "liquidation");
    this.owed(event, quoteAssetId, event.quoteOwedUnits - event.quoteRepaidUnits, "liquidation");
  }

  private owed(
    { userId, marketId }: { readonly userId: number; readonly marketId: number },
    assetId: number,
    amountUnits: number,
    kind: FundRecordKind,
  ): void {
    const account = { userId, wallet: "coin", marginMarketId: marketId, assetId } as const;
    this.push(kind, "lever", [this.change({ ...account, amountUnits })], { marketId });
  }

  /** Until it ends, an option counts as its stake. */
  option(event: OptionChanged): void {
    if (event.cause !== "settled" && event.cause !== "voided") return;
    const { userId, marketId } = event;
    const { quoteAssetId: assetId } = this.listings.market(marketId);
    const amountUnits = event.payoutUnits - event.stakeUnits;
    const change = this.change({ userId, wallet: "option", marginMarketId: NO_MARGIN, assetId, amountUnits });
    this.push("option-payout", "option", [change], { marketId });
  }

  miner(event: MinerChanged): void {
    const { userId, assetId } = event;
    const amountUnits = minerValueChange(event);
    const change = this.change({ userId, wallet: "main", marginMarketId: NO_MARGIN, assetId, amountUnits });
    this.push("mining-income", "mining", [change]);
  }

  referral({ inviterId: userId, assetId, amountUnits, marketId }: ReferralPaid): void {
    const change = this.change({ userId, wallet: "main", marginMarketId: NO_MARGIN, assetId, amountUnits });
    this.push("referral", "referral", [change], { marketId });
  }

  withdrawal({ withdrawalId, status }: WithdrawalChanged): void {
    if (status === "returned") this.returnedId = withdrawalId;
  }

  funding(event: FundingPaid): void {
    this.lastFunding = event;
  }

  /** Says the market of the entries before it. */
  step({ liquidationId, marketId }: LiquidationStep): void {
    for (const { fact, liquidationId: id } of this.forced) if (id === liquidationId) fact.marketId = marketId;
    this.forced = this.forced.filter((entry) => entry.liquidationId !== liquidationId);
  }

  private contract(record: FundRecordKind, refId: number, change: Change): void {
    const trade = this.lastTrade?.tradeId === refId ? this.lastTrade : undefined;
    const funding = record === "funding" ? this.lastFunding : undefined;
    const marketId = (funding ?? trade)?.marketId ?? NO_MARKET;
    const fact = this.push(record, "contract", [change], { marketId });
    if (record === "liquidation" || record === "adl") this.forced.push({ fact, liquidationId: refId });
  }

  /** The two entries of a movement follow each other, the one that leaves first. */
  private move(record: FundRecordKind, change: Change): void {
    if (change.units < 0) {
      this.leaving = change;
      return;
    }
    const { leaving } = this;
    this.leaving = undefined;
    const fits = leaving?.assetId === change.assetId && leaving.units + change.units === 0;
    if (leaving === undefined || !fits) throw new Error(`command ${this.seq} moved coins in without out`);
    const marketId = Math.max(leaving.marginMarketId, change.marginMarketId);
    this.push(record, marketId >= 0 ? "lever" : "withdrawal", [leaving, change], {
      marketId,
      isTransfer: true,
    });
  }

  private change(from: ChangedAccount & { readonly amountUnits: number }): Change {
    const { userId, wallet, marginMarketId, assetId, amountUnits: units } = from;
    return { userId, wallet, marginMarketId, assetId, units, valueE16: this.value(assetId, units) };
  }

  private value(assetId: number, units: number): bigint {
    return valueE16(units, this.listings.scale(assetId), this.listings.prices.priceE8(assetId));
  }

  private push(
    kind: FundRecordKind,
    source: ProfitSource,
    changes: readonly Change[],
    more: Partial<Pick<ProfitFact, "marketId" | "isFlow" | "isTransfer">> = {},
  ): ProfitFact {
    const { seq, timeMs } = this;
    const { userId } = changes[0] as Change;
    this.userIds.add(userId);
    const fact: ProfitFact = {
      userId,
      seq,
      timeMs,
      day: dayOf(timeMs),
      kind,
      source,
      changes,
      marketId: more.marketId ?? NO_MARKET,
      isFlow: more.isFlow ?? false,
      isTransfer: more.isTransfer ?? false,
    };
    this.all.push(fact);
    return fact;
  }
}
