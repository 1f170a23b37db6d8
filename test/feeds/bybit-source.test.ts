import { BYBIT } from "@candor/server/market/prices/bybit-venue";
import type { ConnectionState, PriceObservation } from "@candor/server/market/prices/price-source";
import { PublicSource, SILENCE_LIMIT_MS } from "@candor/server/market/prices/public-source";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bybitReply, bybitTicker, LocalBybit } from "../support/feeds/local-bybit.ts";
import { ManualClock } from "../support/feeds/manual-clock.ts";

const START_MS = 1_700_000_040_000;
const MINUTE = 60_000;
const MARKETS = [
  { symbol: "BTCUSDT", base: "BTC", quote: "USDT" },
  { symbol: "ETHBTC", base: "ETH", quote: "BTC" },
];
const PING = '{"op":"ping"}';

let bybit: LocalBybit;
let clock: ManualClock;
let source: PublicSource;
let observed: PriceObservation[];
let states: (readonly [ConnectionState, string])[];

beforeEach(async () => {
  bybit = new LocalBybit();
  clock = new ManualClock(START_MS);
  observed = [];
  states = [];
  const endpoints = await bybit.start();
  source = new PublicSource({ venue: BYBIT, markets: MARKETS, endpoints, clock, random: () => 0 });
});

afterEach(async () => {
  await source.stop();
  await bybit.stop();
});

const until = (what: () => boolean): Promise<void> => expect.poll(what, { interval: 2 }).toBe(true);

const subscriptions = (): number => bybit.received.filter((text) => text !== PING).length;

async function connected(times = 1): Promise<void> {
  await until(() => bybit.connected === 1 && subscriptions() === times);
}

function start(): void {
  source.start({
    observed: (each) => observed.push(each),
    connectionChanged: (state, detail) => states.push([state, detail]),
  });
}

test("FEED-01 Bybit: one subscription for the books of all symbols, prices are the middle of bid and ask", async () => {
  start();
  await connected();
  expect(bybit.connections).toEqual(["/v5/public/spot"]);
  expect(bybit.received.map((text) => JSON.parse(text) as unknown)).toEqual([
    { op: "subscribe", args: ["orderbook.1.BTCUSDT", "orderbook.1.ETHBTC"] },
  ]);
  bybit.book("BTCUSDT", "16493.50", "16493.60");
  bybit.book("ETHBTC", "0.07012", "0.07013");
  bybit.send('{"topic":"publicTrade.BTCUSDT","type":"snapshot","ts":1,"data":[{"p":"1"}]}');
  bybit.book("BTCUSDT", "16500", "16500");
  await until(() => observed.length === 3);
  expect(observed).toEqual([
    { symbol: "BTCUSDT", priceE8: 1_649_355_000_000, observedAtMs: START_MS },
    { symbol: "ETHBTC", priceE8: 7_012_500, observedAtMs: START_MS },
    { symbol: "BTCUSDT", priceE8: 1_650_000_000_000, observedAtMs: START_MS },
  ]);
});

test("FEED-01 Bybit: more than ten symbols are subscribed in several frames, as its limit asks", () => {
  const many = Array.from({ length: 23 }, (_, n) => ({ symbol: `C${n}USDT`, base: `C${n}`, quote: "USDT" }));
  const args = BYBIT.subscriptions(many).map((frame) => (JSON.parse(frame) as { args: string[] }).args);
  expect(args.map(({ length }) => length)).toEqual([10, 10, 3]);
  expect(args.flat()).toEqual(many.map(({ symbol }) => `orderbook.1.${symbol}`));
});

test("FEED-01 Bybit: a symbol that it does not list is reported", async () => {
  bybit.unlisted.add("orderbook.1.ETHBTC");
  start();
  await until(() => states.some(([, detail]) => detail.startsWith("subscribe: error:handler not found")));
  expect(states.at(-1)?.[0]).toBe("connected");
});

test("FEED-01 Bybit: a quiet stream is pinged; without a reply it is closed", async () => {
  start();
  await connected();
  bybit.book("BTCUSDT", "100", "100");
  await until(() => observed.length === 1);
  for (let second = 1; second <= 8; second++) {
    const before = bybit.received.length;
    clock.advance(1_000);
    if (second % 2 !== 0) continue;
    await until(() => bybit.received.length > before && bybit.received.at(-1) === PING);
    // The answer is no price: only the source's own note says that it came.
    await until(() => Reflect.get(source, "heardAtMs") === clock.nowMs());
  }
  expect(states.at(-1)?.[0]).toBe("connected");
  expect(observed.at(-1)?.observedAtMs).toBeGreaterThanOrEqual(START_MS + 6_000);
  bybit.alive = false;
  clock.advance(SILENCE_LIMIT_MS + 1_000);
  expect(states.at(-1)?.[0]).toBe("reconnecting");
});

