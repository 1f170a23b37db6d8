import type { OrderType, Side } from "./enumerations.ts";

/** Types whose trigger is in the order's favor: above the price for a sell, below it for a buy. */
const TAKE_PROFITS: readonly OrderType[] = ["take-profit-limit", "take-profit-market"];
const PRICED: readonly OrderType[] = ["limit", "stop-limit", "take-profit-limit"];

/** Whether orders of this type have one limit price and a time in force to choose. All others but "oco" execute at market. */
export const hasLimitPrice = (type: OrderType): boolean => PRICED.includes(type);

/** Whether orders of this type wait for a trigger. */
export const isConditional = (type: OrderType): boolean => type !== "limit" && type !== "market";

/** Whether orders of this type wait for a trigger and then have a limit price. */
export const isPricedTrigger = (type: OrderType): boolean => isConditional(type) && hasLimitPrice(type);

/** Whether orders of this type wait for a fixed trigger and then execute at market. */
export const isMarketTrigger = (type: OrderType): boolean =>
  type === "stop-market" || type === "take-profit-market";

/** Whether orders of this type wait for a trigger, which may trail the price, and then execute at market. */
export const becomesMarketOrder = (type: OrderType): boolean =>
  isMarketTrigger(type) || type === "trailing-stop";

/**
 * Whether the price must rise to trigger an order, and else fall. A trailing stop is activated by a move in its favor,
 * like a take-profit.
 */
export const triggersUpward = (side: Side, type: OrderType): boolean =>
  (side === "sell") === (type === "trailing-stop" || TAKE_PROFITS.includes(type));
