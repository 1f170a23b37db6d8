import { CORE_LIMITS } from "../core-limits.ts";
import { COIN } from "../ledger/account-number.ts";
import {
  BUY,
  CODES,
  HELD_UNITS,
  PRICE_TICKS,
  REMAINING_LOTS,
  SIDE,
  STOP_TICKS,
  USER_ID,
} from "../memory/order-slab.ts";
import { scratch } from "../memory/scratch.ts";
import { executeOrder } from "../orders/execute-order.ts";
import { neededUnits } from "../orders/order-checks.ts";
import { waitingListOf, waitingOrders } from "../orders/order-groups.ts";
import { closeOrder, emitOrder, followFrom, queueTrigger, stamp } from "../orders/order-life.ts";
import { readLiveOrder } from "../orders/read-live-order.ts";
import { Ticket } from "../orders/ticket.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { type Market, TRADING } from "../state/market/market.ts";
import { ARMED } from "../state/orders/live-orders.ts";
import {
  ACTIVATED,
  BY_CLOSED_MARKET,
  BY_REFUSED_ACTIVATION,
  BY_UNPAID_ACTIVATION,
  becomesMarketOrder,
  EXPIRED,
  forceOf,
  isTrailing,
  LIMIT,
  MARKET,
  NO_REASON,
  OPEN,
  POST_ONLY,
  typeOf,
  UNTRIGGERED,
} from "../state/orders/order-codes.ts";
import { directionOf, isReached } from "../state/orders/trigger-direction.ts";

const ticket = scratch(new Ticket());

/**
 * Places the pending orders of a list whose first order is filled. They expire if the user cannot pay for them now, and
 * if a limit order must rest but would execute, or is outside the price band. A trigger that was reached meanwhile
 * fires at once. Two orders share one hold, the larger of their needs.
 * @param slot the first of them
 */
export function activatePending(state: ExchangeState, market: Market, slot: number): void {
  const slots = waitingOrders(state, waitingListOf(state, slot));
  const { ints } = state.orders.slab;
  const userId = ints[slot + USER_ID] as number;
  const side = ints[slot + SIDE] as number;
  const isPair = slots.length > 1;
  const needs = slots.map((each) => neededFor(state, market, each));
  const needed = Math.max(...needs);
  const account = state.ledger.account(userId, COIN, side === BUY ? market.quoteAsset : market.baseAsset);
  const reason =
    market.status !== TRADING
      ? BY_CLOSED_MARKET
      : state.users.isFrozen(userId, COIN) ||
          areTooMany(state, market, slots) ||
          slots.some((each) => isRefused(state, market, each, isPair))
        ? BY_REFUSED_ACTIVATION
        : needed > state.ledger.available(account)
          ? BY_UNPAID_ACTIVATION
          : NO_REASON;
  if (reason !== NO_REASON) {
    closeOrder(state, slot, EXPIRED, reason);
    return;
  }
  if (needed > 0) state.ledger.hold(account, needed);
  for (const [at, each] of slots.entries()) begin(state, each, needs[at] as number);
  for (const each of slots) queue(state, market, each);
  const at = slots.findIndex((each) => isPlain(state, each));
  if (at < 0) return;
  const plain = slots[at] as number;
  executeOrder(state, market, plain, needs[at] as number, ints[plain + REMAINING_LOTS] as number);
}

/** What the order needs frozen. */
function neededFor(state: ExchangeState, market: Market, slot: number): number {
  readLiveOrder(state, market, slot, ticket);
  return neededUnits(state, ticket);
}

/** Whether the market has as many trailing orders as it may have, or `slots` are too many more. */
function areTooMany(state: ExchangeState, market: Market, slots: readonly number[]): boolean {
  const { ints } = state.orders.slab;
  const count = slots.filter((slot) => isTrailing(typeOf(ints[slot + CODES] as number))).length;
  return count > 0 && market.trailingOrders + count > CORE_LIMITS.maxTrailingPerMarket;
}

/** Whether a limit order is outside the band, or must rest but would execute. `isPair`: another order waits with it. */
function isRefused(state: ExchangeState, market: Market, slot: number, isPair: boolean): boolean {
  const { ints } = state.orders.slab;
  const codes = ints[slot + CODES] as number;
  if (typeOf(codes) !== LIMIT) return false;
  const ticks = ints[slot + PRICE_TICKS] as number;
  const mustRest = isPair || forceOf(codes) === POST_ONLY;
  return (
    ticks < market.bandMinTicks ||
    ticks > market.bandMaxTicks ||
    (mustRest && market.book.wouldTake(ints[slot + SIDE] as number, ticks))
  );
}

/** Whether the order has no trigger. */
function isPlain(state: ExchangeState, slot: number): boolean {
  const type = typeOf(state.orders.slab.ints[slot + CODES] as number);
  return type === LIMIT || type === MARKET;
}

function begin(state: ExchangeState, slot: number, needed: number): void {
  const { ints, moreNumbers } = state.orders.slab;
  stamp(state, slot, isPlain(state, slot) ? OPEN : UNTRIGGERED);
  if (ints[slot + SIDE] === BUY && becomesMarketOrder(typeOf(ints[slot + CODES] as number)))
    moreNumbers[(slot >> 1) + HELD_UNITS] = needed;
  emitOrder(state, slot, ACTIVATED, NO_REASON, 0);
}

/**
 * Lets an order wait for its trigger, or fires it if the last price has reached it. A trailing order whose activation
 * price was reached is active.
 */
function queue(state: ExchangeState, market: Market, slot: number): void {
  if (isPlain(state, slot)) return;
  const { orders } = state;
  const { ints, moreInts } = orders.slab;
  const side = ints[slot + SIDE] as number;
  const type = typeOf(ints[slot + CODES] as number);
  const stopTicks = moreInts[slot + STOP_TICKS] as number;
  if (stopTicks === 0 || !isReached(directionOf(side, type), stopTicks, market.referenceTicks)) {
    queueTrigger(state, market, slot);
    return;
  }
  if (isTrailing(type)) {
    followFrom(state, market, slot, market.referenceTicks);
    return;
  }
  orders.setStage(slot, ARMED);
  state.armed.push(orders.slab.idOf(slot));
}
