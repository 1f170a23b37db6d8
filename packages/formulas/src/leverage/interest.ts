import { divideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";

export const HOUR_MS = 3_600_000;

/**
 * Simple interest: principal × hourly rate × hours, where each hour's is rounded up to a whole unit, in the lender's
 * favour. Interest that is owed bears none.
 * @param hourlyPpm parts per million of the principal an hour
 */
export function interestOf(principalUnits: number, hourlyPpm: number, hours: number): number {
  return feeInVenueFavour(principalUnits, hourlyPpm) * hours;
}

/** The first full hour (UTC) after `timeMs`. */
export function nextHourMs(timeMs: number): number {
  return (divideFloor(timeMs, HOUR_MS) + 1) * HOUR_MS;
}

/** How many full hours have come between: the one that was due at `dueAtMs` and all after it up to `timeMs`. */
export function hoursDue(dueAtMs: number, timeMs: number): number {
  return timeMs < dueAtMs ? 0 : divideFloor(timeMs - dueAtMs, HOUR_MS) + 1;
}
