import { createHmac } from "node:crypto";
import { API_LIMITS, DEFAULT_API } from "@candor/server/config/api-settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiKey, listenFor, makeApiKey, RESTING_BID } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

/** Weights and limits of the API for Binance clients. */
const ORDERS = 5;
const WEIGHT = 500;
let world: ContractWorld;
let url: string;
let ana: ApiKey;
let bo: ApiKey;

beforeAll(async () => {
  const limits = { ...API_LIMITS, weight: WEIGHT, orders: ORDERS, "futures-minute": 7 };
  const gateway = { nowMs: Date.now, rateLimitFactor: 1, api: { ...DEFAULT_API, limits } };
  world = await ContractWorld.start(gateway);
  url = await listenFor(world.exchange);
  ana = await makeApiKey(await world.exchange.trader("ana@example.org", { USDT: "4000" }));
  bo = await makeApiKey(await world.trader("bo@example.org", "5000"));
  await world.observe(60_000);
});
afterAll(async () => {
  expect(world.exchange.errors).toEqual([]);
  await world.exchange.close();
});

type Fields = Readonly<Record<string, string | number>>;

/** Sends a request, signed if a key is given. */
async function ask(method: string, path: string, fields: Fields = {}, key?: ApiKey) {
  const texts = Object.entries(key === undefined ? fields : { ...fields, timestamp: Date.now() });
  const query = texts.map(([name, value]) => `${name}=${value}`).join("&");
  const signature =
    key === undefined ? "" : `&signature=${createHmac("sha256", key.secret).update(query).digest("hex")}`;
  const headers: Record<string, string> = key === undefined ? {} : { "x-mbx-apikey": key.apiKey };
  const reply = await fetch(`${url}${path}?${query}${signature}`, { method, headers });
  const header = (name: string) => Number(reply.headers.get(`x-mbx-${name}`));
  return {
    status: reply.status,
    body: (await reply.json()) as Record<string, unknown>,
    used: header("used-weight-1m"),
    orders: (interval: string) => header(`order-count-${interval}`),
  };
}

test("BIN-36 exchangeInfo lists the limits that are enforced", async () => {
  const { body } = await ask("GET", "/api/v3/exchangeInfo");
  expect(body.rateLimits).toEqual([
    { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: WEIGHT },
    { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: ORDERS },
    { rateLimitType: "ORDERS", interval: "DAY", intervalNum: 1, limit: 200_000 },
    { rateLimitType: "RAW_REQUESTS", interval: "MINUTE", intervalNum: 5, limit: 300_000 },
  ]);
  expect((await ask("GET", "/fapi/v1/exchangeInfo")).body.rateLimits).toEqual([
    { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 2_400 },
    { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 300 },
    { rateLimitType: "ORDERS", interval: "MINUTE", intervalNum: 1, limit: 7 },
  ]);
});

test("BIN-36 requests with a key weigh on the key, others on the address, and each API counts for itself", async () => {
  const { used } = await ask("GET", "/api/v3/ping");
  expect((await ask("GET", "/api/v3/ping")).used).toBe(used + 1);
  const first = await ask("GET", "/api/v3/account", {}, ana);
  expect((await ask("GET", "/api/v3/account", {}, ana)).used).toBe(first.used + 20);
  expect((await ask("GET", "/api/v3/openOrders", { symbol: "BTCUSDT" }, ana)).used).toBe(first.used + 26);
  expect((await ask("GET", "/api/v3/openOrders", {}, ana)).used).toBe(first.used + 106);
  expect((await ask("GET", "/api/v3/account", {}, bo)).used).toBe(20);
  expect((await ask("GET", "/fapi/v2/account", {}, bo)).used).toBe(5);
  // A key that does not exist is no way around the limit of the address.
  const forged = { ...ana, apiKey: "A".repeat(64) };
  expect((await ask("GET", "/api/v3/account", {}, forged)).used).toBe(used + 21);
  expect((await ask("GET", "/api/v3/ping")).used).toBe(used + 22);
  const depth = { symbol: "BTCUSDT", limit: 5_000 };
  expect((await ask("GET", "/api/v3/depth", depth)).status).toBe(200);
  const refused = await ask("GET", "/api/v3/depth", depth);
  expect(refused).toMatchObject({ status: 429, body: { code: -1003 } });
  expect((await ask("GET", "/fapi/v1/depth", { symbol: "BTCUSDT" })).status).toBe(200);
  expect((await ask("GET", "/api/v3/account", {}, bo)).status).toBe(200);
  // Nor is it that of the site's own visitors.
  expect(world.exchange.refuseVisitor("127.0.0.1", 500)).toBeUndefined();
});

