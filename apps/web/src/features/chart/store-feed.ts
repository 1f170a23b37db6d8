import type { Period } from "@candor/protocol/enumerations";
import type { WireBar } from "@candor/protocol/wire/objects";
import type { KlineStore } from "../../data/kline-store.ts";
import type { LiveData } from "../../data/live-data.ts";
import type { ChartFeed } from "./chart-feed.ts";

/** A chart's bars from the live store of its market: one connection and one history for all charts. */
export function storeFeed(live: LiveData, symbol: string): ChartFeed {
  return {
    async load(period, endMs) {
      const store = live.klines(symbol, period);
      if (endMs === undefined) {
        const bars = await ready(store);
        return { bars, hasOlder: store.getSnapshot().hasOlder };
      }
      await store.loadOlder();
      const { bars, hasOlder } = await published(store, endMs);
      return { bars: bars.filter((bar) => bar.openTimeMs < endMs), hasOlder };
    },
    watch(period: Period, onBar: (bar: WireBar) => void) {
      const store = live.klines(symbol, period);
      let newestMs = store.getSnapshot().bars.at(-1)?.openTimeMs ?? 0;
      return store.subscribe(() => {
        const { bars } = store.getSnapshot();
        let from = bars.length;
        while (from > 0 && (bars[from - 1]?.openTimeMs ?? 0) >= newestMs) from--;
        for (const bar of bars.slice(from)) onBar(bar);
        newestMs = bars.at(-1)?.openTimeMs ?? newestMs;
      });
    },
  };
}

/** The store's bars once it has fetched them. Rejects when it cannot. */
function ready(store: KlineStore): Promise<readonly WireBar[]> {
  return new Promise((resolve, reject) => {
    const look = (): boolean => {
      const { state, bars } = store.getSnapshot();
      if (state === "loading") return false;
      stop();
      if (state === "ready") resolve(bars);
      else reject(new Error("the chart's history could not be fetched"));
      return true;
    };
    const stop = store.subscribe(look);
    look();
  });
}

/** The snapshot that shows what `loadOlder` brought: the store publishes on its next beat. */
function published(store: KlineStore, beforeMs: number): Promise<ReturnType<KlineStore["getSnapshot"]>> {
  return new Promise((resolve) => {
    const isThere = (): boolean => {
      const { bars, hasOlder } = store.getSnapshot();
      return !hasOlder || (bars[0]?.openTimeMs ?? beforeMs) < beforeMs;
    };
    if (isThere()) {
      resolve(store.getSnapshot());
      return;
    }
    const stop = store.subscribe(() => {
      stop();
      resolve(store.getSnapshot());
    });
  });
}
