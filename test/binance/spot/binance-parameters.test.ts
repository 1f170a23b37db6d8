import { DESCRIBED_CALLS } from "@candor/server/edge/binance-api/openapi/binance-openapi";
import { ANY_NAMES } from "@candor/server/edge/binance-api/openapi/described-calls";
import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import {
  type ApiKey,
  askSigned,
  listenFor,
  makeApiKey,
  RESTING_BID,
} from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { type Json, listenAt, type ServedStreams, streamsOf } from "../../support/wire/streams.ts";

/** What a request may say: names, letter case, neutral values, units of time. */
let world: ContractWorld;
let streams: ServedStreams;
let url: string;
let key: ApiKey;
let contractKey: ApiKey;
const open: WebSocket[] = [];

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  world = await ContractWorld.start({ nowMs: Date.now }, { listenKeys });
  streams = await streamsOf(world.exchange, listenKeys);
  url = await listenFor(world.exchange);
  key = await makeApiKey(await world.exchange.trader("ana@example.org", { USDT: "4000" }));
  contractKey = await makeApiKey(await world.trader("bo@example.org", "5000"));
  await world.observe(60_000);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});
afterAll(async () => {
  expect(world.exchange.errors).toEqual([]);
  await streams.close();
  await world.exchange.close();
});

type Fields = Readonly<Record<string, string | number>>;
const spot = async (method: string, path: string, fields: Fields = {}) =>
  (await askSigned(key, method, `${url}/api/v3${path}`, fields)).body as Json;
const futures = async (method: string, path: string, fields: Fields = {}) =>
  (await askSigned(contractKey, method, `${url}/fapi${path}`, fields)).body as Json;
const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  (await (await fetch(`${url}${path}`, { headers })).json()) as Json;

/** Names that a client could misspell. */
const MISSPELLED = "symbool";

test("BIN-34 every call refuses a parameter that it does not take", async () => {
  const closed: string[] = [];
  for (const [name, [, takes]] of Object.entries(DESCRIBED_CALLS)) {
    const [method = "", path = ""] = name.split(" ");
    const isOpen = (await fetch(`${url}${path}`, { method })).status !== 401;
    const { status, body } = isOpen
      ? await fetch(`${url}${path}?${MISSPELLED}=1`, { method }).then(async (reply) => ({
          status: reply.status,
          body: await reply.json(),
        }))
      : await askSigned(key, method, `${url}${path}`, { [MISSPELLED]: 1 });
    if (takes === ANY_NAMES) {
      closed.push(name);
      expect(body, name).toMatchObject({ code: -1002 });
      continue;
    }
    const count = isOpen
      ? "read '0' parameter(s) but was sent '1'"
      : "read '1' parameter(s) but was sent '2'";
    expect({ status, body }, name).toEqual({
      status: 400,
      body: { code: -1104, msg: `Not all sent parameters were read; ${count}.` },
    });
  }
  expect(closed).toHaveLength(4);
});

test("BIN-34 a misspelled or foreign parameter of an order changes nothing, also in a batch", async () => {
  for (const [name, value] of [
    ["stopPrise", "58000"],
    ["reduceOnly", "true"],
    ["STOPPRICE", "58000"],
  ] as const)
    expect(await spot("POST", "/order", { ...RESTING_BID, [name]: value }), name).toMatchObject({
      code: -1104,
    });
  expect(await spot("GET", "/openOrders")).toEqual([]);
  const order = { ...RESTING_BID, quantity: "0.01" };
  const batchOrders = JSON.stringify([order, { ...order, reduceOnli: "true" }]);
  expect(await futures("POST", "/v1/batchOrders", { batchOrders })).toMatchObject([
    { status: "NEW" },
    { code: -1104 },
  ]);
  expect(await futures("GET", "/v1/openOrders")).toHaveLength(1);
  expect(await spot("GET", "/openOrders", { symbol: "" })).toEqual({
    code: -1105,
    msg: "Parameter 'symbol' was empty.",
  });
});

