import type { BalanceState } from "@candor/domain/engine-port";
import type {
  FundRecordKind,
  OrderStatus,
  PositionLeg,
  Product,
  Result,
  Side,
  Wallet,
} from "@candor/domain/enumerations";
import type { MinerState } from "@candor/domain/events/mining-events";
import type { FoldedPosition } from "../../records/projections/profit/position-fold.ts";
import type {
  ClosedPosition,
  ClosedPositionFilter,
} from "../../records/projections/queries/closed-positions.ts";
import type { ContractIncome, IncomeFilter } from "../../records/projections/queries/contract-income.ts";
import type {
  ContractOrderFilter,
  ContractOrderRecord,
} from "../../records/projections/queries/contract-orders.ts";
import type { Conversion } from "../../records/projections/queries/conversions.ts";
import type { BadCursor, Page } from "../../records/projections/queries/cursor.ts";
import type { DeleveragedPosition } from "../../records/projections/queries/deleveraged-positions.ts";
import type { Disposal } from "../../records/projections/queries/fifo-disposals.ts";
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
import type { AmendmentFilter, OrderAmendment } from "../../records/projections/queries/order-amendments.ts";
import type { OrderRecord } from "../../records/projections/queries/order-of-row.ts";
import type { ListFilter } from "../../records/projections/queries/own-lists.ts";
import type { OwnFilter, WantedOrder } from "../../records/projections/queries/own-orders.ts";
import type {
  PositionStatistics,
  StatisticsFilter,
} from "../../records/projections/queries/position-statistics.ts";
import type {
  OwnOrderIds,
  PreventedFilter,
  PreventedMatch,
} from "../../records/projections/queries/prevented-matches.ts";
import type { ProfitHistory } from "../../records/projections/queries/profit-history.ts";
import type { ProfitHoldings } from "../../records/projections/queries/profit-holdings.ts";
import type { Statement } from "../../records/projections/queries/statement.ts";
import type { TapeFilter, TapeTrade } from "../../records/projections/queries/tape.ts";
import type { WithdrawalFilter, WithdrawalRecord } from "../../records/projections/queries/withdrawals.ts";

/** Filters of lists. Absent means everything; times are since ≤ t < until. */
export interface HistoryFilter {
  readonly userId: number;
  readonly marketId?: number | undefined;
  /** Any of these markets; if `marketId` is set, only that one. */
  readonly marketIds?: readonly number[] | undefined;
  readonly side?: Side | undefined;
  /** For fills: only margin orders, or only others. */
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
  /** Excludes everything after this command. */
  readonly throughSeq?: number | undefined;
}

interface MarketSummary {
  readonly marketId: number;
  readonly count: number;
  readonly volumeQuoteUnits: bigint;
}

