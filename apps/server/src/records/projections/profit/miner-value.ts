import type { MinerChanged } from "@candor/domain/events/mining-events";
import { multiplyDivideFloor } from "@candor/money/integer";

type Miner = Pick<
  MinerChanged,
  "priceUnits" | "totalOutputUnits" | "claimedUnits" | "incomeUnits" | "refundUnits" | "releaseReason"
>;

/**
 * Returns what a machine is worth to its owner until it is released: the part of its price that its claimed output has
 * not yet earned back, price − floor(price × claimed ÷ total output).
 */
function minerValueUnits(
  { priceUnits, totalOutputUnits }: Pick<Miner, "priceUnits" | "totalOutputUnits">,
  claimedUnits: number,
): number {
  return priceUnits - multiplyDivideFloor(priceUnits, claimedUnits, totalOutputUnits);
}

/** Returns the profit of a change of a machine: what was paid, minus the value that it lost. */
export function minerValueChange(miner: Miner): number {
  const { claimedUnits, incomeUnits, refundUnits, releaseReason } = miner;
  const before = minerValueUnits(miner, claimedUnits - incomeUnits);
  const after = releaseReason === "none" ? minerValueUnits(miner, claimedUnits) : 0;
  return incomeUnits + refundUnits - (before - after);
}
