import type { Side } from "@candor/domain/enumerations";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import type { WireOrder } from "@candor/wire/objects";

const PRICE_SCALE = 8;

/**
 * Returns the book rows, as "side price", that contain the user's resting orders. A row covers a price span of `size`:
 * bids are rounded down and asks up, as in the book.
 */
export function ownRows(
  orders: readonly WireOrder[],
  symbol: string,
  size: string,
  priceDecimals: number,
): ReadonlySet<string> {
  const span = parseDecimal(size, PRICE_SCALE);
  const rows = new Set<string>();
  if (typeof span === "string") return rows;
  for (const order of orders) {
    if (
      order.symbol !== symbol ||
      order.price === null ||
      order.status === "untriggered" ||
      order.status === "pending"
    )
      continue;
    const price = parseDecimal(order.price, PRICE_SCALE);
    if (typeof price === "string") continue;
    const merged = (order.side === "buy" ? Math.floor(price / span) : Math.ceil(price / span)) * span;
    rows.add(ownRow(order.side, formatDecimal(merged, PRICE_SCALE, priceDecimals)));
  }
  return rows;
}

export const ownRow = (side: Side, price: string): string => `${side} ${price}`;
