import type { KlinePersistence } from "../../apps/server/src/market/prices/kline-persistence.ts";

/** For an exchange without read models: stores nothing. */
export const noPersistence: KlinePersistence = {
  loadOwn: (ranges) => Promise.resolve(ranges.map(() => [])),
  loadHistory: (ranges) => Promise.resolve(ranges.map(() => [])),
  saveHistory: () => Promise.resolve(),
};
