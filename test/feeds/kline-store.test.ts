import { PERIOD_MS, PERIODS, type Side } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import { SERIES_CAPACITY } from "@candor/server/config/chart-bars";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "@candor/server/config/default-listing";
import { BUILT_IN_COINS } from "@candor/server/config/simulated-profiles";
import { replayTo } from "@candor/server/engine/runtime/event-dispatcher";
import { BusyError } from "@candor/server/kit/limits/bounded-work";
import { BACKFILL_RETRY_MS, KlineBackfill } from "@candor/server/market/prices/kline-backfill";
import { type Bar, emptyBar } from "@candor/server/market/prices/kline-bar";
import { fillEmptyBars, foldBars, periodOpenMs } from "@candor/server/market/prices/kline-fold";
import { type KlineMarket, klineMarketOf } from "@candor/server/market/prices/kline-market";
import type { KlinePersistence } from "@candor/server/market/prices/kline-persistence";
import { KlineGapError, KlineStore, type MissingHistory } from "@candor/server/market/prices/kline-store";
import { SimulatedSource } from "@candor/server/market/prices/simulated-source";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BatchMaker, type MadeCommand } from "../support/feeds/batches.ts";
import { FakeSource } from "../support/feeds/fake-source.ts";
import { type ChartTrade, foldTrades } from "../support/feeds/fold-trades.ts";
import { ManualClock } from "../support/feeds/manual-clock.ts";
import { MemoryPersistence } from "../support/feeds/memory-persistence.ts";
import { noPersistence } from "../support/feeds/no-persistence.ts";

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 0, 7, 12, 0, 0);
const EVER = Number.POSITIVE_INFINITY;

function marketOf(symbol: string): KlineMarket {
  const marketId = DEFAULT_MARKETS.findIndex((market) => market.symbol === symbol);
  const spec = DEFAULT_MARKETS[marketId];
  const asset = (wanted: string | undefined) => DEFAULT_ASSETS.find((each) => each.symbol === wanted);
  const base = asset(spec?.base);
  const quote = asset(spec?.quote);
  if (spec === undefined || base === undefined || quote === undefined) throw new Error(`no market ${symbol}`);
  return klineMarketOf(marketId, spec, base, quote);
}

/** 0.1 USDT per tick, 0.00001 BTC per lot, 0.000001 USDT per unit. */
const BTC = marketOf("BTCUSDT");

function storeOf(persistence: KlinePersistence = noPersistence, markets = [BTC]): KlineStore {
  const store = new KlineStore(persistence);
  for (const market of markets) store.addMarket(market);
  return store;
}

/** Takers buy at even prices and sell at odd ones. */
const sideAt = (priceTicks: number): Side => (priceTicks % 2 === 0 ? "buy" : "sell");

const trade = (priceTicks: number, quantityLots: number, makerLabelled = false) => ({
  marketId: BTC.marketId,
  priceTicks,
  quantityLots,
  quoteUnits: priceTicks * quantityLots,
  takerSide: sideAt(priceTicks),
  makerLabelled,
});

const lastKey = (period: (typeof PERIODS)[number]) =>
  ({ marketId: BTC.marketId, price: "last", period }) as const;

async function chartOf(
  store: KlineStore,
  period: (typeof PERIODS)[number],
  price: "last" | "index" = "last",
) {
  return (await store.query({ ...lastKey(period), price, endMs: EVER, size: 1_500 })) ?? [];
}

async function addHistory(
  store: KlineStore,
  missing: MissingHistory,
  source: string,
  history: readonly Bar[],
  nowMs: number,
): Promise<void> {
  await store.showHistory(missing, history, nowMs);
  await store.keepHistory(missing, source);
}

function flat(openTimeMs: number, price: number, volumeE8 = 700n): Bar {
  return { ...emptyBar(openTimeMs, price as PriceE8), volumeE8, quoteVolumeE8: volumeE8 };
}

