import {
  type ChartPeriod,
  type JoinedPeriod,
  PERIOD_MS,
  type Period,
  type SecondPeriod,
} from "@candor/domain/enumerations";
import { type Bar, joinBars } from "./kline-bar.ts";
import { isEmpty, periodOpenMs } from "./kline-fold.ts";

/** Length of a bar, and which of the stored bars it is built from. */
export interface BarSpan {
  readonly period: Period;
  /** Maximum number of stored bars per bar. */
  readonly parts: number;
  /** Returns the open time of the bar that contains a moment. */
  readonly openMs: (timeMs: number) => number;
  /** Returns the open time of the bar `count` bars after the given one. */
  readonly after: (openMs: number, count: number) => number;
}

/** Returns the span of a stored bar. */
export const ownSpan = (period: Period): BarSpan => ({
  period,
  parts: 1,
  openMs: (timeMs) => periodOpenMs(period, timeMs),
  after: (openMs, count) => openMs + count * PERIOD_MS[period],
});

/** Returns a span of several stored bars, counted from 1970-01-01 UTC. */
export function joinedSpan(period: Period, parts: number): BarSpan {
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

/** Months of the calendar, UTC. */
export const MONTH_SPAN: BarSpan = {
  period: "1day",
  parts: 31,
  openMs: (timeMs) => monthMs(timeMs, 0),
  after: (openMs, count) => monthMs(openMs, count),
};

const JOINED: Readonly<Record<JoinedPeriod, BarSpan>> = {
  "3min": joinedSpan("1min", 3),
  "2hour": joinedSpan("60min", 2),
  "6hour": joinedSpan("60min", 6),
  "12hour": joinedSpan("4hour", 3),
  "1mon": MONTH_SPAN,
};
const isJoined = (period: ChartPeriod): period is JoinedPeriod => Object.hasOwn(JOINED, period);

/** Returns the span of a chart's period. Seconds have none: no bars of them are stored. */
export const spanOfPeriod = (period: Exclude<ChartPeriod, SecondPeriod>): BarSpan =>
  isJoined(period) ? JOINED[period] : ownSpan(period);

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
