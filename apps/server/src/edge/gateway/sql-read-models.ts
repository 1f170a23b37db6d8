import type { Kysely } from "kysely";
import type { ProjectorPort } from "../../records/projections/projector-port.ts";
import { closedPositions, openPositions } from "../../records/projections/queries/closed-positions.ts";
import { contractIncome } from "../../records/projections/queries/contract-income.ts";
import { contractOrders, orderLegs } from "../../records/projections/queries/contract-orders.ts";
import { conversion } from "../../records/projections/queries/conversions.ts";
import { BAD_CURSOR } from "../../records/projections/queries/cursor.ts";
import { deleveragedPositions } from "../../records/projections/queries/deleveraged-positions.ts";
import { fifoDisposals } from "../../records/projections/queries/fifo-disposals.ts";
import { fillHistory } from "../../records/projections/queries/fills.ts";
import {
  balanceOutcomes,
  moveAnswer,
  orderOutcomes,
  placementAnswer,
} from "../../records/projections/queries/first-answer.ts";
import { fundOrigins } from "../../records/projections/queries/fund-origins.ts";
import {
  countFundRecords,
  faucetGivenSince,
  fundRecords,
  fundRecordsOfReference,
} from "../../records/projections/queries/fund-records.ts";
import {
  fundingOf,
  fundingPayments,
  fundingRounds,
  fundingRoundsOf,
} from "../../records/projections/queries/fundings.ts";
import {
  leverLiquidationOf,
  leverLiquidations,
  loanOf,
  loans,
  loansOfCommand,
} from "../../records/projections/queries/lever.ts";
import { liquidationOf, liquidations } from "../../records/projections/queries/liquidations.ts";
import {
  minerChanges,
  miners,
  miningIncome,
  miningPayment,
  releasedMinerSums,
  runningMiners,
} from "../../records/projections/queries/miners.ts";
import {
  optionHistory,
  optionOf,
  optionSoldBy,
  optionSummary,
  optionTicks,
} from "../../records/projections/queries/options.ts";
import { amendmentCount, orderAmendments } from "../../records/projections/queries/order-amendments.ts";
import {
  marketOfOrder,
  orderHistory,
  orderSummaries,
} from "../../records/projections/queries/order-history.ts";
import { ownLists } from "../../records/projections/queries/own-lists.ts";
import {
  ownFills,
  ownOrder,
  ownOrders,
  triggeredOrders,
} from "../../records/projections/queries/own-orders.ts";
import { positionStatisticsOf } from "../../records/projections/queries/position-statistics.ts";
import {
  lastPreventedMatches,
  preventedMatches,
} from "../../records/projections/queries/prevented-matches.ts";
import { profitHistory } from "../../records/projections/queries/profit-history.ts";
import { profitHoldings } from "../../records/projections/queries/profit-holdings.ts";
import { referralContributions, referralTotal } from "../../records/projections/queries/referrals.ts";
import { statement } from "../../records/projections/queries/statement.ts";
import { marketTrades } from "../../records/projections/queries/tape.ts";
import { withdrawalHistory } from "../../records/projections/queries/withdrawals.ts";
import type { ReadModelTables } from "../../records/projections/tables.ts";
import type { ReadModels } from "./read-models.ts";

