import { INSURANCE_FUND_USER_ID } from "@candor/domain/events/contract-events";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import { valueOf } from "@candor/formulas/perpetual/margin";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { divideCeil, divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import { CORE_LIMITS } from "../../core-limits.ts";
import { BUY, CODES, ORDER_ID, PRICE_TICKS, REMAINING_LOTS, SELL } from "../../memory/order-slab.ts";
import { scratch } from "../../memory/scratch.ts";
import { armStops } from "../../orders/arm-stops.ts";
import { numberTrade } from "../../orders/number-trade.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import {
  BY_MISSING_FUNDS,
  BY_POSITION_CLOSED,
  BY_REDUCE_ONLY,
  CANCELED,
  labelOf,
} from "../../state/orders/order-codes.ts";
import { BY_LAST } from "../../state/orders/trigger-by.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import { type Position } from "../../state/perpetual/position.ts";
import { applyFunding, payFundFunding } from "../funding/funding-payments.ts";
import { closeContractOrder, mayOnlyReduce, positionOf } from "../order-life/contract-order-life.ts";
import { armProtection } from "../order-life/protection-triggers.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import { emitMaker, fillMaker } from "../orders/settle-maker.ts";
import { fundEquity, fundMaintenance } from "../position/fund-equity.ts";
import { ADL, PositionFill } from "../position/position-fill.ts";
import { deleverageCandidates } from "./deleverage-queue.ts";
import { beforeFundStep, emitStep, NOTHING } from "./liquidation-step.ts";

const { fundShares } = CORE_LIMITS;
const { maxPriceTicks } = LIMITS;
const NOT_LABELLED = 0;
const NO_ORDER = 0;
const NOTHING_MORE = -1;
const otherFill = scratch(new PositionFill());

/**
 * Handles a changed mark of contracts in the fund's inventory. The fund offers a part of it to the book: a tenth and at
 * least one lot, at most half a percent from the mark, and never at a loss that it cannot pay. When its equity is below
 * the maintenance margin of its inventories, everything must be closed: first on the book within the same distance,
 * then by deleveraging the other side until equity suffices.
 */
export function reduceFund(state: ExchangeState): void {
  for (const contract of state.perpetual.contracts) {
    const { fund } = contract;
    if (!fund.isDue) continue;
    fund.isDue = false;
    if (fund.lots === 0 || !contract.isLive) continue;
    payFundFunding(state, contract);
    const size = Math.abs(fund.lots);
    const near = reachOf(state, contract);
    if (!isBelowMaintenance(state, contract)) {
      offer(state, contract, Math.max(1, divideCeil(size, fundShares)), near);
      fund.liquidationId = 0;
      continue;
    }
    offer(state, contract, size, near);
    if (isBelowMaintenance(state, contract)) deleverageFor(state, contract);
  }
}

function reachOf(state: ExchangeState, contract: Contract): number {
  const side = contract.fund.lots > 0 ? SELL : BUY;
  return state.rules >= RULES.boundedMark ? contract.reachTicks(side) : contract.nearTicks(side);
}

/**
 * Rules 3: how many of `lots` the fund may trade at `ticks`. It may give away, measured at the index, only what it has
 * earned.
 */
function affordable(state: ExchangeState, contract: Contract, lots: number, ticks: number): number {
  if (state.rules < RULES.boundedMark) return lots;
  const { fund, factor } = contract;
  const gift = giftOf(contract, sign(fund.lots), ticks * factor);
  return gift <= 0 ? lots : Math.min(lots, divideFloor(fund.earnedUnits, gift));
}

/** How much worse than the index it is to close the fund's `lots` for `units`, rounded up. */
function giftOf(contract: Contract, lots: number, units: number): number {
  return 0 - unrealizedOf(lots, contract.valueAtIndex(0 - lots), units);
}

const sign = (lots: number): number => (lots > 0 ? 1 : -1);

function isBelowMaintenance(state: ExchangeState, contract: Contract): boolean {
  const { quoteAsset } = contract.market;
  return fundMaintenance(state, quoteAsset) > fundEquity(state, quoteAsset);
}

/** Trades against the book, immediate-or-cancel. Such trades do not move the mark. */
function offer(state: ExchangeState, contract: Contract, mostLots: number, worst: number): void {
  const { fund, market } = contract;
  const side = fund.lots > 0 ? SELL : BUY;
  let left = mostLots;
  let firstTicks = 0;
  let lastTicks = 0;
  while (left > 0 && state.fillsLeft > 0 && market.book.wouldTake(side, worst)) {
    const maker = market.book.headOf(1 - side);
    const ticks = state.orders.slab.ints[maker + PRICE_TICKS] as number;
    state.fillsLeft--;
    const lots = matchMaker(state, contract, maker, left, lastTicks);
    if (lots < 0) break;
    if (lots > 0 && firstTicks === 0) firstTicks = ticks;
    if (lots > 0) lastTicks = ticks;
    left -= lots;
  }
  if (firstTicks === 0) return;
  market.lastTicks = lastTicks;
  refreshPositions(state);
  armStops(state, market, firstTicks, lastTicks);
  armProtection(state, contract, BY_LAST, firstTicks);
  if (lastTicks !== firstTicks) armProtection(state, contract, BY_LAST, lastTicks);
  refreshPositions(state);
}

/**
 * @param lastTicks price of the previous fill; 0 for the first
 * @returns the lots traded with this maker; negative when the fund cannot pay for it
 */
