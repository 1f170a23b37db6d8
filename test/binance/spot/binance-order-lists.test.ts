import { NEWEST_RULES } from "@candor/domain/rules";
import type { MainClient } from "binance";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  type ApiKey,
  askSigned,
  balancesOf,
  botOf,
  makeApiKey,
  refusal,
} from "../../support/wire/binance-bot.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import { limitOrder, type SpotProgram, startSpotProgram } from "../../support/wire/spot-program.ts";
import type { Json } from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Ana has bitcoin, dollars and a bot; Bo's orders match hers. The last price is 60,000. */
let program: SpotProgram;
let url: string;
let ana: WireClient;
let bo: WireClient;
let key: ApiKey;
let bot: MainClient;
let received: Json[];

const lists = () => received.filter(({ e }) => e === "listStatus").map(({ g, l, L }) => [g, l, L]);

beforeAll(async () => {
  program = await startSpotProgram({ BTC: "0.1", USDT: "5000" });
  ({ url, ana, bo, key, received, bot } = program);
  await program.exchange.engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
});
afterAll(() => program.close());

test("BIN-13 a list of a limit order and a stop: placed, listed, and canceled together", async () => {
  // Her purchase less 0.1 %.
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.10099900 + 0.00000000",
    "USDT 4940.00000000 + 0.00000000",
  ]);
  const placed = await bot.submitNewOrderList({
    symbol: "BTCUSDT",
    side: "SELL",
    quantity: 0.01,
    aboveType: "LIMIT_MAKER",
    abovePrice: 62_000,
    belowType: "STOP_LOSS_LIMIT",
    belowStopPrice: 58_000,
    belowPrice: 57_900,
    belowTimeInForce: "GTC",
    newOrderRespType: "RESULT",
  });
  expect(placed).toMatchObject({
    contingencyType: "OCO",
    listStatusType: "EXEC_STARTED",
    listOrderStatus: "EXECUTING",
    symbol: "BTCUSDT",
    orderReports: [
      { type: "STOP_LOSS_LIMIT", price: "57900.00000000", stopPrice: "58000.00000000", status: "NEW" },
      { type: "LIMIT_MAKER", side: "SELL", price: "62000.00000000", status: "NEW", origQty: "0.01000000" },
    ],
  });
  const { orderListId, orders } = placed;
  expect(orders.map(({ orderId }) => orderId)).toEqual([orderListId + 1, orderListId]);
  // One freeze covers both legs.
  expect(await balancesOf(bot, "BTC")).toEqual(["BTC 0.09099900 + 0.01000000"]);
  expect(await bot.getOpenOrders({ symbol: "BTCUSDT" })).toMatchObject([
    { orderListId, type: "LIMIT_MAKER", clientOrderId: orders[1]?.clientOrderId },
    { orderListId, type: "STOP_LOSS_LIMIT", clientOrderId: orders[0]?.clientOrderId, isWorking: false },
  ]);
  expect(await bot.getAllOpenOCO()).toMatchObject([{ orderListId, listOrderStatus: "EXECUTING", orders }]);
  expect(await bot.getOCO({ orderListId })).toMatchObject({ orderListId, orders });
  const canceled = await bot.cancelOCO({ symbol: "BTCUSDT", orderListId });
  expect(canceled).toMatchObject({
    orderListId,
    listStatusType: "ALL_DONE",
    listOrderStatus: "ALL_DONE",
    orderReports: [{ status: "CANCELED" }, { status: "CANCELED" }],
  });
  expect(await balancesOf(bot, "BTC")).toEqual(["BTC 0.10099900 + 0.00000000"]);
  expect(await bot.getAllOpenOCO()).toEqual([]);
  expect(await bot.getOCO({ orderListId })).toMatchObject({ orderListId, listOrderStatus: "ALL_DONE" });
  expect(await refusal(bot.cancelOCO({ symbol: "BTCUSDT", orderListId }))).toBe("-2011 Unknown order sent.");
  await vi.waitFor(() =>
    expect(lists()).toEqual([
      [orderListId, "EXEC_STARTED", "EXECUTING"],
      [orderListId, "ALL_DONE", "ALL_DONE"],
    ]),
  );
  // The app lists it as its own OCO orders and receives the same messages.
  const { list } = accepted(await ana.call("record", { view: "history" }));
  expect(list.filter((row) => "groupId" in row && row.groupId === String(orderListId))).toHaveLength(2);
});

