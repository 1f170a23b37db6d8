import type { Period } from "@candor/domain/enumerations";
import type { WireBar } from "@candor/wire/objects";
import type { DataLoader, KLineData } from "klinecharts";

export interface BarPage {
  /** Ascending. */
  readonly bars: readonly WireBar[];
  readonly hasOlder: boolean;
}

/** Where a chart's bars come from. */
export interface ChartFeed {
  /** The newest bars; waits until there is an answer and says meanwhile whether the server failed to give one. */
  newest(period: Period, onTrouble: (isTroubled: boolean) => void): Promise<BarPage>;
  /** Bars before `endMs`. */
  older(period: Period, endMs: number): Promise<BarPage>;
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

export interface StoppableLoader extends DataLoader {
  /** What is still on its way must not reach a chart that shows something else by now. */
  readonly stop: () => void;
}

/** Bridges a feed to the chart library: the newest bars, older ones ("forward" in its words), then the live bar. */
export function dataLoader(
  feed: ChartFeed,
  period: Period,
  onTrouble: (isTroubled: boolean) => void,
  onBars: () => void = () => undefined,
): StoppableLoader {
  let isStopped = false;
  let unwatch: (() => void) | undefined;
  const rest = () => {
    unwatch?.();
    unwatch = undefined;
  };
  const report = (isTroubled: boolean) => {
    if (!isStopped) onTrouble(isTroubled);
  };
  return {
    getBars: async ({ type, timestamp, callback }) => {
      if (isStopped) return;
      if (type === "backward" || type === "update" || (type === "forward" && timestamp === null)) {
        callback([], false);
        return;
      }
      try {
        const page =
          type === "init" ? await feed.newest(period, report) : await feed.older(period, timestamp ?? 0);
        if (isStopped) return;
        callback(page.bars.map(drawn), { forward: page.hasOlder, backward: false });
        if (type === "init") onBars();
      } catch {
        // Older bars that cannot be fetched: the chart ends where it does, and says so.
        if (!isStopped) callback([], false);
        report(true);
      }
    },
    subscribeBar: ({ callback }) => {
      rest();
      if (!isStopped) unwatch = feed.watch(period, (bar) => callback(drawn(bar)));
    },
    unsubscribeBar: rest,
    stop: () => {
      isStopped = true;
      rest();
    },
  };
}
