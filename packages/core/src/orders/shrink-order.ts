import { divideFloor } from "@candor/money/integer";
import { reduceResting } from "../book/iceberg.ts";
import { HELD_UNITS, PRICE_TICKS, QUANTITY_LOTS, REMAINING_LOTS, SIDE } from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";
import { REDUCED } from "../state/orders/order-codes.ts";
import { emitOrder, holdAccount, noteChange, ownHold } from "./order-life.ts";

/**
 * Takes `lots` off a spot or margin order that rests or waits and has more than these left. It keeps its priority, and what
 * it no longer needs is released.
 */
export function shrinkOrder(
  state: ExchangeState,
  market: Market,
  slot: number,
  lots: number,
  reason: number,
): void {
  const { ints, moreNumbers } = state.orders.slab;
  const remaining = ints[slot + REMAINING_LOTS] as number;
  const before = ownHold(state, market, slot);
  const setAside = moreNumbers[(slot >> 1) + HELD_UNITS] as number;
  // The hold is the same for every lot.
  if (setAside > 0)
    moreNumbers[(slot >> 1) + HELD_UNITS] = divideFloor(setAside, remaining) * (remaining - lots);
  ints[slot + QUANTITY_LOTS] = (ints[slot + QUANTITY_LOTS] as number) - lots;
  if (market.book.isResting(slot)) {
    reduceResting(market.book, slot, lots);
    state.levels.touch(market.id, ints[slot + SIDE] as number, ints[slot + PRICE_TICKS] as number);
  } else ints[slot + REMAINING_LOTS] = remaining - lots;
  const released = before - ownHold(state, market, slot);
  state.ledger.release(holdAccount(state, market, slot), released);
  noteChange(state, slot);
  emitOrder(state, slot, REDUCED, reason, released);
}