test("BIN-13 the limit leg is bought, the stop is gone, and the money is where it belongs", async () => {
  received.length = 0;
  const placed = await askSigned(key, "POST", `${url}/api/v3/order/oco`, {
    symbol: "BTCUSDT",
    side: "SELL",
    quantity: "0.02000000",
    price: "61000.00000000",
    stopPrice: "59000.00000000",
    listClientOrderId: "grid-7",
    newOrderRespType: "FULL",
  });
  expect(placed).toMatchObject({
    status: 200,
    body: {
      listClientOrderId: "grid-7",
      orders: [{ clientOrderId: "grid-7:s" }, { clientOrderId: "grid-7:l" }],
      orderReports: [
        { type: "STOP_LOSS", stopPrice: "59000.00000000" },
        { type: "LIMIT_MAKER", fills: [] },
      ],
    },
  });
  const { orderListId } = placed.body as { orderListId: number };
  // First half of it: this already ends the stop, and the list continues with the rest.
  await limitOrder(bo, "buy", "61000", "0.01");
  expect(await bot.getOpenOrders({ symbol: "BTCUSDT" })).toMatchObject([
    { orderId: orderListId, status: "PARTIALLY_FILLED", executedQty: "0.01000000" },
  ]);
  expect(await bot.getAllOpenOCO()).toMatchObject([{ orderListId, listClientOrderId: "grid-7" }]);
  await limitOrder(bo, "buy", "61000", "0.01");
  // 0.02 × 61,000 = 1,220, less 0.1 %.
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.08099900 + 0.00000000",
    "USDT 6158.78000000 + 0.00000000",
  ]);
  expect(await balancesOf(botOf(await makeApiKey(bo), url), "BTC", "USDT")).toEqual([
    "BTC 0.11898000 + 0.00000000",
    "USDT 7839.94000000 + 0.00000000",
  ]);
  const byName = await askSigned(key, "GET", `${url}/api/v3/orderList`, { origClientOrderId: "grid-7" });
  expect(byName.body).toMatchObject({
    orderListId,
    listOrderStatus: "ALL_DONE",
    listClientOrderId: "grid-7",
  });
  await vi.waitFor(() =>
    expect(lists()).toEqual([
      [orderListId, "EXEC_STARTED", "EXECUTING"],
      [orderListId, "ALL_DONE", "ALL_DONE"],
    ]),
  );
  const over = received.filter(({ e }) => e === "listStatus").at(-1);
  expect(over).toMatchObject({
    s: "BTCUSDT",
    c: "OCO",
    r: "NONE",
    C: "grid-7",
    O: [
      { s: "BTCUSDT", i: orderListId + 1, c: "grid-7:s" },
      { s: "BTCUSDT", i: orderListId, c: "grid-7:l" },
    ],
  });
  const all = await bot.getAllOCO({});
  expect(all.map((list) => list.orderListId).at(-1)).toBe(orderListId);
  expect(await bot.getAllOCO({ fromId: orderListId })).toHaveLength(1);
});

