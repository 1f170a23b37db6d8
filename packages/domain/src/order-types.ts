import type { OrderType, Side } from "./enumerations.ts";

/** Types whose trigger is against the order: above the price for a buy, below it for a sell. */
const LOSSES: readonly OrderType[] = ["stop-limit", "stop-market", "trailing-loss", "trailing-loss-limit"];
const PRICED: readonly OrderType[] = [
  "limit",
  "stop-limit",
  "take-profit-limit",
  "trailing-loss-limit",
  "trailing-profit-limit",
];
/** Types that only spot orders have. */
export const SPOT_TYPES = [
  "trailing-loss",
  "trailing-loss-limit",
  "trailing-profit",
  "trailing-profit-limit",
] as const satisfies readonly OrderType[];

/** Whether orders of this type have one limit price and a time in force to choose. All others but "oco" execute at market. */
export const hasLimitPrice = (type: OrderType): boolean => PRICED.includes(type);

/** Whether orders of this type wait for a trigger. */
export const isConditional = (type: OrderType): boolean => type !== "limit" && type !== "market";

/** Whether orders of this type have a trigger that follows the price. */
export const isTrailingType = (type: OrderType): boolean =>
  type === "trailing-stop" || (SPOT_TYPES as readonly OrderType[]).includes(type);

/** Whether orders of this type wait for a trigger and then have a limit price. */
export const isPricedTrigger = (type: OrderType): boolean => isConditional(type) && hasLimitPrice(type);

/** Whether orders of this type wait for a fixed trigger and then execute at market. */
export const isMarketTrigger = (type: OrderType): boolean =>
  type === "stop-market" || type === "take-profit-market";

/** Whether orders of this type wait for a trigger, which may trail the price, and then execute at market. */
export const becomesMarketOrder = (type: OrderType): boolean =>
  isMarketTrigger(type) || (isTrailingType(type) && !hasLimitPrice(type));

/**
 * Whether the price must rise to trigger an order, or to activate a trailing one, and else fall. A trailing stop is
 * activated by a move in its favor, like a take-profit.
 */
export const triggersUpward = (side: Side, type: OrderType): boolean =>
  (side === "buy") === LOSSES.includes(type);
