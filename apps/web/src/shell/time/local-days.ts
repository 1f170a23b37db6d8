const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** Parses a day from an address, YYYY-MM-DD. */
export const readDay = (text: string | null): string | null =>
  text !== null && DAY.test(text) ? text : null;

/** Returns midnight at the start of a local day, `plusDays` later. Days have 23 or 25 hours twice a year. */
export function midnight(day: string, plusDays = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + plusDays).getTime();
}

/** Returns the span for calls, both days inclusive. */
export const spanOf = (since: string | null, until: string | null) => ({
  ...(since !== null && { sinceMs: midnight(since) }),
  ...(until !== null && { untilMs: midnight(until, 1) }),
});
