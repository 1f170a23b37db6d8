import { expect, test } from "vitest";
import { BTCUSDT, ETHUSDT, ScriptedEngine } from "../../../../../test/support/socket/scripted-engine.ts";
import type { DayStatistics, PriceHistory } from "../prices/price-history-port.ts";
import { Listings } from "./listings.ts";
import { MarketDataMirror } from "./market-data-mirror.ts";
import { wireDepth } from "./market-depth.ts";
import { percentChange, toWireMarket } from "./market-ticker.ts";
import { MAX_RECENT_TICKS } from "./recent-index.ts";
import { MAX_RECENT_TRADES } from "./recent-trades.ts";

const FOUNDED_AT_MS = 1_767_225_600_000;

async function started(engine: ScriptedEngine) {
  const mirror = new MarketDataMirror(engine, new Listings(FOUNDED_AT_MS));
  await mirror.start();
  const market = mirror.marketBySymbol("BTCUSDT");
  if (market === undefined) throw new Error("no market");
  return { mirror, market };
}

test("MDAT-01 the mirror takes over the engine's book and follows it, its sequence being the journal's", async () => {
  const engine = new ScriptedEngine();
  engine.batch((command) => {
    command.level(BTCUSDT, "buy", 639_999, 7);
    command.level(BTCUSDT, "sell", 640_001, 3);
  });
  engine.batch((command) => command.level(ETHUSDT, "buy", 300_000, 1));
  const { mirror, market } = await started(engine);
  expect(wireDepth(market, 20)).toEqual({
    asks: [["64000.1", "0.00003"]],
    bids: [["63999.9", "0.00007"]],
    sequence: 2,
  });
  engine.batch((command) => command.level(ETHUSDT, "buy", 300_000, 2));
  expect(market.book.sequence).toBe(2);
  expect(mirror.asOfSeq).toBe(3);
  engine.batch(
    (command) => command.level(BTCUSDT, "buy", 639_999, 0),
    (command) => command.level(BTCUSDT, "buy", 639_998, 5),
    () => undefined,
  );
  expect(wireDepth(market, 20)).toEqual({
    asks: [["64000.1", "0.00003"]],
    bids: [["63999.8", "0.00005"]],
    sequence: 5,
  });
  expect(mirror.asOfSeq).toBe(6);
});

test("MDAT-02 a batch that arrives while the engine's views load is applied once", async () => {
  const engine = new ScriptedEngine();
  const bookView = engine.bookView.bind(engine);
  engine.bookView = async (marketId, levels) => {
    // Becomes durable before this view is created, but after the exchange's own.
    engine.batch((command) => {
      command.level(BTCUSDT, "buy", 639_000, 4);
      command.index(BTCUSDT, 6_399_999_999_999);
      command.trade(1, 2, 639_000, 1);
    });
    const view = await bookView(marketId, levels);
    engine.batch((command) => command.level(BTCUSDT, "buy", 639_000, 9));
    return view;
  };
  const { market, mirror } = await started(engine);
  expect(wireDepth(market, 20).bids).toEqual([["63900.0", "0.00009"]]);
  expect(market.indexE8).toBe(6_399_999_999_999);
  expect(market.lastTicks).toBe(639_000);
  expect(market.trades.newest(10)).toHaveLength(2);
  expect(mirror.asOfSeq).toBe(engine.durableSeq);
});

test("MDAT-06 the newest ticks of an index are kept, oldest first, and the oldest give way", async () => {
  const engine = new ScriptedEngine();
  const { market } = await started(engine);
  expect(market.indexTicks.all()).toEqual([]);
  for (let price = 1; price <= MAX_RECENT_TICKS + 2; price++)
    engine.batch((command) => command.index(BTCUSDT, price));
  const kept = market.indexTicks.all();
  expect(kept.map(({ priceE8 }) => priceE8)).toEqual(
    Array.from({ length: MAX_RECENT_TICKS }, (_, at) => at + 3),
  );
  expect(kept.at(-1)?.timeMs).toBe(market.indexTimeMs);
});

test("MDAT-03 merged levels round bids down and asks up and add up their quantities", async () => {
  const engine = new ScriptedEngine();
  const { market } = await started(engine);
  engine.batch((command) => {
    for (const [ticks, lots] of [
      [640_005, 1],
      [640_000, 2],
      [639_999, 4],
      [7, 8],
    ] as const)
      command.level(BTCUSDT, "buy", ticks, lots);
    for (const [ticks, lots] of [
      [640_010, 1],
      [640_011, 2],
      [640_020, 4],
    ] as const)
      command.level(BTCUSDT, "sell", ticks, lots);
  });
  expect(wireDepth(market, 5, 10)).toMatchObject({
    bids: [
      ["64000.0", "0.00003"],
      ["63999.0", "0.00004"],
      ["0.1", "0.00008"],
    ],
    asks: [
      ["64001.0", "0.00001"],
      ["64002.0", "0.00006"],
    ],
  });
  expect(wireDepth(market, 1, 10)).toMatchObject({ bids: [["64000.0", "0.00003"]] });
  expect(wireDepth(market, 2)).toMatchObject({
    asks: [
      ["64001.0", "0.00001"],
      ["64001.1", "0.00002"],
    ],
  });
});