test("BIN-36 accepted orders weigh nothing and are counted for the account, cancels are not", async () => {
  const open = { symbol: "BTCUSDT" };
  const { used } = await ask("GET", "/api/v3/order", { ...open, orderId: 1 }, ana);
  const placed = await ask("POST", "/api/v3/order", RESTING_BID, ana);
  expect([placed.status, placed.used, placed.orders("10s"), placed.orders("1d")]).toEqual([200, used, 1, 1]);
  const wrong = await ask("POST", "/api/v3/order", { ...RESTING_BID, side: "HOLD" }, ana);
  expect([wrong.status, wrong.used]).toEqual([400, used + 1]);
  const oco = {
    ...open,
    side: "BUY",
    quantity: "0.001",
    aboveType: "STOP_LOSS",
    aboveStopPrice: "61000",
    belowType: "LIMIT_MAKER",
    belowPrice: "59000",
  };
  expect((await ask("POST", "/api/v3/orderList/oco", oco, ana)).orders("10s")).toBe(2);
  for (let at = 3; at <= ORDERS; at++)
    expect((await ask("POST", "/api/v3/order", RESTING_BID, ana)).orders("10s")).toBe(at);
  const tooMany = await ask("POST", "/api/v3/order", RESTING_BID, ana);
  expect(tooMany).toMatchObject({
    status: 429,
    body: { code: -1015, msg: "Too many new orders; current limit is 5 orders per 10 SECOND." },
  });
  expect((await ask("DELETE", "/api/v3/openOrders", open, ana)).status).toBe(200);
  const contract = { ...RESTING_BID, quantity: "0.01" };
  const future = await ask("POST", "/fapi/v1/order", contract, bo);
  expect([future.status, future.orders("10s"), future.orders("1m")]).toEqual([200, 1, 1]);
  for (let at = 2; at <= 7; at++) await ask("POST", "/fapi/v1/order", contract, bo);
  expect((await ask("POST", "/fapi/v1/order", contract, bo)).body).toEqual({
    code: -1015,
    msg: "Too many new orders; current limit is 7 orders per 1 MINUTE.",
  });
});

test("BIN-36 the limits are the same for all gateways; BIN-34 an easy reading tolerates names and letter case", async () => {
  const exchange = await GatewayUnderTest.start({ gateway: { api: { ...DEFAULT_API, reading: "easy" } } }, 2);
  const doors = (await exchange.followers).map(({ door }) => door);
  const caller = { address: "198.51.100.7", apiKeyId: undefined };
  const used = doors.map(({ api }) => api.count("spot", caller, 2_500, exchange.time.ms).used);
  expect(used).toEqual([2_500, 5_000]);
  expect(exchange.countRequest(caller.address, 1_001)).toMatchObject({ exceeded: { limit: 6_000 } });
  expect(doors[0]?.api.count("futures", caller, 1, exchange.time.ms).used).toBe(1);
  const eased = await exchange.app.inject({ url: "/api/v3/ticker/price?symbol=btcusdt&foo=1" });
  expect(eased.json()).toMatchObject({ symbol: "BTCUSDT" });
  await exchange.close();
});
