import { maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import type { Position } from "./position.ts";

/** The position's value at the mark. */
export function valueAtMark(position: Position): number {
  return valueOf(position.lots, position.contract.markTicks, position.contract.factor);
}

/** Its unrealized profit at the mark; 0 before the first mark. */
export function unrealizedAtMark(position: Position): number {
  const { contract, lots } = position;
  const { markTicks } = contract;
  if (lots === 0 || markTicks === 0) return 0;
  return unrealizedOf(lots, position.cost, valueOf(lots, markTicks, contract.factor));
}

/** What its tier wants it to have, at the mark. */
export function maintenanceAtMark(position: Position): number {
  return position.lots === 0 ? 0 : maintenanceOf(position.contract.brackets, valueAtMark(position));
}

/** Its unrealized profit at the index, rounded down; at the mark while there is no index. */
export function unrealizedAtIndex(position: Position): number {
  const { contract, lots, cost } = position;
  if (lots === 0) return 0;
  return contract.hasIndex
    ? unrealizedOf(lots, cost, contract.valueAtIndex(lots))
    : unrealizedAtMark(position);
}
