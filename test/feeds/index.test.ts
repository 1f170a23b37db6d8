import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "@candor/server/config/default-listing";
import { BUILT_IN_COINS } from "@candor/server/config/simulated-profiles";
import { replayTo } from "@candor/server/engine/runtime/event-dispatcher";
import { klineMarketOf } from "@candor/server/market/prices/kline-market";
import { KlineStore } from "@candor/server/market/prices/kline-store";
import { PriceService } from "@candor/server/market/prices/price-service";
import { SimulatedSource } from "@candor/server/market/prices/simulated-source";
import { expect, test } from "vitest";
import { ExchangeEngine } from "../support/feeds/exchange-engine.ts";
import { FakeSource } from "../support/feeds/fake-source.ts";
import { ManualClock, settled } from "../support/feeds/manual-clock.ts";
import { noPersistence } from "../support/feeds/no-persistence.ts";

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
  void prices.start();
  /** Each source's price, in order; undefined for silence. */
  const indexOf = async (...prices: readonly (number | undefined)[]): Promise<number> => {
    await clock.pass(300, 100);
    for (const [id, price] of prices.entries()) if (price !== undefined) made[id]?.emit(price, clock.nowMs());
    await settled();
    return engine.market.indexE8;
  };
  return { clock, engine, prices, indexOf };
}

test("FEED-01 a market trades from its source's first price on, and an index of one source is its price", async () => {
  const { engine, indexOf } = exchange(1, 1);
  expect(engine.market).toEqual({ indexE8: 0, status: "cancel-only" });
  expect(await indexOf(PRICE)).toBe(PRICE);
  expect(engine.market.status).toBe("trading");
});

test("FEED-01 a stale source leaves the index after ten seconds; without another the market is cancel-only until it is back", async () => {
  const { clock, engine, prices, indexOf } = exchange(1, 1);
  await indexOf(PRICE);
  await clock.pass(9_000, 500);
  expect(engine.market).toEqual({ indexE8: PRICE, status: "trading" });
  await clock.pass(2_000, 500);
  expect(engine.market).toEqual({ indexE8: 0, status: "cancel-only" });
  expect(prices.view().healthy).toBe(false);
  expect(await indexOf(PRICE + 7)).toBe(PRICE + 7);
  expect(engine.market.status).toBe("trading");
});

test("FEED-01 two sources that disagree make the middle, within half a percent of it on either side", async () => {
  const { indexOf } = exchange(2, 1);
  await indexOf(PRICE);
  expect(await indexOf(PRICE, PRICE + 10_001)).toBe(PRICE + 5_000);
  const far = PRICE * 1.02;
  expect(await indexOf(PRICE, far)).toBe((PRICE + far) / 2);
});

test("FEED-01 an outlier among three sources is clamped to half a percent of the median", async () => {
  const { indexOf } = exchange(3, 1);
  await indexOf(PRICE, PRICE);
  expect(await indexOf(PRICE, PRICE, PRICE * 3)).toBe(PRICE + Math.floor((PRICE * 0.005) / 3));
  expect(await indexOf(PRICE, PRICE, 1)).toBe(PRICE - Math.ceil((PRICE * 0.005) / 3));
});

test("FEED-01 where two sources are needed, the silence of one makes the market cancel-only, its return opens it", async () => {
  const { clock, engine, indexOf } = exchange(2, 2);
  await indexOf(PRICE);
  expect(engine.market.status).toBe("cancel-only");
  await indexOf(PRICE, PRICE);
  expect(engine.market).toEqual({ indexE8: PRICE, status: "trading" });
  for (let second = 0; second < 12; second++) {
    await indexOf(PRICE + second);
    await clock.pass(1_000, 500);
  }
  expect(engine.market).toEqual({ indexE8: 0, status: "cancel-only" });
  await indexOf(PRICE, PRICE);
  expect(engine.market.status).toBe("trading");
});

test("FEED-01 a gap in the prices is a flat line in the index's chart, not a hole", async () => {
  const { clock, engine, indexOf } = exchange(1, 1);
  await indexOf(PRICE);
  await clock.pass(150_000, 1_000);
  await indexOf(PRICE * 2);
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
  await prices.start();
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
