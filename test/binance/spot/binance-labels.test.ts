import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ApiKey, askSigned, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { limitOrder, type SpotProgram, startSpotProgram } from "../../support/wire/spot-program.ts";
import type { Json } from "../../support/wire/streams.ts";

/** Ana has a program whose orders have labels. The last price is 60,000. */
let program: SpotProgram;
let url: string;
let key: ApiKey;
let received: Json[];

beforeAll(async () => {
  program = await startSpotProgram({ BTC: "0.1", USDT: "5000" });
  ({ url, key, received } = program);
});
afterAll(() => program.close());

const STRATEGY = { strategyId: 7, strategyType: 1_000_001 } as const;
const ORDER = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  price: "50000",
  quantity: "0.001",
} as const;
const api = async (method: string, path: string, fields: Readonly<Record<string, string | number>> = {}) =>
  (await askSigned(key, method, `${url}/api/v3${path}`, fields)).body as Json;
const reports = (orderId: unknown) =>
  received.filter(({ e, i }) => e === "executionReport" && i === orderId).map(({ x, j, J }) => [x, j, J]);

test("BIN-90 the strategy of an order is in its replies, queries and events", async () => {
  const placed = await api("POST", "/order", { ...ORDER, ...STRATEGY });
  expect(placed).toMatchObject({ ...STRATEGY, status: "NEW" });
  const { orderId } = placed;
  expect(await api("GET", "/order", { symbol: "BTCUSDT", orderId: Number(orderId) })).toMatchObject(STRATEGY);
  expect(await api("GET", "/openOrders", { symbol: "BTCUSDT" })).toMatchObject([STRATEGY]);
  const plain = await api("POST", "/order", { ...ORDER, newOrderRespType: "RESULT" });
  expect(plain).not.toHaveProperty("strategyId");
  expect(plain).not.toHaveProperty("strategyType");
  expect(await api("DELETE", "/order", { symbol: "BTCUSDT", orderId: Number(orderId) })).toMatchObject({
    ...STRATEGY,
    status: "CANCELED",
  });
  const [NEW, CANCELED] = ["NEW", "CANCELED"].map((type) => [type, 7, 1_000_001]);
  await vi.waitFor(() => expect(reports(orderId)).toEqual([NEW, CANCELED]));
  expect(reports(plain.orderId)).toEqual([["NEW", undefined, undefined]]);
  const rows = (await api("GET", "/allOrders", { symbol: "BTCUSDT" })) as unknown as Json[];
  expect(rows.find((row) => row.orderId === orderId)).toMatchObject(STRATEGY);
  await api("DELETE", "/openOrders", { symbol: "BTCUSDT" });
});

test("BIN-90 a fill and a replacement have their own strategy, and a refused order labels nothing", async () => {
  await limitOrder(program.bo, "sell", "60000", "0.001");
  const filled = await api("POST", "/order", { ...ORDER, price: "60000", strategyId: 9 });
  expect(filled).toMatchObject({ status: "FILLED", strategyId: 9 });
  expect(filled).not.toHaveProperty("strategyType");
  await vi.waitFor(() =>
    expect(reports(filled.orderId)).toEqual([
      ["NEW", 9, undefined],
      ["TRADE", 9, undefined],
    ]),
  );
  const first = await api("POST", "/order", { ...ORDER, newClientOrderId: "first", strategyId: 1 });
  // A refused order labels nothing.
  const copy = { ...ORDER, newClientOrderId: "first", strategyId: 4 };
  expect(await api("POST", "/order", copy)).toMatchObject({ code: -2010 });
  expect(await api("GET", "/openOrders", { symbol: "BTCUSDT" })).toMatchObject([{ strategyId: 1 }]);
  const replaced = await api("POST", "/order/cancelReplace", {
    ...ORDER,
    cancelReplaceMode: "STOP_ON_FAILURE",
    cancelOrderId: Number(first.orderId),
    strategyId: 2,
  });
  expect(replaced).toMatchObject({
    cancelResponse: { strategyId: 1 },
    newOrderResponse: { strategyId: 2 },
  });
  await api("DELETE", "/openOrders", { symbol: "BTCUSDT" });
});