test("BIN-13 lists are rejected with Binance's codes, and nothing has moved", async () => {
  const before = await balancesOf(bot, "BTC", "USDT");
  const oco = {
    symbol: "BTCUSDT",
    side: "SELL",
    quantity: 0.01,
    price: 63_000,
    stopPrice: 58_000,
    stopLimitPrice: 57_900,
    stopLimitTimeInForce: "GTC",
  } as const;
  const tried = (fields: object) => refusal(bot.submitNewOCO({ ...oco, ...fields }));
  expect(await tried({ price: 57_000 })).toBe(
    "-2010 The relationship of the prices for the orders is not correct.",
  );
  expect(await tried({ price: 60_000 })).toBe("accepted");
  expect(await refusal(bot.cancelAllSymbolOrders({ symbol: "BTCUSDT" }))).toBe("accepted");
  await limitOrder(bo, "buy", "60000", "0.001");
  expect(await tried({ price: 60_000 })).toBe("-2010 Order would immediately match and take.");
  expect(await tried({ quantity: 1 })).toBe("-2010 Account has insufficient balance for requested action.");
  expect(await tried({ quantity: 0.000_001 })).toBe("-1013 Filter failure: LOT_SIZE");
  expect(await tried({ quantity: 0.000_02 })).toBe("-1013 Filter failure: NOTIONAL");
  expect(await tried({ stopLimitTimeInForce: "IOC" })).toMatch(/^-1020 /);
  expect(await tried({ limitIcebergQty: 1 })).toBe("-2010 IcebergQty exceeds QTY.");
  expect(await tried({ trailingDelta: 9 })).toBe("-1013 Filter failure: TRAILING_DELTA");
  const { stopPrice: _stop, ...withoutTrigger } = oco;
  expect(await refusal(bot.submitNewOCO(withoutTrigger as never))).toMatch(
    /^-1102 Param 'stopPrice' or 'trailingDelta'/,
  );
  const list = {
    symbol: "BTCUSDT",
    side: "BUY",
    quantity: 0.01,
    aboveType: "STOP_LOSS",
    aboveStopPrice: 63_000,
    belowType: "LIMIT_MAKER",
    belowPrice: 58_000,
  } as const;
  const triedList = (fields: object) => refusal(bot.submitNewOrderList({ ...list, ...fields }));
  expect(await triedList({ belowType: "TAKE_PROFIT" })).toMatch(/^-1102 .*belowStopPrice/);
  expect(await triedList({ belowType: "TAKE_LOSS" })).toBe("-1116 Invalid orderType.");
  expect(await triedList({ belowType: "MARKET" })).toBe("-1158 Order type not supported in OCO.");
  const { aboveStopPrice: _, ...withoutStop } = list;
  const limits = { ...withoutStop, aboveType: "LIMIT_MAKER", abovePrice: 62_000 } as const;
  expect(await refusal(bot.submitNewOrderList(limits))).toBe(
    "-1168 At least one OCO order must be contingent.",
  );
  for (const [side, above, below, error] of [
    ["BUY", "LIMIT_MAKER", "TAKE_PROFIT", "-1165 A limit order in a buy OCO must be below."],
    ["SELL", "TAKE_PROFIT", "LIMIT_MAKER", "-1166 A limit order in a sell OCO must be above."],
    ["BUY", "STOP_LOSS", "STOP_LOSS", "-1196 A stop loss order in a buy OCO must be above."],
    ["SELL", "STOP_LOSS", "STOP_LOSS", "-1197 A stop loss order in a sell OCO must be below."],
    ["BUY", "TAKE_PROFIT", "TAKE_PROFIT", "-1198 A take profit order in a buy OCO must be below."],
    ["SELL", "TAKE_PROFIT", "TAKE_PROFIT", "-1199 A take profit order in a sell OCO must be above."],
  ] as const) {
    const leg = (name: "above" | "below", type: string, price: number) => ({
      [`${name}Type`]: type,
      [`${name}${type === "LIMIT_MAKER" ? "" : "Stop"}Price`]: price,
    });
    const sent = {
      symbol: "BTCUSDT",
      side,
      quantity: 0.01,
      ...leg("above", above, 62_000),
      ...leg("below", below, 58_000),
    };
    expect(await refusal(bot.submitNewOrderList(sent as never)), error).toBe(error);
  }
  expect(await triedList({ aboveTimeInForce: "GTC" })).toMatch(/^-1106 /);
  expect(await triedList({ aboveType: "STOP_LOSS_LIMIT" })).toMatch(/^-1102 /);
  expect(await triedList({ aboveClientOrderId: "same", belowClientOrderId: "same" })).toBe(
    "-2010 Duplicate order sent.",
  );
  expect(await triedList({ listClientOrderId: "grid-7" })).toBe("-2010 Duplicate order sent.");
  expect(await refusal(bot.getOCO({ orderListId: 999_999 }))).toBe("-2013 Order does not exist.");
  expect(await refusal(bot.cancelOCO({ symbol: "BTCUSDT", listClientOrderId: "grid-7" }))).toBe(
    "-2011 Unknown order sent.",
  );
  const stranger = botOf(await makeApiKey(bo), url);
  const own = await bot.getAllOCO({});
  expect(await refusal(stranger.getOCO({ orderListId: own[0]?.orderListId ?? 0 }))).toBe(
    "-2013 Order does not exist.",
  );
  expect(await stranger.getAllOCO({})).toEqual([]);
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual(before);
});

