import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import { type BarSpan, joinedSpan, MONTH_SPAN, ownSpan } from "../../market/prices/bar-span.ts";

/** Binance's interval names. One second is not supported. */
export const INTERVALS = {
  "1m": ownSpan("1min"),
  "3m": joinedSpan("1min", 3),
  "5m": ownSpan("5min"),
  "15m": ownSpan("15min"),
  "30m": ownSpan("30min"),
  "1h": ownSpan("60min"),
  "2h": joinedSpan("60min", 2),
  "4h": ownSpan("4hour"),
  "6h": joinedSpan("60min", 6),
  "8h": joinedSpan("4hour", 2),
  "12h": joinedSpan("4hour", 3),
  "1d": ownSpan("1day"),
  "3d": joinedSpan("1day", 3),
  "1w": ownSpan("1week"),
  "1M": MONTH_SPAN,
} as const satisfies Readonly<Record<string, BarSpan>>;
export type Interval = keyof typeof INTERVALS;

/** Chart bars that shifted bars are built from, longest first. */
const PARTS = ["4hour", "60min", "30min", "15min", "5min", "1min"] as const;

/**
 * Returns an interval whose bars open in a time zone.
 * @param offsetMs of the zone from UTC, in whole minutes
 */
export function spanOf(interval: Interval, offsetMs = 0): BarSpan {
  const span: BarSpan = INTERVALS[interval];
  const lengthMs = span.parts * PERIOD_MS[span.period];
  // Months have no common length, so every offset moves them.
  if (offsetMs === 0 || (interval !== "1M" && offsetMs % lengthMs === 0)) return span;
  const fits = (part: Period): boolean =>
    offsetMs % PERIOD_MS[part] === 0 && lengthMs % PERIOD_MS[part] === 0;
  const period = PARTS.find(fits) ?? "1min";
  return {
    period,
    parts: lengthMs / PERIOD_MS[period],
    openMs: (timeMs) => span.openMs(timeMs + offsetMs) - offsetMs,
    after: (openMs, count) => span.after(openMs + offsetMs, count) - offsetMs,
  };
}

export const isInterval = (text: string): text is Interval => Object.hasOwn(INTERVALS, text);
