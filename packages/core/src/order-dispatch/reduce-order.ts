import type { ReduceOrder } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import { divideFloor } from "@candor/money/integer";
import { KEY_CODES, packCodes } from "../idempotency/contents.ts";
import { bindKey, describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { rejectQuantity } from "../market/reject-amount.ts";
import {
  HELD_UNITS,
  MARKET_ID,
  NONE,
  PRICE_TICKS,
  QUANTITY_LOTS,
  REMAINING_LOTS,
  SIDE,
} from "../memory/order-slab.ts";
import { groupOf } from "../orders/order-groups.ts";
import { emitOrder, holdAccount, noteChange, ownHold } from "../orders/order-life.ts";
import { reduceContractOrder } from "../perpetual/orders/reduce-contract-order.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { ListedMarket } from "../state/listed-market.ts";
import { NO_REASON, REDUCED } from "../state/orders/order-codes.ts";
import { findOwn, rejectMissing } from "./cancel-order.ts";

/**
 * Lowers an order's total quantity, including the executed part. The order keeps its price and its priority. Works in
 * every state of the market. Legs of an OCO cannot be reduced. Rejections: trade.invalidParameters,
 * request.keyConflict, trade.orderNotFound, trade.orderClosed, trade.invalidParameters (not smaller, or not above the
 * executed part), trade.amountError.
 */
export function reduceOrder(state: ExchangeState, command: ReduceOrder): void {
  const { userId, orderId, quantityLots, key } = command;
  const isCount =
    Number.isInteger(quantityLots) && quantityLots > 0 && quantityLots <= LIMITS.maxQuantityLots;
  if (!state.users.isOpen(userId) || !isCount || !isId(orderId) || !isKey(key))
    return state.reject("trade.invalidParameters");
  describe(state, packCodes(KEY_CODES["reduce-order"]), orderId, quantityLots, 0, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  const slot = findOwn(state, userId, orderId);
  if (slot === NONE) return rejectMissing(state, userId, orderId);
  const { orders, ledger } = state;
  const { slab } = orders;
  const market = state.markets[slab.ints[slot + MARKET_ID] as number] as ListedMarket;
  const total = slab.ints[slot + QUANTITY_LOTS] as number;
  const remaining = slab.ints[slot + REMAINING_LOTS] as number;
  if (quantityLots >= total || quantityLots <= total - remaining || groupOf(state, slot) !== 0)
    return state.reject("trade.invalidParameters");
  if (quantityLots < market.minLots)
    return rejectQuantity(state, quantityLots, market.minLots, market.maxLots);

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  const lots = total - quantityLots;
  if (market.contract !== undefined) return reduceContractOrder(state, slot, lots);
  const before = ownHold(state, market, slot);
  const setAside = slab.moreNumbers[(slot >> 1) + HELD_UNITS] as number;
  // The hold is the same for every lot.
  if (setAside > 0)
    slab.moreNumbers[(slot >> 1) + HELD_UNITS] = divideFloor(setAside, remaining) * (remaining - lots);
  slab.ints[slot + QUANTITY_LOTS] = quantityLots;
  if (market.book.isResting(slot)) {
    market.book.reduce(slot, lots);
    state.levels.touch(market.id, slab.ints[slot + SIDE] as number, slab.ints[slot + PRICE_TICKS] as number);
  } else {
    slab.ints[slot + REMAINING_LOTS] = remaining - lots;
  }
  const released = before - ownHold(state, market, slot);
  ledger.release(holdAccount(state, market, slot), released);
  noteChange(state, slot);
  emitOrder(state, slot, REDUCED, NO_REASON, released);
}

function isId(orderId: number): boolean {
  return Number.isSafeInteger(orderId) && orderId > 0;
}