test("INDEX-05 Bybit: a book that loses a side or opens wide ends its price, which is confirmed no longer", async () => {
  start();
  await connected();
  for (const [bid, ask] of [
    ["100", ""],
    ["3", "119997"],
  ] as const) {
    bybit.book("BTCUSDT", "100", "101");
    await until(() => observed.at(-1)?.symbol === "BTCUSDT");
    bybit.book("BTCUSDT", bid, ask);
    bybit.book("ETHBTC", "0.07", "0.0701");
    await until(() => observed.at(-1)?.symbol === "ETHBTC");
    const before = observed.length;
    clock.advance(1_000);
    expect(observed.slice(before).map(({ symbol }) => symbol)).toEqual(["ETHBTC"]);
  }
});

test("FEED-01 Bybit: after a break it subscribes again and requests current prices, of its own symbols only", async () => {
  const list = [
    bybitTicker("BTCUSDT", "50", "51"),
    bybitTicker("PEPEUSDT", "0.000001234567", "0.000001234568"),
    bybitTicker("ETHBTC", "", "0.05"),
  ];
  bybit.answer = () => ({ body: bybitReply({ category: "spot", list }) });
  start();
  await until(() => observed.length === 1);
  expect(observed[0]).toMatchObject({ symbol: "BTCUSDT", priceE8: 5_050_000_000 });
  expect(bybit.requests).toEqual(["/v5/market/tickers?category=spot"]);
  bybit.drop();
  await until(() => states.at(-1)?.[0] === "reconnecting");
  clock.advance(500);
  await connected(2);
  expect(bybit.received[1]).toBe(bybit.received[0]);
});

test.each([
  "nonsense",
  "{}",
  '{"topic":"orderbook.1.BTCUSDT","type":"snapshot","ts":1,"data":{"s":"BTCUSDT","b":[["-1","1"]],"a":[["1","1"]]}}',
  '{"topic":"orderbook.1.BTCUSDT","type":"delta","ts":1,"data":{"s":"BTCUSDT","b":[],"a":[["1","1"]]}}',
])("FEED-01 Bybit: a frame that is not understood ends the connection: %s", async (frame) => {
  start();
  await connected();
  bybit.send(frame);
  await until(() => states.at(-1)?.[0] === "reconnecting");
  expect(states.at(-1)?.[1]).toContain("not understood");
  expect(observed).toEqual([]);
});

/** Minutes in Bybit's format: newest first, opened at or before `end`. */
function klines(url: URL): string[][] {
  const limit = Number(url.searchParams.get("limit"));
  const newestMs = Math.floor(Number(url.searchParams.get("end")) / MINUTE) * MINUTE;
  return Array.from({ length: limit }, (_, index) => {
    const openMs = newestMs - index * MINUTE;
    const price = `${(openMs / MINUTE) % 1_000}.5`;
    return [String(openMs), price, price, price, price, "1234.00000001", "2.5"];
  });
}

test("FEED-13 Bybit: history is asked for in pages and read exactly", async () => {
  const asked: string[] = [];
  bybit.answer = () => {
    const url = new URL(bybit.requests.at(-1) ?? "", "http://127.0.0.1");
    asked.push(`${url.pathname} ${url.searchParams.get("limit")}`);
    const names = ["category", "symbol", "interval"].map((name) => url.searchParams.get(name));
    expect(names).toEqual(["spot", "BTCUSDT", "1"]);
    return { body: bybitReply({ category: "spot", symbol: "BTCUSDT", list: klines(url) }) };
  };
  const bars = await source.history("BTCUSDT", "1min", 1_500, START_MS + 30_000);
  expect(bars.map((bar) => bar.openTimeMs)).toEqual(
    Array.from({ length: 1_500 }, (_, index) => START_MS + (index - 1_499) * MINUTE),
  );
  expect(bars.at(-1)).toMatchObject({ volumeE8: 123_400_000_001n, quoteVolumeE8: 250_000_000n, trades: 0 });
  expect(asked).toEqual(["/v5/market/kline 1000", "/v5/market/kline 500"]);
});

test("FEED-13 Bybit: history of a symbol that it does not list is empty, a refusal is an error", async () => {
  bybit.answer = () => ({ body: { retCode: 10_001, retMsg: "Not supported symbols", result: {}, time: 1 } });
  expect(await source.history("ETHBTC", "1day", 10, START_MS)).toEqual([]);
  expect(bybit.requests.at(-1)).toContain("interval=D");
  bybit.answer = () => ({ body: { retCode: 10_006, retMsg: "Too many visits", result: {}, time: 1 } });
  await expect(source.history("ETHBTC", "1week", 10, START_MS)).rejects.toThrow(
    "Bybit answers 10006: Too many visits",
  );
  bybit.answer = () => ({ status: 403, body: { retCode: 10_024, retMsg: "", result: {} } });
  await expect(source.history("ETHBTC", "1week", 10, START_MS)).rejects.toThrow("HTTP 403");
});
