import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import { expiryIn } from "@candor/domain/contract-terms";
import { LIMITS } from "@candor/domain/limits";
import { CORE_LIMITS } from "../../core-limits.ts";
import { bindKey, isAnsweredByKey } from "../../idempotency/keyed-command.ts";
import { CONTRACT } from "../../ledger/account-number.ts";
import { rejectUnavailable } from "../../market/market-status.ts";
import { rejectQuantity, rejectValue } from "../../market/reject-amount.ts";
import {
  BUY,
  LEVEL,
  NONE,
  REMAINING_LOTS,
  SELL,
  STOP_LOSS_TICKS,
  STOP_TICKS,
  TAKE_PROFIT_TICKS,
  TERMS,
  TRAILING_PPM,
} from "../../memory/order-slab.ts";
import { scratch } from "../../memory/scratch.ts";
import { rejectsAroundTrigger } from "../../orders/order-checks.ts";
import { emitOrder } from "../../orders/order-life.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { type Market, TRADING } from "../../state/market/market.ts";
import {
  ACCEPTED,
  BY_USER,
  CANCELED,
  isPricedTrigger,
  LIMIT,
  MARKET,
  NO_REASON,
  OPEN,
  POST_ONLY,
  packContractTerms,
  TRAILING_STOP,
  UNTRIGGERED,
  withStatus,
} from "../../state/orders/order-codes.ts";
import { directionOf, isReached } from "../../state/orders/trigger-direction.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { applyFunding } from "../funding/funding-payments.ts";
import { dropStaleSourcesOf } from "../mark/follow-index.ts";
import {
  closeContractOrder,
  enterOrder,
  mayOnlyReduce,
  queueContractTrigger,
  restOrder,
} from "../order-life/contract-order-life.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import { usableFor } from "../position/account-risk.ts";
import { applyLeverage, costOfLeverage, exposureOf, rejectsRisk } from "../position/contract-settings.ts";
import {
  countResting,
  fitOrderMargin,
  openingUnits,
  orderMarginOf,
  orderMarginWith,
} from "../position/order-margin.ts";
import { closesTooMuch } from "./closing-orders.ts";
import { ContractTicket } from "./contract-ticket.ts";
import { executeOf } from "./execute-contract-order.ts";

const { maxOpenOrdersPerUser, maxUnits } = LIMITS;

const ticket = scratch(new ContractTicket());

/**
 * Places a contract order. Rejections, in this order: trade.invalidParameters, request.keyConflict,
 * trade.marketUnavailable, trade.amountError, trade.priceOutOfBand, trade.triggerPrice (the order's, then those of its
 * take-profit and stop-loss), trade.tooManyOrders, trade.reduceOnly, trade.riskLimit,
 * account.contractFrozen (unless reduce-only), trade.wouldTake, trade.insufficientBalance.
 */
export function placeContractOrder(state: ExchangeState, command: PlaceContractOrder): void {
  if (!ticket.readContract(state, command)) return state.reject("trade.invalidParameters");
  placeTicket(state, ticket, command.key);
}

/**
 * Like placeContractOrder, for an order that is read.
 * @param replaced slot of an order of the same position and side, which ends if this one is accepted; the checks count
 * what that frees. NONE for none
 */
export function placeTicket(
  state: ExchangeState,
  order: ContractTicket,
  key: string,
  replaced: number = NONE,
): void {
  const { market, contract, userId } = order;
  if (isAnsweredByKey(state, userId, key)) return;
  if (market.status !== TRADING) return rejectUnavailable(state, market);
  if (rejectsAmount(state, order) || rejectsPrice(state, order)) return;
  if (rejectsCount(state, order, replaced === NONE ? 0 : 1)) return;
  const first = contract.find(userId) ?? contract.open(state.perpetual.open(userId));
  const position = contract.positionFor(first, order.side, order.reduceOnly);
  applyFunding(state, position);
  if (!closesTooMuch(state, order, position, replaced)) submit(state, order, position, key, replaced);
  refreshPositions(state);
}

