import type { ReduceOrder } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import { leftLotsOf } from "../book/iceberg.ts";
import { KEY_CODES, packCodes } from "../idempotency/contents.ts";
import { bindKey, describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { rejectQuantity } from "../market/reject-amount.ts";
import { MARKET_ID, NONE, QUANTITY_LOTS } from "../memory/order-slab.ts";
import { groupOf } from "../orders/order-groups.ts";
import { shrinkOrder } from "../orders/shrink-order.ts";
import { reduceContractOrder } from "../perpetual/orders/reduce-contract-order.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { ListedMarket } from "../state/listed-market.ts";
import { NO_REASON } from "../state/orders/order-codes.ts";
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
  const { orders } = state;
  const { slab } = orders;
  const market = state.markets[slab.ints[slot + MARKET_ID] as number] as ListedMarket;
  const total = slab.ints[slot + QUANTITY_LOTS] as number;
  const remaining = leftLotsOf(slab, slot);
  if (quantityLots >= total || quantityLots <= total - remaining || groupOf(state, slot) !== 0)
    return state.reject("trade.invalidParameters");
  if (quantityLots < market.minLots)
    return rejectQuantity(state, quantityLots, market.minLots, market.maxLots);

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  const lots = total - quantityLots;
  if (market.contract !== undefined) return reduceContractOrder(state, slot, lots);
  shrinkOrder(state, market, slot, lots, NO_REASON);
}

function isId(orderId: number): boolean {
  return Number.isSafeInteger(orderId) && orderId > 0;
}