test("FEED-15 trades of durable batches become bars of all periods, in exact 1e-8 of the coins", async () => {
  const store = storeOf();
  const maker = new BatchMaker();
  replayTo(
    store.listener,
    maker.batch({ timeMs: NOON + 1_000, trades: [trade(670_000, 12_345, true), trade(669_999, 5)] }),
  );
  for (const period of PERIODS)
    expect(await chartOf(store, period)).toEqual([
      {
        openTimeMs: periodOpenMs(period, NOON),
        openE8: 6_700_000_000_000,
        highE8: 6_700_000_000_000,
        lowE8: 6_699_990_000_000,
        closeE8: 6_699_990_000_000,
        volumeE8: 12_350_000n,
        quoteVolumeE8: (670_000n * 12_345n + 669_999n * 5n) * 100n,
        labelledVolumeE8: 12_345_000n,
        buyVolumeE8: 12_345_000n,
        buyQuoteVolumeE8: 670_000n * 12_345n * 100n,
        trades: 2,
        firstTradeId: 1,
        lastTradeId: 2,
      },
    ]);
  expect(await chartOf(store, "1min", "index")).toEqual([]);
  expect(store.asOfSeq).toBe(1);
});

test("FEED-15 index ticks make the index's own chart; where there is no index it stays where it was", async () => {
  const store = storeOf();
  const maker = new BatchMaker();
  replayTo(
    store.listener,
    maker.batch({ timeMs: NOON, index: [[0, 500]] }, { timeMs: NOON + 1, index: [[0, 480]] }),
  );
  replayTo(store.listener, maker.batch({ timeMs: NOON + 2, index: [[0, 0]] }));
  replayTo(store.listener, maker.batch({ timeMs: NOON + MINUTE }));
  expect(await chartOf(store, "1min", "index")).toMatchObject([
    { openE8: 500, highE8: 500, lowE8: 480, closeE8: 480, volumeE8: 0n, trades: 0 },
    { openTimeMs: NOON + MINUTE, openE8: 480, closeE8: 480 },
  ]);
  expect(await chartOf(store, "1min")).toEqual([]);
});

test("FEED-15 journal time by itself closes bars: the minute after a trade exists before anyone trades in it", async () => {
  const store = storeOf();
  const maker = new BatchMaker();
  replayTo(store.listener, maker.batch({ timeMs: NOON, trades: [trade(100, 1)] }));
  replayTo(store.listener, maker.batch({ timeMs: NOON + 2 * MINUTE + 1 }));
  expect((await chartOf(store, "1min")).map((bar) => [bar.openTimeMs - NOON, bar.trades])).toEqual([
    [0, 1],
    [MINUTE, 0],
    [2 * MINUTE, 0],
  ]);
});

/** Random trades at random times, split into batches and commands at random. */
const journals = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 30 * MINUTE })),
    ticks: fc.integer({ min: 1, max: 1_000_000 }),
    lots: fc.integer({ min: 1, max: 1_000_000 }),
    labelled: fc.boolean(),
    newBatch: fc.boolean(),
  }),
  { minLength: 1, maxLength: 80 },
);

test("FEED-15 the charts of any journal are the plain fold of its trades, in any batches", async () => {
  const seed = Date.now() % 1_000_000;
  process.stdout.write(`kline store: seed ${seed}\n`);
  await fc.assert(
    fc.asyncProperty(journals, async (steps) => {
      const store = storeOf();
      const maker = new BatchMaker();
      const trades: ChartTrade[] = [];
      let timeMs = NOON;
      let commands: MadeCommand[] = [];
      for (const { afterMs, ticks, lots, labelled, newBatch } of steps) {
        timeMs += afterMs;
        if (newBatch && commands.length > 0) {
          replayTo(store.listener, maker.batch(...commands));
          commands = [];
        }
        commands.push({ timeMs, trades: [trade(ticks, lots, labelled)] });
        trades.push({
          timeMs,
          priceE8: (ticks * BTC.tickE8) as PriceE8,
          volumeE8: BigInt(lots) * 1_000n,
          quoteVolumeE8: BigInt(ticks) * BigInt(lots) * 100n,
          labelled,
          takerSide: sideAt(ticks),
          tradeId: trades.length + 1,
        });
      }
      replayTo(store.listener, maker.batch(...commands));
      for (const period of PERIODS)
        expect(await chartOf(store, period)).toEqual(foldTrades(period, trades).slice(-1_500));
    }),
    { seed, numRuns: 60 },
  );
});

