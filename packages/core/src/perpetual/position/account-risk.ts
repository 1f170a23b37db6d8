import { RULES } from "@candor/domain/rules";
import { takeoverBackingOf } from "@candor/formulas/perpetual/forced-close";
import type { HedgedPair } from "@candor/formulas/perpetual/hedged-liquidation";
import { bankruptcyTicksOf, liquidationTriggerOf } from "@candor/formulas/perpetual/liquidation";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { divideFloor } from "@candor/money/integer";
import { accountNumber, CONTRACT } from "../../ledger/account-number.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { ContractAccount } from "../../state/perpetual/contract-account.ts";
import { type Position, UNKNOWN } from "../../state/perpetual/position.ts";
import {
  maintenanceAtMark,
  unrealizedAtIndex,
  unrealizedAtMark,
  valueAtMark,
} from "../../state/perpetual/position-value.ts";

/**
 * The potential loss of a position from an unknown price: its whole value at the last mark, while its contract has no
 * index or is halted. The mark does not move then, and users who see the price elsewhere know which positions are
 * ruined.
 */
function unknownLossOf(state: ExchangeState, position: Position): number {
  const { contract, lots } = position;
  const isKnown = contract.isLive && state.timeMs < contract.market.index.staleAtMs;
  return lots === 0 || isKnown || state.rules < RULES.unknownPrices ? 0 : valueAtMark(position);
}

/** The part of its unrealized profit that is certain. */
export function certainProfit(state: ExchangeState, position: Position): number {
  return unrealizedAtMark(position) - unknownLossOf(state, position);
}

/** The potential loss of the account's other cross positions in the same coin from unknown prices. */
export function crossUnknownLoss(state: ExchangeState, position: Position): number {
  let sum = 0;
  for (const other of position.account.positions)
    if (other !== position && sharesPool(other, position)) sum += unknownLossOf(state, other);
  return sum;
}

/** Unrealized profit of all cross positions that share this one's coin, optionally without one of them. */
export function crossUnrealized(position: Position, without?: Position): number {
  let sum = 0;
  for (const other of position.account.positions)
    if (sharesPool(other, position) && other !== without) sum += unrealizedAtMark(other);
  return sum;
}

/** Whether `other` is an open cross position that draws on the same money. */
function sharesPool(other: Position, position: Position): boolean {
  return (
    other.isCross &&
    other.lots !== 0 &&
    other.contract.market.quoteAsset === position.contract.market.quoteAsset
  );
}

/** Whether no other open position shares its money, so that its liquidation depends only on its own mark. */
export function hasOwnMoneyOnly(position: Position): boolean {
  if (position.isOnly || !position.isCross) return true;
  for (const other of position.account.positions)
    if (other !== position && sharesPool(other, position)) return false;
  return true;
}

/** The money that backs cross positions: available, and frozen for them and for orders. */
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

/**
 * The amount usable for new orders, transfers and isolated margin: everything that losses of cross positions do not
 * already need.
 */
export function usableUnits(state: ExchangeState, account: ContractAccount, assetId: number): number {
  const available = state.ledger.available(accountNumber(account.userId, CONTRACT, assetId));
  let profit = 0;
  for (const position of account.positions)
    if (position.isCross && position.contract.market.quoteAsset === assetId)
      profit += certainProfit(state, position);
  return Math.max(0, available + Math.min(0, profit));
}

/** Like usableUnits, for the position's account, in its contract's coin. */
export function usableFor(state: ExchangeState, position: Position): number {
  if (!position.isOnly) return usableUnits(state, position.account, position.contract.market.quoteAsset);
  const available = state.ledger.available(position.wallet);
  const profit = position.isCross ? certainProfit(state, position) : 0;
  return Math.max(0, profit < 0 ? available + profit : available);
}

/** Equity and maintenance margin of a liquidation unit: an isolated position, or all cross ones. */
export interface Risk {
  readonly equity: number;
  readonly maintenance: number;
}

/** Whether maintenance margin exceeds equity. */
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
 * The loss that the position can absorb: its margin, or for a cross position the cash minus what the losses of the
 * other ones need.
 */
export function backingOf(state: ExchangeState, position: Position): number {
  if (!position.isCross) return position.margin;
  return Math.max(0, crossCash(state, position) + Math.min(0, crossUnrealized(position, position)));
}

