import type { ChartPeriod } from "@candor/domain/enumerations";
import type { WireBar } from "@candor/wire/objects";
import type { DataLoader, KLineData } from "klinecharts";

export interface BarPage {
  /** Ascending. */
  readonly bars: readonly WireBar[];
  readonly hasOlder: boolean;
}

/** Data source of a chart. */
export interface ChartFeed {
  /** Returns the newest bars; waits for an answer and reports meanwhile whether the server is failing. */
  newest(period: ChartPeriod, onTrouble: (isTroubled: boolean) => void): Promise<BarPage>;
  /** Returns bars before `endMs`. */
  older(period: ChartPeriod, endMs: number): Promise<BarPage>;
  /** Calls back with each new or changed bar. Returns a function that stops it. */
  watch(period: ChartPeriod, onBar: (bar: WireBar) => void): () => void;
}

/** The chart library's name of each period; it determines the format of the time axis. */
export const LIBRARY_PERIODS = {
  "1sec": { type: "second", span: 1 },
  "5sec": { type: "second", span: 5 },
  "15sec": { type: "second", span: 15 },
  "1min": { type: "minute", span: 1 },
  "3min": { type: "minute", span: 3 },
  "5min": { type: "minute", span: 5 },
  "15min": { type: "minute", span: 15 },
  "30min": { type: "minute", span: 30 },
  "60min": { type: "hour", span: 1 },
  "2hour": { type: "hour", span: 2 },
  "4hour": { type: "hour", span: 4 },
  "6hour": { type: "hour", span: 6 },
  "12hour": { type: "hour", span: 12 },
  "1day": { type: "day", span: 1 },
  "1week": { type: "week", span: 1 },
  "1mon": { type: "month", span: 1 },
} as const satisfies Record<ChartPeriod, { type: string; span: number }>;

/** The only place where exact decimals become numbers, for drawing. */
const drawn = (bar: WireBar): KLineData => ({
  timestamp: bar.openTimeMs,
  open: Number(bar.open),
  high: Number(bar.high),
  low: Number(bar.low),
  close: Number(bar.close),
  volume: Number(bar.volume),
});

export interface StoppableLoader extends DataLoader {
  /** Drops responses still in flight, which must not reach a chart that shows something else by now. */
  readonly stop: () => void;
}

/** Connects a feed to the chart library: newest bars, older bars (the library's "forward"), then the live bar. */
export function dataLoader(
  feed: ChartFeed,
  period: ChartPeriod,
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
        // Older bars could not be fetched: the chart ends here and reports it.
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
