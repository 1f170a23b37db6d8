import { commandIndex } from "@candor/codec/command-layout";
import type { PlaceOrder } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import { payoutInVenueFavour } from "@candor/money/rounding";
import { BUY, HELD_UNITS, SLOTS, STOP_TICKS, TRAILING_PPM } from "../book/order-slab.ts";
import { CORE_LIMITS } from "../core-limits.ts";
import type { ExchangeState } from "../exchange-state.ts";
import { bindKey, isAnsweredByKey } from "../idempotency/keyed-command.ts";
import { COIN } from "../ledger/account-number.ts";
import type { Market } from "../market/market.ts";
import { TRADING } from "../market/market.ts";
import { rejectUnavailable } from "../market/market-status.ts";
import { rejectQuantity, rejectValue } from "../market/reject-amount.ts";
import {
  ACCEPTED,
  LIMIT,
  MARKET,
  NO_REASON,
  OPEN,
  POST_ONLY,
  packTerms,
  STOP_LIMIT,
  STOP_MARKET,
  TRAILING_STOP,
  UNTRIGGERED,
  withStatus,
} from "../orders/order-codes.ts";
import { executeOrder } from "./execute-order.ts";
import { awaitTrigger, tellOrder } from "./order-life.ts";
import type { Ticket } from "./ticket.ts";

const { maxOpenOrdersPerUser, maxUnits } = LIMITS;

const KIND = commandIndex("place-order");

/**
 * Places any order except an OCO. Rejections, in this order: trade.invalidParameters, request.keyConflict,
 * trade.marketUnavailable, trade.amountError, trade.priceOutOfBand, trade.triggerPrice, trade.tooManyOrders,
 * account.coinFrozen, trade.wouldTake, trade.insufficientBalance.
 */
export function placeOrder(state: ExchangeState, command: PlaceOrder): void {
  const { ticket, ledger } = state;
  const { userId, key } = command;
  if (!ticket.read(state, command, KIND)) return state.reject("trade.invalidParameters");
  if (isAnsweredByKey(state, userId, key)) return;
  const { market, side } = ticket;
  if (market.status !== TRADING) return rejectUnavailable(state, market);
  if (rejectsAmount(state, ticket) || rejectsPrice(state, ticket) || rejectsCount(state, ticket)) return;
  if (state.users.isFrozen(userId, COIN)) return state.reject("account.coinFrozen");
  if (ticket.timeInForce === POST_ONLY && market.book.wouldTake(side, ticket.priceTicks))
    return state.reject("trade.wouldTake");
  const needed = neededUnits(state, ticket);
  const asset = side === BUY ? market.quoteAsset : market.baseAsset;
  const account = ledger.account(userId, COIN, asset);
  const available = ledger.available(account);
  if (needed > available) return state.reject("trade.insufficientBalance", available, asset);

  // Nothing below may fail.
  const isLabelled = state.users.isLabelled(userId);
  const codes = packTerms(side, ticket.type, ticket.timeInForce, ticket.selfTrade, isLabelled);
  const slot = openOrder(state, ticket, key, codes);
  bindKey(state, userId, key, state.orders.lastOrderId);
  if (needed > 0) ledger.hold(account, needed);
  tellOrder(state, slot, ACCEPTED, NO_REASON, 0);
  const lots = ticket.quoteUnits > 0 ? state.walk.lots : ticket.quantityLots;
  if (ticket.type === LIMIT || ticket.type === MARKET) executeOrder(state, market, slot, needed, lots);
  else {
    if (side === BUY && ticket.priceTicks === 0)
      state.orders.slab.moreNumbers[(slot >> 1) + HELD_UNITS] = needed;
    awaitTrigger(state, market, slot);
  }
}

/** Rejects quantities and values below the market's minimum or above its maximum. */
export function rejectsAmount(state: ExchangeState, ticket: Ticket): boolean {
  const { market, quantityLots, quoteUnits } = ticket;
  if (quantityLots > 0 && (quantityLots < market.minLots || quantityLots > market.maxLots)) {
    rejectQuantity(state, quantityLots, market.minLots, market.maxLots);
    return true;
  }
  const ticks = valuationTicks(ticket);
  const highest = largestTicks(ticket);
  const value = quoteUnits > 0 ? quoteUnits : market.notional(ticks, quantityLots);
  const largest = quoteUnits > 0 || highest === ticks ? value : market.notional(highest, quantityLots);
  if (value >= market.minNotionalUnits && largest <= maxUnits) return false;
  if (state.isConverting && largest <= maxUnits) return false;
  rejectValue(state, largest, market.minNotionalUnits, maxUnits);
  return true;
}

/** The price for valuing an order, in ticks. */
function valuationTicks(ticket: Ticket): number {
  if (ticket.priceTicks > 0) return ticket.priceTicks;
  if (ticket.stopTicks > 0) return ticket.stopTicks;
  return ticket.type === MARKET ? ticket.market.indexTicks : ticket.market.referenceTicks;
}