test("FEED-15 the known part of a batch is skipped, and a gap in the journal is rejected", async () => {
  const maker = new BatchMaker();
  const first = maker.batch(
    { timeMs: NOON, trades: [trade(100, 1)] },
    { timeMs: NOON + 1, trades: [trade(110, 1)] },
  );
  const store = storeOf();
  await store.load(1);
  replayTo(store.listener, first);
  replayTo(store.listener, first);
  expect(await chartOf(store, "1min")).toMatchObject([{ openE8: 110 * 10_000_000, trades: 1 }]);
  maker.batch({ timeMs: NOON + 2 });
  expect(() => replayTo(store.listener, maker.batch({ timeMs: NOON + 3 }))).toThrow(KlineGapError);
});

test("FEED-15 after a restart the charts are unchanged: saved bars, joined with the source's history, and later batches", async () => {
  const persistence = new MemoryPersistence();
  const maker = new BatchMaker();
  const before = storeOf(persistence);
  const history = Array.from({ length: 30 }, (_, index) => flat(NOON + (index - 29) * MINUTE, 1_000 + index));
  await addHistory(
    before,
    { marketId: 0, symbol: "BTCUSDT", period: "1min" },
    "fake",
    history,
    NOON + 30_000,
  );
  replayTo(before.listener, maker.batch({ timeMs: NOON + 40_000, trades: [trade(100, 1)] }));
  replayTo(before.listener, maker.batch({ timeMs: NOON + 3 * MINUTE, trades: [trade(120, 2)] }));
  const own = foldTrades("1min", [
    {
      timeMs: NOON + 40_000,
      priceE8: 1_000_000_000 as PriceE8,
      volumeE8: 1_000n,
      quoteVolumeE8: 10_000n,
      labelled: false,
      takerSide: "buy",
      tradeId: 1,
    },
    {
      timeMs: NOON + 3 * MINUTE,
      priceE8: 1_200_000_000 as PriceE8,
      volumeE8: 2_000n,
      quoteVolumeE8: 24_000n,
      labelled: false,
      takerSide: "buy",
      tradeId: 2,
    },
  ]).filter((bar) => bar.trades > 0);
  persistence.putOwn(lastKey("1min"), own);
  const after = storeOf(persistence);
  await after.load(2);
  expect(await chartOf(after, "1min")).toEqual(await chartOf(before, "1min"));
  expect(after.missingHistory.map(({ period }) => period)).toEqual(PERIODS.slice(1));
  const next = maker.batch({ timeMs: NOON + 5 * MINUTE, trades: [trade(90, 1)] });
  replayTo(before.listener, next);
  replayTo(after.listener, next);
  expect(await chartOf(after, "1min")).toEqual(await chartOf(before, "1min"));
});

test("FEED-13 bars older than the memory come from the read models, holes filled, up to any end", async () => {
  const persistence = new MemoryPersistence();
  const old = [
    flat(NOON - 4_000 * MINUTE, 10),
    flat(NOON - 3_990 * MINUTE, 20),
    flat(NOON - 1_600 * MINUTE, 30),
  ];
  persistence.putOwn(lastKey("1min"), [...old, flat(NOON, 40)]);
  const store = storeOf(persistence);
  await store.load(0);
  const ask = (endMs: number, size: number) => store.query({ ...lastKey("1min"), endMs, size });
  const newest = (await ask(EVER, 1_500)) ?? [];
  expect(newest).toHaveLength(1_500);
  const wide = (await ask(NOON - 1_400 * MINUTE, 300)) ?? [];
  expect(wide.map((bar) => bar.openTimeMs)).toEqual(
    Array.from({ length: 300 }, (_, i) => NOON + (i - 1_700) * MINUTE),
  );
  expect(wide.map((bar) => bar.closeE8)).toEqual(Array.from({ length: 300 }, (_, i) => (i < 100 ? 20 : 30)));
  const early = (await ask(NOON - 3_985 * MINUTE, 300)) ?? [];
  expect(early.map((bar) => (bar.openTimeMs - NOON) / MINUTE)).toEqual(
    Array.from({ length: 15 }, (_, i) => i - 4_000),
  );
  expect(await ask(NOON - 4_000 * MINUTE, 300)).toEqual([]);
  expect(await store.query({ ...lastKey("1min"), marketId: 99, endMs: EVER, size: 1 })).toBeUndefined();
});

