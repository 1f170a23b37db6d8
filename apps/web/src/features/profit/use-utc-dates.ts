import { useFormats } from "@candor/ui/ui-context.tsx";
import { useMemo } from "react";
import { utcMidnight } from "../../shared/profit/utc-days.ts";

interface UtcDates {
  /** "Nov 27" */
  readonly monthDay: (day: string) => string;
  /** "Friday, November 27, 2026" */
  readonly full: (day: string) => string;
  /** "November 2026" */
  readonly month: (day: string) => string;
  /** "Fri" */
  readonly weekday: (day: string) => string;
  /** "November 1 – 30, 2026" */
  readonly range: (from: string, to: string) => string;
  /** "November 27, 2026 at 20:41" */
  readonly moment: (ms: number) => string;
}

/** Formats days in UTC, whatever this device's time zone. */
export function useUtcDates(): UtcDates {
  const { tag } = useFormats();
  return useMemo(() => {
    const format = (style: Intl.DateTimeFormatOptions) => {
      const dates = new Intl.DateTimeFormat(tag, { ...style, timeZone: "UTC" });
      return (day: string) => dates.format(utcMidnight(day));
    };
    const day = { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" } as const;
    const days = new Intl.DateTimeFormat(tag, day);
    const moments = new Intl.DateTimeFormat(tag, {
      ...day,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    return {
      range: (from, to) => days.formatRange(utcMidnight(from), utcMidnight(to)),
      moment: (ms) => moments.format(ms),
      monthDay: format({ month: "short", day: "numeric" }),
      full: format({ weekday: "long", year: "numeric", month: "long", day: "numeric" }),
      month: format({ year: "numeric", month: "long" }),
      weekday: format({ weekday: "short" }),
    };
  }, [tag]);
}