/** The highest price that a hold may be computed with, in ticks. */
function largestTicks(ticket: Ticket): number {
  return ticket.type === STOP_MARKET || ticket.type === TRAILING_STOP
    ? ticket.market.fundedTicks(firstTriggerTicks(ticket))
    : valuationTicks(ticket);
}

/** Where a stop or trailing stop would fire if the price reversed at once; for a waiting trailing stop, once active. */
function firstTriggerTicks(ticket: Ticket): number {
  if (ticket.type !== TRAILING_STOP) return ticket.stopTicks;
  const { market, side, trailingPpm } = ticket;
  return market.trailing(side).triggerTicks(trailingPpm, ticket.stopTicks || market.referenceTicks);
}

/**
 * Limit prices must be in the band around the index; those of stop-limit orders in the band around their trigger,
 * because the market will be there. A trigger must not already be reached.
 */
export function rejectsPrice(state: ExchangeState, ticket: Ticket): boolean {
  const { market, side, type, priceTicks, stopTicks } = ticket;
  if (type === LIMIT && (priceTicks < market.bandMinTicks || priceTicks > market.bandMaxTicks)) {
    state.reject("trade.priceOutOfBand", market.bandMinTicks, market.bandMaxTicks);
    return true;
  }
  if (type === STOP_LIMIT && rejectsAroundTrigger(state, market, priceTicks, stopTicks)) return true;
  if (stopTicks === 0) return false;
  return rejectsTrigger(state, market, stopTicks, (side === BUY) !== (type === TRAILING_STOP));
}

/** Rejects a limit price outside the band around its own trigger. */
export function rejectsAroundTrigger(
  state: ExchangeState,
  market: Market,
  priceTicks: number,
  stopTicks: number,
): boolean {
  const reach = payoutInVenueFavour(stopTicks, market.spec.priceBandPpm);
  if (priceTicks >= stopTicks - reach && priceTicks <= stopTicks + reach) return false;
  state.reject("trade.priceOutOfBand", Math.max(1, stopTicks - reach), stopTicks + reach);
  return true;
}

/** Rejects a trigger that the last price has already reached. `isRising`: it fires at or above its price. */
export function rejectsTrigger(
  state: ExchangeState,
  market: Market,
  stopTicks: number,
  isRising: boolean,
): boolean {
  const reference = market.referenceTicks;
  if (isRising ? stopTicks > reference : stopTicks < reference) return false;
  state.reject("trade.triggerPrice", reference);
  return true;
}

export function rejectsCount(state: ExchangeState, ticket: Ticket): boolean {
  if (!ticket.mayRest) return false;
  let max = 0;
  if (state.orders.countOf(ticket.userId) >= maxOpenOrdersPerUser) max = maxOpenOrdersPerUser;
  else if (ticket.type === TRAILING_STOP && ticket.market.trailingOrders >= CORE_LIMITS.maxTrailingPerMarket)
    max = CORE_LIMITS.maxTrailingPerMarket;
  if (max === 0) return false;
  state.reject("trade.tooManyOrders", max);
  return true;
}

/**
 * The amount to freeze for the order, in the asset that it pays with. For a market order it comes from walking the
 * book, and the walk stays in `state.walk`.
 */
export function neededUnits(state: ExchangeState, ticket: Ticket): number {
  const { market, side, type, quantityLots, quoteUnits } = ticket;
  if (type === MARKET) {
    const lots = quoteUnits > 0 ? market.maxLots : quantityLots;
    const worst = market.protectedTicks(side);
    state.walk.run(market, side, ticket.userId, ticket.selfTrade, worst, lots, quoteUnits, state.fillsLeft);
    if (quoteUnits > 0) return side === BUY ? quoteUnits : state.walk.lots * market.lotUnits;
    if (side === BUY) return state.walk.quoteUnits;
  }
  if (side !== BUY) return quantityLots * market.lotUnits;
  if (type === LIMIT || type === STOP_LIMIT) return market.notional(ticket.priceTicks, quantityLots);
  return market.notional(market.fundedTicks(firstTriggerTicks(ticket)), quantityLots);
}

/** Opens the accepted order. `codes` is the result of packTerms. */
export function openOrder(state: ExchangeState, ticket: Ticket, key: string, codes: number): number {
  const { orders } = state;
  const { market, userId, type } = ticket;
  const withStart = withStatus(codes, type === LIMIT || type === MARKET ? OPEN : UNTRIGGERED);
  const { priceTicks, quantityLots } = ticket;
  const slot = orders.create(userId, key, state.timeMs, market.id, withStart, priceTicks, quantityLots);
  if (type === LIMIT) return slot;
  const { slab } = orders;
  const { moreInts, moreNumbers } = slab;
  const row = slot & SLOTS;
  slab.extend(slot);
  moreInts[row + STOP_TICKS] = ticket.stopTicks;
  moreInts[row + TRAILING_PPM] = ticket.trailingPpm;
  moreNumbers[(row >> 1) + HELD_UNITS] = ticket.quoteUnits;
  return slot;
}