test("BIN-13 a take-profit and a stop loss in one list share a hold, and the one that triggers cancels the other", async () => {
  const before = await balancesOf(bot, "BTC", "USDT");
  const placed = await bot.submitNewOrderList({
    symbol: "BTCUSDT",
    side: "SELL",
    quantity: 0.01,
    aboveType: "TAKE_PROFIT_LIMIT",
    aboveStopPrice: 63_000,
    abovePrice: 62_900,
    aboveTimeInForce: "IOC",
    belowType: "STOP_LOSS",
    belowStopPrice: 57_000,
    newOrderRespType: "RESULT",
  } as never);
  const [below, above] = placed.orders;
  expect(placed).toMatchObject({
    contingencyType: "OCO",
    listOrderStatus: "EXECUTING",
    orderReports: [
      { type: "STOP_LOSS", stopPrice: "57000.00000000" },
      { type: "TAKE_PROFIT_LIMIT", stopPrice: "63000.00000000", price: "62900.00000000", timeInForce: "IOC" },
    ],
  });
  expect((await bot.getOpenOrders({ symbol: "BTCUSDT" })).map(({ orderId }) => orderId)).toEqual([
    above?.orderId,
    below?.orderId,
  ]);
  const wrong = { symbol: "BTCUSDT", side: "SELL", quantity: 0.01, aboveType: "TAKE_PROFIT" };
  expect(
    await refusal(
      bot.submitNewOrderList({
        ...wrong,
        aboveStopPrice: 50_000,
        belowType: "STOP_LOSS",
        belowStopPrice: 57_000,
      } as never),
    ),
  ).toBe("-2010 The relationship of the prices for the orders is not correct.");
  const canceled = await bot.cancelOCO({ symbol: "BTCUSDT", orderListId: placed.orderListId });
  expect(canceled).toMatchObject({ orderReports: [{ status: "CANCELED" }, { status: "CANCELED" }] });
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual(before);
});

