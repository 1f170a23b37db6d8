import { INTERVALS } from "@candor/server/edge/binance-api/kline-intervals";
import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { ApiProgram } from "../../support/wire/api-program.ts";
import { type ApiKey, askSigned, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { type Json, listenAt, type ServedStreams, streamsOf } from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** What programs read about the past of spot markets, and what connections hear before the server closes. */
let exchange: GatewayUnderTest;
let streams: ServedStreams;
let url: string;
let ana: WireClient;
let maker: WireClient;
let key: ApiKey;
const open: WebSocket[] = [];
const BTC = { symbol: "BTCUSDT" } as const;
const SECOND_MS = 1_000;
/** How far the clock of listen keys is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  const listenKeys = new ListenKeys(() => Date.now() + aheadMs);
  exchange = await GatewayUnderTest.start({ listenKeys });
  exchange.time.ms = Date.now() - 300 * SECOND_MS;
  streams = await streamsOf(exchange, listenKeys);
  url = await listenFor(exchange);
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  maker = await exchange.trader("maker@example.org", { BTC: "0.1" });
  key = await makeApiKey(ana);
  exchange.time.ms = Math.floor(Date.now() / SECOND_MS) * SECOND_MS - 10 * SECOND_MS;
  await exchange.observePrices();
  await trade("60000", "0.001");
  exchange.time.ms += 200;
  await trade("60010", "0.002");
  exchange.time.ms += 2 * SECOND_MS;
  await trade("59990", "0.001");
  return async () => {
    for (const socket of open) socket.terminate();
    await exchange.close();
  };
});

async function trade(price: string, quantity: string): Promise<void> {
  const order = { ...BTC, type: "limit", price, quantity } as const;
  accepted(await maker.call("doOrder", { ...order, side: "sell" }));
  accepted(await ana.call("doOrder", { ...order, side: "buy" }));
}

const get = async (path: string): Promise<unknown[][]> =>
  (await (await fetch(`${url}/api/v3${path}`)).json()) as unknown[][];
/** Sends a signed request, at the time that its signature names. */
const ask: typeof askSigned = async (...request) => {
  exchange.time.ms = Math.max(exchange.time.ms, Date.now());
  return await askSigned(...request);
};
const mine = async (method: string, path: string, fields: Record<string, string | number> = {}) =>
  (await ask(key, method, `${url}/api/v3${path}`, { ...BTC, ...fields })).body as Json;

test("BIN-53 charts of seconds are made from trades; a second without one repeats the price before it", async () => {
  const rows = await get("/klines?symbol=BTCUSDT&interval=1s&startTime=0&limit=3");
  expect(rows.map((row) => row.slice(1, 6))).toEqual([
    ["60000.00000000", "60010.00000000", "60000.00000000", "60010.00000000", "0.00300000"],
    ["60010.00000000", "60010.00000000", "60010.00000000", "60010.00000000", "0.00000000"],
    ["59990.00000000", "59990.00000000", "59990.00000000", "59990.00000000", "0.00100000"],
  ]);
  const opened = rows.map(([time]) => Number(time));
  expect(opened).toEqual([0, 1, 2].map((at) => (opened[0] ?? 0) + at * SECOND_MS));
  // The buyers took, so everything is their volume.
  expect(rows.map((row) => [row[8], row[9]])).toEqual([
    [2, "0.00300000"],
    [0, "0.00000000"],
    [1, "0.00100000"],
  ]);
  const newest = await get("/uiKlines?symbol=BTCUSDT&interval=1s&limit=2");
  expect(newest).toHaveLength(2);
  expect(newest.at(-1)?.[4]).toBe("59990.00000000");
  expect(await get("/klines?symbol=ETHUSDT&interval=1s")).toEqual([]);
});

test("CHART-20 the app's own charts have the same joined bars and seconds", async () => {
  const pairs = {
    "1sec": "1s",
    "3min": "3m",
    "2hour": "2h",
    "6hour": "6h",
    "12hour": "12h",
    "1mon": "1M",
  } as const;
  for (const [period, interval] of Object.entries(pairs)) {
    const { klines } = accepted(
      await exchange.client().call("kline", { ...BTC, period: period as keyof typeof pairs, size: 60 }),
    );
    const rows = await get(`/klines?symbol=BTCUSDT&interval=${interval}&limit=60`);
    const traded = (trades: unknown) => Number(trades) > 0;
    const theirs = rows
      .filter((row) => traded(row[8]))
      .map((row) => [row[0], row.slice(1, 6).map(Number), row[8]]);
    const ours = klines
      .filter(({ trades }) => traded(trades))
      .map((bar) => [
        bar.openTimeMs,
        [bar.open, bar.high, bar.low, bar.close, bar.volume].map(Number),
        bar.trades,
      ]);
    expect(ours.length, period).toBeGreaterThan(0);
    expect(ours, period).toEqual(theirs);
    const older = accepted(
      await exchange
        .client()
        .call("kline", { ...BTC, period: interval as "1s", size: 1, endMs: klines[0]?.openTimeMs }),
    );
    // The price of the founding has no second; every other bar before the first shown one is older.
    for (const bar of older.klines) expect(bar.openTimeMs, period).toBeLessThan(klines[0]?.openTimeMs ?? 0);
  }
  const refused = await exchange.client().call("kline", { ...BTC, period: "1sec", price: "index" });
  expect(refused.code).toBe(111);
});

test("CHART-25 bars of 5 and 15 seconds hold the same trades as the seconds in them; Binance has none of them", async () => {
  const barsOf = async (period: "1sec" | "5sec" | "15s") =>
    accepted(await exchange.client().call("kline", { ...BTC, period, size: 1_000 })).klines;
  const seconds = await barsOf("1sec");
  for (const [period, lengthMs] of [
    ["5sec", 5 * SECOND_MS],
    ["15s", 15 * SECOND_MS],
  ] as const) {
    const bars = await barsOf(period);
    expect(bars.length).toBeGreaterThan(0);
    expect(bars.length).toBeLessThanOrEqual(3_000 / (lengthMs / SECOND_MS));
    const traded = seconds.filter(({ trades }) => trades > 0);
    for (const bar of bars) {
      expect(bar.openTimeMs % lengthMs).toBe(0);
      const parts = traded.filter(
        ({ openTimeMs }) => openTimeMs >= bar.openTimeMs && openTimeMs < bar.openTimeMs + lengthMs,
      );
      expect(bar.trades).toBe(parts.reduce((sum, { trades }) => sum + trades, 0));
      if (parts.length === 0) continue;
      expect([bar.open, bar.close]).toEqual([parts[0]?.open, parts.at(-1)?.close]);
      expect(Number(bar.high)).toBe(Math.max(...parts.map(({ high }) => Number(high))));
      expect(Number(bar.low)).toBe(Math.min(...parts.map(({ low }) => Number(low))));
    }
    const [first] = bars;
    const older = accepted(
      await exchange.client().call("kline", { ...BTC, period, size: 5, endMs: first?.openTimeMs }),
    );
    for (const bar of older.klines) expect(bar.openTimeMs).toBeLessThan(first?.openTimeMs ?? 0);
  }
  for (const interval of ["5s", "15s"])
    expect(await get(`/klines?symbol=BTCUSDT&interval=${interval}`)).toMatchObject({ code: -1120 });
});

test("BIN-53 trades are read by id and time, changes of an order are listed", async () => {
  const all = (await get("/historicalTrades?symbol=BTCUSDT&fromId=0")) as unknown as {
    id: number;
    time: number;
  }[];
  expect(all).toMatchObject([
    { price: "60000.00000000" },
    { price: "60010.00000000" },
    { price: "59990.00000000" },
  ]);
  expect(await get(`/historicalTrades?symbol=BTCUSDT&fromId=${(all[0]?.id ?? 0) + 1}&limit=1`)).toMatchObject(
    [{ id: all[1]?.id }],
  );
  const since = (all[0]?.time ?? 0) + 1;
  expect(
    await get(`/aggTrades?symbol=BTCUSDT&startTime=${since}&endTime=${since + SECOND_MS}`),
  ).toMatchObject([{ a: all[1]?.id }]);
  const order = { side: "BUY", type: "LIMIT", timeInForce: "GTC", price: "50000", quantity: "0.003" };
  exchange.time.ms = Date.now();
  await exchange.observePrices();
  const placed = await mine("POST", "/order", order);
  expect(placed).toMatchObject({ status: "NEW" });
  const { orderId } = placed;
  for (const newQty of ["0.002", "0.001"])
    await mine("PUT", "/order/amend/keepPriority", { orderId: Number(orderId), newQty });
  const listed = await mine("GET", "/order/amendments", { orderId: Number(orderId) });
  const named = { symbol: "BTCUSDT", orderId, origClientOrderId: placed.clientOrderId };
  expect(listed).toMatchObject([
    { ...named, origQty: "0.00300000", newQty: "0.00200000" },
    { ...named, origQty: "0.00200000", newQty: "0.00100000" },
  ]);
  expect(await mine("GET", "/order/amendments", { orderId: Number(orderId) + 1 })).toEqual([]);
  const [, second] = listed as unknown as { executionId: number }[];
  const from = { orderId: Number(orderId), fromExecutionId: second?.executionId ?? 0 };
  expect(await mine("GET", "/order/amendments", from)).toHaveLength(1);
  expect(await mine("GET", "/referencePrice")).toMatchObject({ code: -1104 });
  expect(await get("/referencePrice?symbol=BTCUSDT")).toMatchObject({ code: -2043 });
  expect(await mine("GET", "/myPreventedMatches")).toMatchObject({ code: -1102 });
});

test("BIN-95 bars of every interval have what takers bought, and the ids of their first and last trade", async () => {
  exchange.time.ms = Math.max(exchange.time.ms, Date.now());
  await exchange.observePrices();
  const sold = { ...BTC, type: "limit", price: "60000", quantity: "0.004" } as const;
  accepted(await ana.call("doOrder", { ...sold, side: "buy" }));
  accepted(await maker.call("doOrder", { ...sold, side: "sell" }));
  const trades = (await get("/historicalTrades?symbol=BTCUSDT")) as unknown as TapeRow[];
  expect(trades.map(({ isBuyerMaker }) => isBuyerMaker)).toEqual([false, false, false, true]);
  const intervals = Object.keys(INTERVALS);
  const names = intervals.map((interval) => `btcusdt@kline_${interval}`).join("/");
  const charts = await listenAt(`${url.replace("http", "ws")}/ws/${names}`, open);
  await vi.waitFor(() => expect(charts.received).toHaveLength(intervals.length));
  const streamed = charts.received.map(({ k }) => k as Json);
  for (const interval of intervals) {
    const rows = (await get(`/klines?symbol=BTCUSDT&interval=${interval}`)).filter(
      (row) => Number(row[8]) > 0,
    );
    expect(rows.reduce((sum, row) => sum + Number(row[8]), 0)).toBe(trades.length);
    for (const row of rows) {
      const { n, V, Q } = takerSums(trades, Number(row[0]), Number(row[6]));
      expect(row.slice(8, 11), interval).toEqual([n, V, Q]);
    }
    const bar = streamed.find(({ i }) => i === interval) as Json;
    expect(bar, interval).toMatchObject(takerSums(trades, Number(bar.t), Number(bar.T)));
  }
  const ids = { firstId: trades[0]?.id, lastId: trades.at(-1)?.id };
  for (const ticker of ["/ticker/24hr?", "/ticker/tradingDay?type=MINI&", "/ticker?windowSize=7d&"])
    expect(await get(`${ticker}symbol=ETHUSDT`)).toMatchObject({ firstId: -1, lastId: -1, count: 0 });
  for (const ticker of ["/ticker/24hr?", "/ticker?windowSize=1h&", "/ticker?windowSize=7d&"])
    expect(await get(`${ticker}symbol=BTCUSDT`)).toMatchObject(ids);
  const { received } = await listenAt(
    `${url.replace("http", "ws")}/ws/btcusdt@ticker/btcusdt@ticker_1h`,
    open,
  );
  await vi.waitFor(() => expect(new Set(received.map(({ e }) => e)).size).toBe(2));
  for (const event of received) expect(event).toMatchObject({ F: ids.firstId, L: ids.lastId });
});

interface TapeRow {
  readonly id: number;
  readonly time: number;
  readonly qty: string;
  readonly quoteQty: string;
  readonly isBuyerMaker: boolean;
}

/** Returns the fields of a bar that come from its trades, in the words of the stream. */
function takerSums(trades: readonly TapeRow[], sinceMs: number, lastMs: number) {
  const own = trades.filter(({ time }) => time >= sinceMs && time <= lastMs);
  const bought = own.filter(({ isBuyerMaker }) => !isBuyerMaker);
  const sum = (field: "qty" | "quoteQty") =>
    bought.reduce((all, trade) => all + Number(trade[field]), 0).toFixed(8);
  return {
    n: own.length,
    V: sum("qty"),
    Q: sum("quoteQty"),
    f: own[0]?.id ?? -1,
    L: own.at(-1)?.id ?? -1,
  };
}

test("BIN-51 an expired listen key says so and closes its connection, without waiting for an event", async () => {
  const headers = { "x-mbx-apikey": key.apiKey };
  const response = await fetch(`${url}/api/v3/userDataStream`, { method: "POST", headers });
  const listenKey = String(((await response.json()) as Json).listenKey);
  const { socket, received } = await listenAt(`${url.replace("http", "ws")}/ws/${listenKey}`, open);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  aheadMs = 3_601 * SECOND_MS;
  await closed;
  expect(received).toMatchObject([{ e: "listenKeyExpired", listenKey }]);
  aheadMs = 0;
});

test("BIN-51 streams of what does not exist are silent, and a closing server says so", async () => {
  const socket = url.replace("http", "ws");
  const silent = await listenAt(`${socket}/stream?streams=btcusdt@blockTrade/btcusdt@referencePrice`, open);
  const program = await ApiProgram.connect(`${socket}/ws-api/v3`, open, key);
  silent.socket.send(JSON.stringify({ method: "LIST_SUBSCRIPTIONS", id: 1 }));
  await vi.waitFor(() =>
    expect(silent.received).toEqual([{ result: ["btcusdt@blockTrade", "btcusdt@referencePrice"], id: 1 }]),
  );
  await streams.close();
  expect(silent.received.at(-1)).toMatchObject({ stream: "!serverShutdown", data: { e: "serverShutdown" } });
  expect(program.received.at(-1)).toMatchObject({ event: { e: "serverShutdown" } });
});
