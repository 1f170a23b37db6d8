const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** A day in an address, year-month-day. */
export const readDay = (text: string | null): string | null =>
  text !== null && DAY.test(text) ? text : null;

/** Midnight at the beginning of a local day; `plusDays` later. Days have 23 or 25 hours twice a year. */
export function midnight(day: string, plusDays = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + plusDays).getTime();
}

/** Both days included, as the calls take it. */
export const spanOf = (since: string | null, until: string | null) => ({
  ...(since !== null && { sinceMs: midnight(since) }),
  ...(until !== null && { untilMs: midnight(until, 1) }),
});