/**
 * The checks from reduce-only on, shared by opening and closing orders. `replaced` as in placeTicket.
 * @returns whether the order was accepted
 */
export function submit(
  state: ExchangeState,
  order: ContractTicket,
  position: Position,
  key: string,
  replaced: number = NONE,
): boolean {
  if (replaced === NONE) return submitAlone(state, order, position, key, NONE);
  const lots = countedLots(state, replaced);
  if (lots > 0) countResting(state, position, replaced, 0 - lots);
  const isAccepted = submitAlone(state, order, position, key, replaced, lots);
  if (!isAccepted && lots > 0) countResting(state, position, replaced, lots);
  return isAccepted;
}

/** The lots of an order that count for the margin of its position's orders. */
export function countedLots(state: ExchangeState, slot: number): number {
  const { ints } = state.orders.slab;
  return ints[slot + LEVEL] === 0 || mayOnlyReduce(state, slot) ? 0 : (ints[slot + REMAINING_LOTS] as number);
}

/** @param uncounted lots of the replaced order that are left out of its position's count at present */
function submitAlone(
  state: ExchangeState,
  order: ContractTicket,
  position: Position,
  key: string,
  replaced: number,
  uncounted = 0,
): boolean {
  const { market, side } = order;
  const leverage = order.leverage === 0 ? position.leverage : order.leverage;
  if (rejectsAccount(state, order, position, leverage)) return false;
  if (order.timeInForce === POST_ONLY && market.book.wouldTake(side, order.priceTicks)) {
    state.reject("trade.wouldTake");
    return false;
  }
  if (rejectsCost(state, order, position, leverage)) return false;

  // Nothing below may fail.
  if (replaced !== NONE) {
    if (uncounted > 0) countResting(state, position, replaced, uncounted);
    closeContractOrder(state, replaced, CANCELED, BY_USER);
  }
  if (leverage !== position.leverage) applyLeverage(state, position, leverage);
  const slot = openOrder(state, order, position, key);
  if (key !== "") bindKey(state, order.userId, key, state.orders.lastOrderId);
  emitOrder(state, slot, ACCEPTED, NO_REASON, 0);
  if (order.type === LIMIT && order.mayRest && !market.book.wouldTake(side, order.priceTicks))
    restAtOnce(state, order, position, slot);
  else if (order.type === LIMIT || order.type === MARKET) executeOf(state, position, slot);
  else queueContractTrigger(state, order.contract, slot);
  return true;
}

/** Rejects an order that has nothing to reduce, is beyond the risk limit, or opens for a frozen account. */
export function rejectsAccount(
  state: ExchangeState,
  { side, reduceOnly, quantityLots, leverage: chosen, userId }: ContractTicket,
  position: Position,
  leverage: number,
): boolean {
  if (reduceOnly && position.closable(side) === 0) {
    state.reject("trade.reduceOnly");
    return true;
  }
  const lots = reduceOnly ? 0 : quantityLots;
  const exposure = exposureOf(position, side === BUY ? lots : 0, side === SELL ? lots : 0);
  if ((!reduceOnly || chosen > 0) && rejectsRisk(state, position, leverage, exposure)) return true;
  if (reduceOnly || !state.users.isFrozen(userId, CONTRACT)) return false;
  state.reject("account.contractFrozen");
  return true;
}

/** Rejects an order that costs more than is usable. */
export function rejectsCost(
  state: ExchangeState,
  order: ContractTicket,
  position: Position,
  leverage: number,
): boolean {
  if (!position.isOnly) dropStaleSourcesOf(state, position.account);
  const cost = costOf(state, order, position, leverage);
  const usable = usableFor(state, position);
  if (cost <= 0 || cost <= usable) return false;
  state.reject("trade.insufficientBalance", usable, order.market.quoteAsset);
  return true;
}

/**
 * Rests an order that matches nothing: a shortcut for executeOf. If only this order has changed the position, the
 * amount to freeze is known and nothing else needs a refresh.
 */
