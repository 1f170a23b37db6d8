import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import { type Bar, joinBars } from "../../market/prices/kline-bar.ts";
import { isEmpty, periodOpenMs } from "../../market/prices/kline-fold.ts";

/** Length of an interval's bar, and which of our chart bars it is built from. */
export interface BarSpan {
  readonly period: Period;
  /** Maximum number of chart bars per bar. */
  readonly parts: number;
  /** Returns the open time of the bar that contains a moment. */
  readonly openMs: (timeMs: number) => number;
  /** Returns the open time of the bar `count` bars after the given one. */
  readonly after: (openMs: number, count: number) => number;
}

const own = (period: Period): BarSpan => ({
  period,
  parts: 1,
  openMs: (timeMs) => periodOpenMs(period, timeMs),
  after: (openMs, count) => openMs + count * PERIOD_MS[period],
});

/** Intervals counted from 1970-01-01 UTC. */
function joined(period: Period, parts: number): BarSpan {
  const lengthMs = PERIOD_MS[period] * parts;
  return {
    period,
    parts,
    openMs: (timeMs) => Math.floor(timeMs / lengthMs) * lengthMs,
    after: (openMs, count) => openMs + count * lengthMs,
  };
}

const monthMs = (timeMs: number, more: number): number => {
  const time = new Date(timeMs);
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + more);
};
const MONTH: BarSpan = {
  period: "1day",
  parts: 31,
  openMs: (timeMs) => monthMs(timeMs, 0),
  after: (openMs, count) => monthMs(openMs, count),
};

/** Binance's interval names. One second is not supported. */
export const INTERVALS = {
  "1m": own("1min"),
  "3m": joined("1min", 3),
  "5m": own("5min"),
  "15m": own("15min"),
  "30m": own("30min"),
  "1h": own("60min"),
  "2h": joined("60min", 2),
  "4h": own("4hour"),
  "6h": joined("60min", 6),
  "8h": joined("4hour", 2),
  "12h": joined("4hour", 3),
  "1d": own("1day"),
  "3d": joined("1day", 3),
  "1w": own("1week"),
  "1M": MONTH,
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

export const closeTimeMs = (openTimeMs: number, span: BarSpan): number => span.after(openTimeMs, 1) - 1;

/**
 * Merges contiguous chart bars, oldest first, into bars of a span. An empty part never sets the open of a bar that has
 * trades, since our own charts are built from trades.
 */
export function barsOf(span: BarSpan, bars: readonly Bar[]): readonly Bar[] {
  if (span.parts === 1) return bars;
  const made: Bar[] = [];
  let isQuiet = false;
  bars.forEach((bar, index) => {
    const openTimeMs = span.openMs(bar.openTimeMs);
    const previous = bars[index - 1];
    const quiet = previous !== undefined && isEmpty(bar, previous);
    const current = made.at(-1);
    if (current?.openTimeMs !== openTimeMs) {
      made.push({ ...bar, openTimeMs });
      isQuiet = quiet;
    } else if (!quiet) {
      made[made.length - 1] = isQuiet ? { ...bar, openTimeMs } : joinBars(current, bar);
      isQuiet = false;
    }
  });
  return made;
}
