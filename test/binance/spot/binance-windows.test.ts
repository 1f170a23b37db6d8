import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { MainClient } from "binance";
import { beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { listenFor, refusal } from "../../support/wire/binance-bot.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { START_MS } from "../../support/wire/opened-exchange.ts";
import {
  endAfterwards,
  type Json,
  listenAt,
  type ServedStreams,
  streamsOf,
} from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Rolling-window tickers: one trade at noon and one at two o'clock, observed until the next day. */
let exchange: GatewayUnderTest;
let streams: ServedStreams;
let url: string;
let bot: MainClient;
let maker: WireClient;
let taker: WireClient;
const open: WebSocket[] = [];
const HOUR_MS = 3_600_000;
const BTC = { symbol: "BTCUSDT" } as const;

async function trade(price: string, quantity: string): Promise<void> {
  const order = { symbol: "BTCUSDT", type: "limit", price, quantity } as const;
  accepted(await maker.call("doOrder", { ...order, side: "sell" }));
  accepted(await taker.call("doOrder", { ...order, side: "buy" }));
}
async function later(ms: number): Promise<void> {
  exchange.time.ms += ms;
  await exchange.observePrices();
}
const get = async (path: string): Promise<Json> =>
  (await (await fetch(`${url}/api/v3${path}`)).json()) as Json;

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  exchange = await GatewayUnderTest.start({ listenKeys, gateway: { rateLimitFactor: 100 } });
  streams = await streamsOf(exchange, listenKeys);
  url = await listenFor(exchange);
  bot = new MainClient({ baseUrl: url, disableTimeSync: true });
  maker = await exchange.trader("maker@example.org", { BTC: "0.1" });
  taker = await exchange.trader("taker@example.org", { USDT: "1000" });
  await trade("60010", "0.001");
  await later(2 * HOUR_MS);
  await trade("60020", "0.002");
});
endAfterwards(open, () => ({ exchange, streams }));

test("BIN-27 a window ticker weighs by its markets and takes each once", async () => {
  const used = async (path: string) => {
    const answer = await fetch(`${url}/api/v3${path}`);
    return {
      weight: Number(answer.headers.get("x-mbx-used-weight-1m")),
      body: (await answer.json()) as Json,
    };
  };
  const { weight } = await used("/ping");
  const twice = await used(`/ticker?symbols=${encodeURIComponent('["BTCUSDT","BTCUSDT"]')}`);
  expect(twice.body).toMatchObject({ code: -1151 });
  expect(twice.weight - weight).toBe(8);
  const both = await used(`/ticker/tradingDay?symbols=${encodeURIComponent('["BTCUSDT","ETHUSDT"]')}`);
  expect(both.weight - twice.weight).toBe(8);
  const none = await used("/ticker");
  expect([none.body.code, none.weight - both.weight]).toEqual([-1102, 4]);
});

test("BIN-27 a ticker covers a chosen window, which opens on a minute", async () => {
  const [{ id: lastTradeId } = { id: 0 }] = await bot.getRecentTrades({ ...BTC, limit: 1 });
  const hour = (await bot.getRollingWindowTicker({ ...BTC, windowSize: "1h" })) as unknown as Json;
  expect(hour).toEqual({
    symbol: "BTCUSDT",
    priceChange: "10.00000000",
    priceChangePercent: "0.01",
    weightedAvgPrice: "60020.00000000",
    openPrice: "60010.00000000",
    highPrice: "60020.00000000",
    lowPrice: "60010.00000000",
    lastPrice: "60020.00000000",
    volume: "0.00200000",
    quoteVolume: "120.04000000",
    openTime: Math.floor((exchange.mirror.timeMs - HOUR_MS) / 60_000) * 60_000,
    closeTime: exchange.mirror.timeMs,
    firstId: lastTradeId,
    lastId: lastTradeId,
    count: 1,
  });
  for (const windowSize of ["3h", "1d", "2d", "7d"])
    expect(await get(`/ticker?symbol=BTCUSDT&windowSize=${windowSize}`), windowSize).toMatchObject({
      openPrice: "60010.00000000",
      volume: "0.00300000",
      quoteVolume: "180.05000000",
      count: 2,
    });
  expect(await get("/ticker?symbol=BTCUSDT")).toMatchObject({ volume: "0.00300000", count: 2 });
  expect(await get("/ticker/24hr?symbol=BTCUSDT")).toMatchObject({ volume: "0.00300000", count: 2 });
  const mini = (await get(
    '/ticker?symbols=["BTCUSDT","ETHUSDT"]&windowSize=59m&type=MINI',
  )) as unknown as Json[];
  expect(mini.map(({ symbol }) => symbol)).toEqual(["BTCUSDT", "ETHUSDT"]);
  expect(mini[0]).not.toHaveProperty("priceChange");
  expect(await get("/ticker/24hr?symbol=BTCUSDT&type=MINI")).toMatchObject({
    lastPrice: "60020.00000000",
    count: 2,
  });
});