function restAtOnce(state: ExchangeState, order: ContractTicket, position: Position, slot: number): void {
  const { perpetual } = state;
  const { isClean } = perpetual;
  restOrder(state, position, slot);
  if (!isClean || order.reduceOnly || !fitOrderMargin(state, position, order.marginUnits))
    return refreshPositions(state);
  position.isClean = true;
  perpetual.isClean = true;
}

/** Rejects quantities and values outside the market's bounds. Closing orders need not meet the minimum value. */
export function rejectsAmount(state: ExchangeState, order: ContractTicket): boolean {
  const { market, quantityLots, reduceOnly } = order;
  const least = reduceOnly ? 1 : market.minLots;
  if (quantityLots < least || quantityLots > market.maxLots) {
    rejectQuantity(state, quantityLots, least, market.maxLots);
    return true;
  }
  return rejectsContractValue(state, market, valuationTicks(order), quantityLots, reduceOnly);
}

/** Rejects values above the maximum, and below the market's minimum unless the order only reduces. */
export function rejectsContractValue(
  state: ExchangeState,
  market: Market,
  ticks: number,
  lots: number,
  reduceOnly: boolean,
): boolean {
  const value = market.notional(ticks, lots);
  if ((reduceOnly || value >= market.minNotionalUnits) && value <= maxUnits) return false;
  rejectValue(state, value, market.minNotionalUnits, maxUnits);
  return true;
}

function valuationTicks(order: ContractTicket): number {
  if (order.priceTicks > 0) return order.priceTicks;
  if (order.stopTicks > 0) return order.stopTicks;
  return order.market.indexTicks;
}

/** Rejects prices outside the band of limit prices, then triggers on the wrong side of the price they watch. */
export function rejectsPrice(state: ExchangeState, order: ContractTicket): boolean {
  const { market, contract, side, type, priceTicks, stopTicks, triggerBy } = order;
  if (type === LIMIT && (priceTicks < market.bandMinTicks || priceTicks > market.bandMaxTicks)) {
    state.reject("trade.priceOutOfBand", market.bandMinTicks, market.bandMaxTicks);
    return true;
  }
  if (isPricedTrigger(type) && rejectsAroundTrigger(state, market, priceTicks, stopTicks)) return true;
  const reference = contract.priceBy(triggerBy);
  if (stopTicks > 0 && isReached(directionOf(side, type), stopTicks, reference)) {
    state.reject("trade.triggerPrice", reference);
    return true;
  }
  // The take-profit and stop-loss of an order that has not executed are checked against its expected execution price.
  const entry = priceTicks > 0 ? priceTicks : stopTicks > 0 ? stopTicks : reference;
  return rejectsProtection(state, side === BUY, order.takeProfitTicks, order.stopLossTicks, entry);
}

/** Rejects with 339 when a take-profit is not a profit, or a stop-loss not a loss, relative to `ticks`. */
export function rejectsProtection(
  state: ExchangeState,
  isLong: boolean,
  takeProfitTicks: number,
  stopLossTicks: number,
  ticks: number,
): boolean {
  if (takeProfitTicks === 0 && stopLossTicks === 0) return false;
  if (!isBeyond(takeProfitTicks, ticks, isLong) && !isBeyond(stopLossTicks, ticks, !isLong)) return false;
  state.reject("trade.triggerPrice", ticks);
  return true;
}

/** Whether a level that a rise (or a fall) from `ticks` should reach is already reached, or on the wrong side. */
function isBeyond(level: number, ticks: number, rises: boolean): boolean {
  return level > 0 && (rises ? level <= ticks : level >= ticks);
}

function rejectsCount(state: ExchangeState, order: ContractTicket, freedOrders: number): boolean {
  return order.mayRest && rejectsOrderCount(state, order, freedOrders);
}

