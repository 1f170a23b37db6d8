import type { Period } from "@candor/protocol/enumerations";
import type { WireBar } from "@candor/protocol/wire/objects";
import type { DataLoader, KLineData } from "klinecharts";

/** Where a chart's bars come from. */
export interface ChartFeed {
  /** The newest bars, or older ones than `endMs`; ascending. */
  load(period: Period, endMs?: number): Promise<{ readonly bars: readonly WireBar[]; readonly hasOlder: boolean }>;
  /** Calls back with each bar that is new or has changed. Returns the way to stop. */
  watch(period: Period, onBar: (bar: WireBar) => void): () => void;
}

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

/** Exact decimals become numbers here, to be drawn, and nowhere else. */
const drawn = (bar: WireBar): KLineData => ({
  timestamp: bar.openTimeMs,
  open: Number(bar.open),
  high: Number(bar.high),
  low: Number(bar.low),
  close: Number(bar.close),
  volume: Number(bar.volume),
});

/** Bridges a feed to the chart library: older bars ("forward" in its words), then the live bar. */
export function dataLoader(feed: ChartFeed, period: Period, onFailure: (error: unknown) => void): DataLoader {
  let stop: (() => void) | undefined;
  return {
    getBars: async ({ type, timestamp, callback }) => {
      if (type !== "init" && type !== "forward") {
        callback([], false);
        return;
      }
      try {
        const page = await feed.load(period, type === "forward" ? (timestamp ?? undefined) : undefined);
        callback(page.bars.map(drawn), { forward: page.hasOlder, backward: false });
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
