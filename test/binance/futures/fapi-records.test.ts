import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { type ApiKey, askSigned, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import {
  endAfterwards,
  type Json,
  listenAt,
  type ServedStreams,
  streamsOf,
} from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** What programs read about the past of contracts: trades, long charts, changes, and closed positions. */
let world: ContractWorld;
let streams: ServedStreams;
let url: string;
let ana: WireClient;
let maker: WireClient;
let key: ApiKey;
const open: WebSocket[] = [];
const BTC = { symbol: "BTCUSDT" } as const;
const MINUTE_MS = 60_000;
const HOURS = 30;
/** More trades than the market data in memory keeps. */
const TRADES = 230;

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  world = await ContractWorld.start({}, { listenKeys });
  const { exchange } = world;
  // Long enough ago for a chart of 1,500 minutes.
  exchange.time.ms = Date.now() - HOURS * 60 * MINUTE_MS;
  streams = await streamsOf(exchange, listenKeys);
  url = await listenFor(exchange);
  ana = await world.trader("ana@example.org", "5000");
  maker = await world.trader("maker@example.org", "9000");
  await world.observe(60_000);
  await order(maker, "sell", "60000", "0.001");
  await order(ana, "buy", "60000", "0.001");
  for (let hours = 0; hours < HOURS - 1; hours += 1) await world.observe(60_000, 60 * MINUTE_MS);
  exchange.time.ms = Date.now();
  await world.observe(60_000);
  key = await makeApiKey(ana);
  for (let at = 0; at < TRADES; at += 1) {
    await order(maker, "sell", "60000", "0.001");
    await order(ana, "buy", "60000", "0.001");
  }
});
endAfterwards(open, () => ({ exchange: world.exchange, streams }));

const order = async (
  client: WireClient,
  side: string,
  price: string,
  quantity: string,
  fields: object = {},
) =>
  accepted(
    await client.call("contractOrder", {
      ...BTC,
      side,
      type: "limit",
      price,
      quantity,
      leverage: 20,
      ...fields,
    }),
  );

async function get(path: string, fields: Record<string, string | number> = {}): Promise<Json[]> {
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return (await (await fetch(`${url}${path}?${query.toString()}`)).json()) as Json[];
}
/** Sends a signed request, at the time that its signature names. */
const ask: typeof askSigned = async (...request) => {
  world.exchange.time.ms = Math.max(world.exchange.time.ms, Date.now());
  return await askSigned(...request);
};
const mine = async (path: string, fields: Record<string, string | number> = {}) =>
  (await ask({ ...key }, "GET", `${url}/fapi${path}`, { ...BTC, ...fields })).body as Json[];

test("FAPI-21 trades are read page by page from any id or time, as far back as they go", async () => {
  const ids: number[] = [];
  for (let fromId = 1; ; ) {
    const page = await get("/fapi/v1/historicalTrades", { ...BTC, fromId, limit: 100 });
    ids.push(...page.map(({ id }) => Number(id)));
    if (page.length < 100) break;
    fromId = Number(page.at(-1)?.id) + 1;
  }
  expect(ids).toHaveLength(TRADES + 1);
  expect(new Set(ids).size).toBe(ids.length);
  const newest = await get("/fapi/v1/trades", { ...BTC, limit: 250 });
  expect(newest.map(({ id }) => id)).toEqual(ids);
  const [first] = await get("/fapi/v1/aggTrades", { ...BTC, startTime: 0, limit: 1 });
  expect(first).toMatchObject({ a: ids[0], q: "0.001", nq: "0.001", f: ids[0], l: ids[0] });
  const until = Number(first?.T) + 1;
  expect(await get("/fapi/v1/aggTrades", { ...BTC, startTime: 0, endTime: until })).toHaveLength(1);
  expect(await get("/fapi/v1/aggTrades", { ...BTC, startTime: until, limit: 3 })).toMatchObject(
    ids.slice(1, 4).map((a) => ({ a })),
  );
  expect(await get("/fapi/v1/aggTrades", { ...BTC, limit: 2 })).toMatchObject(
    ids.slice(-2).map((a) => ({ a })),
  );
});

test("FAPI-21 one order that fills several at one price is one aggregate trade, also where a page ends", async () => {
  await order(maker, "sell", "60010", "0.001");
  await order(maker, "sell", "60010", "0.002");
  await order(ana, "buy", "60010", "0.003");
  const [last] = (await get("/fapi/v1/aggTrades", { ...BTC, limit: 1 })) as unknown as {
    readonly a: number;
    readonly l: number;
  }[];
  expect(last).toMatchObject({ q: "0.003", p: "60010.0" });
  expect(last?.l).toBe((last?.a ?? 0) + 1);
});

const totalOf = (figures: readonly unknown[]): string =>
  figures.reduce<number>((sum, figure) => sum + Number(figure), 0).toFixed(6);

