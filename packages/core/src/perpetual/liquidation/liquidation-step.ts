import { LAYOUT } from "@candor/codec/event-layouts";
import {
  type LiquidationMethod,
  type MarginMode,
  POSITION_LEGS,
  type PositionLeg,
} from "@candor/domain/enumerations";
import { type AccountPosition, INSURANCE_FUND_USER_ID } from "@candor/domain/events/contract-events";
import { tierOf, valueOf } from "@candor/formulas/perpetual/margin";
import type { Lots, PriceE8, Ticks, Units } from "@candor/money/brand";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import type { Position } from "../../state/perpetual/position.ts";
import type { Execution } from "../orders/execute-contract-order.ts";
import { type Risk, riskOf } from "../position/account-risk.ts";
import { fundEquity, fundMaintenance } from "../position/fund-equity.ts";

/** The situation before a step. */
export interface BeforeStep extends Risk {
  readonly contract: Contract;
  readonly liquidationId: number;
  readonly userId: number;
  readonly positionId: number;
  readonly marginMode: MarginMode;
  readonly leg: PositionLeg | undefined;
  readonly lots: number;
  readonly cost: number;
  readonly margin: number;
  readonly walletUnits: number;
  readonly tier: number;
  readonly positions: readonly AccountPosition[];
}

export const NOTHING: Execution = { fills: 0, lots: 0, units: 0, feeUnits: 0, lossUnits: 0, forced: [] };
const NOBODY = { userId: 0, realized: 0 };

/** Everything that determines a step of a user's liquidation. */
export function beforeStep(state: ExchangeState, position: Position): BeforeStep {
  const { lots, cost, margin, contract, userId, isCross } = position;
  return {
    ...riskOf(state, position),
    contract,
    liquidationId: position.liquidationId,
    userId,
    positionId: position.id,
    marginMode: isCross ? "cross" : "isolated",
    leg: POSITION_LEGS[position.leg - 1],
    lots,
    cost,
    margin,
    walletUnits: state.ledger.total(position.wallet),
    tier: tierAtMark(contract, lots),
    positions: isCross ? accountOf(position) : [],
  };
}

/** The same for the fund itself, which is one cross account over all contracts of its coin. */
export function beforeFundStep(state: ExchangeState, contract: Contract): BeforeStep {
  const { fund, market } = contract;
  const { quoteAsset } = market;
  const held = state.perpetual.contracts.filter(
    (each) => each.fund.lots !== 0 && each.market.quoteAsset === quoteAsset,
  );
  return {
    equity: fundEquity(state, quoteAsset),
    maintenance: fundMaintenance(state, quoteAsset),
    contract,
    liquidationId: fund.liquidationId,
    userId: INSURANCE_FUND_USER_ID,
    positionId: 0,
    marginMode: "cross",
    leg: undefined,
    lots: fund.lots,
    cost: fund.cost,
    margin: 0,
    walletUnits: state.ledger.systemBalance("insurance", quoteAsset),
    tier: tierAtMark(contract, fund.lots),
    positions: held.map((each) => accountPosition(each, each.fund.lots, each.fund.cost, 0, "cross")),
  };
}

/**
 * Emits a step: the situation before it, and its effects. `priceTicks` is the worst accepted price, or the bankruptcy
 * price.
 */
export function emitStep(
  state: ExchangeState,
  before: BeforeStep,
  method: LiquidationMethod,
  execution: Execution,
  priceTicks: number,
  orderId: number,
  counterparty: { readonly userId: number; readonly realized: number } = NOBODY,
): void {
  const { contract } = before;
  const { market, fund } = contract;
  LAYOUT.liquidationStep.write(state.out, {
    liquidationId: before.liquidationId,
    method,
    userId: before.userId,
    marketId: market.id,
    positionId: before.positionId,
    marginMode: before.marginMode,
    leg: before.leg,
    lots: before.lots,
    entryCostUnits: before.cost as Units,
    marginUnits: before.margin as Units,
    equityUnits: before.equity,
    maintenanceUnits: before.maintenance as Units,
    walletUnits: before.walletUnits as Units,
    tier: before.tier,
    markTicks: contract.markTicks as Ticks,
    indexE8: market.index.valueE8 as PriceE8,
    fundingTermE8: contract.fundingTermE8 as PriceE8,
    basisTermE8: contract.basisTermE8 as PriceE8,
    lastTermE8: contract.lastTermE8 as PriceE8,
    closedLots: execution.lots as Lots,
    closedQuoteUnits: execution.units as Units,
    priceTicks: priceTicks as Ticks,
    feeUnits: execution.feeUnits as Units,
    lossUnits: execution.lossUnits as Units,
    fundUnits: state.ledger.systemBalance("insurance", market.quoteAsset) as Units,
    fundLots: fund.lots,
    fundEntryCostUnits: fund.cost as Units,
    orderId,
    counterpartyUserId: counterparty.userId,
    counterpartyRealizedUnits: counterparty.realized,
    positions: before.positions,
    fills: execution.forced,
  });
}

function tierAtMark({ brackets, factor, markTicks }: Contract, lots: number): number {
  return tierOf(brackets, valueOf(lots, markTicks, factor)) + 1;
}

/** All open positions backed by the position's wallet. */
function accountOf(position: Position): AccountPosition[] {
  const { quoteAsset } = position.contract.market;
  return position.account.positions
    .filter(({ lots, contract }) => lots !== 0 && contract.market.quoteAsset === quoteAsset)
    .map(({ contract, lots, cost, margin, isCross }) =>
      accountPosition(contract, lots, cost, margin, isCross ? "cross" : "isolated"),
    );
}

function accountPosition(
  contract: Contract,
  lots: number,
  cost: number,
  margin: number,
  marginMode: MarginMode,
): AccountPosition {
  return {
    marketId: contract.market.id,
    marginMode,
    lots,
    entryCostUnits: cost as Units,
    marginUnits: margin as Units,
    markTicks: contract.markTicks as Ticks,
    indexE8: contract.market.index.valueE8 as PriceE8,
    fundingTermE8: contract.fundingTermE8 as PriceE8,
    basisTermE8: contract.basisTermE8 as PriceE8,
    lastTermE8: contract.lastTermE8 as PriceE8,
  };
}