test("BIN-91 a strategy type below 1,000,000 is -1134, and a strategy that is no whole number is -1100", async () => {
  for (const path of ["/order", "/order/test"]) {
    expect(await api("POST", path, { ...ORDER, strategyType: 999_999 })).toEqual({
      code: -1134,
      msg: "strategyType was less than 1000000.",
    });
    for (const strategyId of ["1.5", "-1", "x", "9007199254740993"])
      expect(await api("POST", path, { ...ORDER, strategyId }), strategyId).toMatchObject({ code: -1100 });
  }
  expect(await api("POST", "/orderList/oco", { ...OCO, belowStrategyType: 1 })).toMatchObject({
    code: -1134,
  });
  expect(await api("GET", "/openOrders", { symbol: "BTCUSDT" })).toEqual([]);
});

const OCO = {
  symbol: "BTCUSDT",
  side: "SELL",
  quantity: "0.001",
  aboveType: "LIMIT_MAKER",
  abovePrice: "70000",
  belowType: "STOP_LOSS",
  belowStopPrice: "50000",
} as const;
const OTO = {
  symbol: "BTCUSDT",
  workingType: "LIMIT",
  workingSide: "BUY",
  workingPrice: "50000",
  workingQuantity: "0.001",
  workingTimeInForce: "GTC",
  pendingType: "LIMIT_MAKER",
  pendingSide: "SELL",
  pendingPrice: "70000",
  pendingQuantity: "0.001",
} as const;

test("BIN-92 a list whose orders have ids of their own is named and found by its id", async () => {
  const ids = { aboveClientOrderId: "up", belowClientOrderId: "down" };
  const strategies = { aboveStrategyId: 1, belowStrategyId: 2, belowStrategyType: 1_000_000 };
  const placed = await api("POST", "/orderList/oco", {
    ...OCO,
    ...ids,
    ...strategies,
    listClientOrderId: "mylist",
  });
  expect(placed).toMatchObject({
    listClientOrderId: "mylist",
    orderReports: [
      { clientOrderId: "down", strategyId: 2, strategyType: 1_000_000 },
      { clientOrderId: "up", strategyId: 1 },
    ],
  });
  const { orderListId } = placed;
  const shown = { orderListId, listClientOrderId: "mylist" };
  expect(await api("GET", "/orderList", { origClientOrderId: "mylist" })).toMatchObject(shown);
  expect(await api("GET", "/orderList", { orderListId: Number(orderListId) })).toMatchObject(shown);
  expect(await api("GET", "/openOrderList")).toMatchObject([shown]);
  expect(await api("GET", "/allOrderList")).toMatchObject([shown]);
  const canceled = await api("DELETE", "/orderList", { symbol: "BTCUSDT", listClientOrderId: "mylist" });
  expect(canceled).toMatchObject({ ...shown, orderReports: [{ strategyId: 2 }, { strategyId: 1 }] });
  await vi.waitFor(() =>
    expect(received.filter(({ e, g }) => e === "listStatus" && g === orderListId)).toMatchObject([
      { C: "mylist", l: "EXEC_STARTED" },
      { C: "mylist", l: "ALL_DONE" },
    ]),
  );
  expect(await api("GET", "/orderList", { origClientOrderId: "other" })).toMatchObject({ code: -2013 });
});

test("BIN-92 ids of lists and strategies are the same after a restart", async () => {
  const gateway = { nowMs: Date.now, rateLimitFactor: 100 };
  const exchange = await GatewayUnderTest.start({ gateway });
  const own = await makeApiKey(await exchange.trader("ana@example.org", { USDT: "5000" }));
  let at = await listenFor(exchange);
  const ask = async (method: string, path: string, fields: Readonly<Record<string, string | number>>) =>
    (await askSigned(own, method, `${at}/api/v3${path}`, fields)).body as Json;
  const ids = { workingClientOrderId: "first", pendingClientOrderId: "then" };
  const list = { ...OTO, ...ids, listClientOrderId: "kept", pendingStrategyId: 5 };
  const placed = await ask("POST", "/orderList/oto", list);
  const { orderId } = await ask("POST", "/order", { ...ORDER, ...STRATEGY });
  await exchange.restartBotStores(() => Promise.resolve());
  at = await listenFor(exchange);
  const one = { symbol: "BTCUSDT" };
  expect(await ask("GET", "/order", { ...one, orderId: Number(orderId) })).toMatchObject(STRATEGY);
  const shown = { orderListId: placed.orderListId, listClientOrderId: "kept" };
  expect(await ask("GET", "/orderList", { origClientOrderId: "kept" })).toMatchObject(shown);
  expect(await ask("GET", "/order", { ...one, origClientOrderId: "then" })).toMatchObject({ strategyId: 5 });
  expect(await ask("DELETE", "/orderList", { ...one, listClientOrderId: "kept" })).toMatchObject({
    ...shown,
    listStatusType: "ALL_DONE",
  });
  await exchange.close();
});
