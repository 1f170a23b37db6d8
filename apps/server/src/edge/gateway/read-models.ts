import type { BalanceState } from "@candor/domain/engine-port";
import type { FundRecordKind, OrderStatus, Product, Result, Side, Wallet } from "@candor/domain/enumerations";
import type { MinerState } from "@candor/domain/events/mining-events";
import type { ContractIncome, IncomeFilter } from "../../records/projections/queries/contract-income.ts";
import type { Conversion } from "../../records/projections/queries/conversions.ts";
import type { BadCursor, Page } from "../../records/projections/queries/cursor.ts";
import type { Fill } from "../../records/projections/queries/fills.ts";
import type { OrderOutcome, PlacementAnswer } from "../../records/projections/queries/first-answer.ts";
import type { FundOrigin } from "../../records/projections/queries/fund-origins.ts";
import type { FundRecord } from "../../records/projections/queries/fund-records.ts";
import type {
  FundingFilter,
  FundingPayment,
  FundingRound,
  RoundFilter,
} from "../../records/projections/queries/fundings.ts";
import type {
  LeverFilter,
  LeverLiquidationRecord,
  LoanRecord,
} from "../../records/projections/queries/lever.ts";
import type { LiquidationFilter, LiquidationRecord } from "../../records/projections/queries/liquidations.ts";
import type {
  MinerChangeRecord,
  MinerFilter,
  MiningPayment,
  ReleasedSums,
} from "../../records/projections/queries/miners.ts";
import type {
  OptionFilter,
  OptionRecord,
  OptionSummary,
  OptionTick,
} from "../../records/projections/queries/options.ts";
import type { OrderRecord } from "../../records/projections/queries/order-of-row.ts";
import type { ListFilter } from "../../records/projections/queries/own-lists.ts";
import type { OwnFilter, WantedOrder } from "../../records/projections/queries/own-orders.ts";
import type { WithdrawalFilter, WithdrawalRecord } from "../../records/projections/queries/withdrawals.ts";

