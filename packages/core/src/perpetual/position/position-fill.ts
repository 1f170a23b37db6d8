import { FUND_RECORD_KINDS, type FundRecordKind } from "@candor/domain/enumerations";
import { RULES } from "@candor/domain/rules";
import { maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { closedCostOf, realizedOf, unrealizedOf } from "@candor/formulas/perpetual/profit";
import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import { feeInVenueFavour, payoutInVenueFavour } from "@candor/money/rounding";
import { CONTRACT } from "../../ledger/account-number.ts";
import { BUY } from "../../memory/order-slab.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { unrealizedAtMark } from "../../state/perpetual/position-value.ts";
import {
  backingOf,
  crossCash,
  crossEquityAtIndex,
  crossUnknownLoss,
  crossUnrealized,
  hasOwnMoneyOnly,
  riskOf,
} from "./account-risk.ts";
import { ROUNDING_UNITS } from "./order-margin.ts";

const record = (kind: FundRecordKind): number => FUND_RECORD_KINDS.indexOf(kind);
export const REALIZED_PROFIT = record("realized-profit");
export const TRADE_FEE = record("trade-fee");
export const LIQUIDATION = record("liquidation");
export const ADL = record("adl");

/**
 * The effect of a fill on one position and its money, computed before anything moves: closed lots realize their profit
 * and free their part of the margin, opened lots take initial margin, both pay the fee.
 */
export class PositionFill {
  position!: Position;
  private lotsAfter = 0;
  private costAfter = 0;
  private marginAfter = 0;
  /** Margin freed by the closed lots, and margin taken by the opened ones. */
  private released = 0;
  private added = 0;
  closedLots = 0;
  private closedUnits = 0;
  realized = 0;
  fee = 0;
  /** The part of the loss that the insurance fund pays. */
  shortfall = 0;
  /** The wallet's total after it is applied. */
  total = 0;

  /**
   * @param units the value of the lots
   * @param closingUnits the value of the closing lots, when the prices differ
   */
  plan(
    position: Position,
    side: number,
    lots: number,
    units: number,
    feePpm: number,
    closingUnits = -1,
  ): void {
    const { cost, margin } = position;
    const before = position.lots;
    const size = Math.abs(before);
    const closed = Math.min(lots, position.closable(side));
    const closedUnits =
      closed === lots ? units : closingUnits >= 0 ? closingUnits : multiplyDivideFloor(units, closed, lots);
    const closedCost = closed === 0 ? 0 : closedCostOf(cost, before, closed);
    const openedUnits = units - closedUnits;
    const kept =
      closed === 0 ? margin : closed === size ? 0 : multiplyDivideFloor(margin, size - closed, size);
    this.position = position;
    this.closedLots = closed;
    this.closedUnits = closedUnits;
    this.realized = closed === 0 ? 0 : realizedOf(before, closedCost, closedUnits);
    this.released = margin - kept;
    this.added = divideFloor(openedUnits, position.leverage);
    this.fee = feeInVenueFavour(units, feePpm);
    this.shortfall = 0;
    this.lotsAfter = before + (side === BUY ? lots : 0 - lots);
    this.costAfter = cost - closedCost + openedUnits;
    this.marginAfter = kept + this.added;
  }

  /** What remains of the closing lots' margin after profit and loss; negative when the loss is larger. */
  get closingLeft(): number {
    return this.released + this.realized;
  }

  /**
   * Whether the user can pay for it. Closing an isolated position never costs more than its margin and the fee; a cross
   * one may use all the cash that backs it. Rounding may leave the margin a few units short.
   * @param spareUnits units that must be available in addition
   */
  isPayable(state: ExchangeState, spareUnits = 0): boolean {
    const { position } = this;
    const left = this.closingLeft;
    const isPureLoss = this.closedLots > 0 && left < 0;
    if (isPureLoss && !position.isCross) return false;
    const funds =
      isPureLoss && position.isCross
        ? crossCash(state, position) - this.released
        : state.ledger.available(position.wallet) + position.orderMargin;
    const missing = this.fee + this.added + spareUnits - left - funds;
    if (missing <= 0) return true;
    if (missing > Math.min(this.added, ROUNDING_UNITS)) return false;
    this.added -= missing;
    this.marginAfter -= missing;
    return true;
  }

  /**
   * Whether opening this much would leave the position below its maintenance margin at the current mark, or take money
   * that other positions may need.
   * @param siblingUnits what planned fills of the user's other position of the contract need
   */
  isRisky(state: ExchangeState, siblingUnits = 0): boolean {
    const { position, lotsAfter, costAfter } = this;
    const { contract } = position;
    if (this.added === 0 || contract.markTicks === 0) return false;
    if (this.isUncovered(state, siblingUnits)) return true;
    const value = valueOf(lotsAfter, contract.markTicks, contract.factor);
    const profit = unrealizedOf(lotsAfter, costAfter, value);
    const maintenance = maintenanceOf(contract.brackets, value);
    if (!position.isCross) return maintenance > this.marginAfter + profit;
    if (hasOwnMoneyOnly(position)) {
      const equity = crossCash(state, position) + profit + this.realized - this.fee;
      return maintenance > equity - siblingUnits;
    }
    const risk = riskOf(state, position);
    const before = position.lots === 0 ? 0 : unrealizedAtMark(position);
    const maintained =
      position.lots === 0
        ? 0
        : maintenanceOf(contract.brackets, valueOf(position.lots, contract.markTicks, contract.factor));
    const equity = risk.equity - before + profit + this.realized - this.fee;
    return risk.maintenance - maintained + maintenance > equity - siblingUnits;
  }

  /**
   * An upper bound of what it takes from the money that the user's other position of the contract shares: fee, margin as
   * initial and as maintenance margin, losses, and the difference of its price from mark and index. Only for positions of
   * hedge mode, whose fills either open or close.
   */
  get mostNeeded(): number {
    const { position, closedLots, realized, fee, added } = this;
    const { contract } = position;
    const lots = Math.abs(this.lotsAfter - position.lots);
    const units = closedLots > 0 ? this.closedUnits : this.costAfter - position.cost;
    const fromMark = Math.abs(units - contract.market.notional(contract.markTicks, lots));
    const fromIndex = Math.abs(units - contract.tickValue(lots));
    return fee + 2 * added + Math.max(0, 0 - realized) + fromMark + fromIndex;
  }

  /**
   * Whether this takes money that the account's other cross positions might need while their price is unknown: the
   * margin of an isolated position, or the loss of a cross one against its mark.
   */
  private isUncovered(state: ExchangeState, siblingUnits = 0): boolean {
    const { position, lotsAfter, costAfter } = this;
    if (position.isOnly) return false;
    const unknown = crossUnknownLoss(state, position);
    if (unknown === 0) return false;
    const value = valueOf(lotsAfter, position.contract.markTicks, position.contract.factor);
    const others = crossUnrealized(position, position);
    const own = position.isCross ? unrealizedOf(lotsAfter, costAfter, value) : 0 - this.added + this.released;
    const left = crossCash(state, position) + this.realized - this.fee + own;
    return left + Math.min(0, others - unknown) < siblingUnits;
  }

  /**
   * Like isRisky, for an order that rested: at a price worse than the mark, the position opens at a loss, and the money
   * that backed the order at placement may be gone. The insurance fund would pay for a loss beyond the margin.
   */
  losesOnOpen(state: ExchangeState, side: number, ticks: number, spareUnits = 0, siblingUnits = 0): boolean {
    const { isCross, contract } = this.position;
    const { markTicks } = contract;
    const isWorse = side === BUY ? ticks > markTicks : ticks < markTicks;
    if (!isCross || state.rules < RULES.boundedMark)
      return (isWorse || this.isUncovered(state, siblingUnits)) && this.isRisky(state, siblingUnits);
    if (this.leavesDebt(state, spareUnits + siblingUnits)) return true;
    // Losses may need what a cross order has frozen, regardless of its price.
    const hasLosses = !this.position.isOnly || unrealizedAtMark(this.position) < 0;
    return (isWorse || hasLosses) && this.isRisky(state, siblingUnits);
  }

  /**
   * Whether closing at a price worse than the index would leave a cross account with more debt than money, measured at
   * the index: the buyer would receive what the insurance fund has to pay later. An isolated position never pays more
   * for its closed lots than their margin. Possible losses of other positions with unknown prices count only for a
   * price beyond the mark's bound, so that users can still close at the market.
   * @param spareUnits above 0: for several fills together, whose prices differ
   */
  leavesDebt(state: ExchangeState, spareUnits = 0): boolean {
    const { position, closedLots, closedUnits } = this;
    if (!position.isCross || closedLots === 0 || state.rules < RULES.boundedMark) return false;
    const { contract } = position;
    const isLong = position.lots > 0;
    const atIndex = contract.tickValue(isLong ? closedLots : 0 - closedLots);
    if (spareUnits === 0 && (isLong ? closedUnits >= atIndex : closedUnits <= atIndex)) return false;
    const { lotsAfter, costAfter } = this;
    const rest = lotsAfter === 0 ? 0 : unrealizedOf(lotsAfter, costAfter, contract.tickValue(lotsAfter));
    const isFar = Math.abs(closedUnits - atIndex) > payoutInVenueFavour(atIndex, contract.markBoundPpm);
    const unknown = isFar && !position.isOnly ? crossUnknownLoss(state, position) : 0;
    const equity = crossEquityAtIndex(state, position) + rest - unknown;
    return equity + this.realized - this.fee < spareUnits;
  }

  /** For a liquidation: limits the loss to what the user has for these lots. The insurance fund pays the rest. */
  limitLoss(state: ExchangeState): void {
    const { position, closedLots } = this;
    const size = Math.abs(position.lots);
    const share = position.isCross
      ? multiplyDivideFloor(backingOf(state, position), closedLots, size)
      : this.released;
    this.shortfall = Math.max(0, 0 - this.realized - share);
    this.realized += this.shortfall;
  }

  /** For a liquidation: limits the fee to what is left of the closed lots' margin. */
  limitFee(feeUnits: number): void {
    this.fee = Math.max(0, Math.min(feeUnits, this.released + this.realized));
  }

  /** Moves the money and changes the position. The caller has checked that the user can pay. */
  apply(state: ExchangeState): void {
    const { position, released, added, realized, fee } = this;
    const { ledger, perpetual } = state;
    const { quoteAsset } = position.contract.market;
    // The rest of its margin stays reserved while other money is freed.
    position.margin -= released;
    unfreeze(state, position, added + fee - released - realized);
    this.total = ledger.settleFill(position.wallet, released, added, realized - fee);
    ledger.shiftClearing(quoteAsset, 0 - realized + this.shortfall);
    if (this.shortfall > 0) ledger.shift("insurance", quoteAsset, 0 - this.shortfall);
    const wasClosed = position.lots === 0;
    const flips = position.lots > 0 !== this.lotsAfter > 0 && this.lotsAfter !== 0;
    if (wasClosed || flips) this.begin(state);
    if (flips && !wasClosed) position.realized = 0;
    else position.realized += realized;
    const longBefore = Math.max(0, position.lots);
    position.lots = this.lotsAfter;
    position.cost = this.costAfter;
    // A cross position's margin may have been used for the loss itself.
    position.margin += added;
    position.contract.openInterest += Math.max(0, position.lots) - longBefore;
    position.updatedAtMs = state.timeMs;
    perpetual.touch(position, "trade");
  }

  /** Emits the fund records of an applied trade or liquidation. */
  post(state: ExchangeState, realizedRecord: number, feeRecord: number, refId: number): void {
    const { position, realized, fee, total } = this;
    const { userId } = position;
    const { quoteAsset } = position.contract.market;
    const after = total + fee;
    if (realized !== 0)
      state.out.fundsPosted(userId, CONTRACT, quoteAsset, realized, after, realizedRecord, refId);
    if (fee > 0) state.out.fundsPosted(userId, CONTRACT, quoteAsset, 0 - fee, total, feeRecord, refId);
  }

  private begin(state: ExchangeState): void {
    const { position } = this;
    position.id = ++state.perpetual.lastPositionId;
    position.realized = 0;
    position.fundingPaid = 0;
    position.openedAtMs = state.timeMs;
    position.takeProfitTicks = 0;
    position.stopLossTicks = 0;
    position.liquidationId = 0;
  }
}

/**
 * Makes `wanted` units available: from what is frozen for this contract's orders, then, for a cross position, from the
 * other contracts' orders and from cross positions themselves. Orders that lose their margin are canceled when
 * positions are refreshed at the end of the command.
 */
export function unfreeze(state: ExchangeState, position: Position, wanted: number): void {
  const missing = wanted - state.ledger.available(position.wallet);
  if (missing > 0) unfreezeMissing(state, position, missing);
}

function unfreezeMissing(state: ExchangeState, position: Position, wanted: number): void {
  const { ledger } = state;
  const wallet = position.wallet;
  let missing = wanted;
  const fromOrders = (other: Position): void => {
    const part = Math.min(missing, other.orderMargin);
    if (part <= 0) return;
    ledger.release(wallet, part);
    other.orderMargin -= part;
    missing -= part;
    state.perpetual.touchAgain(other, "margin");
  };
  fromOrders(position);
  if (!position.isCross) return;
  const { quoteAsset } = position.contract.market;
  const pool = position.account.positions.filter((other) => other.contract.market.quoteAsset === quoteAsset);
  for (const other of pool) if (missing > 0) fromOrders(other);
  for (const other of pool) {
    if (missing <= 0 || !other.isCross || other.margin === 0) continue;
    const part = Math.min(missing, other.margin);
    ledger.release(wallet, part);
    other.margin -= part;
    missing -= part;
    state.perpetual.touchAgain(other, "margin");
  }
}
