import type { WireMarket } from "@candor/wire/objects";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import type { LegacyApi } from "./legacy-api.ts";
import { Pulse } from "./pulse.ts";
import type { ChannelSource } from "./socket-client.ts";
import { type ListCache, TickerStore } from "./ticker-store.ts";

const btc = {
  market: "spot",
  symbol: "BTCUSDT",
  tokenCur: "BTC",
  quote: "USDT",
  tick: "0.1",
  lot: "0.00001",
};
const eth = {
  market: "spot",
  symbol: "ETHUSDT",
  tokenCur: "ETH",
  quote: "USDT",
  tick: "0.01",
  lot: "0.0001",
};
const assets = () => [
  { asset: "BTC", scale: 8 },
  { asset: "USDT", scale: 6 },
];

let stop = () => {};
afterEach(() => stop());

test("WEB-88 what follows from the listing stays the same until assets or steps change, in whatever order markets are listed", async () => {
  let coinsList: readonly object[] = [];
  const api = { call: async () => ({ coinsList, assets: assets() }) } as unknown as LegacyApi;
  const silent = { listen: () => () => {} } as unknown as ChannelSource;
  const store = new TickerStore(silent, api, new Pulse());
  const firstMarket = (): WireMarket | undefined => store.getSnapshot().markets[0];
  const listed = async (list: readonly object[]) => {
    coinsList = list;
    store.reload();
    await vi.waitFor(() => expect(firstMarket()).toMatchObject(list[0] ?? {}));
    return store.getSnapshot().assets;
  };
  stop = store.subscribe(() => {});
  const first = await listed([btc, { ...eth, chPrice: "3000" }]);
  expect(first).toEqual(assets());
  expect(await listed([{ ...eth, chPrice: "3001" }, btc])).toBe(first);
  const steps = await listed([{ ...btc, tick: "0.01" }, eth]);
  expect(steps).not.toBe(first);
  expect(steps).toEqual(first);
});

test("WEB-134 without a connection the last known markets stand in the list, with when they were listed; a fetched list takes their place", async () => {
  let answer: (() => object) | undefined;
  const api = {
    call: async () => {
      if (answer === undefined) throw new ApiError(0, "network.failure", "no answer", {}, []);
      return answer();
    },
  } as unknown as LegacyApi;
  const away = { listen: () => () => {}, getSnapshot: () => "reconnecting" } as unknown as ChannelSource;
  const cached = { atMs: 1_000, coinsList: [{ ...btc, chPrice: "64000.0" }], assets: assets() };
  const keep = vi.fn();
  const cache = { keep, kept: () => cached } as unknown as ListCache;
  const store = new TickerStore(away, api, new Pulse(), cache);
  stop = store.subscribe(() => {});
  await vi.waitFor(() => expect(store.getSnapshot().markets).toEqual(cached.coinsList));
  expect(store.getSnapshot()).toMatchObject({ state: "failed", assets: assets() });
  expect([store.asOfMs, store.listedAtMs]).toEqual([1_000, 0]);
  expect(keep).not.toHaveBeenCalled();
  answer = () => ({ coinsList: [eth], assets: assets() });
  store.reload();
  await vi.waitFor(() => expect(store.getSnapshot().markets).toEqual([eth]));
  expect(store.listedAtMs).toBeGreaterThan(1_000);
  expect(keep).toHaveBeenCalledOnce();
});
