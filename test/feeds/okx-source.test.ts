import { OKX } from "@candor/server/market/prices/okx-venue";
import type { ConnectionState, PriceObservation } from "@candor/server/market/prices/price-source";
import { PublicSource, SILENCE_LIMIT_MS } from "@candor/server/market/prices/public-source";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LocalOkx, tickerOf } from "../support/feeds/local-okx.ts";
import { ManualClock } from "../support/feeds/manual-clock.ts";

const START_MS = 1_700_000_040_000;
const MINUTE = 60_000;
const MARKETS = [
  { symbol: "BTCUSDT", base: "BTC", quote: "USDT" },
  { symbol: "ETHBTC", base: "ETH", quote: "BTC" },
];

let okx: LocalOkx;
let clock: ManualClock;
let source: PublicSource;
let observed: PriceObservation[];
let states: (readonly [ConnectionState, string])[];

beforeEach(async () => {
  okx = new LocalOkx();
  clock = new ManualClock(START_MS);
  observed = [];
  states = [];
  const endpoints = await okx.start();
  source = new PublicSource({ venue: OKX, markets: MARKETS, endpoints, clock, random: () => 0 });
});

afterEach(async () => {
  await source.stop();
  await okx.stop();
});

const until = (what: () => boolean): Promise<void> => expect.poll(what, { interval: 2 }).toBe(true);

async function connected(times = 1): Promise<void> {
  await until(() => okx.connected === 1 && subscriptions() === times);
}

const subscriptions = (): number => okx.received.filter((text) => text !== "ping").length;

function start(): void {
  source.start({
    observed: (each) => observed.push(each),
    connectionChanged: (state, detail) => states.push([state, detail]),
  });
}

test("FEED-01 OKX: one subscription for all instruments, prices are the middle of bid and ask", async () => {
  start();
  await connected();
  expect(okx.connections).toEqual(["/ws/v5/public"]);
  expect(okx.received.map((text) => JSON.parse(text) as unknown)).toEqual([
    {
      op: "subscribe",
      args: [
        { channel: "tickers", instId: "BTC-USDT" },
        { channel: "tickers", instId: "ETH-BTC" },
      ],
    },
  ]);
  okx.ticker("BTC-USDT", "61837.6", "61837.7");
  okx.ticker("ETH-BTC", "0.04337", "0.04338");
  okx.ticker("ETH-BTC", "", "0.04338");
  okx.send('{"arg":{"channel":"trades","instId":"BTC-USDT"},"data":[{"px":"1"}]}');
  okx.send('{"event":"channel-conn-count","channel":"tickers","connCount":"1","connId":"a4d3ae55"}');
  okx.ticker("BTC-USDT", "61838", "61838");
  await until(() => observed.length === 3);
  expect(observed).toEqual([
    { symbol: "BTCUSDT", priceE8: 6_183_765_000_000, observedAtMs: START_MS },
    { symbol: "ETHBTC", priceE8: 4_337_500, observedAtMs: START_MS },
    { symbol: "BTCUSDT", priceE8: 6_183_800_000_000, observedAtMs: START_MS },
  ]);
});

test("FEED-01 OKX: an unlisted instrument is reported and does not affect the others", async () => {
  okx.unlisted.add("ETH-BTC");
  start();
  await until(() => states.some(([, detail]) => detail.startsWith("60018 Wrong URL or channel")));
  expect(states.at(-1)?.[0]).toBe("connected");
  okx.ticker("BTC-USDT", "100", "102");
  await until(() => observed.length === 1);
});

test("FEED-01 OKX: a quiet stream is pinged; without a reply it is closed", async () => {
  start();
  await connected();
  okx.ticker("BTC-USDT", "100", "100");
  await until(() => observed.length === 1);
  for (let second = 1; second <= 20; second++) {
    const before = okx.received.length;
    clock.advance(1_000);
    // Pinged two seconds after its last message; the answer is a sign of life.
    if (second % 2 !== 0) continue;
    await until(() => okx.received.length > before && okx.received.at(-1) === "ping");
    // The answer is no price: only the source's own note says that it came.
    await until(() => Reflect.get(source, "heardAtMs") === clock.nowMs());
  }
  expect(states.at(-1)?.[0]).toBe("connected");
  expect(observed.at(-1)).toMatchObject({ symbol: "BTCUSDT", priceE8: 10_000_000_000 });
  expect(observed.at(-1)?.observedAtMs).toBeGreaterThanOrEqual(START_MS + 18_000);
  okx.alive = false;
  clock.advance(SILENCE_LIMIT_MS + 1_000);
  expect(states.at(-1)?.[0]).toBe("reconnecting");
});

