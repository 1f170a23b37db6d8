import type { KlinePersistence } from "@candor/server/market/prices/kline-persistence";

/** For an exchange without read models: stores nothing. */
export const noPersistence: KlinePersistence = {
  loadOwn: (ranges) => Promise.resolve(ranges.map(() => [])),
  loadHistory: (ranges) => Promise.resolve(ranges.map(() => [])),
  saveHistory: () => Promise.resolve(),
};