test("FEED-17 bars older than the memory are read a few at a time: a flood of such requests leaves the tables available", async () => {
  const persistence = new MemoryPersistence();
  persistence.putOwn(lastKey("1min"), [flat(NOON - 4_000 * MINUTE, 10), flat(NOON, 40)]);
  const store = storeOf(persistence);
  await store.load(0);
  const load = persistence.loadOwn.bind(persistence);
  let underWay = 0;
  let most = 0;
  persistence.loadOwn = async (...asked) => {
    most = Math.max(most, ++underWay);
    const bars = await load(...asked);
    underWay--;
    return bars;
  };
  const ask = (endMs: number) => store.query({ ...lastKey("1min"), endMs, size: 300 });
  const flood = await Promise.allSettled(Array.from({ length: 200 }, () => ask(NOON - 3_000 * MINUTE)));
  expect(most).toBe(2);
  const refused = flood.filter((answer) => answer.status === "rejected");
  expect(refused).toHaveLength(200 - 2 - 64);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(BusyError);
  expect(await ask(NOON - 3_000 * MINUTE)).toHaveLength(300);
});

test("FEED-13 at the first start every chart of every market is full, in all periods, of trades and of the index", async () => {
  const markets = DEFAULT_MARKETS.map((market) => marketOf(market.symbol));
  const persistence = new MemoryPersistence();
  const store = storeOf(persistence, markets);
  const clock = new ManualClock(NOON + 12_345);
  const source = new SimulatedSource({ secret: "1", setUpAtMs: NOON, symbols: BUILT_IN_COINS }, clock);
  const problems: Error[] = [];
  await new KlineBackfill(store, [source], clock, SERIES_CAPACITY, (problem) => problems.push(problem)).run();
  expect(problems).toEqual([]);
  expect(store.missingHistory).toEqual([]);
  expect(persistence.saves).toBe(80);
  for (const { marketId } of markets)
    for (const price of ["last", "index"] as const)
      for (const period of PERIODS) {
        const bars = (await store.query({ marketId, price, period, endMs: EVER, size: 1_000 })) ?? [];
        expect(bars).toHaveLength(1_000);
        expect(bars.at(-1)?.openTimeMs).toBe(periodOpenMs(period, NOON));
        expect(fillEmptyBars(period, bars)).toHaveLength(1_000);
        expect(bars.at(-2)?.volumeE8 !== 0n).toBe(price === "last");
      }
}, 120_000);

test("FEED-13 the bars in which the market began are the fold of the finer ones, volume included, whenever each chart came", async () => {
  const persistence = new MemoryPersistence();
  const store = storeOf(persistence);
  const clock = new ManualClock(NOON + 61 * MINUTE - 300);
  const source = new SimulatedSource({ secret: "1", setUpAtMs: NOON, symbols: BUILT_IN_COINS }, clock);
  for (const missing of store.missingHistory) {
    const nowMs = clock.nowMs();
    const history = await source.history("BTCUSDT", missing.period, 1_500, nowMs);
    await addHistory(store, missing, "simulated", history, nowMs);
    clock.advance(100);
  }
  for (const [index, period] of PERIODS.slice(1).entries()) {
    const finer = await chartOf(store, PERIODS[index] as (typeof PERIODS)[number]);
    const bars = await chartOf(store, period);
    const whole = foldBars(period, finer).slice(-20);
    expect(bars.slice(-20)).toEqual(whole);
  }
  expect((await chartOf(store, "1min")).at(-1)).toMatchObject({
    openTimeMs: NOON + 60 * MINUTE,
    volumeE8: 0n,
  });
  expect((await chartOf(store, "4hour")).at(-1)?.volumeE8).toBeGreaterThan(0n);
  expect((await chartOf(store, "1week", "index")).at(-1)?.volumeE8).toBe(0n);
  replayTo(store.listener, new BatchMaker().batch({ timeMs: clock.nowMs(), trades: [trade(670_000, 3)] }));
  expect(store.dayStatistics(0)?.volumeE8).toBe(3_000n);
});

