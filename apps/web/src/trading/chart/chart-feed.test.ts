import type { WireBar } from "@candor/wire/objects";
import type { DataLoaderGetBarsParams, KLineData } from "klinecharts";
import { expect, test, vi } from "vitest";
import { type BarPage, type ChartFeed, dataLoader } from "./chart-feed.ts";

const bar = (openTimeMs: number, close: string): WireBar => ({
  openTimeMs,
  open: close,
  high: close,
  low: close,
  close,
  volume: "1.50000",
  quoteVolume: "0.000000",
  trades: 1,
});

/** A feed that the test answers manually. */
function manualFeed() {
  const answers: ((page: BarPage) => void)[] = [];
  const watchers = new Set<(bar: WireBar) => void>();
  const feed: ChartFeed = {
    newest: () => new Promise((resolve) => answers.push(resolve)),
    older: async (_period, endMs) => {
      if (endMs < 1_000) throw new Error("unreachable");
      return { bars: [bar(endMs - 60_000, "9")], hasOlder: false };
    },
    watch: (_period, onBar) => {
      watchers.add(onBar);
      return () => watchers.delete(onBar);
    },
  };
  return { feed, answers, watchers };
}

const asked = (
  type: DataLoaderGetBarsParams["type"],
  timestamp: number | null,
  callback: DataLoaderGetBarsParams["callback"],
): DataLoaderGetBarsParams => ({
  type,
  timestamp,
  callback,
  symbol: { ticker: "BTCUSDT", pricePrecision: 1, volumePrecision: 5 },
  period: { type: "minute", span: 1 },
});
const subscription = (callback: (data: KLineData) => void) => ({
  callback,
  symbol: { ticker: "BTCUSDT", pricePrecision: 1, volumePrecision: 5 },
  period: { type: "minute", span: 1 } as const,
});

test("CHART-01 a chart gets the newest bars, then older ones, then each bar that comes", async () => {
  const { feed, answers, watchers } = manualFeed();
  const loader = dataLoader(feed, "1min", () => undefined);
  const callback = vi.fn();
  const loaded = loader.getBars(asked("init", null, callback));
  answers[0]?.({ bars: [bar(120_000, "67412.5")], hasOlder: true });
  await loaded;
  expect(callback).toHaveBeenCalledWith(
    [{ timestamp: 120_000, open: 67_412.5, high: 67_412.5, low: 67_412.5, close: 67_412.5, volume: 1.5 }],
    { forward: true, backward: false },
  );
  await loader.getBars(asked("forward", 120_000, callback));
  expect(callback.mock.calls[1]?.[0]).toMatchObject([{ timestamp: 60_000 }]);
  const live = vi.fn();
  loader.subscribeBar?.(subscription(live));
  for (const tell of watchers) tell(bar(180_000, "10"));
  expect(live).toHaveBeenCalledWith(expect.objectContaining({ timestamp: 180_000, close: 10 }));
});

test("CHART-01 what arrives for an interval that is no longer shown is dropped", async () => {
  const { feed, answers, watchers } = manualFeed();
  const onTrouble = vi.fn();
  const loader = dataLoader(feed, "1min", onTrouble);
  const callback = vi.fn();
  const loaded = loader.getBars(asked("init", null, callback));
  loader.subscribeBar?.(subscription(callback));
  loader.stop();
  answers[0]?.({ bars: [bar(60_000, "1")], hasOlder: true });
  await loaded;
  await loader.getBars(asked("init", null, callback));
  loader.subscribeBar?.(subscription(callback));
  expect(callback).not.toHaveBeenCalled();
  expect(watchers.size).toBe(0);
  expect(onTrouble).not.toHaveBeenCalled();
});

test("CHART-01 older bars that cannot be fetched end the chart where it is, and that is told", async () => {
  const onTrouble = vi.fn();
  const loader = dataLoader(manualFeed().feed, "1min", onTrouble);
  const callback = vi.fn();
  await loader.getBars(asked("forward", 500, callback));
  expect(callback).toHaveBeenCalledWith([], false);
  expect(onTrouble).toHaveBeenCalledWith(true);
});

test("WEB-106 the chart is told of its first bars, and not of those of a market that was left", async () => {
  const { feed, answers } = manualFeed();
  const onBars = vi.fn();
  const loader = dataLoader(feed, "1min", () => undefined, onBars);
  const loading = loader.getBars(asked("init", null, () => undefined));
  expect(onBars).not.toHaveBeenCalled();
  answers[0]?.({ bars: [bar(60_000, "9")], hasOlder: false });
  await loading;
  expect(onBars).toHaveBeenCalledTimes(1);
  const left = loader.getBars(asked("init", null, () => undefined));
  loader.stop();
  answers[1]?.({ bars: [bar(60_000, "9")], hasOlder: false });
  await left;
  expect(onBars).toHaveBeenCalledTimes(1);
});
