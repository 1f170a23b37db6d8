import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import { type Bracket, tierOf } from "@candor/formulas/perpetual/margin";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import { dropStaleSources } from "../../market/follow-index.ts";
import { BUY, NONE, SELL } from "../../memory/order-slab.ts";
import { scratch } from "../../memory/scratch.ts";
import { emitOrder } from "../../orders/order-life.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import {
  ACCEPTED,
  BY_LIQUIDATION,
  EXPIRE_MAKER,
  IOC,
  LIMIT,
  NO_REASON,
  OPEN,
  packContractTerms,
  withStatus,
} from "../../state/orders/order-codes.ts";
import { BY_MARK } from "../../state/orders/trigger-by.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import { type Position } from "../../state/perpetual/position.ts";
import { unrealizedAtMark, valueAtMark } from "../../state/perpetual/position-value.ts";
import { applyFunding, payFundFunding } from "../funding/funding-payments.ts";
import { cancelOrders, enterOrder } from "../order-life/contract-order-life.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import { executeContractOrder } from "../orders/execute-contract-order.ts";
import {
  backingOf,
  bankruptcyTicks,
  crossUnknownLoss,
  isAtRisk,
  refreshRisk,
  riskOf,
  takeoverBacking,
} from "../position/account-risk.ts";
import { bearableLots } from "../position/fund-equity.ts";
import { ADL, LIQUIDATION, PositionFill } from "../position/position-fill.ts";
import { deleverageCandidates } from "./deleverage-queue.ts";
import { beforeStep, emitStep, NOTHING } from "./liquidation-step.ts";

const userFill = scratch(new PositionFill());
const otherFill = scratch(new PositionFill());

/**
 * Liquidates positions that have reached their price, until none is left or the command's budget is used: at most
 * CORE_LIMITS.maxLiquidationsPerCommand steps and LIMITS.maxFillsPerCommand fills. The rest waits for the next command.
 */
export function liquidate(state: ExchangeState): void {
  const { perpetual } = state;
  // Work left by the previous command must not use an index that time has made stale.
  for (const contract of perpetual.contracts) dropStaleSources(state, contract.indexMarket);
  while (perpetual.stepsLeft > 0 && state.fillsLeft > 0) {
    const contract = perpetual.contracts.find((each) => each.hasTriggered && each.isLive);
    if (contract === undefined) {
      perpetual.mayBeAtRisk = perpetual.contracts.some((each) => each.hasTriggered && each.isLive);
      return;
    }
    perpetual.stepsLeft--;
    const position = mostAtRisk(contract);
    applyFunding(state, position);
    refreshPositions(state);
    if (position.lots !== 0) liquidateOne(state, position);
  }
}

function mostAtRisk(contract: Contract): Position {
  const { markTicks, longRisk, shortRisk, positions } = contract;
  const row = longRisk.fires(markTicks) ? longRisk.head() : shortRisk.head();
  return positions[row] as Position;
}

/**
 * Takes one step down the ladder, for the position or, with cross margin, for the account's first position to
 * liquidate.
 */
function liquidateOne(state: ExchangeState, atRisk: Position): void {
  // For a cross position, reaching the front of the queue only means that it must be checked.
  if (!isAtRisk(riskOf(state, atRisk))) {
    for (const other of atRisk.isCross ? atRisk.account.positions : [atRisk])
      if (other.isCross === atRisk.isCross) other.liquidationId = 0;
    refreshRisk(state, atRisk);
    return;
  }
  const position = atRisk.isCross ? firstOfAccount(state, atRisk) : atRisk;
  if (position.liquidationId === 0) {
    position.liquidationId = ++state.perpetual.lastLiquidationId;
    position.contract.inProgress.add(position);
    const before = beforeStep(state, position);
    cancelAllOrders(state, position);
    emitStep(state, before, "orders", NOTHING, 0, 0);
  }
  reduceOnBook(state, position);
  if (isOver(state, position)) return;
  // The book filled what it could for the margin, and one tier less was not enough: the whole position must be closed.
  closeOnBook(state, position, false);
  if (isOver(state, position)) return;
  closeOnBook(state, position, true);
  if (isOver(state, position)) return;
  takeOver(state, position);
  if (isOver(state, position)) return;
  // At the bankruptcy price the other side would receive money that a position without a price may need; the fund has
  // kept it for that.
  if (!position.isCross || crossUnknownLoss(state, position) === 0) deleverage(state, position);
  if (state.perpetual.stepsLeft === 0 || isOver(state, position)) return;
  position.isParked = true;
  position.contract.parked.push(position);
  refreshRisk(state, position);
}

