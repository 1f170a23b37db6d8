import { RULES } from "@candor/domain/rules";
import { takeoverBackingOf } from "@candor/formulas/perpetual/forced-close";
import { bankruptcyTicksOf, liquidationTriggerOf } from "@candor/formulas/perpetual/liquidation";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { divideFloor } from "@candor/money/integer";
import { accountNumber, CONTRACT } from "../../ledger/account-number.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { type ContractAccount, type Position, UNKNOWN } from "../../state/perpetual/position.ts";
import {
  maintenanceAtMark,
  unrealizedAtIndex,
  unrealizedAtMark,
  valueAtMark,
} from "../../state/perpetual/position-value.ts";

/**
 * What a position may lose by a price that nobody knows: all its value at the last mark, while its contract has no index or
 * is halted. The mark stands still meanwhile, and people who see the price elsewhere know which positions are ruined.
 */
function unknownLossOf(state: ExchangeState, position: Position): number {
  const { contract, lots } = position;
  const isKnown = contract.isLive && state.timeMs < contract.market.index.staleAtMs;
  return lots === 0 || isKnown || state.rules < RULES.unknownPrices ? 0 : valueAtMark(position);
}

/** Its unrealized profit as far as it can be counted on. */
export function certainProfit(state: ExchangeState, position: Position): number {
  return unrealizedAtMark(position) - unknownLossOf(state, position);
}

/** What the account's other cross positions of this one's coin may lose by prices that nobody knows. */
export function crossUnknownLoss(state: ExchangeState, position: Position): number {
  let sum = 0;
  for (const other of position.account.positions)
    if (other !== position && sharesPool(other, position)) sum += unknownLossOf(state, other);
  return sum;
}

/** Unrealized profit of all cross positions that share this one's coin, itself included or left out. */
export function crossUnrealized(position: Position, without?: Position): number {
  let sum = 0;
  for (const other of position.account.positions)
    if (sharesPool(other, position) && other !== without) sum += unrealizedAtMark(other);
  return sum;
}

/** Whether `other` is an open cross position whose losses the same money bears. */
function sharesPool(other: Position, position: Position): boolean {
  return (
    other.isCross &&
    other.lots !== 0 &&
    other.contract.market.quoteAsset === position.contract.market.quoteAsset
  );
}

/** Whether no other open position shares its money: its liquidation depends on no other mark. */
export function isAlone(position: Position): boolean {
  if (position.isOnly || !position.isCross) return true;
  for (const other of position.account.positions)
    if (other !== position && sharesPool(other, position)) return false;
  return true;
}

/** The money that stands behind cross positions: what is available, and what is frozen for them and for orders. */
export function crossCash(state: ExchangeState, position: Position): number {
  let cash = state.ledger.available(position.wallet);
  if (position.isOnly) return cash + position.orderMargin + (position.isCross ? position.margin : 0);
  for (const other of position.account.positions) {
    if (other.contract.market.quoteAsset !== position.contract.market.quoteAsset) continue;
    cash += other.orderMargin;
    if (other.isCross) cash += other.margin;
  }
  return cash;
}

/** What new orders, transfers and isolated margin may take: what losses of cross positions do not need already. */
export function usableUnits(state: ExchangeState, account: ContractAccount, assetId: number): number {
  const available = state.ledger.available(accountNumber(account.userId, CONTRACT, assetId));
  let profit = 0;
  for (const position of account.positions)
    if (position.isCross && position.contract.market.quoteAsset === assetId)
      profit += certainProfit(state, position);
  return Math.max(0, available + Math.min(0, profit));
}

/** As usableUnits, of the account that a position belongs to, in its contract's coin. */
export function usableFor(state: ExchangeState, position: Position): number {
  if (!position.isOnly) return usableUnits(state, position.account, position.contract.market.quoteAsset);
  const available = state.ledger.available(position.wallet);
  const profit = position.isCross ? certainProfit(state, position) : 0;
  return Math.max(0, profit < 0 ? available + profit : available);
}

/** Equity and maintenance of what is liquidated together: an isolated position, or all cross ones. */
export interface Risk {
  readonly equity: number;
  readonly maintenance: number;
}

/** More must be maintained than there is. */
export function isAtRisk({ equity, maintenance }: Risk): boolean {
  return maintenance > equity;
}

export function riskOf(state: ExchangeState, position: Position): Risk {
  if (!position.isCross)
    return {
      equity: position.margin + unrealizedAtMark(position),
      maintenance: maintenanceAtMark(position),
    };
  let maintenance = 0;
  for (const other of position.account.positions)
    if (sharesPool(other, position)) maintenance += maintenanceAtMark(other);
  return { equity: crossCash(state, position) + crossUnrealized(position), maintenance };
}

/**
 * What the position could lose before nothing is left for it: its margin, or for a cross position the cash less what
 * the losses of the other ones need.
 */
