import { isTrailingType } from "@candor/domain/order-types";
import { parseDecimal } from "@candor/money/decimal";
import type { WireOrder } from "@candor/wire/objects";
import type { MarketTerms } from "../market/market-terms.ts";

/** Whether an order has a price or trigger of its own that can change: it rests or waits, alone, and does not trail. */
export const canMovePrice = (order: WireOrder): boolean =>
  order.groupId === null &&
  !isTrailingType(order.type) &&
  (order.status === "untriggered"
    ? order.stopPrice !== null
    : order.price !== null && (order.status === "open" || order.status === "partially-filled"));

/** Returns what is left of an order, in units of the base coin; 0 if it was given in the quote coin. */
export function leftOf(order: WireOrder, { scale }: MarketTerms): number {
  const quantity = parseDecimal(order.quantity ?? "0", scale.baseScale);
  const executed = parseDecimal(order.executedQuantity, scale.baseScale);
  return typeof quantity === "string" || typeof executed === "string" ? 0 : quantity - executed;
}
