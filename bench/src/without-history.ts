import type { ReadModels } from "@candor/server/edge/gateway/read-models";
import type { WorkerEngine } from "@candor/server/engine/runtime/worker-engine";

/** Read models that refuse every query: placing orders with new keys never reads history. */
export function withoutHistory(engine: WorkerEngine): ReadModels {
  const refuse = () => Promise.reject(new Error("the bench has no read models"));
  return {
    get reachedSeq() {
      return engine.durableSeq;
    },
    waitFor: refuse,
    orderHistory: refuse,
    orderSummaries: refuse,
    fillHistory: refuse,
    ownOrders: refuse,
    ownFills: refuse,
    ownOrder: refuse,
    marketTrades: refuse,
    preventedMatches: refuse,
    contractOrders: refuse,
    ownLists: refuse,
    withdrawals: refuse,
    fundRecords: refuse,
    countFundRecords: refuse,
    fundOrigins: refuse,
    answeredBalances: refuse,
    fundRecordsOfReference: refuse,
    placementAnswer: refuse,
    orderOutcomes: refuse,
    orderLegs: refuse,
    triggeredOrders: refuse,
    marketOfOrder: refuse,
    fundingPayments: refuse,
    fundingRounds: refuse,
    fundingRoundsOf: refuse,
    contractIncome: refuse,
    fundingOf: refuse,
    liquidations: refuse,
    liquidationOf: refuse,
    conversion: refuse,
    miners: refuse,
    runningMiners: refuse,
    releasedMinerSums: refuse,
    minerChanges: refuse,
    miningPayment: refuse,
    miningIncome: refuse,
    referralTotal: refuse,
    referralContributions: refuse,
    optionHistory: refuse,
    optionSummary: refuse,
    optionOf: refuse,
    optionSoldBy: refuse,
    optionTicks: refuse,
    loans: refuse,
    loansOfCommand: refuse,
    loanOf: refuse,
    leverLiquidations: refuse,
    leverLiquidationOf: refuse,
    profitHistory: refuse,
    profitHoldings: refuse,
    statement: refuse,
    openPositions: refuse,
    closedPositions: refuse,
    fifoDisposals: () => {
      throw new Error("the bench has no read models");
    },
    faucetGivenSince: refuse,
  };
}