test("FEED-13 local trades are kept; late history is placed before them and requested once", async () => {
  const persistence = new MemoryPersistence();
  const store = storeOf(persistence);
  replayTo(store.listener, new BatchMaker().batch({ timeMs: NOON + 30_000, trades: [trade(100, 1)] }));
  const missing = { marketId: 0, symbol: "BTCUSDT", period: "1min" } as const;
  const late = [flat(NOON - MINUTE, 2_000_000_000), flat(NOON, 1_500_000_000), flat(NOON + MINUTE, 1)];
  await addHistory(store, missing, "fake", late, NOON + MINUTE + 1);
  expect(await chartOf(store, "1min")).toMatchObject([
    { openTimeMs: NOON - MINUTE, closeE8: 2_000_000_000, trades: 0 },
    { openTimeMs: NOON, openE8: 1_500_000_000, highE8: 1_500_000_000, closeE8: 1_000_000_000, trades: 1 },
  ]);
  await addHistory(store, missing, "fake", [flat(NOON - MINUTE, 5)], NOON);
  expect((await chartOf(store, "1min"))[0]?.closeE8).toBe(2_000_000_000);
});

test("FEED-13 a contract's charts begin with the prices of the index that it follows, without volume, after a restart too", async () => {
  const persistence = new MemoryPersistence();
  const contract: KlineMarket = { ...BTC, marketId: 1, isContract: true };
  const store = storeOf(persistence, [BTC, contract]);
  expect(store.missingHistory.map(({ marketId }) => marketId)).toEqual(PERIODS.map(() => BTC.marketId));
  const missing = { marketId: 0, symbol: "BTCUSDT", period: "1min" } as const;
  const history = [flat(NOON - MINUTE, 2_000_000_000), flat(NOON, 1_500_000_000)].map((bar) => ({
    ...bar,
    volumeE8: 7n,
  }));
  await addHistory(store, missing, "fake", history, NOON + 2 * MINUTE);
  const maker = new BatchMaker();
  replayTo(
    store.listener,
    maker.batch({ timeMs: NOON + 30_000, trades: [{ ...trade(100, 1), marketId: 1 }] }),
  );
  const expected = [
    { openTimeMs: NOON - MINUTE, closeE8: 2_000_000_000, volumeE8: 0n },
    { openTimeMs: NOON, openE8: 1_500_000_000, closeE8: 1_000_000_000, volumeE8: 1_000n },
  ];
  const chart = (of: KlineStore) =>
    of.query({ marketId: 1, price: "last", period: "1min", endMs: EVER, size: 10 });
  expect(await chart(store)).toMatchObject(expected);
  expect((await chartOf(store, "1min"))[0]?.volumeE8).toBe(7n);
  for (const price of ["index", "mark"] as const)
    expect(await store.query({ marketId: 1, price, period: "1min", endMs: EVER, size: 10 })).toEqual([]);
  // The read models only store the contract's own bars; its history is under the symbol that it follows.
  const own = foldTrades("1min", [
    {
      timeMs: NOON + 30_000,
      priceE8: 1_000_000_000 as PriceE8,
      volumeE8: 1_000n,
      quoteVolumeE8: 10_000n,
      labelled: false,
      takerSide: "buy",
      tradeId: 1,
    },
  ]);
  persistence.putOwn({ marketId: 1, price: "last", period: "1min" }, own);
  const after = storeOf(persistence, [BTC, contract]);
  await after.load(1);
  await after.fill();
  expect(await chart(after)).toMatchObject(expected);
});

test("FEED-13 a source without history is asked again until it responds, and not for everything at once", async () => {
  const store = storeOf();
  const clock = new ManualClock(NOON);
  const source = new FakeSource("binance", "live", 0);
  const problems: string[] = [];
  let asked = 0;
  source.answerHistory = () => {
    asked++;
    throw new Error("HTTP 503");
  };
  const backfill = new KlineBackfill(store, [source], clock, SERIES_CAPACITY, (problem) =>
    problems.push(problem.message),
  );
  await backfill.run();
  expect([asked, problems]).toEqual([1, ["no history from binance yet"]]);
  source.answerHistory = (_symbol, period, limit, endMs) =>
    Array.from({ length: limit }, (_, index) =>
      flat(periodOpenMs(period, endMs) + (index + 1 - limit) * PERIOD_MS[period], 9),
    );
  clock.advance(BACKFILL_RETRY_MS);
  await expect.poll(() => store.missingHistory.length).toBe(0);
  for (const period of PERIODS) expect(await chartOf(store, period)).toHaveLength(1_500);
  expect(clock.waiting).toBe(0);
});