test("BIN-98 the contingent leg of a list may trail, and ends the limit leg when the price has turned", async () => {
  received.length = 0;
  const before = await balancesOf(bot, "BTC", "USDT");
  const send = (path: string, fields: object) =>
    askSigned(key, "POST", `${url}/api/v3${path}`, {
      symbol: "BTCUSDT",
      side: "SELL",
      quantity: "0.001",
      newOrderRespType: "RESULT",
      ...fields,
    });
  const old = { price: "63000.00000000", stopLimitPrice: "57900.00000000", stopLimitTimeInForce: "GTC" };
  const above = { aboveType: "LIMIT_MAKER", abovePrice: "63000.00000000" };
  const legs = [
    [{ type: "STOP_LOSS", trailingDelta: 300 }],
    [{ type: "STOP_LOSS", trailingDelta: 300, stopPrice: "58000.00000000" }],
    [{ type: "STOP_LOSS_LIMIT", trailingDelta: 300, price: "58000.00000000", timeInForce: "IOC" }],
  ] as const;
  for (const [leg] of legs) {
    const fields = Object.fromEntries(
      Object.entries(leg).map(([name, value]) => [`below${name[0]?.toUpperCase()}${name.slice(1)}`, value]),
    );
    const { body } = await send("/orderList/oco", { ...above, ...fields });
    expect(body).toMatchObject({ orderReports: [{ ...leg, status: "NEW" }, { type: "LIMIT_MAKER" }] });
    const { orderListId } = body as { orderListId: number };
    expect((await bot.getOpenOrders({ symbol: "BTCUSDT" })).at(-1)).toMatchObject({ orderListId, ...leg });
    await bot.cancelOCO({ symbol: "BTCUSDT", orderListId });
  }
  const inOld = await send("/order/oco", { ...old, trailingDelta: 100 });
  expect(inOld.body).toMatchObject({
    orderReports: [{ type: "STOP_LOSS_LIMIT", trailingDelta: 100, status: "NEW" }, { type: "LIMIT_MAKER" }],
  });
  await bot.cancelAllSymbolOrders({ symbol: "BTCUSDT" });
  const refused = async (fields: object) =>
    JSON.stringify((await send("/orderList/oco", { ...above, belowType: "STOP_LOSS", ...fields })).body);
  expect(await refused({})).toContain("Param 'belowStopPrice' or 'belowTrailingDelta' must be sent");
  expect(await refused({ belowTrailingDelta: 9 })).toContain("Filter failure: TRAILING_DELTA");
  expect(await refused({ belowTrailingDelta: 100, aboveTrailingDelta: 100 })).toContain(
    "Parameter 'aboveTrailingDelta' sent when not required.",
  );
  expect(await refused({ belowTrailingDelta: 100, belowStopPrice: "62000" })).toContain("-2010");
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual(before);
  const reports = received.filter(({ e, o }) => e === "executionReport" && o !== "LIMIT_MAKER");
  expect(reports.filter(({ x }) => x === "NEW").map(({ o, d, P }) => [o, d, P])).toEqual([
    ["STOP_LOSS", 300, "0.00000000"],
    ["STOP_LOSS", 300, "58000.00000000"],
    ["STOP_LOSS_LIMIT", 300, "0.00000000"],
    ["STOP_LOSS_LIMIT", 100, "0.00000000"],
  ]);
});

test("BIN-13 all open orders of a market are canceled with their lists", async () => {
  await bot.submitNewOCO({
    symbol: "BTCUSDT",
    side: "BUY",
    quantity: 0.01,
    price: 58_000,
    stopPrice: 62_000,
  });
  await bot.submitNewOrder({
    symbol: "BTCUSDT",
    side: "SELL",
    type: "LIMIT_MAKER",
    price: 65_000,
    quantity: 0.01,
  });
  const canceled = (await bot.cancelAllSymbolOrders({ symbol: "BTCUSDT" })) as unknown as Json[];
  expect(canceled).toMatchObject([
    { status: "CANCELED", type: "LIMIT_MAKER", orderListId: -1 },
    { contingencyType: "OCO", orderReports: [{ status: "CANCELED" }, { status: "CANCELED" }] },
  ]);
  expect(await bot.getOpenOrders()).toEqual([]);
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.08099900 + 0.00000000",
    "USDT 6158.78000000 + 0.00000000",
  ]);
});

