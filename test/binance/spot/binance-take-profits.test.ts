import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ApiKey, askSigned, balancesOf, botOf } from "../../support/wire/binance-bot.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import { limitOrder, type SpotProgram, startSpotProgram } from "../../support/wire/spot-program.ts";
import type { Json } from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Take-profit orders of spot, as programs for Binance place them. */
let program: SpotProgram;
let url: string;
let ana: WireClient;
let bo: WireClient;
let key: ApiKey;
let received: Json[];

const RESULT = { newOrderRespType: "RESULT" };

const send = async (fields: Readonly<Record<string, string | number>>, path = "order") => {
  const { status, body } = await askSigned(key, "POST", `${url}/api/v3/${path}`, {
    symbol: "BTCUSDT",
    quantity: "0.01",
    ...fields,
  });
  return { status, body: body as Json };
};
const read = async (path: string, fields: Readonly<Record<string, string | number>> = {}) =>
  (await askSigned(key, "GET", `${url}/api/v3/${path}`, { symbol: "BTCUSDT", ...fields })).body;

beforeAll(async () => {
  program = await startSpotProgram({ BTC: "0.1", USDT: "5000" });
  ({ url, ana, bo, key, received } = program);
});
afterAll(() => program.close());

test("BIN-41 take-profits are listed, placed above the price for sells and below for buys, and execute when reached", async () => {
  const bot = botOf(key, url);
  const [symbol] = (await bot.getExchangeInfo({ symbol: "BTCUSDT" })).symbols;
  expect(symbol?.orderTypes).toEqual([
    "LIMIT",
    "LIMIT_MAKER",
    "MARKET",
    "STOP_LOSS",
    "STOP_LOSS_LIMIT",
    "TAKE_PROFIT",
    "TAKE_PROFIT_LIMIT",
  ]);
  const sell = await send({ side: "SELL", type: "TAKE_PROFIT", stopPrice: "60500", ...RESULT });
  expect(sell).toMatchObject({
    status: 200,
    body: {
      type: "TAKE_PROFIT",
      side: "SELL",
      stopPrice: "60500.00000000",
      status: "NEW",
      timeInForce: "GTC",
    },
  });
  expect(sell.body).not.toHaveProperty("workingTime");
  const orderId = Number(sell.body["orderId"]);
  const buy = await send({
    side: "BUY",
    type: "TAKE_PROFIT_LIMIT",
    stopPrice: "59000",
    price: "59100",
    timeInForce: "GTC",
    ...RESULT,
  });
  expect(buy.body).toMatchObject({
    type: "TAKE_PROFIT_LIMIT",
    price: "59100.00000000",
    stopPrice: "59000.00000000",
  });
  // The sell holds its coins, the buy its limit price.
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.09099900 + 0.01000000",
    "USDT 4349.00000000 + 591.00000000",
  ]);
  expect(await read("openOrders")).toMatchObject([
    { type: "TAKE_PROFIT", isWorking: false, stopPrice: "60500.00000000" },
    { type: "TAKE_PROFIT_LIMIT", isWorking: false },
  ]);
  // The wire has its own names.
  expect(accepted(await ana.call("record", { product: "spot", status: "untriggered" })).list).toMatchObject([
    { type: "take-profit-limit", triggerBy: "last" },
    { type: "take-profit-market" },
  ]);
  await limitOrder(bo, "buy", "60400", "0.02");
  await limitOrder(bo, "sell", "60500", "0.001");
  await limitOrder(ana, "buy", "60500", "0.001");
  await vi.waitFor(async () =>
    expect(await read("order", { orderId })).toMatchObject({
      type: "TAKE_PROFIT",
      status: "FILLED",
      executedQty: "0.01000000",
      cummulativeQuoteQty: "604.00000000",
    }),
  );
  const reports = () => received.filter(({ e, i }) => e === "executionReport" && i === orderId);
  await vi.waitFor(() => expect(reports().at(-1)).toMatchObject({ x: "TRADE", X: "FILLED" }));
  expect(reports()[0]).toMatchObject({ x: "NEW", o: "TAKE_PROFIT", P: "60500.00000000", f: "GTC", w: false });
  // 4,349 − 60.5 for 0.001 and + 604 less 0.1 %; fees of 0.1 % of the received coin.
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.09199800 + 0.00000000",
    "USDT 4891.89600000 + 591.00000000",
  ]);
  expect(await read("openOrders")).toHaveLength(1);
});

test("BIN-41 a reached trigger, missing and superfluous parameters are refused, and a test order checks the form", async () => {
  const refused = async (fields: Readonly<Record<string, string>>, path = "order") => {
    const { body } = await send(fields, path);
    return `${String(body["code"])} ${String(body["msg"])}`;
  };
  const sell = { side: "SELL", type: "TAKE_PROFIT" };
  expect(await refused({ ...sell, stopPrice: "59000" })).toBe("-2010 Order would trigger immediately.");
  const limited = { ...sell, type: "TAKE_PROFIT_LIMIT", price: "61000", timeInForce: "GTC" };
  expect(await refused({ ...limited, stopPrice: "59000" })).toBe("-2010 Order would trigger immediately.");
  expect(await refused({ side: "BUY", type: "TAKE_PROFIT", stopPrice: "62000" })).toBe(
    "-2010 Order would trigger immediately.",
  );
  expect(await refused({ ...sell })).toMatch(/^-1102 .*stopPrice/);
  expect(await refused({ ...sell, stopPrice: "62000", price: "61000" })).toMatch(/^-1106 .*price/);
  expect(await refused({ ...sell, stopPrice: "62000", timeInForce: "GTC" })).toMatch(/^-1106 .*timeInForce/);
  const { timeInForce: _, ...forceless } = limited;
  expect(await refused({ ...forceless, stopPrice: "62000" })).toMatch(/^-1102 .*timeInForce/);
  expect(await refused({ ...limited, stopPrice: "62000", price: "90000" })).toMatch(/PERCENT_PRICE_BY_SIDE/);
  expect((await send({ ...sell, stopPrice: "62000" }, "order/test")).body).toEqual({});
  expect(await refused(sell, "order/test")).toMatch(/^-1102 .*stopPrice/);
});

test("BIN-41 a take-profit replaces another order in one request", async () => {
  const { body } = await send({ side: "SELL", type: "TAKE_PROFIT", stopPrice: "62000" });
  const replaced = await send(
    {
      side: "SELL",
      type: "TAKE_PROFIT_LIMIT",
      stopPrice: "63000",
      price: "62900",
      timeInForce: "IOC",
      cancelReplaceMode: "STOP_ON_FAILURE",
      cancelOrderId: Number(body["orderId"]),
      ...RESULT,
    },
    "order/cancelReplace",
  );
  expect(replaced.body).toMatchObject({
    cancelResult: "SUCCESS",
    newOrderResult: "SUCCESS",
    cancelResponse: { type: "TAKE_PROFIT", status: "CANCELED" },
    newOrderResponse: { type: "TAKE_PROFIT_LIMIT", status: "NEW", timeInForce: "IOC" },
  });
});
