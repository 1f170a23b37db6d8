import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import type { PlannedOrders } from "../../trading/tools/tool-props.ts";
import { type OrderContext, planOrder } from "./order-plan.ts";

/**
 * Returns the free margin that the orders of a tool take if all of them fill, in units; undefined if the account is not
 * known. What closes a position takes none.
 */
export function costOfPlanned(
  { side, lots, tickLots, reduceOnly }: PlannedOrders,
  context: OrderContext | undefined,
): number | undefined {
  if (context === undefined) return undefined;
  if (!Number.isSafeInteger(tickLots * context.terms.scale.quoteUnitsPerTickLot))
    return reduceOnly ? 0 : Number.MAX_SAFE_INTEGER;
  const tickLotsOf = (first: number): number => multiplyDivideFloor(tickLots, first, lots);
  return planOrder({ side, lots, ticks: divideFloor(tickLots, lots), tickLotsOf, reduceOnly }, context)
    .costUnits;
}
