import type { Side } from "@candor/domain/enumerations";
import type { MarketTerms } from "../market/market-terms.ts";
import type { ScaledOrder } from "./scaled-orders.ts";
import type { PlannedOrders } from "./tool-props.ts";

/** All orders of a batch together; undefined for none. */
export function plannedBatch(side: Side, orders: readonly ScaledOrder[]): PlannedOrders | undefined {
  if (orders.length === 0) return undefined;
  return {
    side,
    lots: orders.reduce((sum, { lots }) => sum + lots, 0),
    tickLots: orders.reduce((sum, { lots, ticks }) => sum + lots * ticks, 0),
    reduceOnly: false,
  };
}

/**
 * A TWAP's orders together, at the lower of its limit and the current price in ticks, so that none is refused that can be
 * paid; undefined without an amount or any price.
 */
export function plannedTwap(
  side: Side,
  lots: number | undefined,
  prices: readonly (number | undefined)[],
  reduceOnly: boolean,
): PlannedOrders | undefined {
  const known = prices.filter((each) => each !== undefined);
  if (lots === undefined || known.length === 0) return undefined;
  return { side, lots, tickLots: lots * Math.min(...known), reduceOnly };
}

/** Returns what spot orders take, in units of the coin that pays: a buy its value, a sell its amount. */
export const spotCostUnits = ({ side, lots, tickLots }: PlannedOrders, { scale }: MarketTerms): number =>
  side === "buy" ? tickLots * scale.quoteUnitsPerTickLot : lots * scale.lotUnits;

/** Whether a cost is known to exceed what is available. */
export const isTooDear = (costUnits: number | undefined, availableUnits: number | undefined): boolean =>
  costUnits !== undefined && availableUnits !== undefined && costUnits > Math.max(0, availableUnits);
