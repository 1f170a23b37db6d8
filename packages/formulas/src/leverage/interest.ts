import { divideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";

export const HOUR_MS = 3_600_000;

/**
 * Returns simple interest: principal × hourly rate × hours, rounded up to a whole unit for each hour, in the lender's
 * favor. Unpaid interest bears no interest.
 * @param hourlyPpm parts per million of the principal per hour
 */
export function interestOf(principalUnits: number, hourlyPpm: number, hours: number): number {
  return feeInVenueFavour(principalUnits, hourlyPpm) * hours;
}

/** Returns the first full hour (UTC) after `timeMs`. */
export function nextHourMs(timeMs: number): number {
  return (divideFloor(timeMs, HOUR_MS) + 1) * HOUR_MS;
}

/** Returns the number of full hours due: the one at `dueAtMs` and all later ones up to `timeMs`. */
export function hoursDue(dueAtMs: number, timeMs: number): number {
  return timeMs < dueAtMs ? 0 : divideFloor(timeMs - dueAtMs, HOUR_MS) + 1;
}
