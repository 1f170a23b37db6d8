import type { USDMClient } from "binance";
import { USDMClient as Client } from "binance";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiKey, askSigned, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { BTC_CONTRACT, ContractWorld } from "../../support/wire/contract-world.ts";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

/** What Binance's futures refuse, and what becomes of reduce-only orders. */
let world: ContractWorld;
let url: string;
let key: ApiKey;
let other: USDMClient;

const BTC = { symbol: "BTCUSDT" } as const;
type Fields = Readonly<Record<string, string | number>>;

beforeAll(async () => {
  world = await ContractWorld.start({ nowMs: Date.now });
  url = await listenFor(world.exchange);
  key = await makeApiKey(await world.trader("ana@example.org", "9000"));
  const { apiKey, secret } = await makeApiKey(await world.trader("maker@example.org", "9000"));
  other = new Client({ api_key: apiKey, api_secret: secret, baseUrl: url, disableTimeSync: true });
  await world.observe(60_000);
});
afterAll(async () => {
  await world.exchange.close();
});

const ask = async (method: string, path: string, fields: Fields) =>
  (await askSigned(key, method, `${url}/fapi/v1${path}`, { ...BTC, ...fields })).body;
const rest = (side: "BUY" | "SELL", price: number) =>
  other.submitNewOrder({ ...BTC, side, type: "LIMIT", timeInForce: "GTC", price, quantity: 0.1 });

test("FAPI-80 a quantity of zero is -4003 wherever an order is placed", async () => {
  const market = { side: "BUY", type: "MARKET" };
  const stop = { side: "BUY", type: "STOP_MARKET", algoType: "CONDITIONAL", triggerPrice: "61000" };
  const zero = { code: -4003, msg: "Quantity less than or equal to zero." };
  for (const quantity of ["0", "0.000", "00"]) {
    expect(await ask("POST", "/order", { ...market, quantity }), quantity).toEqual(zero);
    expect(await ask("POST", "/order/test", { ...market, quantity }), quantity).toEqual(zero);
    expect(await ask("POST", "/algoOrder", { ...stop, quantity }), quantity).toEqual(zero);
    const batchOrders = JSON.stringify([{ ...BTC, ...market, quantity }]);
    const { body } = await askSigned(key, "POST", `${url}/fapi/v1/batchOrders`, { batchOrders });
    expect(body, quantity).toEqual([zero]);
  }
  expect(await ask("POST", "/order", { ...market, quantity: "0.0001" })).toMatchObject({ code: -1111 });
});

test("FAPI-80 a depth takes Binance's limits only, and a window of records seven days", async () => {
  const depth = async (limit: string) =>
    await (await fetch(`${url}/fapi/v1/depth?symbol=BTCUSDT&limit=${limit}`)).json();
  for (const limit of ["5", "10", "20", "50", "100", "500", "1000"])
    expect(await depth(limit), limit).toHaveProperty("bids");
  for (const limit of ["0", "1", "7", "1001", "5000"])
    expect(await depth(limit)).toEqual({ code: -4021, msg: `${limit} is not valid depth limit.` });
  const startTime = Date.now() - 8 * 86_400_000;
  const endTime = startTime + 7 * 86_400_000;
  for (const path of ["/allOrders", "/userTrades"]) {
    expect(await ask("GET", path, { startTime, endTime }), path).toEqual([]);
    expect(await ask("GET", path, { startTime, endTime: endTime + 1 }), path).toMatchObject({ code: -1127 });
  }
  expect(await ask("GET", "/userTrades", { startTime, fromId: 1 })).toMatchObject({ code: -1128 });
  expect(await ask("GET", "/userTrades", { startTime, orderId: 1 })).toEqual([]);
});

test("FAPI-81 the rest of a reduce-only order that has closed its position is EXPIRED, and so are the others", async () => {
  await rest("SELL", 60_000);
  await ask("POST", "/order", { side: "BUY", type: "MARKET", quantity: "0.1" });
  const reducing = { side: "SELL", reduceOnly: "true" };
  const limit = { ...reducing, type: "LIMIT", timeInForce: "GTC", price: "61000", quantity: "0.1" };
  const { orderId } = (await ask("POST", "/order", limit)) as { orderId: number };
  await rest("BUY", 60_000);
  const closing = { ...reducing, type: "MARKET", quantity: "0.3", newOrderRespType: "RESULT" };
  expect(await ask("POST", "/order", closing)).toMatchObject({ status: "EXPIRED", executedQty: "0.100" });
  expect(await ask("GET", "/order", { orderId })).toMatchObject({ status: "EXPIRED", executedQty: "0.000" });
  expect(await ask("GET", "/openOrders", {})).toEqual([]);
});

test("FAPI-51 resting reduce-only orders and a new one are not more than the position", async () => {
  await rest("SELL", 60_000);
  await ask("POST", "/order", { side: "BUY", type: "MARKET", quantity: "0.1" });
  const limit = (price: string, quantity: string) => ({
    side: "SELL",
    reduceOnly: "true",
    type: "LIMIT",
    timeInForce: "GTC",
    price,
    quantity,
  });
  const refused = { code: -2022, msg: "ReduceOnly Order is rejected." };
  expect(await ask("POST", "/order", limit("61000", "0.06"))).toMatchObject({ status: "NEW" });
  expect(await ask("POST", "/order", limit("61100", "0.05"))).toEqual(refused);
  // Of three at once, two fit.
  const many = await Promise.all(
    ["61200", "61300", "61400"].map((price) => ask("POST", "/order", limit(price, "0.02"))),
  );
  expect(many.filter((each) => (each as { code?: number }).code === -2022)).toEqual([refused]);
  expect(await ask("GET", "/openOrders", {})).toHaveLength(3);
  await ask("DELETE", "/allOpenOrders", {});
  const batchOrders = JSON.stringify(
    ["0.06", "0.05", "0.04"].map((quantity) => ({ ...BTC, ...limit("61000", quantity) })),
  );
  const { body } = await askSigned(key, "POST", `${url}/fapi/v1/batchOrders`, { batchOrders });
  expect(body).toMatchObject([{ status: "NEW" }, refused, { status: "NEW" }]);
  await ask("DELETE", "/allOpenOrders", {});
});

test("FAPI-52 the value of a market order is checked by order/test as by the exchange", async () => {
  const gateway = { nowMs: Date.now, rateLimitFactor: 100 };
  const contracts = [{ ...BTC_CONTRACT, minNotional: "100" }];
  const exchange = await GatewayUnderTest.start({ gateway, contracts });
  await exchange.observeBitcoin(1_000, 60_000);
  const own = await makeApiKey(await exchange.trader("ana@example.org", { USDT: "9000" }));
  const at = await listenFor(exchange);
  const order = { ...BTC, side: "BUY", type: "MARKET" };
  const answer = async (path: string, fields: Fields) =>
    (await askSigned(own, "POST", `${at}/fapi/v1${path}`, { ...order, ...fields })).body;
  for (const path of ["/order", "/order/test"])
    expect(await answer(path, { quantity: "0.001" }), path).toMatchObject({ code: -4164 });
  const accepted = { status: "NEW", orderId: 0 };
  expect(await answer("/order/test", { quantity: "0.001", reduceOnly: "true" })).toMatchObject(accepted);
  expect(await answer("/order/test", { quantity: "0.002" })).toMatchObject(accepted);
  await exchange.close();
});
