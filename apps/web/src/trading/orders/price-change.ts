import { parseDecimal } from "@candor/money/decimal";
import type { WireOrder } from "@candor/wire/objects";
import type { MarketTerms } from "../market/market-terms.ts";
import { isTrailing, isWaiting } from "./order-figures.ts";

/** Whether an order waits and has a distance that can change. */
export const isTrailingNow = (order: Pick<WireOrder, "status" | "trailingRate">): boolean =>
  isWaiting(order) && order.trailingRate !== null;

/** Returns what changing an order is called: an order that trails may have no price at all. */
export const changeWords = (order: Pick<WireOrder, "status" | "trailingRate">) =>
  isTrailingNow(order) ? "lines.changeOrder" : "lines.changePrice";

/** Returns what a change does to an order: only one that rests in the book has a place in a queue. */
export function noteWords(order: Pick<WireOrder, "status" | "trailingRate">) {
  if (isTrailingNow(order)) return "lines.trailingNote";
  return isWaiting(order) ? "lines.waitingNote" : "lines.changeNote";
}

/** Whether an order that trails follows the price. If its trigger is unknown, one without activation price does. */
export const isFollowing = (order: WireOrder): boolean =>
  isTrailing(order) && (order.triggerPrice !== undefined || order.stopPrice === null);

/** Whether an order has a price, trigger or distance that can change: it rests or waits. */
export const canMovePrice = (order: WireOrder): boolean =>
  isWaiting(order)
    ? order.price !== null || order.stopPrice !== null || order.trailingRate !== null
    : order.price !== null && (order.status === "open" || order.status === "partially-filled");

/** Whether the line of an order can be dragged. That of an order that follows the price follows the market. */
export const canDragLine = (order: WireOrder): boolean => canMovePrice(order) && !isFollowing(order);

/** Returns what is left of an order, in units of the base coin; 0 if it was given in the quote coin. */
export function leftOf(order: WireOrder, { scale }: MarketTerms): number {
  const quantity = parseDecimal(order.quantity ?? "0", scale.baseScale);
  const executed = parseDecimal(order.executedQuantity, scale.baseScale);
  return typeof quantity === "string" || typeof executed === "string" ? 0 : quantity - executed;
}