/**
 * The equity of a cross position's account without it: its money, and the other positions' profits at the index's tick,
 * or at the mark when there is no index.
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
 * Like backingOf, for the price at which others take the position over. The other positions count at the worse of mark
 * and index. If a mark could be moved in their favor, the position sold first would cost more than there is, and the
 * insurance fund would pay the difference to the buyer. Negative when their losses need a part of its own profit.
 */
export function takeoverBacking(state: ExchangeState, position: Position): number {
  if (state.rules < RULES.boundedMark || hasOwnMoneyOnly(position)) return backingOf(state, position);
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

/** The margin that an isolated position would have if it were liquidated at the same mark as this cross one. */
export function effectiveMargin(state: ExchangeState, position: Position): number {
  if (!position.isCross) return position.margin;
  if (hasOwnMoneyOnly(position)) return crossCash(state, position);
  const { equity, maintenance } = riskOf(state, position);
  return equity - maintenance - unrealizedAtMark(position) + maintenanceAtMark(position);
}

/**
 * The two open positions of a contract that share an account's money, and what else backs them; undefined when the
 * position has no such counterpart. One mark moves both.
 */
export function hedgedPair(state: ExchangeState, position: Position): HedgedPair | undefined {
  const { contract, isCross, lots } = position;
  const sibling = isCross && lots !== 0 ? contract.siblingOf(position) : undefined;
  if (sibling === undefined || sibling.lots === 0) return undefined;
  const [long, short] = lots > 0 ? [position, sibling] : [sibling, position];
  const { equity, maintenance } = riskOf(state, position);
  const own = unrealizedAtMark(long) + unrealizedAtMark(short);
  const owed = maintenanceAtMark(long) + maintenanceAtMark(short);
  return {
    longLots: long.lots,
    longCostUnits: long.cost,
    shortLots: 0 - short.lots,
    shortCostUnits: short.cost,
    backingUnits: equity - own - (maintenance - owed),
    factor: contract.factor,
    brackets: contract.brackets,
  };
}

/**
 * Queues the position at the mark where it is liquidated. An account with several cross positions cannot be liquidated
 * by a move that costs each of them less than its share of the equity above maintenance. So each waits for the mark
 * that costs it that share; then all are re-examined. With one position that mark is exact.
 */
export function refreshRisk(state: ExchangeState, position: Position): void {
  if (!position.isCross) {
    enter(state, position, position.margin);
    // Its payments and receipts also changed the backing of the cross positions.
    if (position.isOnly) return;
    const cross = position.account.positions.find((other) => sharesPool(other, position));
    if (cross !== undefined) refreshRisk(state, cross);
    return;
  }
  if (hasOwnMoneyOnly(position)) {
    enter(state, position, crossCash(state, position));
    return;
  }
  let count = 0;
  for (const other of position.account.positions) if (sharesPool(other, position)) count++;
  // A position that was just closed leaves the queue; the backing of the others has changed.
  if (position.lots === 0) enter(state, position, 0);
  if (count === 0) return;
  const { equity, maintenance } = riskOf(state, position);
  const share = divideFloor(equity - maintenance, count);
  for (const other of position.account.positions)
    if (sharesPool(other, position))
      enter(state, other, share - unrealizedAtMark(other) + maintenanceAtMark(other));
}

/** Handles a change of the money behind a user's cross positions when no position changed. */
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
  if (contract.hasTriggered) state.perpetual.mayBeAtRisk = true;
  if (position.liquidationId === 0 || lots === 0) return;
  if (isWaiting ? !isReached(position, ticks) : hasEnded(state, position, margin)) position.liquidationId = 0;
}

/** Rules 4: whether the liquidation of a parked position is over, because its account is safe again. */
function hasEnded(state: ExchangeState, position: Position, margin: number): boolean {
  if (state.rules < RULES.endedWhileParked) return false;
  const { contract, lots, cost } = position;
  const ticks = liquidationTriggerOf(lots, cost, margin, contract.brackets, contract.factor);
  return !isReached(position, lots > 0 ? Math.max(0, ticks) : Math.max(1, ticks));
}

/** Whether the current mark has reached the trigger, so the risk must be re-examined. */
function isReached({ contract, lots }: Position, triggerTicks: number): boolean {
  if (contract.markTicks === 0) return false;
  return lots > 0 ? contract.markTicks <= triggerTicks : contract.markTicks >= triggerTicks;
}
