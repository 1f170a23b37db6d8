import { BUY } from "../../memory/order-slab.ts";
import { STOP_LIMIT, STOP_MARKET } from "./order-codes.ts";
import { FALLING, RISING } from "./trigger-book.ts";

/**
 * The direction in which the price has to move to trigger an order: up for stop buys and take-profit sells, down for
 * stop sells and take-profit buys. A trailing stop is activated by a move in its favor, like a take-profit.
 */
export function directionOf(side: number, orderType: number): number {
  const isStop = orderType === STOP_LIMIT || orderType === STOP_MARKET;
  return (side === BUY) === isStop ? RISING : FALLING;
}

/** Whether a price that moves in `direction` has reached a trigger. Both in ticks. */
export function isReached(direction: number, stopTicks: number, ticks: number): boolean {
  return direction === RISING ? ticks >= stopTicks : ticks <= stopTicks;
}
