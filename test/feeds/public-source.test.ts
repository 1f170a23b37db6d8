import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { PublicEndpoints } from "@candor/server/config/public-endpoints";
import { BINANCE } from "@candor/server/market/prices/binance-venue";
import { parsePriceE8 } from "@candor/server/market/prices/decimal-e8";
import type { ConnectionState, PriceObservation } from "@candor/server/market/prices/price-source";
import { PublicSource, SILENCE_LIMIT_MS } from "@candor/server/market/prices/public-source";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LocalBinance } from "../support/feeds/local-binance.ts";
import { ManualClock } from "../support/feeds/manual-clock.ts";
import { recording } from "../support/feeds/recordings.ts";

const START_MS = 1_700_000_040_000;
const MINUTE = 60_000;
const MARKETS = [
  { symbol: "BTCUSDT", base: "BTC", quote: "USDT" },
  { symbol: "ETHUSDT", base: "ETH", quote: "USDT" },
];

let binance: LocalBinance;
let endpoints: PublicEndpoints;
let clock: ManualClock;
let source: PublicSource;
let observed: PriceObservation[];
let states: (readonly [ConnectionState, string])[];

beforeEach(async () => {
  binance = new LocalBinance();
  endpoints = await binance.start();
  clock = new ManualClock(START_MS);
  observed = [];
  states = [];
  source = new PublicSource({ venue: BINANCE, markets: MARKETS, endpoints, clock, random: () => 0 });
});

afterEach(async () => {
  await source.stop();
  await binance.stop();
});

function start(): void {
  source.start({
    observed: (each) => observed.push(each),
    connectionChanged: (state, detail) => states.push([state, detail]),
  });
}

/** Waits for real sockets while the source's own clock is stopped. */
const until = (what: () => boolean): Promise<void> => expect.poll(what, { interval: 2 }).toBe(true);

async function connected(times = 1): Promise<void> {
  await until(
    () => states.filter(([state]) => state === "connected").length === times && binance.connected === 1,
  );
}

const lastState = (): ConnectionState | undefined => states.at(-1)?.[0];
const receivedPrices = (): [string, number][] => observed.map(({ symbol, priceE8 }) => [symbol, priceE8]);

test("FEED-01 the source follows the best bid and ask of every symbol on one combined stream", async () => {
  start();
  expect(lastState()).toBe("connecting");
  await connected();
  expect(binance.connections).toEqual(["/stream?streams=btcusdt@bookTicker/ethusdt@bookTicker"]);
  binance.quote("BTCUSDT", "61837.63000000", "61837.64000000");
  binance.send('{"stream":"btcusdt@trade","data":{"e":"trade","s":"BTCUSDT","p":"1.00000000"}}');
  binance.quote("ETHUSDT", "2682.10000000", "2682.30000000");
  await until(() => observed.length === 2);
  expect(observed).toEqual([
    { symbol: "BTCUSDT", priceE8: 6_183_763_500_000, observedAtMs: START_MS },
    { symbol: "ETHUSDT", priceE8: 268_220_000_000, observedAtMs: START_MS },
  ]);
});

test("FEED-01 a lost connection is reopened after the backoff, with the same subscriptions", async () => {
  start();
  await connected();
  binance.quote("BTCUSDT", "100", "102");
  await until(() => observed.length === 1);
  binance.drop();
  await until(() => lastState() === "reconnecting");
  expect(states.at(-1)?.[1]).toContain("next attempt in 500 ms");
  clock.advance(499);
  expect(binance.connections).toHaveLength(1);
  clock.advance(1);
  await connected(2);
  expect(binance.connections[1]).toBe(binance.connections[0]);
  binance.quote("BTCUSDT", "110", "112");
  await until(() => observed.length === 2);
  expect(observed[1]).toMatchObject({ priceE8: 11_100_000_000, observedAtMs: START_MS + 500 });
});

test("FEED-01 an exchange that cannot be reached is tried again, ever more slowly", async () => {
  await binance.stop();
  start();
  const delays: string[] = [];
  for (let failure = 1; failure <= 4; failure++) {
    await until(() => states.filter(([state]) => state === "reconnecting").length === failure);
    delays.push(/next attempt in (\d+) ms/.exec(states.at(-1)?.[1] ?? "")?.[1] ?? "");
    clock.advance(Number(delays.at(-1)));
  }
  expect(delays).toEqual(["500", "1000", "2000", "4000"]);
});

