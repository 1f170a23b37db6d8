import { plusDays, utcMidnight } from "../../shared/profit/utc-days.ts";

const WEEK = 7;

/** Intl.Locale with the week data that newer browsers have, as method or property. */
type WeekLocale = Intl.Locale & {
  readonly getWeekInfo?: () => { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
};

/** First day of the week of a language: 1 is Monday, 7 Sunday. Monday where the browser does not know. */
export function firstWeekday(tag: string): number {
  const locale = new Intl.Locale(tag) as WeekLocale;
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/**
 * Returns the days of a month in weeks of seven; null outside of the month.
 * @param first first and last day of the month, YYYY-MM-DD
 */
export function weeksOf(
  first: string,
  last: string,
  weekStart: number,
): readonly (readonly (string | null)[])[] {
  // getUTCDay has 0 for Sunday.
  const lead = (new Date(utcMidnight(first)).getUTCDay() - weekStart + WEEK) % WEEK;
  const count = Number(last.slice(8));
  const rows = Math.ceil((lead + count) / WEEK);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: WEEK }, (__, column) => {
      const number = row * WEEK + column - lead;
      return number < 0 || number >= count ? null : plusDays(first, number);
    }),
  );
}