test("BIN-34 letter case matters, and values that ask for nothing are accepted", async () => {
  expect(await spot("POST", "/order", { ...RESTING_BID, symbol: "btcusdt" })).toMatchObject({ code: -1100 });
  expect(await get("/api/v3/depth?symbol=BTCusdt")).toMatchObject({ code: -1100 });
  expect(await spot("POST", "/order", { ...RESTING_BID, side: "buy" })).toMatchObject({ code: -1117 });
  expect(await spot("POST", "/order", { ...RESTING_BID, type: "limit" })).toMatchObject({ code: -1116 });
  expect(await spot("POST", "/order", { ...RESTING_BID, timeInForce: "gtc" })).toMatchObject({ code: -1115 });
  const neutral = { icebergQty: "0", newOrderRespType: "RESULT" };
  expect(
    await spot("POST", "/order/test", { ...RESTING_BID, ...neutral, computeCommissionRates: "false" }),
  ).toEqual({});
  expect(await spot("POST", "/order/test", { ...RESTING_BID, computeCommissionRates: "true" })).toMatchObject(
    {
      standardCommissionForOrder: { maker: "0.00100000", taker: "0.00100000" },
      taxCommissionForOrder: { maker: "0.00000000", taker: "0.00000000" },
      discount: { enabledForAccount: false },
    },
  );
  for (const [name, value] of [
    ["pegPriceType", "PRIMARY_PEG"],
    ["selfTradePreventionMode", "TRANSFER"],
  ] as const)
    expect(await spot("POST", "/order/test", { ...RESTING_BID, [name]: value }), name).toMatchObject({
      code: -1013,
    });
  for (const [name, code] of [
    ["pegPriceType", -1210],
    ["pegOffsetType", -1211],
  ] as const)
    expect(await spot("POST", "/order/test", { ...RESTING_BID, [name]: "BEST" }), name).toMatchObject({
      code,
    });
  const plain = { priceMatch: "NONE", priceProtect: "FALSE", goodTillDate: 0, positionSide: "BOTH" };
  expect(
    await futures("POST", "/v1/order/test", { ...RESTING_BID, quantity: "0.01", ...plain }),
  ).toMatchObject({
    orderId: 0,
    status: "NEW",
    origQty: "0.010",
    goodTillDate: 0,
  });
  expect(await futures("POST", "/v1/order/test", { ...RESTING_BID, priceProtect: "true" })).toMatchObject({
    code: -1106,
  });
});

test("BIN-34 markets can be asked for by status and permission", async () => {
  const symbols = async (query: string) => {
    const { symbols: found } = await get(`/api/v3/exchangeInfo?${query}`);
    return Array.isArray(found) ? found.length : found;
  };
  expect(await symbols("symbolStatus=TRADING")).toBe(3);
  expect(await symbols("symbolStatus=HALT")).toBe(0);
  expect(await symbols("permissions=SPOT")).toBe(3);
  expect(await symbols("permissions=%5B%22MARGIN%22%2C%22LEVERAGED%22%5D")).toBe(0);
  expect(await get("/api/v3/exchangeInfo?symbol=BTCUSDT&showPermissionSets=false")).toMatchObject({
    symbols: [{ symbol: "BTCUSDT", permissionSets: [] }],
  });
  expect(await get("/api/v3/ticker/price?symbol=BTCUSDT&symbolStatus=BREAK")).toMatchObject({ code: -1220 });
  expect(await get("/api/v3/ticker/price?symbolStatus=OPEN")).toMatchObject({ code: -1122 });
});

test("BIN-35 times are read and written in milliseconds or microseconds", async () => {
  const { createHmac } = await import("node:crypto");
  const account = async (query: string) => {
    const signature = createHmac("sha256", key.secret).update(query).digest("hex");
    const headers = { "x-mbx-apikey": key.apiKey };
    return await get(`/api/v3/account?${query}&signature=${signature}`, headers);
  };
  expect(await account(`timestamp=${Date.now()}123&recvWindow=5000.125`)).toMatchObject({
    accountType: "SPOT",
  });
  expect(await account(`timestamp=${Date.now() - 9_000}000`)).toMatchObject({ code: -1021 });
  expect(await account(`timestamp=${Date.now()}&recvWindow=60000.001`)).toMatchObject({ code: -1131 });
  expect(await account(`timestamp=${Date.now()}&recvWindow=5000.1234`)).toMatchObject({ code: -1100 });
  const micro = { "x-mbx-time-unit": "microsecond" };
  const before = Date.now();
  const { serverTime } = await get("/api/v3/time", micro);
  expect(Number(serverTime) / 1_000).toBeGreaterThanOrEqual(before);
  expect(await get("/api/v3/time", { "x-mbx-time-unit": "SECOND" })).toMatchObject({ code: -1194 });
  const placed = await spot("POST", "/order", RESTING_BID);
  const host = new URL(url).host;
  const { received } = await listenAt(
    `ws://${host}/stream?streams=btcusdt@depth@100ms&timeUnit=MICROSECOND`,
    open,
  );
  await spot("DELETE", "/order", { symbol: "BTCUSDT", orderId: Number(placed.orderId) });
  await vi.waitFor(() => expect(received).not.toEqual([]));
  expect(Number((received[0]?.data as Json | undefined)?.E) / 1_000).toBeGreaterThanOrEqual(before);
  await expect(listenAt(`ws://${host}/ws/btcusdt@trade?timeUnit=SECOND`, open)).rejects.toThrow("400");
  const rows = (since: string) => spot("GET", "/allOrders", { symbol: "BTCUSDT", startTime: since });
  const placedAt = Number(placed.transactTime);
  expect(await rows(`${placedAt}000`)).toHaveLength(1);
  expect(await rows(`${placedAt}001`)).toEqual([]);
});
