import type { Lots, PriceE8, Ticks, Units } from "@candor/money/brand";
import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import { writeContractEvent } from "@candor/protocol/contract-event-codec";
import type { LiquidationMethod } from "@candor/protocol/enumerations";
import { LIMITS } from "@candor/protocol/limits";
import { type Bracket, tierOf } from "@candor/protocol/perpetual-formulas/margin";
import * as orderSlab from "../book/order-slab.ts";
import type { ExchangeState } from "../exchange-state.ts";
import { dropStaleSources } from "../market/follow-index.ts";
import * as orderCodes from "../orders/order-codes.ts";
import { packContractTerms } from "../orders/order-codes.ts";
import { tellOrder } from "../spot/order-life.ts";
import {
  backingOf,
  bankruptcyTicks,
  type Risk,
  refreshRisk,
  riskOf,
  unrealizedAtMark,
  valueAtMark,
} from "./account-risk.ts";
import type { Contract } from "./contract.ts";
import { cancelOrders, enterOrder } from "./contract-order-life.ts";
import { deleverageCandidates } from "./deleverage-queue.ts";
import { type Execution, executeContractOrder } from "./execute-contract-order.ts";
import { applyFunding } from "./funding-payments.ts";
import { BY_MARK, type Position } from "./position.ts";
import { ADL, LIQUIDATION, PositionFill } from "./position-fill.ts";
import { tidyPositions } from "./tidy-positions.ts";

const { BUY, CODES, MARKET_ID, NONE, PRICE_TICKS, QUANTITY_LOTS, REMAINING_LOTS, SELL, SIDE, STATUS } =
  orderSlab;
const { STOP_LOSS_TICKS, TAKE_PROFIT_TICKS } = orderSlab;
const { ACCEPTED, BY_LIQUIDATION, EXPIRE_MAKER, IOC, LIMIT, MARKET, NO_REASON, OPEN } = orderCodes;

/** What stood before a step. */
interface Before extends Risk {
  readonly lots: number;
  readonly cost: number;
  readonly margin: number;
  readonly tier: number;
  readonly liquidationId: number;
}

const NOTHING: Execution = { fills: 0, lots: 0, units: 0, feeUnits: 0, lossUnits: 0 };
const userFill = new PositionFill();
const otherFill = new PositionFill();

/**
 * Liquidates what has met its price, until nothing has or the command has done its share: at most
 * CORE_LIMITS.maxLiquidationsPerCommand steps and LIMITS.maxFillsPerCommand fills. The rest waits for the next command.
 */
export function liquidate(state: ExchangeState): void {
  const { perpetual } = state;
  // What the command before has left to do must not be done on an index that time has made stale.
  for (const contract of perpetual.contracts) dropStaleSources(state, contract.indexMarket);
  while (perpetual.stepsLeft > 0 && state.fillsLeft > 0) {
    const contract = perpetual.contracts.find((each) => each.isHot && each.isLive);
    if (contract === undefined) {
      perpetual.mayBeHot = perpetual.contracts.some((each) => each.isHot && each.isLive);
      return;
    }
    perpetual.stepsLeft--;
    const position = mostAtRisk(contract);
    applyFunding(state, position);
    tidyPositions(state);
    if (position.lots !== 0) liquidateOne(state, position);
  }
}

function mostAtRisk(contract: Contract): Position {
  const { markTicks, longRisk, shortRisk, positions } = contract;
  const row = longRisk.fires(markTicks) ? longRisk.head() : shortRisk.head();
  return positions[row] as Position;
}

function isAtRisk({ equity, maintenance }: Risk): boolean {
  return maintenance > equity;
}

/** One step down the ladder, for the position or, with cross margin, for the one of the account that goes first. */
function liquidateOne(state: ExchangeState, atRisk: Position): void {
  // A cross position's place in the queue says only that it is time to look.
  if (!isAtRisk(riskOf(state, atRisk))) {
    refreshRisk(state, atRisk);
    return;
  }
  const position = atRisk.isCross ? firstOfAccount(state, atRisk) : atRisk;
  if (position.liquidationId === 0) {
    position.liquidationId = ++state.perpetual.lastLiquidationId;
    const before = beforeStep(state, position);
    cancelAllOrders(state, position);
    tell(state, position, before, "orders", NOTHING, 0, 0);
  }
  reduceOnBook(state, position);
  if (isOver(state, position)) return;
  // The book has taken what it had for the margin, and a tier less was not enough: all of it has to go.
  closeOnBook(state, position, false);
  if (isOver(state, position)) return;
  closeOnBook(state, position, true);
  if (isOver(state, position)) return;
  deleverage(state, position);
  if (state.perpetual.stepsLeft === 0 || isOver(state, position)) return;
  position.isParked = true;
  position.contract.parked.push(position);
  refreshRisk(state, position);
}

/** Whether nothing is left to do now: it is closed or safe again, or the command has done its share. */
function isOver(state: ExchangeState, position: Position): boolean {
  if (position.lots === 0 || state.fillsLeft === 0) return true;
  if (isAtRisk(riskOf(state, position))) return false;
  position.liquidationId = 0;
  return true;
}