test("BIN-14 a trailing stop follows the price and sells at market when the price retraces", async () => {
  received.length = 0;
  const order = { symbol: "BTCUSDT", side: "SELL", quantity: "0.01" };
  const send = (fields: object) =>
    askSigned(key, "POST", `${url}/api/v3/order`, { ...order, newOrderRespType: "RESULT", ...fields });
  const placed = await send({ type: "STOP_LOSS", trailingDelta: 100 });
  expect(placed).toMatchObject({
    status: 200,
    body: { type: "STOP_LOSS", trailingDelta: 100, timeInForce: "GTC", status: "NEW" },
  });
  const waiting = await send({ type: "TAKE_PROFIT", trailingDelta: 200, stopPrice: "70000" });
  expect(waiting.body).toMatchObject({
    type: "TAKE_PROFIT",
    trailingDelta: 200,
    stopPrice: "70000.00000000",
  });
  for (const [fields, refused] of [
    [{ type: "STOP_LOSS", trailingDelta: 9 }, "Filter failure: TRAILING_DELTA"],
    [{ type: "STOP_LOSS", trailingDelta: 2_001 }, "Filter failure: TRAILING_DELTA"],
    [{ type: "LIMIT", timeInForce: "GTC", price: "65000", trailingDelta: 100 }, "trailingDelta"],
    [{ type: "STOP_LOSS", trailingDelta: 100, stopPrice: "70000" }, "Order would trigger immediately."],
  ] as const)
    expect(JSON.stringify((await send(fields)).body)).toContain(refused);
  // The other documented combinations; each is shown with its type, and canceled again.
  for (const fields of [
    { type: "STOP_LOSS", trailingDelta: 100, stopPrice: "59000.00000000" },
    { type: "TAKE_PROFIT", trailingDelta: 100 },
    { type: "STOP_LOSS_LIMIT", timeInForce: "GTC", price: "58000.00000000", trailingDelta: 100 },
    {
      type: "STOP_LOSS_LIMIT",
      timeInForce: "IOC",
      price: "58000.00000000",
      trailingDelta: 100,
      stopPrice: "59000.00000000",
    },
    { type: "TAKE_PROFIT_LIMIT", timeInForce: "GTC", price: "61000.00000000", trailingDelta: 150 },
    {
      type: "TAKE_PROFIT_LIMIT",
      timeInForce: "FOK",
      price: "61000.00000000",
      trailingDelta: 2_000,
      stopPrice: "62000.00000000",
    },
  ]) {
    const { status, body } = await send({ ...fields, quantity: "0.001" });
    expect([status, body]).toMatchObject([200, { ...fields, status: "NEW" }]);
    const { orderId } = body as { orderId: number };
    const named = { symbol: "BTCUSDT", orderId };
    expect(await bot.getOrder(named)).toMatchObject(fields);
    await bot.cancelOrder(named);
  }
  // Up to 61,000 and back by 1 % to 60,390; then Bo's order at 60,100 is the best.
  await limitOrder(bo, "sell", "61000", "0.001");
  await limitOrder(ana, "buy", "61000", "0.001");
  await limitOrder(bo, "buy", "60390", "0.001");
  await limitOrder(bo, "buy", "60100", "0.02");
  await limitOrder(ana, "sell", "60390", "0.001");
  const { orderId } = placed.body as { orderId: number };
  await vi.waitFor(async () =>
    expect(await bot.getOrder({ symbol: "BTCUSDT", orderId })).toMatchObject({
      status: "FILLED",
      executedQty: "0.01000000",
      cummulativeQuoteQty: "601.00000000",
    }),
  );
  // She bought 0.001 at 61,000 and sold 0.001 at 60,390 and 0.01 at 60,100, each less 0.1 % of the proceeds; 0.01 is
  // still open.
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.06099800 + 0.01000000",
    "USDT 6758.50861000 + 0.00000000",
  ]);
  const reports = received.filter(({ e, i }) => e === "executionReport" && i === orderId);
  expect(reports.at(0)).toMatchObject({ x: "NEW", o: "STOP_LOSS", f: "GTC", d: 100 });
  expect(reports.at(-1)).toMatchObject({ x: "TRADE", X: "FILLED", L: "60100.00000000" });
  await bot.cancelAllSymbolOrders({ symbol: "BTCUSDT" });
});