test("FEED-01 OKX: after a break it subscribes again and requests current prices, of its own symbols only", async () => {
  okx.answer = () => ({
    body: {
      code: "0",
      msg: "",
      data: [
        tickerOf("BTC-USDT", "50.8", "51.2"),
        tickerOf("PEPE-USDT", "0.000001234567", "0.000001234568"),
        tickerOf("ETH-BTC", "0.0449", "0.0451"),
      ],
    },
  });
  start();
  await until(() => observed.length === 2);
  expect(observed.map(({ symbol, priceE8 }) => [symbol, priceE8])).toEqual([
    ["BTCUSDT", 5_100_000_000],
    ["ETHBTC", 4_500_000],
  ]);
  expect(okx.requests).toEqual(["/api/v5/market/tickers?instType=SPOT"]);
  okx.drop();
  await until(() => states.at(-1)?.[0] === "reconnecting");
  clock.advance(500);
  await connected(2);
  expect(okx.received[1]).toBe(okx.received[0]);
});

test.each([
  "nonsense",
  '{"arg":{"channel":"tickers"},"data":[{"instId":"BTC-USDT","bidPx":"-1","askPx":"1"}]}',
  "{}",
])("FEED-01 OKX: a frame that is not understood ends the connection: %s", async (frame) => {
  start();
  await connected();
  okx.send(frame);
  await until(() => states.at(-1)?.[0] === "reconnecting");
  expect(states.at(-1)?.[1]).toContain("not understood");
  expect(observed).toEqual([]);
});

/** Minutes in OKX's format: newest first, older than `after`. */
function candles(url: URL): string[][] {
  const limit = Number(url.searchParams.get("limit"));
  const newestMs = Math.floor((Number(url.searchParams.get("after")) - 1) / MINUTE) * MINUTE;
  return Array.from({ length: limit }, (_, index) => {
    const openMs = newestMs - index * MINUTE;
    const price = `${(openMs / MINUTE) % 1_000}.5`;
    return [String(openMs), price, price, price, price, "1234.00000001", "2.5", "2.5", "1"];
  });
}

test("FEED-13 OKX: history is asked for in pages, recent bars and older ones from their own calls, and read exactly", async () => {
  const asked: string[] = [];
  okx.answer = () => {
    const url = new URL(okx.requests.at(-1) ?? "", "http://127.0.0.1");
    asked.push(`${url.pathname} ${url.searchParams.get("limit")}`);
    expect([url.searchParams.get("instId"), url.searchParams.get("bar")]).toEqual(["BTC-USDT", "1m"]);
    return { body: { code: "0", msg: "", data: candles(url) } };
  };
  const bars = await source.history("BTCUSDT", "1min", 1_500, START_MS + 30_000);
  expect(bars.map((bar) => bar.openTimeMs)).toEqual(
    Array.from({ length: 1_500 }, (_, index) => START_MS + (index - 1_499) * MINUTE),
  );
  expect(bars.at(-1)).toMatchObject({ volumeE8: 123_400_000_001n, quoteVolumeE8: 250_000_000n, trades: 0 });
  expect(asked).toEqual([
    ...Array.from({ length: 4 }, () => "/api/v5/market/candles 300"),
    ...Array.from({ length: 3 }, () => "/api/v5/market/history-candles 100"),
  ]);
});

test("FEED-13 OKX: history of an instrument that it does not list is empty, a refusal is an error", async () => {
  okx.answer = () => ({ body: { code: "51001", msg: "Instrument ID doesn't exist.", data: [] } });
  expect(await source.history("ETHBTC", "1day", 10, START_MS)).toEqual([]);
  expect(okx.requests.at(-1)).toContain("bar=1Dutc");
  okx.answer = () => ({ body: { code: "50011", msg: "Too Many Requests", data: [] } });
  await expect(source.history("ETHBTC", "1week", 10, START_MS)).rejects.toThrow(
    "OKX answers 50011: Too Many Requests",
  );
  okx.answer = () => ({ status: 503, body: { code: "50001", msg: "", data: [] } });
  await expect(source.history("ETHBTC", "1week", 10, START_MS)).rejects.toThrow("HTTP 503");
});