test("FAPI-22 charts have up to 1,500 bars, the newest last; those of a pair and of the premium match", async () => {
  const rows = (await get("/fapi/v1/klines", {
    ...BTC,
    interval: "1m",
    limit: 1_500,
  })) as unknown as number[][];
  expect(rows).toHaveLength(1_500);
  const trades = await get("/fapi/v1/trades", { ...BTC, limit: 1_000 });
  const bought = trades.filter(
    ({ isBuyerMaker, time }) => isBuyerMaker === false && Number(time) >= (rows[0]?.[0] ?? 0),
  );
  const sums = [bought.map(({ qty }) => qty), bought.map(({ quoteQty }) => quoteQty)];
  expect([9, 10].map((at) => totalOf(rows.map((row) => row[at])))).toEqual(sums.map(totalOf));
  const periods = await get("/futures/data/takerlongshortRatio", { ...BTC, period: "1d", limit: 1 });
  const days = (await get("/fapi/v1/klines", { ...BTC, interval: "1d", limit: 1 })) as unknown as string[][];
  expect(periods).toEqual(
    days.map((day) => {
      const sold = Number(day[5]) - Number(day[9]);
      const buySellRatio = (sold === 0 ? 0 : Number(day[9]) / sold).toFixed(4);
      return { buySellRatio, buyVol: day[9], sellVol: sold.toFixed(3), timestamp: day[0] };
    }),
  );
  const opened = rows.map(([time = 0]) => time);
  expect(opened.at(-1)).toBe(Math.floor(world.exchange.time.ms / MINUTE_MS) * MINUTE_MS);
  expect(new Set(opened.slice(1).map((time, at) => time - (opened[at] ?? 0)))).toEqual(new Set([MINUTE_MS]));
  const pair = { pair: "BTCUSDT", contractType: "PERPETUAL", interval: "1m", limit: 1_500 };
  expect(await get("/fapi/v1/continuousKlines", pair)).toEqual(rows);
  expect(await get("/fapi/v1/continuousKlines", { ...pair, contractType: "CURRENT_QUARTER" })).toMatchObject({
    code: -1130,
  });
  const hour = { ...BTC, interval: "1h", limit: 1 };
  const [premium] = (await get("/fapi/v1/premiumIndexKlines", hour)) as unknown as unknown[][];
  expect(premium?.slice(1, 5)).toEqual(["0.00000000", "0.00000000", "0.00000000", "0.00000000"]);
  const basis = { pair: "BTCUSDT", contractType: "PERPETUAL", period: "5m", limit: 1 };
  expect(await get("/futures/data/basis", basis)).toMatchObject([
    { indexPrice: "60000.0", futuresPrice: "60010.0", basis: "10.0", basisRate: "0.0002", pair: "BTCUSDT" },
  ]);
});

test("FAPI-29 open interest, and who is long and short, are listed at full periods", async () => {
  const { time } = world.exchange;
  const before = time.ms;
  const sampledAt = async (timeMs: number) => {
    time.ms = timeMs;
    await world.exchange.samplePositions();
  };
  const hourMs = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  for (const atMs of [hourMs - 3_600_000, hourMs - 3_300_000 + 1, hourMs]) await sampledAt(atMs);
  time.ms = before;
  const data = (name: string, fields: Record<string, string | number>) =>
    get(`/futures/data/${name}`, { ...BTC, ...fields });
  const lots = Number(((await get("/fapi/v1/openInterest", BTC)) as unknown as Json).openInterest);
  const five = await data("openInterestHist", { period: "5m" });
  expect(five.map(({ timestamp }) => timestamp)).toEqual([hourMs - 3_600_000, hourMs - 3_300_000, hourMs]);
  expect(five[0]).toEqual({
    symbol: "BTCUSDT",
    sumOpenInterest: lots.toFixed(8),
    sumOpenInterestValue: (lots * 60_000).toFixed(8),
    CMCCirculatingSupply: "0.00000000",
    timestamp: hourMs - 3_600_000,
  });
  const timesOf = async (fields: Record<string, string | number>) =>
    (await data("globalLongShortAccountRatio", fields)).map(({ timestamp }) => timestamp);
  expect(await timesOf({ period: "1h" })).toEqual([hourMs - 3_600_000, hourMs]);
  expect(await timesOf({ period: "5m", limit: 1 })).toEqual([hourMs]);
  const span = { startTime: hourMs - 3_400_000, endTime: hourMs - 1 };
  expect(await timesOf({ period: "5m", ...span })).toEqual([hourMs - 3_300_000]);
  const half = { longAccount: "0.5000", longShortRatio: "1.0000", shortAccount: "0.5000" };
  expect((await data("globalLongShortAccountRatio", { period: "5m" }))[0]).toMatchObject(half);
  // The maker has more money, and is short.
  const short = { longAccount: "0.0000", longShortRatio: "0.0000", shortAccount: "1.0000" };
  for (const name of ["topLongShortAccountRatio", "topLongShortPositionRatio"]) {
    expect((await data(name, { period: "5m" }))[0]).toMatchObject(short);
    expect(await data(name, { period: "7m" })).toMatchObject({ code: -1120 });
    expect(await data(name, { period: "5m", limit: 0 })).toMatchObject({ code: -1130 });
  }
  const month = { period: "5m", startTime: Date.now() - 31 * 86_400_000 };
  expect(await data("openInterestHist", month)).toEqual({
    code: -1130,
    msg: "parameter 'startTime' is invalid.",
  });
});

