import type { Lots } from "@candor/money/brand";
import type { OrderState } from "./events/events.ts";

/**
 * The most lots that a spot order shows in the book at a time; 0 unless it is an iceberg. Orders have it in the field for an
 * amount in quote, which is 0 for all other orders with a quantity.
 */
export function visibleLotsOf({
  product,
  quantityLots,
  quoteUnits,
}: Pick<OrderState, "product" | "quantityLots" | "quoteUnits">): Lots {
  return (product === "spot" && quantityLots > 0 ? quoteUnits : 0) as number as Lots;
}
