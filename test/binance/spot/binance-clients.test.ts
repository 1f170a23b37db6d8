import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ApiKey,
  askSigned,
  balancesOf,
  botOf,
  listenFor,
  makeApiKey,
} from "../../support/wire/binance-bot.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Further requests of popular clients that once failed. */
let exchange: GatewayUnderTest;
let url: string;
let ana: WireClient;
let key: ApiKey;

const BTC = { symbol: "BTCUSDT" } as const;
const LIMIT = { ...BTC, side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.001" } as const;

async function fetchPublic(path: string): Promise<unknown> {
  return (await fetch(`${url}/api/v3${path}`)).json();
}
const trade = (method: string, path: string, fields: Readonly<Record<string, string | number>>) =>
  askSigned(key, method, `${url}/api/v3${path}`, fields);
const orderIdOf = ({ body }: { readonly body: unknown }): number => (body as { orderId: number }).orderId;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { nowMs: Date.now } });
  url = await listenFor(exchange);
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  key = await makeApiKey(ana);
  const maker = await exchange.trader("maker@example.org", { BTC: "0.1" });
  const sold = { symbol: "BTCUSDT", side: "sell", type: "limit", quantity: "0.01" };
  accepted(await maker.call("doOrder", { ...sold, price: "60010" }));
  const bought = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "60010" };
  accepted(await ana.call("doOrder", { ...bought, quantity: "0.001" }));
  accepted(await maker.call("doOrder", { ...sold, price: "60050" }));
  accepted(await ana.call("doOrder", { ...bought, quantity: "0.009" }));
  accepted(await ana.call("doOrder", { ...bought, price: "60050", quantity: "0.002" }));
});
afterAll(() => exchange.close());

test("BIN-23 a chart asked for from before its beginning starts with its first bar", async () => {
  const all = (await fetchPublic("/klines?symbol=BTCUSDT&interval=1m")) as unknown[][];
  expect(all.length).toBeGreaterThan(0);
  for (const startTime of [0, 1_500_000_000_000])
    expect(await fetchPublic(`/klines?symbol=BTCUSDT&interval=1m&startTime=${startTime}&limit=1`)).toEqual([
      all[0],
    ]);
  const openTime = Number(all[0]?.[0]);
  const query = `/klines?symbol=BTCUSDT&interval=1m&startTime=0&endTime=`;
  expect(await fetchPublic(`${query}${openTime - 1}`)).toEqual([]);
  expect(await fetchPublic(`${query}${openTime}`)).toEqual([all[0]]);
  expect(
    await fetchPublic(`/klines?symbol=BTCUSDT&interval=1m&startTime=${Date.now() + 86_400_000}`),
  ).toEqual([]);
  expect(await fetchPublic("/uiKlines?symbol=BTCUSDT&interval=1m")).toEqual(all);
});

