import { firstOfMonth, utcDay } from "../../shared/profit/utc-days.ts";
import { socket } from "../../shell/services/services.ts";

const MONTHS = 36;
const MONTH_CHARACTERS = "2026-01".length;

const monthOf = (day: string): string => day.slice(0, MONTH_CHARACTERS);

/** Returns the current month, YYYY-MM in UTC. Until the server's time is known, it is that of this device. */
export const currentMonth = (): string => monthOf(utcDay(socket.clock.now()));

/** Returns months up to `latest`, which comes first. */
export const monthsUpTo = (latest: string): readonly string[] =>
  Array.from({ length: MONTHS }, (_, index) => monthOf(firstOfMonth(`${latest}-01`, -index)));