test("FEED-01 a silent connection is closed: its prices are confirmed only while it sends", async () => {
  start();
  await connected();
  binance.quote("BTCUSDT", "100", "100");
  await until(() => observed.length === 1);
  clock.advance(SILENCE_LIMIT_MS - 1);
  expect(lastState()).toBe("connected");
  expect(new Set(observed.map(({ observedAtMs }) => observedAtMs))).toEqual(new Set([START_MS]));
  clock.advance(1);
  expect(states.at(-1)).toEqual(["reconnecting", "silent for 5000 ms; next attempt in 500 ms"]);
  const before = observed.length;
  clock.advance(499);
  expect(observed).toHaveLength(before);
});

test("FEED-01 while the connection speaks, a symbol that does not change is confirmed every second", async () => {
  start();
  await connected();
  binance.quote("ETHUSDT", "2000", "2000");
  await until(() => observed.length === 1);
  for (let second = 1; second <= 20; second++) {
    const before = observed.length;
    clock.advance(1_000);
    const restated = observed.length;
    expect(restated).toBeGreaterThan(before);
    binance.quote("BTCUSDT", String(100 + second), String(100 + second));
    await until(() => observed.length > restated);
  }
  expect(lastState()).toBe("connected");
  const confirmed = observed.filter(({ symbol }) => symbol === "ETHUSDT").at(-1);
  expect(confirmed).toEqual({ symbol: "ETHUSDT", priceE8: 200_000_000_000, observedAtMs: START_MS + 19_000 });
});

test("FEED-01 after a gap current prices are requested, and prices of the new stream take precedence", async () => {
  let reply = (): void => {};
  binance.answer = (url) => {
    reply();
    return url.pathname === "/api/v3/ticker/bookTicker"
      ? {
          body: [
            { symbol: "BTCUSDT", bidPrice: "50", askPrice: "50" },
            { symbol: "ETHUSDT", bidPrice: "40.8", askPrice: "41.2" },
          ],
        }
      : { body: {} };
  };
  // The stream reports BTC before the reply with both arrives.
  reply = () => binance.quote("BTCUSDT", "60", "60");
  start();
  await until(() => observed.length >= 2 && observed.some(({ symbol }) => symbol === "ETHUSDT"));
  expect(receivedPrices()).toContainEqual(["ETHUSDT", 4_100_000_000]);
  expect(binance.requests).toEqual([
    `/api/v3/ticker/bookTicker?symbols=${encodeURIComponent('["BTCUSDT","ETHUSDT"]')}`,
  ]);
  reply = () => {};
  binance.drop();
  await until(() => lastState() === "reconnecting");
  observed = [];
  clock.advance(500);
  await until(() => observed.length === 2);
  expect(receivedPrices()).toEqual([
    ["BTCUSDT", 5_000_000_000],
    ["ETHUSDT", 4_100_000_000],
  ]);
});

test("FEED-01 a coin that the exchange does not list costs no other one its price", async () => {
  binance.answer = (url) => {
    const symbols = JSON.parse(url.searchParams.get("symbols") ?? "[]") as string[];
    return symbols.includes("ETHUSDT")
      ? { status: 400, body: { code: -1121, msg: "Invalid symbol." } }
      : { body: symbols.map((symbol) => ({ symbol, bidPrice: "50", askPrice: "50" })) };
  };
  start();
  await until(() => observed.length > 0);
  expect(receivedPrices()).toEqual([["BTCUSDT", 5_000_000_000]]);
  expect(lastState()).toBe("connected");
});

test("FEED-01 a rejected request for current prices is reported and keeps the connection", async () => {
  binance.answer = () => ({ status: 503, body: { code: -1000 } });
  start();
  await until(() => states.some(([, detail]) => detail.includes("HTTP 503")));
  expect(lastState()).toBe("connected");
  binance.quote("BTCUSDT", "100", "100");
  await until(() => observed.length === 1);
});

test.each([
  "nonsense",
  '{"stream":"btcusdt@bookTicker","data":{"s":"BTCUSDT","b":"-5","a":"1"}}',
  '{"result":null}',
])(
  "FEED-01 a frame that is not understood ends the connection, and its price goes nowhere: %s",
  async (frame) => {
    start();
    await connected();
    binance.send(frame);
    await until(() => lastState() === "reconnecting");
    expect(states.at(-1)?.[1]).toContain("not understood");
    expect(observed).toEqual([]);
    clock.advance(500);
    await connected(2);
  },
);

test("FEED-01 a source that was stopped closes its connection and leaves no timer", async () => {
  start();
  await connected();
  await source.stop();
  await until(() => binance.connected === 0);
  expect(lastState()).toBe("stopped");
  expect(clock.waiting).toBe(0);
});

