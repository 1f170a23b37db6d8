import { valueOf } from "@candor/formulas/perpetual/margin";
import { marginAt } from "./held-position.ts";
import { type OrderContext, orderMarginOf } from "./order-plan.ts";

/** What a leverage changes for a contract's position and resting orders. In units of the margin currency. */
export interface LeverageChange {
  /** Must be free; 0 if the change takes nothing. */
  readonly neededUnits: number;
  /** Becomes free; 0 if the change needs anything. */
  readonly freedUnits: number;
}

/**
 * Same as the core: what the position's margin lacks, and the additional margin of its orders.
 * @param legs the contract's position and orders; both positions in hedge mode, where what one frees does not pay for
 *   the other
 */
export function leverageChange(legs: readonly OrderContext[], leverage: number): LeverageChange {
  const costs = legs.map((leg) => costOfLeg(leg, leverage));
  const neededUnits = costs.reduce((sum, cost) => sum + Math.max(0, cost), 0);
  const freedUnits = neededUnits > 0 ? 0 : costs.reduce((sum, cost) => sum - cost, 0);
  return { neededUnits, freedUnits };
}

/** Negative when it frees money. */
function costOfLeg(leg: OrderContext, leverage: number): number {
  const { held, resting } = leg;
  if (leverage === leg.leverage) return 0;
  const position = held === undefined ? 0 : marginAt(held, leverage) - held.marginUnits;
  return position + orderMarginOf({ ...leg, leverage }, resting) - orderMarginOf(leg, resting);
}

/** Same as the core: the largest value at the mark that the position may reach with its orders. */
export function exposureUnits(legs: readonly OrderContext[]): number {
  const ofLeg = ({ held, resting, terms, markTicks = held?.markTicks ?? 0 }: OrderContext): number => {
    const lots = held?.lots ?? 0;
    const most = Math.max(0, lots + resting.buyLots, resting.sellLots - lots);
    return valueOf(most, markTicks, terms.scale.quoteUnitsPerTickLot);
  };
  return Math.max(0, ...legs.map(ofLeg));
}