export function backingOf(state: ExchangeState, position: Position): number {
  if (!position.isCross) return position.margin;
  return Math.max(0, crossCash(state, position) + Math.min(0, crossUnrealized(position, position)));
}

/**
 * What a cross position's account has without it: its money, and the other positions' profits at the index's tick, or at
 * the mark where there is no index.
 */
export function crossEquityAtIndex(state: ExchangeState, position: Position): number {
  let equity = crossCash(state, position);
  if (position.isOnly) return equity;
  for (const other of position.account.positions)
    if (other !== position && sharesPool(other, position))
      equity += other.contract.hasIndex
        ? unrealizedOf(other.lots, other.cost, other.contract.tickValue(other.lots))
        : unrealizedAtMark(other);
  return equity;
}

/**
 * As backingOf, for the price that others take the position over at. The other positions count at the mark or at the
 * index, whichever is worse: were a mark moved in their favor, what is sold first would cost more than there is, and the
 * insurance fund would pay the difference to the buyer. Below zero: their losses need a part of its own profit.
 */
export function takeoverBacking(state: ExchangeState, position: Position): number {
  if (state.rules < RULES.boundedMark || isAlone(position)) return backingOf(state, position);
  let others = 0;
  for (const other of position.account.positions)
    if (sharesPool(other, position) && other !== position)
      others += Math.min(unrealizedAtMark(other), unrealizedAtIndex(other));
  const own = Math.min(unrealizedAtMark(position), unrealizedAtIndex(position));
  return takeoverBackingOf(crossCash(state, position), others, own);
}

export function bankruptcyTicks(state: ExchangeState, position: Position): number {
  return bankruptcyTicksOf(
    position.lots,
    position.cost,
    takeoverBacking(state, position),
    position.contract.factor,
  );
}

/** The margin that an isolated position would have were it liquidated at the same mark as this cross one. */
export function effectiveMargin(state: ExchangeState, position: Position): number {
  if (!position.isCross) return position.margin;
  if (isAlone(position)) return crossCash(state, position);
  const { equity, maintenance } = riskOf(state, position);
  return equity - maintenance - unrealizedAtMark(position) + maintenanceAtMark(position);
}

/**
 * Enters the mark at which the position is liquidated into its contract's queue. An account with several cross
 * positions can be liquidated by no move that costs each of them less than its share of what equity is above the
 * maintenance: each waits for the mark that costs it that share, and then all are looked at anew. With one position
 * that mark is exact.
 */
export function refreshRisk(state: ExchangeState, position: Position): void {
  if (!position.isCross) {
    enter(state, position, position.margin);
    // What it has paid or got was behind the cross positions too.
    if (position.isOnly) return;
    const cross = position.account.positions.find((other) => sharesPool(other, position));
    if (cross !== undefined) refreshRisk(state, cross);
    return;
  }
  if (isAlone(position)) {
    enter(state, position, crossCash(state, position));
    return;
  }
  let count = 0;
  for (const other of position.account.positions) if (sharesPool(other, position)) count++;
  // A position that has just been closed leaves the queue; the others have more or less money behind them.
  if (position.lots === 0) enter(state, position, 0);
  if (count === 0) return;
  const { equity, maintenance } = riskOf(state, position);
  const share = divideFloor(equity - maintenance, count);
  for (const other of position.account.positions)
    if (sharesPool(other, position))
      enter(state, other, share - unrealizedAtMark(other) + maintenanceAtMark(other));
}

/** The money behind a user's cross positions has changed without any of them. */
export function refreshCrossRisk(state: ExchangeState, account: ContractAccount): void {
  for (const position of account.positions)
    if (position.isCross && position.lots !== 0) refreshRisk(state, position);
}

function enter(state: ExchangeState, position: Position, margin: number): void {
  const { contract, lots, row } = position;
  const isWaiting = lots !== 0 && !position.isParked;
  const ticks = isWaiting
    ? liquidationTriggerOf(lots, position.cost, margin, contract.brackets, contract.factor)
    : 0;
  contract.longRisk.place(row, lots > 0 ? Math.max(0, ticks) : 0);
  contract.shortRisk.place(row, lots < 0 ? Math.max(1, ticks) * Number(isWaiting) : 0);
  position.shownTicks = UNKNOWN;
  if (contract.isHot) state.perpetual.mayBeHot = true;
  if (position.liquidationId !== 0 && isWaiting && !isMet(position, ticks)) position.liquidationId = 0;
}

/** Whether the present mark has met the trigger: the risk has to be looked at. */
function isMet({ contract, lots }: Position, triggerTicks: number): boolean {
  if (contract.markTicks === 0) return false;
  return lots > 0 ? contract.markTicks <= triggerTicks : contract.markTicks >= triggerTicks;
}
