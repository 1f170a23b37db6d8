import type { MinerChanged } from "@candor/domain/events/mining-events";
import { minerValueUnits } from "@candor/formulas/mining/miner-value";

type Miner = Pick<
  MinerChanged,
  "priceUnits" | "totalOutputUnits" | "claimedUnits" | "incomeUnits" | "refundUnits" | "releaseReason"
>;

/** Returns the profit of a change of a machine: what was paid, minus the value that it lost. */
export function minerValueChange(miner: Miner): number {
  const { claimedUnits, incomeUnits, refundUnits, releaseReason } = miner;
  const before = minerValueUnits(miner, claimedUnits - incomeUnits);
  const after = releaseReason === "none" ? minerValueUnits(miner, claimedUnits) : 0;
  return incomeUnits + refundUnits - (before - after);
}
