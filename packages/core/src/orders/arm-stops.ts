import { CODES, SIDE, STOP_TICKS } from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";
import { ARMED, TRAILING } from "../state/orders/live-orders.ts";
import { isTrailing, typeOf } from "../state/orders/order-codes.ts";
import type { TrailingStops } from "../state/orders/trailing-stops.ts";
import { FALLING, RISING } from "../state/orders/trigger-book.ts";
import type { TriggerSet } from "../state/orders/trigger-set.ts";

interface Fired {
  readonly slot: number;
  readonly orderId: number;
  readonly triggerTicks: number;
}

/**
 * Handles a taker's fills that moved the last price from `firstTicks` to `lastTicks` in one direction: arms every stop
 * that the price has reached on its way, in trigger order, and lets trailing stops follow. At each of the two prices:
 * rising stops, lowest trigger first, then falling ones, highest first; within a trigger by order id.
 *
 * An order is armed once in its life, so arming costs O(1) per order over time, however many a single price reaches.
 */
export function armStops(
  state: ExchangeState,
  market: Market | TriggerSet,
  firstTicks: number,
  lastTicks: number,
): void {
  const { triggers, trailingBuys, trailingSells } = market;
  if (triggers.orderCount === 0 && trailingBuys.count === 0 && trailingSells.count === 0) return;
  armAt(state, market, firstTicks);
  if (lastTicks !== firstTicks) armAt(state, market, lastTicks);
}

function armAt(state: ExchangeState, market: Market | TriggerSet, ticks: number): void {
  for (const direction of [RISING, FALLING]) {
    const fired: Fired[] = [];
    const trailing = direction === RISING ? market.trailingBuys : market.trailingSells;
    collectTrailing(state, trailing, ticks, fired);
    market.trailingOrders -= fired.length;
    collectWaiting(state, market, direction, ticks, fired);
    if (fired.length > 1) fired.sort(direction === RISING ? byRisingTrigger : byFallingTrigger);
    for (const { slot, orderId } of fired) {
      state.orders.setStage(slot, ARMED);
      state.armed.push(orderId);
    }
  }
  market.trailingBuys.follow(ticks);
  market.trailingSells.follow(ticks);
}

function collectTrailing(state: ExchangeState, trailing: TrailingStops, ticks: number, fired: Fired[]): void {
  const { slab } = state.orders;
  const before = fired.length;
  trailing.collect(ticks, (slot, triggerTicks) => {
    fired.push({ slot, orderId: slab.idOf(slot), triggerTicks });
  });
  for (let i = before; i < fired.length; i++) trailing.remove((fired[i] as Fired).slot);
}

/** Removes the orders that waited for this price. A trailing order that waited for its activation becomes active. */
function collectWaiting(
  state: ExchangeState,
  market: Market | TriggerSet,
  direction: number,
  ticks: number,
  fired: Fired[],
): void {
  const { slab } = state.orders;
  while (market.triggers.fires(direction, ticks)) {
    const slot = market.triggers.head(direction);
    market.triggers.remove(direction, slot);
    if (isTrailing(typeOf(slab.ints[slot + CODES] as number))) {
      state.orders.setStage(slot, TRAILING);
      market.trailing(slab.ints[slot + SIDE] as number).add(slot, ticks);
      continue;
    }
    fired.push({
      slot,
      orderId: slab.idOf(slot),
      triggerTicks: slab.moreInts[slot + STOP_TICKS] as number,
    });
  }
}

function byRisingTrigger(a: Fired, b: Fired): number {
  return a.triggerTicks - b.triggerTicks || a.orderId - b.orderId;
}

function byFallingTrigger(a: Fired, b: Fired): number {
  return b.triggerTicks - a.triggerTicks || a.orderId - b.orderId;
}