/** Read models as used by the gateway: history, and the original answers to repeated commands. */
export interface ReadModels {
  /** Last command reflected in the read models. */
  readonly reachedSeq: number;
  /** Waits until `seq` is reflected, at most `timeoutMs`; @returns the last command reflected then. */
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
  /** Counts the records that match the filter, up to `most` + 1. */
  countFundRecords(filter: FundRecordFilter, most: number): Promise<number>;
  /** Returns the origin of one user's records by record id; kinds that are self-explanatory have no entry. */
  fundOrigins(userId: number, records: readonly FundRecord[]): Promise<ReadonlyMap<number, FundOrigin>>;
  /** Returns the balances in the answer to the user's transfer or withdrawal request. */
  answeredBalances(userId: number, seq: number): Promise<readonly BalanceState[]>;
  /** Returns the user's records of one transfer, deposit or withdrawal. */
  fundRecordsOfReference(userId: number, refId: number): Promise<readonly FundRecord[]>;
  placementAnswer(userId: number, seq: number, fillLimit: number): Promise<PlacementAnswer>;
  moveAnswer(userId: number, seq: number, fillLimit: number): Promise<PlacementAnswer>;
  orderOutcomes(userId: number, seq: number): Promise<readonly OrderOutcome[]>;
  /** Returns orders of one user in one market by id, oldest first. */
  ownOrders(
    filter: OwnFilter & { readonly orderIds?: readonly number[] | undefined },
    limit: number,
  ): Promise<readonly OrderRecord[]>;
  ownFills(
    filter: OwnFilter & { readonly orderId?: number | undefined },
    limit: number,
  ): Promise<readonly Fill[]>;
  /** Returns a market's trades, oldest first: from an id or a time on, otherwise the newest. */
  marketTrades(filter: TapeFilter, limit: number): Promise<readonly TapeTrade[]>;
  /** Returns a user's prevented matches in a market, oldest first. */
  preventedMatches(filter: PreventedFilter, limit: number): Promise<readonly PreventedMatch[]>;
  /** Returns the last prevented matches of each of a user's orders in a market, oldest first. */
  lastPreventedMatches(orders: OwnOrderIds): Promise<readonly PreventedMatch[]>;
  /** Returns what a user took off an order, oldest first. */
  orderAmendments(filter: AmendmentFilter, limit: number): Promise<readonly OrderAmendment[]>;
  /** Returns how many changes users made to an order. */
  amendmentCount(orderId: number): Promise<number>;
  /** Returns what auto-deleveraging closed of a user's positions, newest first. */
  deleveragedPositions(
    filter: Omit<LiquidationFilter, "side">,
    limit: number,
  ): Promise<readonly DeleveragedPosition[]>;
  /** Returns the newest samples of what accounts hold in a contract, oldest first. */
  positionStatistics(filter: StatisticsFilter, limit: number): Promise<readonly PositionStatistics[]>;
  /** Returns contract orders of one user with their triggers, oldest first. */
  contractOrders(filter: ContractOrderFilter, limit: number): Promise<readonly ContractOrderRecord[]>;
  /** Returns both legs of each OCO order, the limit leg first. */
  ownLists(filter: ListFilter, limit: number): Promise<readonly (readonly OrderRecord[])[]>;
  triggeredOrders(orderIds: readonly number[]): Promise<readonly number[]>;
  ownOrder(userId: number, marketId: number, wanted: WantedOrder): Promise<OrderRecord | undefined>;
  /** Returns a user's withdrawals, newest first, at most `limit`. */
  withdrawals(filter: WithdrawalFilter, limit: number): Promise<readonly WithdrawalRecord[]>;
  /** Returns the positions that contract orders traded for, of those of hedge mode. */
  orderLegs(orderIds: readonly number[]): Promise<readonly (readonly [orderId: number, leg: PositionLeg])[]>;
  /** Returns the market of one of the user's orders, live or closed. */
  marketOfOrder(userId: number, orderId: number): Promise<number | undefined>;
  fundingPayments(
    filter: FundingFilter,
    limit: number,
    cursor?: string,
  ): Promise<Page<FundingPayment> | BadCursor>;
  /** Returns a contract's fundings, newest first. */
  fundingRounds(marketId: number, limit: number, cursor?: string): Promise<Page<FundingRound> | BadCursor>;
  /** Returns fundings of some contracts, oldest first: those since a given time, or the newest ones. */
  fundingRoundsOf(filter: RoundFilter, limit: number): Promise<readonly FundingRound[]>;
  /** Returns a user's income from contracts, oldest first: since a given time, or the newest. */
  contractIncome(filter: IncomeFilter, limit: number, offset: number): Promise<readonly ContractIncome[]>;
  fundingOf(
    userId: number,
    fundingId: number,
  ): Promise<{ readonly payment: FundingPayment; readonly round: FundingRound } | undefined>;
  /** Returns liquidation steps that closed something. */
  liquidations(
    filter: LiquidationFilter,
    limit: number,
    cursor?: string,
  ): Promise<Page<LiquidationRecord> | BadCursor>;
  /** Returns all steps of one of the user's liquidations; empty if there is no such liquidation. */
  liquidationOf(
    userId: number,
    liquidationId: number,
  ): Promise<readonly { readonly step: LiquidationRecord; readonly fills: readonly Fill[] }[]>;
  /** Returns a user's machines, newest first. */
  miners(filter: MinerFilter, limit: number, cursor?: string): Promise<Page<MinerState> | BadCursor>;
  /** Returns all of the user's machines in production. */
  runningMiners(userId: number): Promise<readonly MinerState[]>;
  releasedMinerSums(userId: number, assetId: number): Promise<ReleasedSums>;
  /** Returns the user's machines that a command changed, as of the end of the command. */
  minerChanges(userId: number, seq: number): Promise<readonly MinerChangeRecord[]>;
  /** Returns the payment behind a fund record. */
  miningPayment(userId: number, recordId: number): Promise<MiningPayment | undefined>;
  /** Returns the income from the user's machines, in total and since a given time. */
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
  /** Returns the timed option that the user's command bought. */
  optionSoldBy(userId: number, seq: number): Promise<OptionRecord | undefined>;
  optionTicks(marketId: number, fromSeq: number, toSeq: number): Promise<readonly OptionTick[]>;
  /** Returns loans, interest and repayments, newest first. */
  loans(filter: LeverFilter, limit: number, cursor?: string): Promise<Page<LoanRecord> | BadCursor>;
  /** Returns the user's loans that a command changed, in order. */
  loansOfCommand(userId: number, seq: number): Promise<readonly LoanRecord[]>;
  loanOf(userId: number, loanId: number): Promise<LoanRecord | undefined>;
  /** Returns liquidation steps of margin accounts, newest first. */
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
  /**
   * Returns what all friends' trading fees have earned an inviter, in units of USDT; and the share of given friends.
   */
  referralTotal(inviterId: number): Promise<number>;
  referralContributions(inviterId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Returns the user's days, inclusive, counted from the start of 1970 in UTC. */
  profitHistory(userId: number, fromDay: number, toDay: number): Promise<ProfitHistory>;
  /** Returns the same days with every account's entries. */
  statement(userId: number, fromDay: number, toDay: number): Promise<Statement>;
  profitHoldings(userId: number): Promise<ProfitHoldings>;
  /** Yields what the user's coins cost and brought when they left; since ≤ t < until. */
  fifoDisposals(userId: number, sinceMs: number, untilMs: number): AsyncIterable<Disposal>;
  /** Returns a user's open contract positions. */
  openPositions(userId: number): Promise<readonly FoldedPosition[]>;
  closedPositions(
    filter: ClosedPositionFilter,
    limit: number,
    cursor?: string,
  ): Promise<Page<ClosedPosition> | BadCursor>;
  /** Returns what the faucet has given the user since a given time, by asset, in units. */
  faucetGivenSince(userId: number, sinceMs: number): Promise<ReadonlyMap<number, number>>;
}