/**
 * Of a cross account the position with the largest loss, when the cash covers it; otherwise the one with the largest
 * profit, which turns into cash. Ties: the first market.
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

/** Isolated: the orders of its contract. Cross: those of every contract, because their margin stands behind it. */
function cancelAllOrders(state: ExchangeState, position: Position): void {
  for (const other of position.isCross ? position.account.positions : [position])
    if (other.orders > 0) cancelOrders(state, other, BY_LIQUIDATION);
  tidyPositions(state);
}

/** Reduces to the next lower tier, in the lowest all of it, at no worse than the bankruptcy price. */
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

/** Sends the order that closes `lots`; insured: down to the protected price, the fund pays what the margin does not. */
function sell(state: ExchangeState, position: Position, lots: number, isInsured: boolean): void {
  const { market } = position.contract;
  const side = position.lots > 0 ? SELL : BUY;
  const bankrupt = Math.max(1, Math.min(LIMITS.maxPriceTicks, bankruptcyTicks(state, position)));
  const worst = isInsured ? market.protectedTicks(side) : bankrupt;
  if (market.book.best(1 - side) === NONE || !market.book.wouldTake(side, worst)) return;
  const before = beforeStep(state, position);
  const slot = openForced(state, position, side, lots, isInsured ? 0 : bankrupt);
  const { lastOrderId } = state.orders;
  const execution = executeContractOrder(state, slot, {
    liquidationId: position.liquidationId,
    isInsured,
  });
  const method = isInsured ? "insurance-fund" : "book";
  tell(state, position, before, method, execution, bankrupt, lastOrderId);
  state.perpetual.touch(position, "liquidation");
}

/** @param priceTicks 0: at market */
function openForced(
  state: ExchangeState,
  position: Position,
  side: number,
  lots: number,
  priceTicks: number,
): number {
  const { orders } = state;
  const { userId } = position;
  const slot = orders.create(userId, "", state.timeMs);
  const { ints } = orders.slab;
  const type = priceTicks === 0 ? MARKET : LIMIT;
  const isLabelled = state.users.isLabelled(userId);
  ints[slot + SIDE] = side;
  ints[slot + PRICE_TICKS] = priceTicks;
  ints[slot + REMAINING_LOTS] = lots;
  ints[slot + QUANTITY_LOTS] = lots;
  ints[slot + MARKET_ID] = position.contract.market.id;
  ints[slot + CODES] = packContractTerms(side, type, IOC, EXPIRE_MAKER, isLabelled, true, BY_MARK);
  ints[slot + STATUS] = OPEN;
  ints[slot + TAKE_PROFIT_TICKS] = 0;
  ints[slot + STOP_LOSS_TICKS] = 0;
  enterOrder(state, position, slot);
  tellOrder(state, slot, ACCEPTED, NO_REASON, 0);
  return slot;
}

/**
 * Closes what neither book nor fund takes against the positions of the other side, those with the most profit ×
 * leverage first, at the bankruptcy price and without a fee. Whoever could not pay at that price is passed over.
 */
function deleverage(state: ExchangeState, position: Position): void {
  for (const other of deleverageCandidates(state, position)) {
    if (state.perpetual.stepsLeft === 0 || isOver(state, position)) return;
    if (other.lots === 0 || other.lots > 0 === position.lots > 0 || other === position) continue;
    applyFunding(state, other);
    deleverageOne(state, position, other);
  }
}

function deleverageOne(state: ExchangeState, position: Position, other: Position): void {
  const size = Math.abs(position.lots);
  const lots = Math.min(size, Math.abs(other.lots));
  const backing = backingOf(state, position);
  const bankruptUnits = Math.max(0, position.cost + (position.lots > 0 ? 0 - backing : backing));
  const units = lots === size ? bankruptUnits : multiplyDivideFloor(bankruptUnits, lots, size);
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
  tell(state, position, before, "adl", execution, bankrupt, 0, counterparty);
  tidyPositions(state);
}

function beforeStep(state: ExchangeState, position: Position): Before {
  const { lots, cost, margin, contract } = position;
  const tier = tierOf(contract.brackets, valueAtMark(position)) + 1;
  return { ...riskOf(state, position), lots, cost, margin, tier, liquidationId: position.liquidationId };
}

function tell(
  state: ExchangeState,
  position: Position,
  before: Before,
  method: LiquidationMethod,
  execution: Execution,
  priceTicks: number,
  orderId: number,
  counterparty = { userId: 0, realized: 0 },
): void {
  const { contract } = position;
  const { market } = contract;
  writeContractEvent(state.out, {
    kind: "liquidation-step",
    liquidationId: before.liquidationId,
    method,
    userId: position.userId,
    marketId: market.id,
    positionId: position.id,
    marginMode: position.isCross ? "cross" : "isolated",
    lots: before.lots,
    entryCostUnits: before.cost as Units,
    marginUnits: before.margin as Units,
    equityUnits: before.equity,
    maintenanceUnits: before.maintenance as Units,
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
    orderId,
    counterpartyUserId: counterparty.userId,
    counterpartyRealizedUnits: counterparty.realized,
  });
}
