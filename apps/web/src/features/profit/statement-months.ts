import { utcDay } from "../../shared/profit/utc-days.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { socket } from "../../shell/services/services.ts";
import { monthsOf } from "./months-of.ts";

const MONTH_CHARACTERS = "2026-01".length;

const monthOf = (day: string): string => day.slice(0, MONTH_CHARACTERS);

/** Returns the current month, YYYY-MM in UTC. Until the server's time is known, it is that of this device. */
export const currentMonth = (): string => monthOf(utcDay(socket.clock.now()));

/**
 * Returns the months from the one in which the account was opened to `latest`, which comes first. `chosen` is among them
 * even if it is earlier. Until the opening is known, these are the only ones.
 */
export function useStatementMonths(latest: string, chosen: string): readonly string[] {
  const { data } = useCall("profile", {});
  const opened = data === undefined ? latest : monthOf(utcDay(data.createdAtMs));
  return monthsOf(opened, latest, chosen);
}
