import { expect, test } from "vitest";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "../../apps/server/src/config/default-listing.ts";
import { BUILT_IN_COINS } from "../../apps/server/src/config/simulated-profiles.ts";
import { replayTo } from "../../apps/server/src/engine/runtime/event-dispatcher.ts";
import { klineMarketOf } from "../../apps/server/src/market/prices/kline-market.ts";
import { KlineStore } from "../../apps/server/src/market/prices/kline-store.ts";
import { PriceService } from "../../apps/server/src/market/prices/price-service.ts";
import { SimulatedSource } from "../../apps/server/src/market/prices/simulated-source.ts";
import { ExchangeEngine } from "./exchange-engine.ts";
import { FakeSource } from "./fake-source.ts";
import { ManualClock, settled } from "./manual-clock.ts";
import { noPersistence } from "./no-persistence.ts";

const NOON = Date.UTC(2026, 0, 7, 12, 0, 0);
const PRICE = 6_000_000_000_000;

function exchange(sources: number, minSources: number) {
  const clock = new ManualClock(NOON);
  const engine = new ExchangeEngine(clock, minSources);
  const made = Array.from({ length: sources }, (_, id) => new FakeSource(`source ${id}`, "live", id));
  const prices = new PriceService({
    engine,
    markets: [{ marketId: 0, symbol: "BTCUSDT" }],
    sources: made,
    mode: "sandbox",
    clock,
    log: { info: () => {}, warn: () => {} },
  });
  prices.start();
  /** Each source's price, in order; undefined for silence. */
  const say = async (...said: readonly (number | undefined)[]): Promise<number> => {
    await clock.pass(300, 100);
    for (const [id, price] of said.entries()) if (price !== undefined) made[id]?.say(price, clock.nowMs());
    await settled();
    return engine.market.indexE8;
  };
  return { clock, engine, prices, say };
}

test("FEED-01 a market trades from its source's first price on, and an index of one source is its price", async () => {
  const { engine, say } = exchange(1, 1);
  expect(engine.market).toEqual({ indexE8: 0, status: "cancel-only" });
  expect(await say(PRICE)).toBe(PRICE);
  expect(engine.market.status).toBe("trading");
});

test("FEED-01 a stale source leaves the index after ten seconds; without another the market is cancel-only until it is back", async () => {
  const { clock, engine, prices, say } = exchange(1, 1);
  await say(PRICE);
  await clock.pass(9_000, 500);
  expect(engine.market).toEqual({ indexE8: PRICE, status: "trading" });
  await clock.pass(2_000, 500);
  expect(engine.market).toEqual({ indexE8: 0, status: "cancel-only" });
  expect(prices.view().healthy).toBe(false);
  expect(await say(PRICE + 7)).toBe(PRICE + 7);
  expect(engine.market.status).toBe("trading");
});

test("FEED-01 two sources that disagree make the middle, within half a percent of it on either side", async () => {
  const { say } = exchange(2, 1);
  await say(PRICE);
  expect(await say(PRICE, PRICE + 10_001)).toBe(PRICE + 5_000);
  const far = PRICE * 1.02;
  expect(await say(PRICE, far)).toBe((PRICE + far) / 2);
});

test("FEED-01 an outlier among three sources is clamped to half a percent of the median", async () => {
  const { say } = exchange(3, 1);
  await say(PRICE, PRICE);
  expect(await say(PRICE, PRICE, PRICE * 3)).toBe(PRICE + Math.floor((PRICE * 0.005) / 3));
  expect(await say(PRICE, PRICE, 1)).toBe(PRICE - Math.ceil((PRICE * 0.005) / 3));
});

test("FEED-01 where two sources are needed, the silence of one makes the market cancel-only, its return opens it", async () => {
  const { clock, engine, say } = exchange(2, 2);
  await say(PRICE);
  expect(engine.market.status).toBe("cancel-only");
  await say(PRICE, PRICE);
  expect(engine.market).toEqual({ indexE8: PRICE, status: "trading" });
  for (let second = 0; second < 12; second++) {
    await say(PRICE + second);
    await clock.pass(1_000, 500);
  }
  expect(engine.market).toEqual({ indexE8: 0, status: "cancel-only" });
  await say(PRICE, PRICE);
  expect(engine.market.status).toBe("trading");
});

test("FEED-01 a gap in the prices is a flat line in the index's chart, not a hole", async () => {
  const { clock, engine, say } = exchange(1, 1);
  await say(PRICE);
  await clock.pass(150_000, 1_000);
  await say(PRICE * 2);
  const store = new KlineStore(noPersistence);
  const [usdt, btc] = DEFAULT_ASSETS;
  const [market] = DEFAULT_MARKETS;
  if (usdt === undefined || btc === undefined || market === undefined) throw new Error("no listing");
  store.addMarket(klineMarketOf(0, market, btc, usdt));
  for (const batch of engine.batches) replayTo(store.listener, batch);
  const bars = await store.query({
    marketId: 0,
    price: "index",
    period: "1min",
    endMs: Number.POSITIVE_INFINITY,
    size: 9,
  });
  expect(bars?.map(({ openTimeMs, openE8, closeE8 }) => [openTimeMs - NOON, openE8, closeE8])).toEqual([
    [0, PRICE, PRICE],
    [60_000, PRICE, PRICE],
    [120_000, PRICE * 2, PRICE * 2],
  ]);
});

test("FEED-09 an hour of simulated prices keeps a market trading all the time, at no more than four observations a second", async () => {
  const clock = new ManualClock(NOON);
  const engine = new ExchangeEngine(clock, 1);
  const source = new SimulatedSource({ secret: "3", setUpAtMs: NOON, symbols: BUILT_IN_COINS }, clock);
  const prices = new PriceService({
    engine,
    markets: [{ marketId: 0, symbol: "BTCUSDT" }],
    sources: [source],
    mode: "sandbox",
    clock,
    log: { info: () => {}, warn: () => {} },
  });
  prices.start();
  await settled();
  const before = engine.batches.length;
  for (let second = 0; second < 3_600; second++) {
    await clock.pass(1_000, 500);
    expect(engine.market.status).toBe("trading");
    expect(prices.view().healthy).toBe(true);
  }
  const perSecond = (engine.batches.length - before) / 3_600;
  expect(perSecond).toBeGreaterThan(2);
  expect(perSecond).toBeLessThanOrEqual(5);
  await prices.stop();
  expect(clock.waiting).toBe(0);
});