test("MDAT-04 the newest public trades are kept, labelled ones marked, a repeated one ignored", async () => {
  const engine = new ScriptedEngine();
  const { market, mirror } = await started(engine);
  engine.batch((command) => command.trade(1, 900, 640_000, 5));
  engine.batch((command) => command.trade(1, 2, 640_001, 6, 1));
  expect(market.trades.newest(10)).toMatchObject([{ tradeId: 1, labelled: true, quantityLots: 5 }]);
  for (let i = 0; i < MAX_RECENT_TRADES + 50; i++) engine.batch((command) => command.trade(1, 2, 640_000, 1));
  expect(market.trades.newest(1_000)).toHaveLength(MAX_RECENT_TRADES);
  expect(market.trades.newest(2).map((trade) => trade.tradeId)).toEqual([251, 250]);
  expect(market.trades.since(mirror.asOfSeq - 3).map((trade) => trade.tradeId)).toEqual([251, 250, 249]);
  mirror.seedTrades(BTCUSDT, []);
  expect(market.trades.newest(1)).toMatchObject([{ tradeId: 251 }]);
});

test("MDAT-04 trades from before the start go in front of those since", async () => {
  const engine = new ScriptedEngine();
  engine.nextTradeId();
  engine.nextTradeId();
  const { market, mirror } = await started(engine);
  engine.batch((command) => command.trade(1, 2, 640_000, 5));
  const old = {
    seq: 0,
    timeMs: 1,
    priceTicks: 1,
    quantityLots: 1,
    takerSide: "buy",
    labelled: false,
  } as const;
  mirror.seedTrades(BTCUSDT, [
    { ...old, tradeId: 1, marketTradeId: 1, aggregateId: 1 },
    { ...old, tradeId: 2, marketTradeId: 2, aggregateId: 1 },
  ]);
  expect(market.trades.newest(10).map((trade) => trade.tradeId)).toEqual([3, 2, 1]);
});

const history = (day: DayStatistics | undefined): PriceHistory => ({
  dayStatistics: () => day,
  lastBars: () => [],
});

test("MDAT-05 the Market object: unknown prices are null, known ones have the market's decimals", async () => {
  const engine = new ScriptedEngine();
  engine.state.indexE8 = 0;
  const { market } = await started(engine);
  expect(toWireMarket(market, history(undefined), "simulated", null)).toEqual({
    symbol: "BTCUSDT",
    market: "spot",
    tokenCur: "BTC",
    quote: "USDT",
    chPrice: null,
    updown: null,
    open: null,
    high: null,
    low: null,
    volume: "0.00000",
    quoteVolume: "0.000000",
    labelledVolume: "0.00000",
    bid: null,
    ask: null,
    indexPrice: null,
    status: "trading",
    statusReason: null,
    priceSource: "simulated",
    tick: "0.1",
    lot: "0.00001",
    minQuantity: "0.00001",
    maxQuantity: "100.00000",
    minNotional: "5.000000",
    priceBandRate: "0.200000",
    makerFeeRate: "0.001000",
    takerFeeRate: "0.001000",
    listedAtMs: FOUNDED_AT_MS,
    love: null,
    option: false,
    lever: false,
  });
  engine.batch((command) => {
    command.level(BTCUSDT, "buy", 639_999, 7);
    command.trade(1, 2, 640_000, 5);
    command.index(BTCUSDT, 6_400_012_345_678);
    command.status(BTCUSDT, "cancel-only");
  });
  const day: DayStatistics = {
    openE8: 6_500_000_000_000,
    highE8: 6_600_000_000_000,
    lowE8: 6_410_000_000_000,
    closeE8: 6_410_000_000_000,
    // 90,071,993 BTC in 1e-8 are more than 2^53.
    volumeE8: 9_007_199_300_000_001n,
    quoteVolumeE8: 123_456_789n,
    labelledVolumeE8: 100_000_000n,
    trades: 1,
    firstTradeId: 1,
    lastTradeId: 1,
  };
  expect(toWireMarket(market, history(day), "live", true)).toMatchObject({
    chPrice: "64000.0",
    updown: "-1.53",
    open: "65000.0",
    high: "66000.0",
    low: "64000.0",
    volume: "90071993.00000",
    quoteVolume: "1.234567",
    labelledVolume: "1.00000",
    bid: "63999.9",
    indexPrice: "64000.1",
    status: "cancel-only",
    priceSource: "live",
    love: true,
  });
});

test.each([
  [100, 101, "1.00"],
  [100, 99, "-1.00"],
  [3, 4, "33.33"],
  [1_000_000, 999_999, "0.00"],
  [1, 100, "9900.00"],
  [0, 100, null],
  [100, 0, null],
])("MDAT-05 a price from %i to %i changed by %s percent", (from, to, expected) => {
  expect(percentChange(from, to)).toBe(expected);
});
