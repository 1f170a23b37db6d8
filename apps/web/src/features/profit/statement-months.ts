import { firstOfMonth } from "../../shared/profit/utc-days.ts";

const MONTHS = 36;
const MONTH_CHARACTERS = "2026-01".length;

/** Returns months, YYYY-MM, the current one first. @param firstDay its first day */
export const statementMonths = (firstDay: string): readonly string[] =>
  Array.from({ length: MONTHS }, (_, index) => firstOfMonth(firstDay, -index).slice(0, MONTH_CHARACTERS));
