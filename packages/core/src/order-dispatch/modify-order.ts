import type { ModifyOrder } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import { LEVEL, MARKET_ID, NONE } from "../memory/order-slab.ts";
import { modifyContractOrder } from "../perpetual/orders/modify-contract-order.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { findOwn, rejectMissing } from "./cancel-order.ts";

/**
 * Modifies a resting contract order. Rejections, in this order: trade.invalidParameters, trade.orderNotFound and
 * trade.orderClosed, trade.invalidParameters (it does not rest in this contract), then those of modifyContractOrder.
 */
export function modifyOrder(state: ExchangeState, command: ModifyOrder): void {
  const { userId, marketId, orderId } = command;
  if (state.markets[marketId]?.contract === undefined || !isForm(command) || !state.users.isOpen(userId))
    return state.reject("trade.invalidParameters");
  const slot = findOwn(state, userId, orderId);
  if (slot === NONE) return rejectMissing(state, userId, orderId);
  const { ints } = state.orders.slab;
  if (ints[slot + MARKET_ID] !== marketId || ints[slot + LEVEL] === 0)
    return state.reject("trade.invalidParameters");
  modifyContractOrder(state, slot, command);
}

function isForm({ orderId, quantityLots, priceTicks, modifyId = 0 }: ModifyOrder): boolean {
  return (
    isWithin(orderId, 1, Number.MAX_SAFE_INTEGER) &&
    isWithin(quantityLots, 1, LIMITS.maxQuantityLots) &&
    isWithin(priceTicks, 1, LIMITS.maxPriceTicks) &&
    isWithin(modifyId, 0, Number.MAX_SAFE_INTEGER)
  );
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;
