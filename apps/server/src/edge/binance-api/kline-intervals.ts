import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import { type Bar, joinBars } from "../../market/prices/kline-bar.ts";
import { isEmpty, periodOpenMs } from "../../market/prices/kline-fold.ts";

/** How long a bar of an interval is, and of which of our charts' bars it is made. */
export interface BarSpan {
  readonly period: Period;
  /** At most so many of them make one. */
  readonly parts: number;
  /** When the bar opens that a moment lies in. */
  readonly openMs: (timeMs: number) => number;
  /** When the bar opens that comes `count` bars after the one that opens then. */
  readonly after: (openMs: number, count: number) => number;
}

const own = (period: Period): BarSpan => ({
  period,
  parts: 1,
  openMs: (timeMs) => periodOpenMs(period, timeMs),
  after: (openMs, count) => openMs + count * PERIOD_MS[period],
});

/** Counted from the beginning of 1970, in UTC. */
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

/** Intervals as Binance names them; one second is none of ours. */
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

export const isInterval = (text: string): text is Interval => Object.hasOwn(INTERVALS, text);

export const closeTimeMs = (openTimeMs: number, span: BarSpan): number => span.after(openTimeMs, 1) - 1;

/**
 * Bars of our charts, oldest first and without holes, as those of a span. One in which nothing happened does not open a bar
 * in which something did, as our own charts are made of trades.
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
