import { boundedMultiplyDivideFloor, multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import type { Bracket } from "./margin.ts";

const PPM = 1_000_000;

/** The margin ratio (maintenance ÷ equity) at which people are called for margin. */
export const CALL_RATIO_PPM = 800_000;
/** Beneath this one a call is over, and the next one is told again: not each time that a mark swings about the first. */
export const EASED_RATIO_PPM = 700_000;

/** Whether maintenance ÷ equity is at `ratioPpm` or above; without equity it is. */
export function isAtRatio(maintenanceUnits: number, equityUnits: number, ratioPpm: number): boolean {
  if (maintenanceUnits === 0) return false;
  return equityUnits <= 0 || boundedMultiplyDivideFloor(maintenanceUnits, PPM, equityUnits) >= ratioPpm;
}

/**
 * Tiers whose maintenance is maintenance ÷ ratio: with them liquidationTriggerOf gives the mark at which the ratio is met.
 * Rounded so that this mark is met a tick early rather than late; whoever has met it is looked at with isAtRatio.
 */
export function bracketsAtRatio(brackets: readonly Bracket[], ratioPpm: number): readonly Bracket[] {
  return brackets.map((bracket) => ({
    ...bracket,
    maintenancePpm: multiplyDivideCeil(bracket.maintenancePpm, PPM, ratioPpm),
    cumulativeUnits: multiplyDivideFloor(bracket.cumulativeUnits, PPM, ratioPpm),
  }));
}
