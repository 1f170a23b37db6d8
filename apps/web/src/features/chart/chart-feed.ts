import type { Period } from "@candor/protocol/enumerations";
import type { DataLoader, KLineData } from "klinecharts";

/** A bar as the wire has it: exact decimals. The chart alone turns them into numbers, to draw. */
export interface WireBar {
  readonly openTimeMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/** Where a chart's bars come from. */
export interface ChartFeed {
  /** Up to `size` bars that opened before `endMs` (the newest when absent), ascending. */
  load(period: Period, size: number, endMs?: number): Promise<readonly WireBar[]>;
  /** Calls back with the present bar whenever it changes. Returns the way to stop. */
  watch(period: Period, onBar: (bar: WireBar) => void): () => void;
}

const PAGE_BARS = 500;

/** The chart library's name of each period; it formats the time axis by it. */
export const CHART_PERIODS = {
  "1min": { type: "minute", span: 1 },
  "5min": { type: "minute", span: 5 },
  "15min": { type: "minute", span: 15 },
  "30min": { type: "minute", span: 30 },
  "60min": { type: "hour", span: 1 },
  "4hour": { type: "hour", span: 4 },
  "1day": { type: "day", span: 1 },
  "1week": { type: "week", span: 1 },
} as const satisfies Record<Period, { type: string; span: number }>;

const drawn = (bar: WireBar): KLineData => ({
  timestamp: bar.openTimeMs,
  open: Number(bar.open),
  high: Number(bar.high),
  low: Number(bar.low),
  close: Number(bar.close),
  volume: Number(bar.volume),
});

/** Bridges a feed to the chart library: pages of older bars ("forward" in its words), then the live bar. */
export function dataLoader(feed: ChartFeed, period: Period, onFailure: (error: unknown) => void): DataLoader {
  let stop: (() => void) | undefined;
  return {
    getBars: async ({ type, timestamp, callback }) => {
      if (type !== "init" && type !== "forward") {
        callback([], false);
        return;
      }
      try {
        const bars = await feed.load(
          period,
          PAGE_BARS,
          type === "forward" ? (timestamp ?? undefined) : undefined,
        );
        callback(bars.map(drawn), { forward: bars.length === PAGE_BARS, backward: false });
      } catch (error) {
        callback([], false);
        onFailure(error);
      }
    },
    subscribeBar: ({ callback }) => {
      stop?.();
      stop = feed.watch(period, (bar) => callback(drawn(bar)));
    },
    unsubscribeBar: () => {
      stop?.();
      stop = undefined;
    },
  };
}