/** Whether nothing is left to do now: the position is closed or safe again, or the command's budget is used. */
function isOver(state: ExchangeState, position: Position): boolean {
  if (position.lots === 0 || state.fillsLeft === 0) return true;
  if (isAtRisk(riskOf(state, position))) return false;
  position.liquidationId = 0;
  return true;
}

/**
 * The cross account's position with the largest loss, if the cash covers it; otherwise the one with the largest profit,
 * which turns into cash. Ties: the first market.
 */
function firstOfAccount(state: ExchangeState, atRisk: Position): Position {
  let worst = atRisk;
  let best = atRisk;
  for (const other of atRisk.account.positions) {
    const isPart = other.isCross && other.lots !== 0 && !other.isParked && other.contract.isLive;
    if (!isPart || other.contract.market.quoteAsset !== atRisk.contract.market.quoteAsset) continue;
    if (unrealizedAtMark(other) < unrealizedAtMark(worst)) worst = other;
    if (unrealizedAtMark(other) > unrealizedAtMark(best)) best = other;
  }
  const isCovered = backingOf(state, worst) + unrealizedAtMark(worst) >= 0;
  return isCovered || unrealizedAtMark(best) <= 0 ? worst : best;
}

/**
 * Isolated: cancels the orders of its contract. Cross: cancels those of every contract, because their margin backs the
 * position.
 */
function cancelAllOrders(state: ExchangeState, position: Position): void {
  for (const other of position.isCross ? position.account.positions : [position])
    if (other.orders > 0) cancelOrders(state, other, BY_LIQUIDATION);
  refreshPositions(state);
}

/** Reduces to the next lower tier, or closes everything in the lowest, at the bankruptcy price or better. */
function reduceOnBook(state: ExchangeState, position: Position): void {
  const { contract } = position;
  const size = Math.abs(position.lots);
  const tier = tierOf(contract.brackets, valueAtMark(position));
  const { floorUnits } = contract.brackets[tier] as Bracket;
  const kept = tier === 0 ? 0 : divideFloor(floorUnits, contract.markTicks * contract.factor);
  if (tier === 0) return closeOnBook(state, position, false);
  sell(state, position, Math.max(1, size - kept), false);
}

function closeOnBook(state: ExchangeState, position: Position, isInsured: boolean): void {
  sell(state, position, Math.abs(position.lots), isInsured);
}

/**
 * Sends the order that closes `lots`. An insured one may go beyond the bankruptcy price, where the fund pays what the
 * margin does not, but at most to the index: a bid in a thin book gets nothing from the fund.
 */
function sell(state: ExchangeState, position: Position, lots: number, isInsured: boolean): void {
  const { contract } = position;
  const { market } = contract;
  const side = position.lots > 0 ? SELL : BUY;
  const bankrupt = Math.max(1, Math.min(LIMITS.maxPriceTicks, bankruptcyTicks(state, position)));
  const worst = isInsured ? insuredTicks(state, contract, side) : ownTicks(state, position, side, bankrupt);
  if (market.book.best(1 - side) === NONE || !market.book.wouldTake(side, worst)) return;
  const before = beforeStep(state, position);
  const slot = openForced(state, position, side, lots, worst);
  const { lastOrderId } = state.orders;
  const execution = executeContractOrder(state, slot, {
    liquidationId: position.liquidationId,
    isInsured,
  });
  const method = isInsured ? "insurance-fund" : "book";
  emitStep(state, before, method, execution, bankrupt, lastOrderId);
  state.perpetual.touch(position, "liquidation");
}

/**
 * The worst price that the account itself pays: the bankruptcy price. While the price of another of its positions is
 * unknown, at most the index, because that position may need the rest of the money.
 */
function ownTicks(state: ExchangeState, position: Position, side: number, bankrupt: number): number {
  if (!position.isCross || crossUnknownLoss(state, position) === 0) return bankrupt;
  const fair = position.contract.fairTicks(side);
  return side === SELL ? Math.max(bankrupt, fair) : Math.min(bankrupt, fair);
}