/** Minutes in Binance's format, oldest first, ending before `endTime`. */
function klines(url: URL): unknown[] {
  const limit = Number(url.searchParams.get("limit"));
  const lastOpenMs = Math.floor(Number(url.searchParams.get("endTime")) / MINUTE) * MINUTE;
  return Array.from({ length: limit }, (_, index) => {
    const openMs = lastOpenMs + (index + 1 - limit) * MINUTE;
    const price = `${(openMs / MINUTE) % 1_000}.50000000`;
    return [
      openMs,
      price,
      price,
      price,
      price,
      "123456789.00000001",
      openMs + MINUTE - 1,
      "2.5",
      7,
      "0",
      "0",
      "0",
    ];
  });
}

test("FEED-13 the public history is asked for in pages and read exactly", async () => {
  binance.answer = (url) => ({ body: klines(url) });
  const bars = await source.history("BTCUSDT", "1min", 1_500, START_MS + 30_000);
  expect(bars).toHaveLength(1_500);
  expect(bars.map((bar) => bar.openTimeMs)).toEqual(
    Array.from({ length: 1_500 }, (_, index) => START_MS + (index - 1_499) * MINUTE),
  );
  expect(bars.at(-1)).toMatchObject({
    volumeE8: 12_345_678_900_000_001n,
    quoteVolumeE8: 250_000_000n,
    trades: 0,
  });
  expect(binance.requests).toEqual([
    `/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=1000&endTime=${START_MS + 29_999}`,
    `/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=500&endTime=${START_MS - 999 * MINUTE - 1}`,
  ]);
});

test("FEED-13 a public history ends where the symbol begins, has no holes, and is empty for an unknown symbol", async () => {
  binance.answer = (url) => ({
    body: klines(url)
      .slice(-5)
      .filter((_, index) => index !== 2),
  });
  const bars = await source.history("BTCUSDT", "1min", 1_500, START_MS + 1);
  expect(bars.map((bar) => [(bar.openTimeMs - START_MS) / MINUTE, bar.volumeE8 > 0n])).toEqual([
    [-4, true],
    [-3, true],
    [-2, false],
    [-1, true],
    [0, true],
  ]);
  binance.answer = () => ({ status: 400, body: { code: -1121, msg: "Invalid symbol." } });
  expect(await source.history("ETHUSDT", "1day", 10, START_MS)).toEqual([]);
  const asked = binance.requests.length;
  expect(await source.history("NOSUCH", "1day", 10, START_MS)).toEqual([]);
  expect(binance.requests).toHaveLength(asked);
  binance.answer = () => ({ status: 429, body: { code: -1003, msg: "Too many requests." } });
  await expect(source.history("BTCUSDT", "1day", 10, START_MS)).rejects.toThrow("HTTP 429");
  // Days must be aligned to UTC: a venue that uses another time zone is rejected.
  binance.answer = (url) => ({ body: klines(url) });
  await expect(source.history("BTCUSDT", "1day", 10, START_MS)).rejects.toThrow("1day bar opens at");
});

const frames = recording("orderbook/binance-spot-btcusdt_20240808.gz");

test.skipIf(!existsSync(frames.file))(
  "FEED-01 six recorded minutes of real frames, replayed by a local server with a break in the middle, all arrive",
  async () => {
    const lines = gunzipSync(readFileSync(frames.file)).toString("utf8").trimEnd().split("\n");
    const sent = lines
      .map((line) => line.slice(line.indexOf(" ") + 1))
      .filter((text) => text.includes('"stream"'));
    const quotes = sent.filter((text) => text.includes("@bookTicker"));
    expect(quotes.length).toBe(28_040);
    start();
    await connected();
    const half = Math.floor(sent.length / 2);
    const middle = sent.slice(0, half).filter((text) => text.includes("@bookTicker")).length;
    for (const frame of sent.slice(0, half)) binance.send(frame);
    await until(() => observed.length === middle);
    binance.drop();
    await until(() => lastState() === "reconnecting");
    clock.advance(500);
    await connected(2);
    for (const frame of sent.slice(half)) binance.send(frame);
    await until(() => observed.length === quotes.length);
    const expected = quotes.map((text) => {
      const { data } = JSON.parse(text) as { data: { b: string; a: string } };
      return Math.floor((parsePriceE8(data.b, "bid") + parsePriceE8(data.a, "ask")) / 2);
    });
    expect(observed.map(({ priceE8 }) => priceE8)).toEqual(expected);
  },
);
