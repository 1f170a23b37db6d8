import { NEWEST_RULES } from "@candor/domain/rules";
import type { VenueEndpoints } from "@candor/server/config/public-endpoints";
import { BUILT_IN_COINS } from "@candor/server/config/simulated-profiles";
import { chooseSources, type PriceChoice } from "@candor/server/market/prices/choose-sources";
import { PriceService } from "@candor/server/market/prices/price-service";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ExchangeEngine } from "../support/feeds/exchange-engine.ts";
import { LocalBinance } from "../support/feeds/local-binance.ts";
import { LocalBybit } from "../support/feeds/local-bybit.ts";
import { LocalOkx } from "../support/feeds/local-okx.ts";
import { ManualClock } from "../support/feeds/manual-clock.ts";

const START_MS = 1_700_000_040_000;

let binance: LocalBinance;
let okx: LocalOkx;
let bybit: LocalBybit;
let endpoints: VenueEndpoints;

beforeEach(async () => {
  binance = new LocalBinance();
  okx = new LocalOkx();
  bybit = new LocalBybit();
  endpoints = { binance: await binance.start(), okx: await okx.start(), bybit: await bybit.start() };
});

afterEach(() => Promise.all([binance.stop(), okx.stop(), bybit.stop()]));

function choose(choice: PriceChoice, clock = new ManualClock(START_MS)) {
  return chooseSources({
    choice,
    markets: [{ symbol: "BTCUSDT", base: "BTC", quote: "USDT" }],
    endpoints,
    simulation: { secret: "1", setUpAtMs: START_MS, symbols: BUILT_IN_COINS },
    recording: undefined,
    clock,
    random: () => 0,
  });
}

async function chosen(choice: PriceChoice) {
  const { sources, reason } = await choose(choice);
  return { sources: sources.map(({ name, kind, sourceId }) => `${name} ${kind} ${sourceId}`), reason };
}

test("FEED-11 auto uses responding public sources, simulated prices when none responds, and reports which and why", async () => {
  expect(await chosen({ kind: "auto" })).toEqual({
    sources: ["binance live 0", "okx live 1", "bybit live 2"],
    reason: "public prices of binance, okx and bybit",
  });
  expect([binance.requests, okx.requests, bybit.requests]).toEqual([
    ["/api/v3/ping"],
    ["/api/v5/public/time"],
    ["/v5/market/time"],
  ]);
  binance.answer = () => ({ status: 451, body: {} });
  expect(await chosen({ kind: "auto" })).toEqual({
    sources: ["okx live 1", "bybit live 2"],
    reason: "public prices of okx and bybit; binance does not answer within 3000 ms",
  });
  await okx.stop();
  await bybit.stop();
  expect(await chosen({ kind: "auto" })).toEqual({
    sources: ["simulated simulated 31"],
    reason: "simulated prices: binance, okx and bybit do not answer within 3000 ms",
  });
  okx = new LocalOkx();
  bybit = new LocalBybit();
});

test("FEED-11 configured sources are used without a probe, and all public ones, so that live mode has three", async () => {
  expect(await chosen({ kind: "public" })).toEqual({
    sources: ["binance live 0", "okx live 1", "bybit live 2"],
    reason: "public prices of binance, okx and bybit, as configured",
  });
  expect(await chosen({ kind: "simulated" })).toEqual({
    sources: ["simulated simulated 31"],
    reason: "simulated prices, as configured",
  });
  expect([...binance.requests, ...okx.requests, ...bybit.requests]).toEqual([]);
});

test("FEED-11 in live mode, which needs two sources, any two of the three exchanges open the market", async () => {
  const clock = new ManualClock(START_MS);
  const engine = new ExchangeEngine(clock, 2);
  await engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
  const { sources } = await choose({ kind: "public" }, clock);
  const prices = new PriceService({
    engine,
    markets: [{ marketId: 0, symbol: "BTCUSDT" }],
    sources,
    mode: "live",
    clock,
    log: { info: () => {}, warn: () => {} },
  });
  await prices.start();
  const chooseAfterReplies = async (withOkx: boolean): Promise<string> => {
    binance.quote("BTCUSDT", "60000", "60002");
    if (withOkx) okx.ticker("BTC-USDT", "60010", "60012");
    await new Promise((resolve) => setTimeout(resolve, 20));
    await clock.pass(1_000, 250);
    return engine.market.status;
  };
  try {
    await expect.poll(() => binance.connected + okx.connected + bybit.connected).toBe(3);
    expect(await chooseAfterReplies(false)).toBe("cancel-only");
    await expect.poll(() => chooseAfterReplies(true)).toBe("trading");
    expect(engine.market.indexE8).toBe(6_000_600_000_000);
    // A third source far from the others is dropped as an outlier.
    bybit.book("BTCUSDT", "30000", "30002");
    await expect.poll(() => chooseAfterReplies(true)).toBe("trading");
    expect(engine.market.indexE8).toBe(6_000_600_000_000);
    okx.alive = false;
    bybit.alive = false;
    for (let second = 0; second < 20; second++) await chooseAfterReplies(false);
    expect(engine.market).toEqual({ indexE8: 0, status: "cancel-only" });
  } finally {
    await prices.stop();
  }
});
