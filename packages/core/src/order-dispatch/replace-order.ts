import type { ReplaceOrder } from "@candor/domain/commands/commands";
import { CODES, LEVEL, MARKET_ID, NONE } from "../memory/order-slab.ts";
import { isPending, siblingOf, waitingListOf, waitingOrders } from "../orders/order-groups.ts";
import { closeOrder, holdAccount, ownHold } from "../orders/order-life.ts";
import { type Freed, placeInstead } from "../spot/place-order.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";
import { BY_USER, CANCELED, isLever, isTrailing, typeOf } from "../state/orders/order-codes.ts";
import { findOwn, rejectMissing } from "./cancel-order.ts";
import { withFreeKey } from "./place-again.ts";

/**
 * Cancels a live spot order and places another one, or does nothing at all. The new order is checked as if the old one
 * were canceled, and may have its key. Rejections: trade.invalidParameters, trade.orderNotFound and trade.orderClosed (the
 * old order), then those of placeOrder.
 */
export function replaceOrder(state: ExchangeState, command: ReplaceOrder): void {
  const { userId, marketId, orderId, requestMs, order } = command;
  const market = state.markets[marketId];
  const isForm =
    market !== undefined &&
    market.contract === undefined &&
    order.userId === userId &&
    order.marketId === marketId &&
    Number.isSafeInteger(requestMs) &&
    Number.isSafeInteger(orderId);
  if (!isForm || !state.users.isOpen(userId)) return state.reject("trade.invalidParameters");
  const slot = findOwn(state, userId, orderId);
  if (slot === NONE) return rejectMissing(state, userId, orderId);
  const { ints } = state.orders.slab;
  if (ints[slot + MARKET_ID] !== marketId || isLever(ints[slot + CODES] as number))
    return state.reject("trade.invalidParameters");
  const freed = freedBy(state, market, slot);
  withFreeKey(state, userId, order.key, requestMs, orderId, () =>
    placeInstead(state, order, freed, () => closeOrder(state, slot, CANCELED, BY_USER)),
  );
}

/** What canceling the order frees. Orders of its list end with it. */
function freedBy(state: ExchangeState, market: Market, slot: number): Freed {
  const { ints } = state.orders.slab;
  const waitingList = waitingListOf(state, slot);
  const slots = waitingList === 0 ? [slot, siblingOf(state, slot)] : membersOf(state, waitingList);
  const ending = slots.filter((each) => each !== NONE);
  // Two that cancel each other share the larger hold; nothing is held for pending orders.
  const holds = ending.filter((each) => !isPending(state, each));
  const units = Math.max(0, ...holds.map((each) => ownHold(state, market, each)));
  return {
    account: holdAccount(state, market, holds[0] ?? slot),
    units,
    orders: ending.length,
    trailing: ending.filter((each) => isTrailing(typeOf(ints[each + CODES] as number))).length,
    resting: ending.find((each) => ints[each + LEVEL] !== 0) ?? NONE,
  };
}

/** The live orders of a list that still has pending orders. */
function membersOf(state: ExchangeState, groupId: number): readonly number[] {
  return [state.orders.find(0 - groupId), ...waitingOrders(state, groupId)];
}