test("FEED-13 charts fill before their histories are stored; failed writes are retried without another request", async () => {
  const clock = new ManualClock(NOON);
  const persistence = new MemoryPersistence();
  const store = storeOf(persistence);
  const source = new FakeSource("binance", "live", 0);
  let asked = 0;
  source.answerHistory = (_symbol, period, limit, endMs) => {
    asked++;
    return Array.from({ length: limit }, (_, index) =>
      flat(periodOpenMs(period, endMs) + (index + 1 - limit) * PERIOD_MS[period], 9),
    );
  };
  const save = persistence.saveHistory.bind(persistence);
  persistence.saveHistory = () => Promise.reject(new Error("disk full"));
  const problems: string[] = [];
  const backfill = new KlineBackfill(store, [source], clock, SERIES_CAPACITY, (problem) =>
    problems.push(problem.message),
  );
  await backfill.run();
  expect(problems).toEqual(["histories not saved yet"]);
  const shown = await Promise.all(PERIODS.map((period) => chartOf(store, period)));
  expect(shown.map((bars) => bars.length)).toEqual(PERIODS.map(() => 1_500));
  expect(store.missingHistory).toHaveLength(PERIODS.length);
  persistence.saveHistory = save;
  clock.advance(BACKFILL_RETRY_MS);
  await expect.poll(() => store.missingHistory.length).toBe(0);
  expect([asked, problems.length]).toEqual([PERIODS.length, 1]);
  expect(await Promise.all(PERIODS.map((period) => chartOf(store, period)))).toEqual(shown);
  const after = storeOf(persistence);
  await after.load(0);
  await after.fill();
  expect(after.missingHistory).toEqual([]);
  expect(await Promise.all(PERIODS.map((period) => chartOf(after, period)))).toEqual(shown);
});

test("FEED-13 where one public source gives no history the next one does, and it is found again under the first one's name", async () => {
  const clock = new ManualClock(NOON);
  const persistence = new MemoryPersistence();
  const store = storeOf(persistence);
  const [broken, empty, full] = ["binance", "other", "okx"].map(
    (name, index) => new FakeSource(name, "live", index),
  ) as [FakeSource, FakeSource, FakeSource];
  broken.answerHistory = () => {
    throw new Error("HTTP 451");
  };
  full.answerHistory = (_symbol, period) => [flat(periodOpenMs(period, NOON - 1), 9)];
  const saved: string[] = [];
  const save = persistence.saveHistory.bind(persistence);
  persistence.saveHistory = (source, ...bars) => {
    saved.push(source);
    return save(source, ...bars);
  };
  const problems: string[] = [];
  const backfill = new KlineBackfill(store, [broken, empty, full], clock, SERIES_CAPACITY, ({ message }) =>
    problems.push(message),
  );
  await backfill.run();
  backfill.stop();
  expect(store.missingHistory).toEqual([]);
  for (const period of PERIODS) expect(await chartOf(store, period)).toHaveLength(1);
  expect([saved.length, new Set(saved)]).toEqual([8, new Set(["binance"])]);
  expect(problems).toEqual(["no history from binance yet"]);
});

