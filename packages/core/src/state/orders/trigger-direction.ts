import { BUY } from "../../memory/order-slab.ts";
import { isAgainst } from "./order-codes.ts";
import { FALLING, RISING } from "./trigger-book.ts";

/**
 * The direction in which the price has to move to trigger an order: up for stop buys and take-profit sells, down for
 * stop sells and take-profit buys; of trailing orders, the direction that activates them.
 */
export function directionOf(side: number, orderType: number): number {
  return (side === BUY) === isAgainst(orderType) ? RISING : FALLING;
}

/** Whether a price that moves in `direction` has reached a trigger. Both in ticks. */
export function isReached(direction: number, stopTicks: number, ticks: number): boolean {
  return direction === RISING ? ticks >= stopTicks : ticks <= stopTicks;
}
