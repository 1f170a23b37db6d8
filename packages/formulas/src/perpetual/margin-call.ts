import { boundedMultiplyDivideFloor, multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import type { Bracket } from "./margin.ts";

const PPM = 1_000_000;

/** Margin ratio (maintenance ÷ equity) that causes a margin call. */
export const CALL_RATIO_PPM = 800_000;
/** A margin call ends below this ratio. The gap prevents repeated calls when the mark hovers around the first one. */
export const EASED_RATIO_PPM = 700_000;

/** Whether maintenance ÷ equity is at least `ratioPpm`; true without equity. */
export function isAtRatio(maintenanceUnits: number, equityUnits: number, ratioPpm: number): boolean {
  if (maintenanceUnits === 0) return false;
  return equityUnits <= 0 || boundedMultiplyDivideFloor(maintenanceUnits, PPM, equityUnits) >= ratioPpm;
}

/**
 * Returns tiers with maintenance ÷ ratio, for which liquidationTriggerOf gives the mark at that ratio. Rounded so that
 * the mark is a tick early rather than late; callers then check with isAtRatio.
 */
export function bracketsAtRatio(brackets: readonly Bracket[], ratioPpm: number): readonly Bracket[] {
  return brackets.map((bracket) => ({
    ...bracket,
    maintenancePpm: multiplyDivideCeil(bracket.maintenancePpm, PPM, ratioPpm),
    cumulativeUnits: multiplyDivideFloor(bracket.cumulativeUnits, PPM, ratioPpm),
  }));
}
