import type { ContractBracket } from "@candor/domain/specs/contract-listing";
import { formatDecimal } from "@candor/money/decimal";

/** [maximum position value in whole quote coins, maximum leverage, maintenance margin in parts per million] */
export type Tier = readonly [number, number, number];

const PPM_DECIMALS = 6;

/**
 * Computes each tier's maintenance deduction, so that the maintenance margin has no jumps: floor × increase of the
 * rate.
 */
export function bracketsOf(tiers: readonly Tier[]): readonly ContractBracket[] {
  let floor = 0;
  let rate = 0;
  let cumulativePpm = 0;
  return tiers.map(([cap, maxLeverage, maintenancePpm]) => {
    cumulativePpm += floor * (maintenancePpm - rate);
    floor = cap;
    rate = maintenancePpm;
    const cumulative = formatDecimal(cumulativePpm, PPM_DECIMALS);
    return { notionalCap: String(cap), maxLeverage, maintenancePpm, cumulative };
  });
}
