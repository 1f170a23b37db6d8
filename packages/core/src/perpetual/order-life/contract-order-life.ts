import { isReduceOnly, legOf, triggerByOf } from "@candor/codec/event-record";
import {
  CODES,
  LEVEL,
  MARKET_ID,
  NONE,
  PRICE_TICKS,
  REMAINING_LOTS,
  SIDE,
  SLOTS,
  STOP_TICKS,
  USER_ID,
  USER_NEXT,
} from "../../memory/order-slab.ts";
import { emitOrder, stamp } from "../../orders/order-life.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { ARMED, TRAILING, WAITING } from "../../state/orders/live-orders.ts";
import {
  BY_POSITION_CLOSED,
  BY_REDUCE_ONLY,
  CANCELED,
  CLOSED,
  TRAILING_STOP,
  typeOf,
} from "../../state/orders/order-codes.ts";
import { directionOf } from "../../state/orders/trigger-direction.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { countResting } from "../position/order-margin.ts";

/** The position that a live contract order belongs to. */
export function positionOf(state: ExchangeState, slot: number): Position {
  const { ints } = state.orders.slab;
  const at = slot & SLOTS;
  const contract = state.markets[ints[at + MARKET_ID] as number]?.contract;
  const position = contract?.findLeg(ints[at + USER_ID] as number, legOf(ints[at + CODES] as number));
  if (position === undefined) throw new Error(`order ${state.orders.slab.idOf(slot)} has no position`);
  return position;
}

export function mayOnlyReduce(state: ExchangeState, slot: number): boolean {
  return isReduceOnly(state.orders.slab.ints[(slot & SLOTS) + CODES] as number);
}

/** Adds a new order to its position's counters. */
export function enterOrder(state: ExchangeState, position: Position, slot: number): void {
  position.orders++;
  if (mayOnlyReduce(state, slot)) position.reduceOnlyOrders++;
}

/** Queues a stop for the price it watches. A trailing stop without activation price is active at once. */
export function queueContractTrigger(state: ExchangeState, contract: Contract, slot: number): void {
  const { ints, moreInts } = state.orders.slab;
  const codes = ints[slot + CODES] as number;
  const side = ints[slot + SIDE] as number;
  const set = contract.triggersBy(triggerByOf(codes));
  if (typeOf(codes) === TRAILING_STOP) set.trailingOrders++;
  if (typeOf(codes) === TRAILING_STOP && moreInts[slot + STOP_TICKS] === 0) {
    state.orders.setStage(slot, TRAILING);
    set.trailing(side).add(slot, contract.priceBy(triggerByOf(codes)));
    return;
  }
  state.orders.setStage(slot, WAITING);
  set.triggers.insert(directionOf(side, typeOf(codes)), slot);
}

/** Lets the order rest in the book. Its margin is frozen when the position is next refreshed. */
export function restOrder(state: ExchangeState, position: Position, slot: number): void {
  const { ints } = state.orders.slab;
  const { market } = position.contract;
  const at = slot & SLOTS;
  market.book.insert(slot);
  state.levels.touch(market.id, ints[at + SIDE] as number, ints[at + PRICE_TICKS] as number);
  if (!mayOnlyReduce(state, slot)) countResting(state, position, slot, ints[at + REMAINING_LOTS] as number);
  state.perpetual.touchAgain(position, "trade");
}

/** Closes a live contract order: removes it from its book or queue, emits the change, and deletes it. */
export function closeContractOrder(state: ExchangeState, slot: number, status: number, reason: number): void {
  const position = positionOf(state, slot);
  detachContractOrder(state, position, slot);
  endContractOrder(state, position, slot, status, reason);
}

/** Like closeContractOrder, for an order that neither rests nor waits. */
export function endContractOrder(
  state: ExchangeState,
  position: Position,
  slot: number,
  status: number,
  reason: number,
): void {
  stamp(state, slot, status);
  emitOrder(state, slot, CLOSED, reason, 0);
  leaveOrder(state, position, slot, status);
}

/** Deletes an order that was emitted as closed or filled. */
export function leaveOrder(state: ExchangeState, position: Position, slot: number, status: number): void {
  position.orders--;
  if (mayOnlyReduce(state, slot)) position.reduceOnlyOrders--;
  state.orders.remove(slot, status);
  state.perpetual.touchAgain(position, "trade");
}

/** Removes a live order from the book or queue that it is in. */
export function detachContractOrder(state: ExchangeState, position: Position, slot: number): void {
  const { ints } = state.orders.slab;
  const { contract } = position;
  const { market } = contract;
  const at = slot & SLOTS;
  const side = ints[at + SIDE] as number;
  if (ints[at + LEVEL] !== 0) {
    state.levels.touch(market.id, side, ints[at + PRICE_TICKS] as number);
    market.book.remove(slot);
    if (!mayOnlyReduce(state, slot))
      countResting(state, position, slot, 0 - (ints[at + REMAINING_LOTS] as number));
    return;
  }
  const stage = state.orders.stageOf(slot);
  // An armed order is only in the queue, which skips orders that are no longer live.
  if (stage === 0 || stage === ARMED) return;
  const codes = ints[slot + CODES] as number;
  const type = typeOf(codes);
  const set = contract.triggersBy(triggerByOf(codes));
  if (stage === WAITING) set.triggers.remove(directionOf(side, type), slot);
  else set.trailing(side).remove(slot);
  if (type === TRAILING_STOP) set.trailingOrders--;
  state.orders.setStage(slot, 0);
}

/** Whether a live order of the position's user trades for the position. */
export function belongsTo(state: ExchangeState, position: Position, slot: number): boolean {
  const { ints } = state.orders.slab;
  const at = slot & SLOTS;
  return (
    ints[at + MARKET_ID] === position.contract.market.id && legOf(ints[at + CODES] as number) === position.leg
  );
}

/** Cancels the user's orders for this position for which `matches` returns true, newest first. */
export function cancelOrders(
  state: ExchangeState,
  position: Position,
  reason: number,
  matches: (slot: number) => boolean = () => true,
): number {
  const { orders } = state;
  const { slab } = orders;
  const meant: number[] = [];
  let slot = orders.newestOf(position.userId);
  for (; slot !== NONE; slot = slab.ints[slot + USER_NEXT] as number)
    if (belongsTo(state, position, slot) && matches(slot)) meant.push(slot);
  for (const each of meant) closeContractOrder(state, each, CANCELED, reason);
  return meant.length;
}

/** Cancels reduce-only orders that have nothing left to reduce. */
export function cancelIdleReducers(state: ExchangeState, position: Position): void {
  if (position.reduceOnlyOrders === 0) return;
  const reason = position.lots === 0 ? BY_POSITION_CLOSED : BY_REDUCE_ONLY;
  cancelOrders(
    state,
    position,
    reason,
    (slot) =>
      mayOnlyReduce(state, slot) &&
      state.orders.stageOf(slot) !== ARMED &&
      position.closable(state.orders.slab.ints[slot + SIDE] as number) === 0,
  );
}