function matchMaker(
  state: ExchangeState,
  contract: Contract,
  maker: number,
  mostLots: number,
  lastTicks: number,
): number {
  const { fund, market } = contract;
  const { ledger } = state;
  const { ints, numbers } = state.orders.slab;
  const side = fund.lots > 0 ? SELL : BUY;
  const owner = positionOf(state, maker);
  applyFunding(state, owner);
  let lots = Math.min(mostLots, ints[maker + REMAINING_LOTS] as number);
  if (mayOnlyReduce(state, maker)) lots = Math.min(lots, owner.closable(1 - side));
  if (lots === 0) {
    closeContractOrder(state, maker, CANCELED, owner.lots === 0 ? BY_POSITION_CLOSED : BY_REDUCE_ONLY);
    return 0;
  }
  const ticks = ints[maker + PRICE_TICKS] as number;
  lots = affordable(state, contract, lots, ticks);
  if (lots === 0) return NOTHING_MORE;
  const units = market.notional(ticks, lots);
  otherFill.plan(owner, 1 - side, lots, units, market.makerFeePpm);
  if (!otherFill.isPayable(state) || otherFill.losesOnOpen(state, 1 - side, ticks)) {
    closeContractOrder(state, maker, CANCELED, BY_MISSING_FUNDS);
    return 0;
  }
  const signed = side === SELL ? 0 - lots : lots;
  const balance = ledger.systemBalance("insurance", market.quoteAsset);
  if (balance + fund.realizedBy(signed, units) < 0) return NOTHING_MORE;
  if (state.rules >= RULES.boundedMark)
    fund.earnedUnits -= Math.max(0, Math.min(fund.earnedUnits, giftOf(contract, 0 - signed, units)));
  const makerId = numbers[(maker >> 1) + ORDER_ID] as number;
  const leftLots = fillMaker(state, maker, otherFill, lots);
  fund.trade(state.ledger, contract, signed, units);
  ledger.giveFees(market.quoteAsset, otherFill.fee);
  const tradeId = ++state.lastTradeId;
  state.out.tradeMade(
    tradeId,
    market.id,
    ticks,
    lots,
    units,
    side,
    makerId,
    NO_ORDER,
    owner.userId,
    INSURANCE_FUND_USER_ID,
    otherFill.fee,
    0,
    labelOf(ints[maker + CODES] as number),
    NOT_LABELLED,
    owner.lots,
    otherFill.total,
    fund.lots,
    ledger.systemBalance("insurance", market.quoteAsset),
    numberTrade(state, market, lastTicks === ticks),
    market.lastAggregateId,
  );
  emitMaker(state, maker, otherFill, leftLots, units, tradeId);
  return lots;
}

/**
 * Closes the fund's inventory against the other side, highest profit × leverage first, without a fee: at the mark or,
 * where the fund cannot pay that, at its bankruptcy price. So no fund earnings from other users' liquidations are given
 * away.
 */
function deleverageFor(state: ExchangeState, contract: Contract): void {
  const { fund } = contract;
  for (const other of deleverageCandidates(state, contract, fund.lots < 0)) {
    if (state.perpetual.stepsLeft === 0 || fund.lots === 0 || !isBelowMaintenance(state, contract)) return;
    if (other.lots === 0 || other.lots > 0 === fund.lots > 0) continue;
    applyFunding(state, other);
    deleverageOne(state, contract, other);
  }
}

/** The value of the fund's lots at the mark; since rules 3 at the index when that is better for the fund. */
function fairValue(state: ExchangeState, contract: Contract, size: number): number {
  const { fund, markTicks, factor } = contract;
  const atMark = valueOf(size, markTicks, factor);
  if (state.rules < RULES.boundedMark) return atMark;
  return fund.lots > 0
    ? Math.max(atMark, contract.valueAtIndex(size))
    : Math.min(atMark, contract.valueAtIndex(0 - size));
}

function deleverageOne(state: ExchangeState, contract: Contract, other: Position): void {
  const { fund, market, factor } = contract;
  const { quoteAsset } = market;
  const balance = state.ledger.systemBalance("insurance", quoteAsset);
  const size = Math.abs(fund.lots);
  const lots = Math.min(size, Math.abs(other.lots));
  // Money that covers losses of its other inventories is not available for this one.
  const others = Math.min(0, fundEquity(state, quoteAsset, contract) - balance);
  const backing = Math.max(0, balance + others);
  const bankrupt = Math.max(0, fund.cost + (fund.lots > 0 ? 0 - backing : backing));
  const atMark = fairValue(state, contract, size);
  const all = fund.lots > 0 ? Math.max(bankrupt, atMark) : Math.min(bankrupt, atMark);
  const units = lots === size ? all : multiplyDivideFloor(all, lots, size);
  const side = fund.lots > 0 ? SELL : BUY;
  const signed = side === SELL ? 0 - lots : lots;
  otherFill.plan(other, 1 - side, lots, units, 0);
  if (!otherFill.isPayable(state) || balance + fund.realizedBy(signed, units) < 0) return;
  if (fund.liquidationId === 0) fund.liquidationId = ++state.perpetual.lastLiquidationId;
  const before = beforeFundStep(state, contract);
  otherFill.apply(state);
  fund.trade(state.ledger, contract, signed, units);
  otherFill.post(state, ADL, ADL, before.liquidationId);
  state.perpetual.stepsLeft--;
  state.perpetual.touch(other, "adl");
  const counterparty = { userId: other.userId, realized: otherFill.realized };
  const ticks = Math.min(maxPriceTicks, Math.max(1, divideCeil(all, size * factor)));
  emitStep(state, before, "adl", { ...NOTHING, lots, units }, ticks, NO_ORDER, counterparty);
  if (fund.lots === 0) fund.liquidationId = 0;
  refreshPositions(state);
}
