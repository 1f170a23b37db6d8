import { firstOfMonth } from "../../shared/profit/utc-days.ts";

const MONTH_CHARACTERS = "2026-01".length;

/** Returns the months from `opened` to `latest`, YYYY-MM, the latest first, and `chosen` in its place. */
export function monthsOf(opened: string, latest: string, chosen: string): readonly string[] {
  const months = [latest];
  for (let month = before(latest); month >= opened; month = before(month)) months.push(month);
  return months.includes(chosen) ? months : [...months, chosen].sort().reverse();
}

const before = (month: string): string => firstOfMonth(`${month}-01`, -1).slice(0, MONTH_CHARACTERS);
