const DAY_MS = 86_400_000;

/** Returns the day in UTC, YYYY-MM-DD: profit and loss counts in these. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the start of a day in UTC, in milliseconds. */
export const utcMidnight = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);

export const plusDays = (day: string, days: number): string => utcDay(utcMidnight(day) + days * DAY_MS);

/** Returns the first day of the month, `plusMonths` later. */
export function firstOfMonth(day: string, plusMonths = 0): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return utcDay(Date.UTC(year, month - 1 + plusMonths, 1));
}
