import { LIMITS } from "@candor/domain/limits";
import { divideCeil } from "@candor/money/integer";
import { payoutInVenueFavour } from "@candor/money/rounding";
import { setVisible } from "../book/iceberg.ts";
import { CORE_LIMITS } from "../core-limits.ts";
import { rejectQuantity, rejectValue } from "../market/reject-amount.ts";
import { BUY, HELD_UNITS, SLOTS, STOP_TICKS, TRAILING_PPM } from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";
import {
  becomesMarketOrder,
  hasLimitPrice,
  isPricedTrigger,
  isTrailing,
  LIMIT,
  MARKET,
  OPEN,
  UNTRIGGERED,
  withStatus,
} from "../state/orders/order-codes.ts";
import { directionOf, isReached } from "../state/orders/trigger-direction.ts";
import type { Ticket } from "./ticket.ts";

const { maxOpenOrdersPerUser, maxUnits } = LIMITS;

/** Rejects quantities and values below the market's minimum or above its maximum. */
export function rejectsAmount(state: ExchangeState, ticket: Ticket): boolean {
  const { market, quantityLots, quoteUnits } = ticket;
  if (quantityLots > 0 && (quantityLots < market.minLots || quantityLots > market.maxLots)) {
    rejectQuantity(state, quantityLots, market.minLots, market.maxLots);
    return true;
  }
  if (ticket.visibleLots > 0 && rejectsVisible(state, market, ticket.visibleLots, quantityLots)) return true;
  const ticks = valuationTicks(ticket);
  const highest = largestTicks(ticket);
  const value = quoteUnits > 0 ? quoteUnits : market.notional(ticks, quantityLots);
  const largest = quoteUnits > 0 || highest === ticks ? value : market.notional(highest, quantityLots);
  if (value >= market.minNotionalUnits && largest <= maxUnits) return false;
  if (state.isConverting && largest <= maxUnits) return false;
  rejectValue(state, largest, market.minNotionalUnits, maxUnits);
  return true;
}

/** Rejects an iceberg that shows less than the market's minimum, or would have too many parts. */
export function rejectsVisible(
  state: ExchangeState,
  market: Market,
  visibleLots: number,
  quantityLots: number,
): boolean {
  const least = Math.max(market.minLots, divideCeil(quantityLots, LIMITS.maxIcebergParts));
  if (visibleLots >= least) return false;
  rejectQuantity(state, visibleLots, least, quantityLots);
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
  return becomesMarketOrder(ticket.type)
    ? ticket.market.fundedTicks(firstTriggerTicks(ticket.market, ticket.side, ticket))
    : valuationTicks(ticket);
}

/** The terms of a trigger. */
type TriggerTerms = Pick<Ticket, "type" | "stopTicks" | "trailingPpm">;

/** Where a stop or trailing stop would fire if the price reversed at once; for a waiting trailing stop, once active. */
export function firstTriggerTicks(market: Market, side: number, terms: TriggerTerms): number {
  const { type, stopTicks, trailingPpm } = terms;
  if (!isTrailing(type)) return stopTicks;
  return market.trailing(side).triggerTicks(trailingPpm, stopTicks || market.referenceTicks);
}

/** As rejectsLimit; and a trigger must not already be reached. */
export function rejectsPrice(state: ExchangeState, ticket: Ticket): boolean {
  const { market, side, type, stopTicks } = ticket;
  if (rejectsLimit(state, ticket)) return true;
  if (stopTicks === 0) return false;
  return rejectsTrigger(state, market, stopTicks, directionOf(side, type));
}

/**
 * Limit prices must be in the band around the index; those of orders with a trigger in the band around it, because the
 * market will be there.
 */
export function rejectsLimit(state: ExchangeState, { market, type, priceTicks, stopTicks }: Ticket): boolean {
  if (type === LIMIT && (priceTicks < market.bandMinTicks || priceTicks > market.bandMaxTicks)) {
    state.reject("trade.priceOutOfBand", market.bandMinTicks, market.bandMaxTicks);
    return true;
  }
  // A trailing order without activation price has none yet.
  const triggerTicks = stopTicks || market.referenceTicks;
  return isPricedTrigger(type) && rejectsAroundTrigger(state, market, priceTicks, triggerTicks);
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

/** Rejects a trigger that the last price has already reached. `direction`: RISING or FALLING. */
export function rejectsTrigger(
  state: ExchangeState,
  market: Market,
  stopTicks: number,
  direction: number,
): boolean {
  const reference = market.referenceTicks;
  if (!isReached(direction, stopTicks, reference)) return false;
  state.reject("trade.triggerPrice", reference);
  return true;
}

/** `freedOrders`, `freedTrailing`: live orders, and trailing stops of the market, that end before. */
export function rejectsCount(
  state: ExchangeState,
  ticket: Ticket,
  freedOrders = 0,
  freedTrailing = 0,
): boolean {
  if (!ticket.mayRest) return false;
  let max = 0;
  const trailing = ticket.market.trailingOrders - freedTrailing;
  if (state.orders.countOf(ticket.userId) - freedOrders >= maxOpenOrdersPerUser) max = maxOpenOrdersPerUser;
  else if (isTrailing(ticket.type) && trailing >= CORE_LIMITS.maxTrailingPerMarket)
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
  if (hasLimitPrice(type)) return market.notional(ticket.priceTicks, quantityLots);
  return market.notional(market.fundedTicks(firstTriggerTicks(market, side, ticket)), quantityLots);
}

/** Opens the accepted order. `codes` is the result of packTerms. */
export function openOrder(state: ExchangeState, ticket: Ticket, key: string, codes: number): number {
  const { orders } = state;
  const { market, userId, type } = ticket;
  const withStart = withStatus(codes, type === LIMIT || type === MARKET ? OPEN : UNTRIGGERED);
  const { priceTicks, quantityLots } = ticket;
  const slot = orders.create(userId, key, state.timeMs, market.id, withStart, priceTicks, quantityLots);
  const { slab } = orders;
  if (ticket.visibleLots > 0) setVisible(slab, slot, ticket.visibleLots);
  if (type === LIMIT) return slot;
  const { moreInts, moreNumbers } = slab;
  const row = slot & SLOTS;
  slab.extend(slot);
  moreInts[row + STOP_TICKS] = ticket.stopTicks;
  moreInts[row + TRAILING_PPM] = ticket.trailingPpm;
  moreNumbers[(row >> 1) + HELD_UNITS] = ticket.quoteUnits;
  return slot;
}
