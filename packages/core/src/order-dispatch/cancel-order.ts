import { commandIndex } from "@candor/codec/command-layout";
import type { CancelAll, CancelOrder } from "@candor/domain/commands/commands";
import { PRODUCTS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { bindKey, describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { CODES, MARKET_ID, NONE, USER_ID, USER_NEXT } from "../memory/order-slab.ts";
import { closeOrder } from "../orders/order-life.ts";
import { closeContractOrder } from "../perpetual/order-life/contract-order-life.ts";
import { tidyPositions } from "../perpetual/order-life/refresh-positions.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { UNBOUND } from "../state/keys/key-registry.ts";
import type { ListedMarket } from "../state/listed-market.ts";
import { BY_USER, CANCELED, productOf } from "../state/orders/order-codes.ts";

const CANCEL_ALL = commandIndex("cancel-all");
/** The marketId of cancel-all that means every market. */
const EVERY_MARKET = -1;
const EVERY_PRODUCT = -1;

/**
 * Cancels a live order, by its id or by its key; canceling one leg of an OCO cancels both. Works in every state of the
 * market. Rejections: trade.invalidParameters, trade.orderNotFound, trade.orderClosed.
 */
export function cancelOrder(state: ExchangeState, command: CancelOrder): void {
  const { userId, orderId, key } = command;
  const isById = Number.isSafeInteger(orderId) && orderId > 0;
  if (!state.users.isOpen(userId) || isById !== (key === "") || (!isById && orderId !== 0))
    return state.reject("trade.invalidParameters");
  const id = isById ? orderId : orderOfKey(state, userId, key);
  const slot = findOwn(state, userId, id);
  if (slot === NONE) return rejectMissing(state, userId, id);
  closeLive(state, slot);
}

/** Cancels an order of any product. */
function closeLive(state: ExchangeState, slot: number): void {
  const market = state.markets[state.orders.slab.ints[slot + MARKET_ID] as number] as ListedMarket;
  if (market.contract === undefined) return closeOrder(state, slot, CANCELED, BY_USER);
  closeContractOrder(state, slot, CANCELED, BY_USER);
  tidyPositions(state);
}

/** The slot of a live order of this user, or NONE. */
export function findOwn(state: ExchangeState, userId: number, orderId: number): number {
  const { orders } = state;
  const slot = orders.find(orderId);
  return slot !== NONE && orders.slab.ints[slot + USER_ID] === userId ? slot : NONE;
}

/**
 * Rejects a command for an order that is not live: as unknown (also when it is another user's), or with how it ended.
 */
export function rejectMissing(state: ExchangeState, userId: number, orderId: number): void {
  const status = state.orders.closed.statusOf(orderId, userId);
  if (status < 0) state.reject("trade.orderNotFound");
  else state.reject("trade.orderClosed", status);
}

function orderOfKey(state: ExchangeState, userId: number, key: string): number {
  const row = isKey(key) ? state.keys.find(userId, key, state.timeMs) : UNBOUND;
  return row === UNBOUND ? 0 : state.keys.orderAt(row);
}

/**
 * Cancels the user's live orders, newest first, at most LIMITS.maxCancelAllOrders: of one market or all, of one product
 * or all. Finding none is not an error. Rejections: trade.invalidParameters, request.keyConflict.
 */
export function cancelAll(state: ExchangeState, command: CancelAll): void {
  const { userId, marketId, key } = command;
  const isMarket = marketId === EVERY_MARKET || state.markets[marketId] !== undefined;
  if (!state.users.isOpen(userId) || !isMarket || !isKey(key)) return state.reject("trade.invalidParameters");
  const product = command.product === undefined ? EVERY_PRODUCT : PRODUCTS.indexOf(command.product);
  describe(state, CANCEL_ALL, marketId, product + 1, 0, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  bindKey(state, userId, key, 0);
  const { orders } = state;
  const { slab } = orders;
  const ids: number[] = [];
  for (let slot = orders.newestOf(userId); slot !== NONE; slot = slab.ints[slot + USER_NEXT] as number) {
    if (ids.length === LIMITS.maxCancelAllOrders) break;
    const isMeant =
      (marketId === EVERY_MARKET || slab.ints[slot + MARKET_ID] === marketId) &&
      (product === EVERY_PRODUCT || productOf(slab.ints[slot + CODES] as number) === product);
    if (isMeant) ids.push(slab.idOf(slot));
  }
  for (const id of ids) {
    const slot = orders.find(id);
    // A leg's sibling may already be canceled with it.
    if (slot !== NONE) closeLive(state, slot);
  }
}
