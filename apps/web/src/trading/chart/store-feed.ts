import type { KlineStore, KlineView } from "../../data/kline-store.ts";
import type { LiveData } from "../../data/live-data.ts";
import type { MarketKind } from "../../data/market-kind.ts";
import type { ChartFeed } from "./chart-feed.ts";

/** Returns a chart feed from the market's live store: one connection and one history for all charts. */
export function storeFeed(live: LiveData, symbol: string, market: MarketKind): ChartFeed {
  return {
    async newest(period, onTrouble) {
      return whenReady(live.klines(symbol, period, market), onTrouble);
    },
    async older(period, endMs) {
      const store = live.klines(symbol, period, market);
      await store.loadOlder();
      const { bars, hasOlder } = await published(store, endMs);
      return { bars: bars.filter((bar) => bar.openTimeMs < endMs), hasOlder };
    },
    watch(period, onBar) {
      const store = live.klines(symbol, period, market);
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

/** Resolves with the store's first answer. The store itself retries while the server fails. */
function whenReady(store: KlineStore, onTrouble: (isTroubled: boolean) => void): Promise<KlineView> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined;
    let isDone = false;
    const look = (): void => {
      const view = store.getSnapshot();
      if (isDone || view.state === "loading") return;
      onTrouble(view.state === "failed");
      if (view.state === "failed") return;
      isDone = true;
      stop?.();
      resolve(view);
    };
    stop = store.subscribe(look);
    look();
    if (isDone) stop();
  });
}

/** Resolves with the snapshot that includes the bars from `loadOlder`: the store publishes on its next pulse. */
function published(store: KlineStore, beforeMs: number): Promise<KlineView> {
  return new Promise((resolve) => {
    const view = store.getSnapshot();
    if (!view.hasOlder || (view.bars[0]?.openTimeMs ?? beforeMs) < beforeMs) {
      resolve(view);
      return;
    }
    const stop = store.subscribe(() => {
      stop();
      resolve(store.getSnapshot());
    });
  });
}
