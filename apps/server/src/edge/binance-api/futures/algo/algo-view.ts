import type { ListedMarket } from "../../../../market/market-data/listings.ts";
import {
  type ContractOrder,
  callbackRateOf,
  futuresOrderView,
  futuresTypeOf,
} from "../futures-order-view.ts";

/** Conditional orders have numbers of their own, from here on: the number of the order they may become is added. */
const FIRST_ALGO_ID = 1_000_000_000_000_000;
const NOTHING = "0";

export const algoIdOf = (orderId: number | string): number => FIRST_ALGO_ID + Number(orderId);

/** Returns the number that a conditional order has as an order; 0 if there is none. */
export const orderIdOf = (algoId: number): number => Math.max(0, algoId - FIRST_ALGO_ID);

/**
 * Returns the status of a conditional order. One that was triggered and refused, for example without margin, is REJECTED.
 * Only its owner's cancel makes it CANCELED: one that ends with its position is EXPIRED.
 */
function algoStatusOf({ hasFired, reason, status, triggeredAtMs = 0 }: ContractOrder): string {
  if (status === "untriggered") return "NEW";
  if (hasFired === true) return status === "open" || status === "partially-filled" ? "TRIGGERED" : "FINISHED";
  if (triggeredAtMs > 0) return "REJECTED";
  return status === "canceled" && reason === "user" ? "CANCELED" : "EXPIRED";
}

/** Returns a conditional order as it was placed. */
export function algoView(order: ContractOrder, market: ListedMarket) {
  const view = futuresOrderView(order, market);
  const isTrailing = order.type === "trailing-stop";
  return {
    algoId: algoIdOf(order.orderId),
    clientAlgoId: view.clientOrderId,
    algoType: "CONDITIONAL",
    orderType: view.origType,
    symbol: view.symbol,
    side: view.side,
    positionSide: view.positionSide,
    timeInForce: view.timeInForce,
    quantity: view.origQty,
    algoStatus: algoStatusOf(order),
    triggerPrice: view.stopPrice,
    price: view.price,
    icebergQuantity: null,
    selfTradePreventionMode: view.selfTradePreventionMode,
    workingType: view.workingType,
    priceMatch: view.priceMatch,
    closePosition: view.closePosition,
    priceProtect: view.priceProtect,
    reduceOnly: view.reduceOnly,
    ...(isTrailing ? { activatePrice: order.stopPrice ?? NOTHING, callbackRate: callbackRateOf(order) } : {}),
    createTime: view.time,
    updateTime: view.updateTime,
    triggerTime: order.triggeredAtMs ?? 0,
    goodTillDate: view.goodTillDate,
  };
}

/** Returns a conditional order with the order that it became. */
export function queriedAlgo(order: ContractOrder, market: ListedMarket) {
  const hasFired = order.hasFired === true;
  return {
    ...algoView(order, market),
    actualOrderId: hasFired ? order.orderId : "",
    actualPrice: order.averagePrice ?? NOTHING,
    actualType: hasFired ? futuresTypeOf(order) : "",
    actualQty: order.executedQuantity,
    tpOrderType: "",
  };
}

/** Returns a conditional order as lists show it. Orders here have no take-profit or stop-loss of their own. */
export function listedAlgo(order: ContractOrder, market: ListedMarket) {
  return {
    ...queriedAlgo(order, market),
    tpTriggerPrice: NOTHING,
    tpPrice: NOTHING,
    slTriggerPrice: NOTHING,
    slPrice: NOTHING,
  };
}