test("FEED-13 charts that could not be read are read again, and no source is asked before", async () => {
  const clock = new ManualClock(NOON);
  const persistence = new MemoryPersistence();
  for (const period of PERIODS) persistence.putOwn(lastKey(period), [flat(periodOpenMs(period, NOON), 40)]);
  persistence.putOwn(lastKey("5min"), [flat(NOON - 10 * MINUTE, 30), flat(NOON, 40)]);
  const store = storeOf(persistence);
  await store.load(0);
  const source = new FakeSource("binance", "live", 0);
  const problems: string[] = [];
  const readable = persistence.loadOwn.bind(persistence);
  persistence.loadOwn = () => Promise.reject(new Error("connection lost"));
  const backfill = new KlineBackfill(store, [source], clock, SERIES_CAPACITY, (problem) =>
    problems.push(problem.message),
  );
  await backfill.run();
  expect(problems).toEqual(["charts not loaded yet"]);
  expect(store.missingHistory).toHaveLength(8);
  persistence.loadOwn = readable;
  clock.advance(BACKFILL_RETRY_MS);
  await expect.poll(() => store.missingHistory.length).toBe(0);
  expect(store.lastBars(0, "5min", 9).map((bar) => bar.closeE8)).toEqual([30, 30, 40]);
});

test("FEED-13 a stopped backfill sends no further requests", async () => {
  const clock = new ManualClock(NOON);
  const source = new FakeSource("binance", "live", 0);
  source.answerHistory = () => {
    throw new Error("HTTP 503");
  };
  const backfill = new KlineBackfill(storeOf(), [source], clock, SERIES_CAPACITY, () => {});
  await backfill.run();
  backfill.stop();
  expect(clock.waiting).toBe(0);
});

test("FEED-14 the rolling day is the price change since 24 hours ago and this exchange's own volume, labelled part apart", async () => {
  const store = storeOf();
  expect(store.dayStatistics(0)).toBeUndefined();
  const history = Array.from({ length: 1_500 }, (_, index) =>
    flat(NOON + (index - 1_499) * MINUTE, 5_000_000 + index),
  );
  await addHistory(store, { marketId: 0, symbol: "BTCUSDT", period: "1min" }, "fake", history, NOON + 1);
  const none = {
    volumeE8: 0n,
    quoteVolumeE8: 0n,
    labelledVolumeE8: 0n,
    trades: 0,
    firstTradeId: 0,
    lastTradeId: 0,
  };
  expect(store.dayStatistics(0)).toEqual({
    openE8: 5_000_060,
    highE8: 5_001_499,
    lowE8: 5_000_060,
    closeE8: 5_001_499,
    ...none,
  });
  const maker = new BatchMaker();
  replayTo(store.listener, maker.batch({ timeMs: NOON + 10_000, trades: [trade(1, 7), trade(2, 5, true)] }));
  const traded = {
    volumeE8: 12_000n,
    quoteVolumeE8: 1_700n,
    labelledVolumeE8: 5_000n,
    trades: 2,
    firstTradeId: 1,
    lastTradeId: 2,
  };
  expect(store.dayStatistics(0)).toEqual({
    openE8: 5_000_060,
    highE8: 20_000_000,
    lowE8: 5_000_060,
    closeE8: 20_000_000,
    ...traded,
  });
  replayTo(store.listener, maker.batch({ timeMs: NOON + 1_439 * MINUTE, trades: [trade(3, 1)] }));
  expect(store.dayStatistics(0)).toMatchObject({
    openE8: 5_001_499,
    highE8: 30_000_000,
    volumeE8: 13_000n,
    trades: 3,
  });
  replayTo(store.listener, maker.batch({ timeMs: NOON + 1_440 * MINUTE }));
  expect(store.dayStatistics(0)).toEqual({
    openE8: 20_000_000,
    highE8: 30_000_000,
    lowE8: 20_000_000,
    closeE8: 30_000_000,
    volumeE8: 1_000n,
    quoteVolumeE8: 300n,
    labelledVolumeE8: 0n,
    trades: 1,
    firstTradeId: 3,
    lastTradeId: 3,
  });
});

test("FEED-14 the newest bars of a market are at hand for the socket", () => {
  const store = storeOf();
  const maker = new BatchMaker();
  replayTo(store.listener, maker.batch({ timeMs: NOON, trades: [trade(1, 1)] }));
  replayTo(store.listener, maker.batch({ timeMs: NOON + MINUTE, trades: [trade(2, 1)] }));
  expect(store.lastBars(0, "1min", 3).map((bar) => bar.openTimeMs)).toEqual([NOON, NOON + MINUTE]);
  expect(store.lastBars(0, "1min", 1)).toHaveLength(1);
  expect(store.lastBars(7, "1min", 3)).toEqual([]);
});