test("FAPI-23 changes of orders and margins, limits and places in the queue", async () => {
  // The clock of `ask` may be past the last price by now.
  world.exchange.time.ms = Math.max(world.exchange.time.ms, Date.now());
  await world.observe(60_000);
  const placed = await order(ana, "buy", "55000", "0.002");
  const { orderId } = placed.order;
  const change = { ...BTC, orderId, side: "BUY", quantity: "0.001", price: "55000" };
  const { status } = await ask(key, "PUT", `${url}/fapi/v1/order`, change);
  expect(status).toBe(200);
  expect(await mine("/v1/orderAmendment", { orderId })).toMatchObject([
    {
      symbol: "BTCUSDT",
      orderId: Number(orderId),
      amendment: {
        price: { before: "55000.0", after: "55000.0" },
        origQty: { before: "0.002", after: "0.001" },
      },
    },
  ]);
  const margin = { ...BTC, amount: "7", type: 1 };
  expect(await ask(key, "POST", `${url}/fapi/v1/positionMargin`, margin)).toMatchObject({
    status: 200,
  });
  expect(await mine("/v1/positionMargin/history")).toMatchObject([{ type: 1, amount: "7", asset: "USDT" }]);
  expect(await mine("/v1/positionMargin/history", { type: 2 })).toEqual([]);
  const [quantile] = (await mine("/v1/adlQuantile")) as unknown as { adlQuantile: { BOTH: number } }[];
  expect([0, 1, 2, 3, 4]).toContain(quantile?.adlQuantile.BOTH);
  expect((await ask(key, "GET", `${url}/fapi/v1/rateLimit/order`)).body).toMatchObject([
    { rateLimitType: "ORDERS", interval: "SECOND", limit: 300 },
    { rateLimitType: "ORDERS", interval: "MINUTE", limit: 1_200 },
  ]);
  expect((await ask(key, "POST", `${url}/fapi/v1/feeBurn`, { feeBurn: "true" })).body).toMatchObject({
    code: -1020,
  });
  expect((await ask(key, "POST", `${url}/fapi/v1/feeBurn`, { feeBurn: "false" })).body).toMatchObject({
    code: 200,
  });
});

test("FC-240 the break-even price of a position contains the fees of its trades", async () => {
  const trades: Json[] = [];
  for (let fromId = 1; ; ) {
    const page = await mine("/v1/userTrades", { fromId, limit: 100 });
    trades.push(...page);
    if (page.length < 100) break;
    fromId = Number(page.at(-1)?.id) + 1;
  }
  const sum = (name: string) => trades.reduce((total, each) => total + Number(each[name]), 0);
  const breakEven = (sum("quoteQty") + sum("commission")) / sum("qty");
  for (const path of ["/v2/positionRisk", "/v3/positionRisk"]) {
    const [position] = await mine(path);
    expect(Number(position?.breakEvenPrice)).toBeCloseTo(breakEven, 6);
    expect(breakEven).toBeGreaterThan(Number(position?.entryPrice));
  }
});

test("FAPI-24 a liquidation is listed for its user and streamed to everyone", async () => {
  expect(await mine("/v1/forceOrders")).toEqual([]);
  // A test before may have moved the clock past the last price.
  await world.observe(60_000);
  const all = await listenAt(`${url.replace("http", "ws")}/fstream/ws/!forceOrder@arr`, open);
  const one = await listenAt(`${url.replace("http", "ws")}/fstream/ws/btcusdt@forceOrder`, open);
  await order(maker, "buy", "50000", "1");
  for (const price of [58_000, 56_000, 54_000, 52_000, 50_500]) await world.observe(price, 100);
  const rows = await vi.waitFor(async () => {
    const found = await mine("/v1/forceOrders");
    expect(found).not.toEqual([]);
    return found;
  });
  expect(rows[0]).toMatchObject({ symbol: "BTCUSDT", status: "FILLED", side: "SELL", positionSide: "BOTH" });
  expect(String(rows[0]?.clientOrderId)).toMatch(/^autoclose-/);
  expect(await mine("/v1/forceOrders", { autoCloseType: "ADL" })).toEqual([]);
  await vi.waitFor(() => expect(one.received).not.toEqual([]));
  expect(one.received[0]).toMatchObject({
    e: "forceOrder",
    o: { s: "BTCUSDT", S: "SELL", o: "LIMIT", f: "IOC" },
  });
  await vi.waitFor(() => expect(all.received).toMatchObject(one.received));
});