test("BIN-27 a window of more than a day starts with minutes and continues with hours", async () => {
  exchange.time.ms = START_MS + 30 * HOUR_MS + 90_000;
  await exchange.observePrices();
  const since = async (windowSize: string) =>
    (await get(`/ticker?symbol=BTCUSDT&windowSize=${windowSize}`)).volume;
  expect([await since("1d"), await since("2d"), await since("7d")]).toEqual([
    "0.00000000",
    "0.00300000",
    "0.00300000",
  ]);
  // Exactly two days after the first trade: it is in the window; 15 minutes later only the second is.
  exchange.time.ms = START_MS + 48 * HOUR_MS;
  await exchange.observePrices();
  expect(await since("2d")).toBe("0.00300000");
  await later(15 * 60_000);
  expect(await get("/ticker?symbol=BTCUSDT&windowSize=2d")).toMatchObject({
    volume: "0.00200000",
    openPrice: "60010.00000000",
    highPrice: "60020.00000000",
    count: 1,
  });
});

test("BIN-27 a trading day follows a time zone; an invalid window, zone or type is rejected", async () => {
  // It is 12:15, two days later.
  await trade("60030", "0.001");
  const day = async (timeZone: string) => {
    const { volume, openTime, closeTime } = await get(
      `/ticker/tradingDay?symbol=BTCUSDT&timeZone=${timeZone}`,
    );
    return [
      volume,
      new Date(Number(openTime)).toISOString().slice(5, 16),
      Number(closeTime) - Number(openTime),
    ];
  };
  expect(await day("0")).toEqual(["0.00100000", "01-03T00:00", 86_399_999]);
  expect(await day("5:45")).toEqual(["0.00100000", "01-02T18:15", 86_399_999]);
  expect(await day("-12")).toEqual(["0.00100000", "01-03T12:00", 86_399_999]);
  const code = async (path: string) => (await get(path)).code;
  expect(await code("/ticker")).toBe(-1102);
  expect(await code("/ticker/tradingDay")).toBe(-1102);
  for (const size of ["60m", "0m", "24h", "8d", "1w", "h"])
    expect(await code(`/ticker?symbol=BTCUSDT&windowSize=${size}`), size).toBe(-1130);
  for (const zone of ["15", "-12:30", "8:61", "CET"])
    expect(await code(`/ticker/tradingDay?symbol=BTCUSDT&timeZone=${zone}`), zone).toBe(-1130);
  expect(await code("/ticker?symbol=BTCUSDT&type=ALL")).toBe(-1139);
  expect(await code("/ticker?symbol=NOPE")).toBe(-1121);
  const opened = async (interval: string, zone: string) => {
    const [row] = (await get(
      `/klines?symbol=BTCUSDT&interval=${interval}&limit=1&timeZone=${zone}`,
    )) as unknown as number[][];
    return new Date(row?.[0] ?? 0).toISOString().slice(11, 16);
  };
  // With whole-hour offsets, hourly bars are the same but daily bars are not.
  expect(await opened("1h", "8")).toBe(await opened("1h", "0"));
  expect(await opened("1d", "8")).toBe("16:00");
  expect(await opened("1h", "5:45")).toMatch(/:15$/);
  expect(await refusal(bot.getRollingWindowTicker({ ...BTC, windowSize: "25h" }))).toMatch(/^-1130 /);
});

test("BIN-27 streams push average prices and windows of one hour, four hours and a day", async () => {
  const names = [
    "btcusdt@avgPrice",
    "btcusdt@ticker_1h",
    "btcusdt@ticker_4h",
    "btcusdt@ticker_1d",
    "!ticker_1h@arr",
  ];
  const path = `${url.replace("http", "ws")}/stream?streams=${names.join("/")}`;
  const { received } = await listenAt(path, open);
  const toldBy = (name: string) => received.find(({ stream }) => stream === name)?.data;
  await vi.waitFor(() => expect(names.every((name) => toldBy(name) !== undefined)).toBe(true));
  expect(toldBy("btcusdt@avgPrice")).toMatchObject({
    e: "avgPrice",
    s: "BTCUSDT",
    i: "5m",
    w: "60030.00000000",
  });
  expect(toldBy("btcusdt@ticker_1h")).toMatchObject({
    e: "1hTicker",
    s: "BTCUSDT",
    p: "10.00000000",
    o: "60020.00000000",
    c: "60030.00000000",
    v: "0.00100000",
    n: 1,
    O: Math.floor((exchange.mirror.timeMs - HOUR_MS) / 60_000) * 60_000,
    C: exchange.mirror.timeMs,
  });
  expect(toldBy("btcusdt@ticker_4h")).toMatchObject({ e: "4hTicker", v: "0.00100000" });
  expect(toldBy("btcusdt@ticker_1d")).toMatchObject({ e: "1dTicker", v: "0.00100000" });
  expect((toldBy("!ticker_1h@arr") as Json[]).map(({ s }) => s)).toEqual(["BTCUSDT", "ETHUSDT", "ETHBTC"]);
  received.length = 0;
  // The trade leaves the hour's window but not the day's.
  await later(2 * HOUR_MS);
  await vi.waitFor(() => expect(toldBy("btcusdt@ticker_1h")).toMatchObject({ v: "0.00000000", n: 0 }));
  await trade("60040", "0.001");
  await vi.waitFor(() => expect(toldBy("btcusdt@ticker_1d")).toMatchObject({ v: "0.00200000", n: 2 }));
});