test("BIN-25 intervals without a chart are combined from finer bars", async () => {
  const [minute] = (await fetchPublic("/klines?symbol=BTCUSDT&interval=1m")) as [(string | number)[]];
  const open = minute[1];
  for (const [interval, lengthMs] of [
    ["3m", 180_000],
    ["2h", 7_200_000],
    ["12h", 43_200_000],
    ["3d", 259_200_000],
  ] as const) {
    const rows = (await fetchPublic(`/klines?symbol=BTCUSDT&interval=${interval}`)) as number[][];
    const [first] = rows as [number[]];
    const openMs = Math.floor(Number(minute[0]) / lengthMs) * lengthMs;
    expect([first[0], first[6], first[1]], interval).toEqual([openMs, openMs + lengthMs - 1, open]);
    const since = `/klines?symbol=BTCUSDT&interval=${interval}&startTime=`;
    // A start time equal to an opening includes it; one later does not.
    expect(await fetchPublic(`${since}${openMs}`)).toEqual(rows);
    expect(await fetchPublic(`${since}${openMs + 1}`)).toEqual(rows.slice(1));
    expect(await fetchPublic(`${since}0&limit=1`)).toEqual([first]);
  }
  const months = (await fetchPublic("/klines?symbol=BTCUSDT&interval=1M&startTime=0")) as number[][];
  const now = new Date(Number(minute[0]));
  expect(months.at(-1)?.[0]).toBe(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
});

test("BIN-23 trades by their numbers, and the average price of the last minutes", async () => {
  const trades = (await fetchPublic("/trades?symbol=BTCUSDT")) as {
    readonly id: number;
    readonly price: string;
  }[];
  expect(trades.map(({ price }) => price)).toEqual(["60010.00000000", "60010.00000000", "60050.00000000"]);
  expect(await fetchPublic("/historicalTrades?symbol=BTCUSDT&limit=1")).toEqual(trades.slice(-1));
  const fromId = trades[0]?.id;
  expect(await fetchPublic(`/historicalTrades?symbol=BTCUSDT&limit=2&fromId=${fromId}`)).toEqual(
    trades.slice(0, 2),
  );
  // (0.01 × 60,010 + 0.002 × 60,050) ÷ 0.012 = 60,016.67
  expect(await fetchPublic("/avgPrice?symbol=BTCUSDT")).toMatchObject({ mins: 5, price: "60016.60000000" });
});

test("BIN-23 an order waiting for its trigger reports -1 as its working time", async () => {
  const stop = { ...LIMIT, type: "STOP_LOSS_LIMIT", price: 61_000, stopPrice: 60_900 } as const;
  const placed = await trade("POST", "/order", { ...stop, newOrderRespType: "RESULT" });
  expect(placed).toMatchObject({ status: 200, body: { status: "NEW", type: "STOP_LOSS_LIMIT" } });
  expect(placed.body).not.toHaveProperty("workingTime");
  await trade("DELETE", "/order", { ...BTC, orderId: orderIdOf(placed) });
  const rests = await trade("POST", "/order", { ...LIMIT, price: 59_000 });
  expect(rests.body).toHaveProperty("workingTime", expect.any(Number));
  await trade("DELETE", "/order", { ...BTC, orderId: orderIdOf(rests) });
});

test("BIN-23 cross margin has no pairs, and operations closed to all keys are rejected permanently", async () => {
  const margin = await fetch(`${url}/sapi/v1/margin/allPairs`, { headers: { "x-mbx-apikey": key.apiKey } });
  expect([margin.status, await margin.json()]).toEqual([200, []]);
  const withdrawal = { coin: "USDT", address: `0x${"1".repeat(40)}`, amount: 10 };
  expect(await askSigned(key, "POST", `${url}/sapi/v1/capital/withdraw/apply`, withdrawal)).toEqual({
    status: 401,
    body: { code: -1002, msg: "You are not authorized to execute this request." },
  });
});

test("BIN-24 one order replaces another, and a failed part is reported", async () => {
  const bot = botOf(key, url);
  const usdt = async () => (await balancesOf(bot, "USDT"))[0];
  const replace = (fields: Readonly<Record<string, string | number>>, mode = "STOP_ON_FAILURE") =>
    trade("POST", "/order/cancelReplace", { ...LIMIT, price: 59_000, cancelReplaceMode: mode, ...fields });
  const free = await usdt();
  const first = orderIdOf(await trade("POST", "/order", { ...LIMIT, price: 59_000 }));
  const held = await usdt();
  // An invalid order cancels none.
  expect(await replace({ cancelOrderId: first, price: 59_000.05 })).toMatchObject({
    status: 400,
    body: { code: -1013 },
  });
  expect(await replace({})).toMatchObject({ status: 400, body: { code: -1102 } });
  expect(await replace({ cancelOrderId: first }, "MAYBE")).toMatchObject({ body: { code: -1100 } });
  expect(await replace({ cancelOrderId: first, cancelRestrictions: "FOO" })).toMatchObject({
    body: { code: -1145 },
  });
  expect(await replace({ cancelOrderId: first, cancelRestrictions: "ONLY_PARTIALLY_FILLED" })).toMatchObject({
    body: { code: -2022, data: { cancelResponse: { code: -2011 }, newOrderResult: "NOT_ATTEMPTED" } },
  });
  expect(await bot.getOpenOrders(BTC)).toMatchObject([{ orderId: first }]);
  const replaced = await replace({ cancelOrderId: first, price: 58_000, newClientOrderId: "second" });
  expect(replaced).toMatchObject({
    status: 200,
    body: {
      cancelResult: "SUCCESS",
      newOrderResult: "SUCCESS",
      cancelResponse: { orderId: first, status: "CANCELED" },
      newOrderResponse: { clientOrderId: "second", status: "NEW", price: "58000.00000000" },
    },
  });
  expect(await bot.getOpenOrders(BTC)).toMatchObject([{ clientOrderId: "second" }]);
  // The new order costs more than the balance: the old one stays, unless it may be canceled before.
  const dear = { cancelOrigClientOrderId: "second", quantity: "1" };
  expect(await replace(dear)).toMatchObject({
    status: 400,
    body: {
      code: -2022,
      msg: "Order cancel-replace failed.",
      data: { cancelResult: "FAILURE", newOrderResult: "FAILURE", newOrderResponse: { code: -2010 } },
    },
  });
  expect(await bot.getOpenOrders(BTC)).toMatchObject([{ clientOrderId: "second" }]);
  expect(await replace(dear, "ALLOW_FAILURE")).toMatchObject({
    status: 409,
    body: {
      code: -2021,
      msg: "Order cancel-replace partially failed.",
      data: { cancelResult: "SUCCESS", newOrderResult: "FAILURE", newOrderResponse: { code: -2010 } },
    },
  });
  expect(await bot.getOpenOrders(BTC)).toEqual([]);
  expect(await usdt()).toBe(free);
  const gone = { cancelResult: "FAILURE", cancelResponse: { code: -2011, msg: "Unknown order sent." } };
  expect(await replace({ cancelOrderId: first })).toMatchObject({
    status: 400,
    body: { code: -2022, data: { ...gone, newOrderResult: "NOT_ATTEMPTED", newOrderResponse: null } },
  });
  expect(await usdt()).toBe(free);
  expect(await replace({ cancelOrderId: first }, "ALLOW_FAILURE")).toMatchObject({
    status: 409,
    body: { code: -2021, data: { ...gone, newOrderResult: "SUCCESS" } },
  });
  expect(await usdt()).toBe(held);
  const reader = await makeApiKey(ana, ["read"]);
  const fields = { ...LIMIT, price: 1, cancelReplaceMode: "ALLOW_FAILURE", cancelOrderId: first };
  expect(await askSigned(reader, "POST", `${url}/api/v3/order/cancelReplace`, fields)).toMatchObject({
    status: 401,
    body: { code: -2015 },
  });
  expect(await bot.getOpenOrders(BTC)).toHaveLength(1);
});
