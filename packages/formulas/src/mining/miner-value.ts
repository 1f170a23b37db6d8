import { multiplyDivideFloor } from "@candor/money/integer";
import type { MinerTerms } from "./accrual.ts";

/**
 * Returns what a machine is worth to its owner until it is released: the part of its price that its claimed output has
 * not yet earned back, price − floor(price × claimed ÷ total output).
 */
export function minerValueUnits(
  { priceUnits, totalOutputUnits }: Pick<MinerTerms, "priceUnits" | "totalOutputUnits">,
  claimedUnits: number,
): number {
  return priceUnits - multiplyDivideFloor(priceUnits, claimedUnits, totalOutputUnits);
}