/** The worst price that the fund pays for a trade on the book: at most the index, which no trader here can move. */
function insuredTicks(state: ExchangeState, contract: Contract, side: number): number {
  return state.rules >= RULES.boundedMark ? contract.fairTicks(side) : contract.nearTicks(side);
}

function openForced(
  state: ExchangeState,
  position: Position,
  side: number,
  lots: number,
  priceTicks: number,
): number {
  const { orders } = state;
  const { userId } = position;
  const isLabelled = state.users.isLabelled(userId);
  const terms = packContractTerms(side, LIMIT, IOC, EXPIRE_MAKER, isLabelled, true, BY_MARK, position.leg);
  const marketId = position.contract.market.id;
  const slot = orders.create(userId, "", state.timeMs, marketId, withStatus(terms, OPEN), priceTicks, lots);
  enterOrder(state, position, slot);
  emitOrder(state, slot, ACCEPTED, NO_REASON, 0);
  return slot;
}

/**
 * Closes what neither book nor fund takes against positions of the other side, highest profit × leverage first, at the
 * bankruptcy price and without a fee. Skips users who could not pay at that price, and the user's own other position:
 * both would be paid from one wallet.
 */
function deleverage(state: ExchangeState, position: Position): void {
  for (const other of deleverageCandidates(state, position.contract, position.lots < 0)) {
    if (state.perpetual.stepsLeft === 0 || isOver(state, position)) return;
    if (other.lots === 0 || other.lots > 0 === position.lots > 0 || other.userId === position.userId)
      continue;
    applyFunding(state, other);
    deleverageOne(state, position, other);
  }
}

function deleverageOne(state: ExchangeState, position: Position, other: Position): void {
  const lots = Math.min(Math.abs(position.lots), Math.abs(other.lots));
  const units = bankruptUnitsOf(state, position, lots);
  const side = position.lots > 0 ? SELL : BUY;
  otherFill.plan(other, 1 - side, lots, units, 0);
  if (!otherFill.isPayable(state)) return;
  const before = beforeStep(state, position);
  const bankrupt = bankruptcyTicks(state, position);
  userFill.plan(position, side, lots, units, 0);
  if (!userFill.isPayable(state)) return;
  userFill.apply(state);
  otherFill.apply(state);
  userFill.post(state, LIQUIDATION, LIQUIDATION, position.liquidationId);
  otherFill.post(state, ADL, ADL, position.liquidationId);
  state.perpetual.stepsLeft--;
  state.perpetual.touch(position, "liquidation");
  state.perpetual.touch(other, "adl");
  const execution = { ...NOTHING, lots, units };
  const counterparty = { userId: other.userId, realized: otherFill.realized };
  emitStep(state, before, "adl", execution, bankrupt, 0, counterparty);
  refreshPositions(state);
}

/** The fund takes over what it can afford at the bankruptcy price, without a fee. It reduces that at the next marks. */
function takeOver(state: ExchangeState, position: Position): void {
  const { contract } = position;
  const { fund } = contract;
  const size = Math.abs(position.lots);
  const sign = position.lots > 0 ? 1 : -1;
  payFundFunding(state, contract);
  const lots = bearableLots(state, contract, position.lots, bankruptUnitsOf(state, position, size));
  if (lots === 0) return;
  const units = bankruptUnitsOf(state, position, lots);
  const before = beforeStep(state, position);
  const bankrupt = bankruptcyTicks(state, position);
  userFill.plan(position, sign > 0 ? SELL : BUY, lots, units, 0);
  if (!userFill.isPayable(state)) return;
  userFill.apply(state);
  fund.trade(state.ledger, contract, sign * lots, units);
  if (state.rules >= RULES.boundedMark)
    fund.earn(unrealizedOf(sign * lots, units, contract.valueAtIndex(sign * lots)));
  userFill.post(state, LIQUIDATION, LIQUIDATION, position.liquidationId);
  state.perpetual.touch(position, "liquidation");
  emitStep(state, before, "insurance-fund", { ...NOTHING, lots, units }, bankrupt, 0);
  refreshPositions(state);
}

/** The value of `lots` of the position at its bankruptcy price. */
function bankruptUnitsOf(state: ExchangeState, position: Position, lots: number): number {
  const size = Math.abs(position.lots);
  const backing = takeoverBacking(state, position);
  const units = Math.max(0, position.cost + (position.lots > 0 ? 0 - backing : backing));
  return lots === size ? units : multiplyDivideFloor(units, lots, size);
}