/** SQL implementation of the read models for the gateway. */
export function sqlReadModels(
  db: Kysely<ReadModelTables>,
  projector: Pick<ProjectorPort, "reachedSeq" | "waitFor">,
): ReadModels {
  return {
    get reachedSeq() {
      return projector.reachedSeq;
    },
    waitFor: (seq, timeoutMs) => projector.waitFor(seq, timeoutMs),
    orderHistory: (filter, limit, cursor) => orderHistory(db, filter, limit, cursor),
    orderSummaries: (filter) => orderSummaries(db, filter),
    fillHistory: (filter, limit, cursor) => fillHistory(db, filter, limit, cursor),
    ownOrders: (filter, limit) => ownOrders(db, filter, limit),
    contractOrders: (filter, limit) => contractOrders(db, filter, limit),
    marketTrades: (filter, limit) => marketTrades(db, filter, limit),
    ...modelsOfPrograms(db),
    ownLists: (filter, limit) => ownLists(db, filter, limit),
    withdrawals: async (filter, limit) => {
      const page = await withdrawalHistory(db, filter, limit);
      // Only a cursor can be invalid, and there is none here.
      return page === BAD_CURSOR ? [] : page.rows;
    },
    ownFills: (filter, limit) => ownFills(db, filter, limit),
    contractIncome: (filter, limit, offset) => contractIncome(db, filter, limit, offset),
    fundingRoundsOf: (filter, limit) => fundingRoundsOf(db, filter, limit),
    triggeredOrders: (orderIds) => triggeredOrders(db, orderIds),
    ownOrder: (userId, marketId, wanted) => ownOrder(db, userId, marketId, wanted),
    fundRecords: (filter, limit, cursor) => fundRecords(db, filter, limit, cursor),
    countFundRecords: (filter, most) => countFundRecords(db, filter, most),
    fundOrigins: (userId, records) => fundOrigins(db, userId, records),
    answeredBalances: (userId, seq) => balanceOutcomes(db, userId, seq),
    fundRecordsOfReference: (userId, refId) => fundRecordsOfReference(db, userId, refId),
    placementAnswer: (userId, seq, fillLimit) => placementAnswer(db, userId, seq, fillLimit),
    moveAnswer: (userId, seq, fillLimit) => moveAnswer(db, userId, seq, fillLimit),
    orderOutcomes: (userId, seq) => orderOutcomes(db, userId, seq),
    orderLegs: (orderIds) => orderLegs(db, orderIds),
    marketOfOrder: (userId, orderId) => marketOfOrder(db, userId, orderId),
    fundingPayments: (filter, limit, cursor) => fundingPayments(db, filter, limit, cursor),
    fundingRounds: (marketId, limit, cursor) => fundingRounds(db, marketId, limit, cursor),
    fundingOf: (userId, fundingId) => fundingOf(db, userId, fundingId),
    liquidations: (filter, limit, cursor) => liquidations(db, filter, limit, cursor),
    liquidationOf: (userId, liquidationId) => liquidationOf(db, userId, liquidationId),
    miners: (filter, limit, cursor) => miners(db, filter, limit, cursor),
    runningMiners: (userId) => runningMiners(db, userId),
    releasedMinerSums: (userId, assetId) => releasedMinerSums(db, userId, assetId),
    minerChanges: (userId, seq) => minerChanges(db, userId, seq),
    miningPayment: (userId, recordId) => miningPayment(db, userId, recordId),
    miningIncome: (userId, assetId, sinceMs) => miningIncome(db, userId, assetId, sinceMs),
    optionHistory: (filter, limit, cursor) => optionHistory(db, filter, limit, cursor),
    optionSummary: (filter) => optionSummary(db, filter),
    optionOf: (userId, optionId) => optionOf(db, userId, optionId),
    optionSoldBy: (userId, seq) => optionSoldBy(db, userId, seq),
    optionTicks: (marketId, fromSeq, toSeq) => optionTicks(db, marketId, fromSeq, toSeq),
    loans: (filter, limit, cursor) => loans(db, filter, limit, cursor),
    loansOfCommand: (userId, seq) => loansOfCommand(db, userId, seq),
    loanOf: (userId, loanId) => loanOf(db, userId, loanId),
    leverLiquidations: (filter, limit, cursor) => leverLiquidations(db, filter, limit, cursor),
    leverLiquidationOf: (userId, stepId) => leverLiquidationOf(db, userId, stepId),
    conversion: (userId, convertId) => conversion(db, userId, convertId),
    referralTotal: (inviterId) => referralTotal(db, inviterId),
    referralContributions: (inviterId, userIds) => referralContributions(db, inviterId, userIds),
    profitHistory: (userId, fromDay, toDay) => profitHistory(db, userId, fromDay, toDay),
    statement: (userId, fromDay, toDay) => statement(db, userId, fromDay, toDay),
    profitHoldings: (userId) => profitHoldings(db, userId),
    fifoDisposals: (userId, sinceMs, untilMs) => fifoDisposals(db, userId, sinceMs, untilMs),
    openPositions: (userId) => openPositions(db, userId),
    closedPositions: (filter, limit, cursor) => closedPositions(db, filter, limit, cursor),
    faucetGivenSince: (userId, sinceMs) => faucetGivenSince(db, userId, sinceMs),
  };
}

/** What only programs ask for. */
function modelsOfPrograms(
  db: Kysely<ReadModelTables>,
): Pick<
  ReadModels,
  | "preventedMatches"
  | "lastPreventedMatches"
  | "orderAmendments"
  | "amendmentCount"
  | "deleveragedPositions"
  | "positionStatistics"
> {
  return {
    preventedMatches: (filter, limit) => preventedMatches(db, filter, limit),
    lastPreventedMatches: (orders) => lastPreventedMatches(db, orders),
    orderAmendments: (filter, limit) => orderAmendments(db, filter, limit),
    amendmentCount: (orderId) => amendmentCount(db, orderId),
    deleveragedPositions: (filter, limit) => deleveragedPositions(db, filter, limit),
    positionStatistics: (filter, limit) => positionStatisticsOf(db, filter, limit),
  };
}