/** What lists may be narrowed by. Absent: everything; since ≤ t < until. */
export interface HistoryFilter {
  readonly userId: number;
  readonly marketId?: number | undefined;
  /** Any of these; with `marketId` that one alone. */
  readonly marketIds?: readonly number[] | undefined;
  readonly side?: Side | undefined;
  /** Of fills: of leveraged orders, or of all others. */
  readonly lever?: boolean | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

export interface OrderHistoryFilter extends HistoryFilter {
  readonly product?: Product | undefined;
  readonly statuses: readonly OrderStatus[];
}

export interface FundRecordFilter {
  readonly userId: number;
  readonly wallet?: Wallet | undefined;
  readonly margin?: boolean | undefined;
  readonly assetId?: number | undefined;
  readonly kinds?: readonly FundRecordKind[] | undefined;
  readonly result?: Result | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** Leaves out what came after this command. */
  readonly throughSeq?: number | undefined;
}

export interface MarketSummary {
  readonly marketId: number;
  readonly count: number;
  readonly volumeQuoteUnits: bigint;
}

/** What the gateway asks of the read models: history, and first answers for repeated commands. */
export interface ReadModels {
  /** Every command up to this one is reflected. */
  readonly reachedSeq: number;
  /** Waits until `seq` is reflected, at most `timeoutMs`; @returns what is reflected then. */
  waitFor(seq: number, timeoutMs: number): Promise<number>;
  orderHistory(
    filter: OrderHistoryFilter,
    limit: number,
    cursor?: string,
  ): Promise<Page<OrderRecord> | BadCursor>;
  orderSummaries(filter: OrderHistoryFilter): Promise<readonly MarketSummary[]>;
  fillHistory(filter: HistoryFilter, limit: number, cursor?: string): Promise<Page<Fill> | BadCursor>;
  fundRecords(
    filter: FundRecordFilter,
    limit: number,
    cursor?: string,
  ): Promise<Page<FundRecord> | BadCursor>;
  /** How many records the filter lets through, counted up to `most` + 1. */
  countFundRecords(filter: FundRecordFilter, most: number): Promise<number>;
  /** What records of one user come from, by record id; kinds that say everything have no entry. */
  fundOrigins(userId: number, records: readonly FundRecord[]): Promise<ReadonlyMap<number, FundOrigin>>;
  /** The balances that the user's transfer or withdrawal request was answered with. */
  balanceOutcomes(userId: number, seq: number): Promise<readonly BalanceState[]>;
  /** The user's records of one transfer, deposit or withdrawal. */
  fundRecordsOfReference(userId: number, refId: number): Promise<readonly FundRecord[]>;
  placementAnswer(userId: number, seq: number, fillLimit: number): Promise<PlacementAnswer>;
  orderOutcomes(userId: number, seq: number): Promise<readonly OrderOutcome[]>;
  /** Orders of one user in one market by their ids, oldest first. */
  ownOrders(
    filter: OwnFilter & { readonly orderIds?: readonly number[] | undefined },
    limit: number,
  ): Promise<readonly OrderRecord[]>;
  ownFills(
    filter: OwnFilter & { readonly orderId?: number | undefined },
    limit: number,
  ): Promise<readonly Fill[]>;
  /** Both legs of each OCO order, the limit leg first. */
  ownLists(filter: ListFilter, limit: number): Promise<readonly (readonly OrderRecord[])[]>;
  ownOrder(userId: number, marketId: number, wanted: WantedOrder): Promise<OrderRecord | undefined>;
  /** A user's withdrawals, newest first, at most `limit`. */
  withdrawals(filter: WithdrawalFilter, limit: number): Promise<readonly WithdrawalRecord[]>;
  /** The market of one of the user's orders, live or closed. */
  marketOfOrder(userId: number, orderId: number): Promise<number | undefined>;
  fundingPayments(
    filter: FundingFilter,
    limit: number,
    cursor?: string,
  ): Promise<Page<FundingPayment> | BadCursor>;
  /** A contract's fundings, newest first. */
  fundingRounds(marketId: number, limit: number, cursor?: string): Promise<Page<FundingRound> | BadCursor>;
  /** Fundings of some contracts, oldest first: those from a moment on, or the newest ones. */
  fundingRoundsOf(filter: RoundFilter, limit: number): Promise<readonly FundingRound[]>;
  /** A user's income from contracts, oldest first: from a moment on, or the newest. */
  contractIncome(filter: IncomeFilter, limit: number, offset: number): Promise<readonly ContractIncome[]>;
  fundingOf(
    userId: number,
    fundingId: number,
  ): Promise<{ readonly payment: FundingPayment; readonly round: FundingRound } | undefined>;
  /** Steps of liquidations that closed something. */
  liquidations(
    filter: LiquidationFilter,
    limit: number,
    cursor?: string,
  ): Promise<Page<LiquidationRecord> | BadCursor>;
  /** All steps of one of the user's liquidations; empty: there is no such one. */
  liquidationOf(
    userId: number,
    liquidationId: number,
  ): Promise<readonly { readonly step: LiquidationRecord; readonly fills: readonly Fill[] }[]>;
  /** A user's machines, newest first. */
  miners(filter: MinerFilter, limit: number, cursor?: string): Promise<Page<MinerState> | BadCursor>;
  /** All of the user's machines in production. */
  runningMiners(userId: number): Promise<readonly MinerState[]>;
  releasedMinerSums(userId: number, assetId: number): Promise<ReleasedSums>;
  /** The user's machines that a command changed, as it left them. */
  minerChanges(userId: number, seq: number): Promise<readonly MinerChangeRecord[]>;
  /** The payment that a fund record tells of. */
  miningPayment(userId: number, recordId: number): Promise<MiningPayment | undefined>;
  /** What the user's machines have paid in all and since a moment. */
  miningIncome(
    userId: number,
    assetId: number,
    sinceMs: number,
  ): Promise<{ readonly totalUnits: number; readonly sinceUnits: number }>;
  optionHistory(
    filter: OptionFilter,
    limit: number,
    cursor?: string,
  ): Promise<Page<OptionRecord> | BadCursor>;
  optionSummary(filter: OptionFilter): Promise<OptionSummary>;
  optionOf(userId: number, optionId: number): Promise<OptionRecord | undefined>;
  /** The timed option that the user's command bought. */
  optionSoldBy(userId: number, seq: number): Promise<OptionRecord | undefined>;
  optionTicks(marketId: number, fromSeq: number, toSeq: number): Promise<readonly OptionTick[]>;
  /** What was borrowed, charged and repaid, newest first. */
  loans(filter: LeverFilter, limit: number, cursor?: string): Promise<Page<LoanRecord> | BadCursor>;
  /** The user's loans that a command changed, in their order. */
  loansOfCommand(userId: number, seq: number): Promise<readonly LoanRecord[]>;
  loanOf(userId: number, loanId: number): Promise<LoanRecord | undefined>;
  /** Steps of liquidations of margin accounts, newest first. */
  leverLiquidations(
    filter: LeverFilter,
    limit: number,
    cursor?: string,
  ): Promise<Page<LeverLiquidationRecord> | BadCursor>;
  leverLiquidationOf(
    userId: number,
    stepId: number,
  ): Promise<{ readonly step: LeverLiquidationRecord; readonly fills: readonly Fill[] } | undefined>;
  conversion(userId: number, convertId: number): Promise<Conversion | undefined>;
  /** What all friends' trading fees have brought an inviter, in units of USDT; and what some of them have. */
  referralTotal(inviterId: number): Promise<number>;
  referralContributions(inviterId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** What the faucet gave the user since then, by asset, in units. */
  faucetGivenSince(userId: number, sinceMs: number): Promise<ReadonlyMap<number, number>>;
}