function rejectsOrderCount(state: ExchangeState, order: ContractTicket, freedOrders: number): boolean {
  const { orders } = state;
  const trails = order.type === TRAILING_STOP;
  let max = 0;
  if (orders.countOf(order.userId) - freedOrders >= maxOpenOrdersPerUser) max = maxOpenOrdersPerUser;
  else if (
    trails &&
    order.contract.triggersBy(order.triggerBy).trailingOrders >= CORE_LIMITS.maxTrailingPerMarket
  )
    max = CORE_LIMITS.maxTrailingPerMarket;
  if (max === 0) return false;
  state.reject("trade.tooManyOrders", max);
  return true;
}

/**
 * What accepting the order takes from the wallet: the margin and fee of what it would open, its immediate loss against
 * the mark, and what a leverage change costs. Untriggered orders need nothing before their trigger.
 */
export function costOf(
  state: ExchangeState,
  order: ContractTicket,
  position: Position,
  leverage: number,
): number {
  const { market, contract, side, type } = order;
  const change = leverage === position.leverage ? 0 : costOfLeverage(position, leverage);
  if (order.reduceOnly || (type !== LIMIT && type !== MARKET)) return change;
  let lots = order.quantityLots;
  let units: number;
  if (type === LIMIT) {
    // A sell that executes at once fills at the best bid or below, never below its own price.
    const bid = market.book.best(BUY);
    const ticks = side === SELL ? Math.max(order.priceTicks, bid) : order.priceTicks;
    units = market.notional(ticks, lots);
  } else {
    const worst = market.protectedTicks(side);
    state.walk.run(market, side, order.userId, order.selfTrade, worst, lots, 0, state.fillsLeft);
    lots = state.walk.lots;
    units = state.walk.quoteUnits;
  }
  const { buyLots, buyUnits, sellLots, sellUnits } = position;
  const more =
    side === BUY
      ? orderMarginWith(position, leverage, buyLots + lots, buyUnits + units, sellLots, sellUnits)
      : orderMarginWith(position, leverage, buyLots, buyUnits, sellLots + lots, sellUnits + units);
  order.marginUnits = more;
  const base = leverage === position.leverage ? position.orderMargin : orderMarginOf(position, leverage);
  const closable = position.closable(side);
  const opened = openingUnits(lots, units, closable);
  const atMark = market.notional(contract.markTicks, Math.max(0, lots - closable));
  const loss = contract.markTicks === 0 ? 0 : side === BUY ? opened - atMark : atMark - opened;
  return change + more - base + Math.max(0, loss);
}

function openOrder(state: ExchangeState, order: ContractTicket, position: Position, key: string): number {
  const { orders } = state;
  const { market, userId, type, priceTicks, stopTicks, trailingPpm, takeProfitTicks, stopLossTicks } = order;
  const fixed = packContractTerms(
    order.side,
    type,
    order.timeInForce,
    order.selfTrade,
    state.users.isLabelled(userId),
    order.reduceOnly,
    order.triggerBy,
    position.leg,
  );
  const codes = withStatus(fixed, type === LIMIT || type === MARKET ? OPEN : UNTRIGGERED);
  const slot = orders.create(userId, key, state.timeMs, market.id, codes, priceTicks, order.quantityLots);
  if ((stopTicks | trailingPpm | takeProfitTicks | stopLossTicks) !== 0) {
    const { slab } = orders;
    const { moreInts } = slab;
    slab.extend(slot);
    moreInts[slot + STOP_TICKS] = stopTicks;
    moreInts[slot + TRAILING_PPM] = trailingPpm;
    moreInts[slot + TAKE_PROFIT_TICKS] = takeProfitTicks;
    moreInts[slot + STOP_LOSS_TICKS] = stopLossTicks;
  }
  if (order.terms !== 0) setTerms(state, slot, order.terms);
  enterOrder(state, position, slot);
  return slot;
}

function setTerms(state: ExchangeState, slot: number, terms: number): void {
  const { slab } = state.orders;
  slab.extend(slot);
  slab.moreNumbers[(slot >> 1) + TERMS] = terms;
  const expiresAtMs = expiryIn(terms);
  if (expiresAtMs > 0) state.expiring.add(slab.idOf(slot), expiresAtMs);
}
