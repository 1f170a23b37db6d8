import { NEWEST_RULES } from "@candor/domain/rules";
import type { MainClient } from "binance";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ApiKey, askSigned, balancesOf } from "../../support/wire/binance-bot.ts";
import { limitOrder, type SpotProgram, startSpotProgram } from "../../support/wire/spot-program.ts";
import type { Json } from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Ana has dollars and a bot; Bo's orders match hers. The last price is 60,000. */
let program: SpotProgram;
let url: string;
let bo: WireClient;
let key: ApiKey;
let bot: MainClient;
let received: Json[];

const api = (method: string, path: string, fields: Readonly<Record<string, string | number>> = {}) =>
  askSigned(key, method, `${url}/api/v3${path}`, fields);
const lists = () => received.filter(({ e }) => e === "listStatus").map(({ g, c, l, L }) => [g, c, l, L]);
const reports = () => received.filter(({ e }) => e === "executionReport").map(({ i, x, X }) => [i, x, X]);

const OTO = {
  symbol: "BTCUSDT",
  workingType: "LIMIT",
  workingSide: "BUY",
  workingPrice: "59500",
  workingQuantity: "0.02",
  workingTimeInForce: "GTC",
  pendingType: "STOP_LOSS",
  pendingSide: "SELL",
  pendingQuantity: "0.019",
  pendingStopPrice: "58000",
};
const OTOCO = {
  symbol: "BTCUSDT",
  workingType: "LIMIT_MAKER",
  workingSide: "BUY",
  workingPrice: "59500",
  workingQuantity: "0.02",
  pendingSide: "SELL",
  pendingQuantity: "0.019",
  pendingAboveType: "LIMIT_MAKER",
  pendingAbovePrice: "61000",
  pendingBelowType: "STOP_LOSS_LIMIT",
  pendingBelowStopPrice: "58000",
  pendingBelowPrice: "57900",
  pendingBelowTimeInForce: "GTC",
};

beforeAll(async () => {
  program = await startSpotProgram({ USDT: "5000" });
  ({ url, bo, key, received, bot } = program);
  await program.exchange.engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
});
afterAll(() => program.close());

test("BIN-43 an order and one that waits for it: placed, listed, and canceled together", async () => {
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.00099900 + 0.00000000",
    "USDT 4940.00000000 + 0.00000000",
  ]);
  const { status, body } = await api("POST", "/orderList/oto", { ...OTO, listClientOrderId: "wait-1" });
  expect(body).toMatchObject({
    contingencyType: "OTO",
    listStatusType: "EXEC_STARTED",
    listOrderStatus: "EXECUTING",
    listClientOrderId: "wait-1",
    symbol: "BTCUSDT",
    orders: [{ clientOrderId: "wait-1:w" }, { clientOrderId: "wait-1:1" }],
    orderReports: [
      { type: "LIMIT", side: "BUY", price: "59500.00000000", status: "NEW", timeInForce: "GTC" },
      { type: "STOP_LOSS", side: "SELL", stopPrice: "58000.00000000", status: "PENDING_NEW" },
    ],
  });
  expect(status).toBe(200);
  const { orderListId, orders } = body as { orderListId: number; orders: { orderId: number }[] };
  // The pending order holds nothing.
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.00099900 + 0.00000000",
    "USDT 3750.00000000 + 1190.00000000",
  ]);
  expect((await api("GET", "/openOrders", { symbol: "BTCUSDT" })).body).toMatchObject([
    { orderListId, type: "LIMIT", status: "NEW", isWorking: true },
    { orderListId, type: "STOP_LOSS", status: "PENDING_NEW", isWorking: false, workingTime: -1 },
  ]);
  expect((await api("GET", "/openOrderList")).body).toMatchObject([{ orderListId, contingencyType: "OTO" }]);
  for (const named of [{ orderListId }, { origClientOrderId: "wait-1" }])
    expect((await api("GET", "/orderList", named)).body).toMatchObject({
      orderListId,
      contingencyType: "OTO",
      listClientOrderId: "wait-1",
      orders,
    });
  const pendingId = orders[1]?.orderId ?? 0;
  const canceled = await api("DELETE", "/order", { symbol: "BTCUSDT", orderId: pendingId });
  expect(canceled.body).toMatchObject({ orderId: pendingId, status: "CANCELED" });
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.00099900 + 0.00000000",
    "USDT 4940.00000000 + 0.00000000",
  ]);
  expect((await api("GET", "/openOrderList")).body).toEqual([]);
  expect((await api("GET", "/allOrderList")).body).toMatchObject([
    { orderListId, listOrderStatus: "ALL_DONE" },
  ]);
  await vi.waitFor(() =>
    expect(lists()).toEqual([
      [orderListId, "OTO", "EXEC_STARTED", "EXECUTING"],
      [orderListId, "OTO", "ALL_DONE", "ALL_DONE"],
    ]),
  );
  expect(reports()).toEqual([
    [orderListId, "NEW", "NEW"],
    [pendingId, "NEW", "PENDING_NEW"],
    [pendingId, "CANCELED", "CANCELED"],
    [orderListId, "CANCELED", "CANCELED"],
  ]);
});

test("BIN-43 the fill of the working order activates two orders that cancel each other", async () => {
  received.length = 0;
  const { body } = await api("POST", "/orderList/otoco", OTOCO);
  const { orderListId } = body as { orderListId: number };
  const [above, below] = [orderListId + 1, orderListId + 2];
  expect(body).toMatchObject({
    contingencyType: "OTO",
    orderReports: [
      { type: "LIMIT_MAKER", status: "NEW" },
      { type: "STOP_LOSS_LIMIT", status: "PENDING_NEW", stopPrice: "58000.00000000" },
      { type: "LIMIT_MAKER", status: "PENDING_NEW", price: "61000.00000000" },
    ],
  });
  await limitOrder(bo, "sell", "59500", "0.01");
  expect((await api("GET", "/order", { symbol: "BTCUSDT", orderId: above })).body).toMatchObject({
    status: "PENDING_NEW",
  });
  await limitOrder(bo, "sell", "59500", "0.01");
  // She bought 0.02, less the fee of 0.1 %. The list holds 0.019 of it.
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.00197900 + 0.01900000",
    "USDT 3750.00000000 + 0.00000000",
  ]);
  expect((await api("GET", "/openOrders", { symbol: "BTCUSDT" })).body).toMatchObject([
    { orderId: above, type: "LIMIT_MAKER", timeInForce: "GTC", status: "NEW", isWorking: true },
    { orderId: below, type: "STOP_LOSS_LIMIT", status: "NEW", isWorking: false },
  ]);
  await limitOrder(bo, "buy", "61000", "0.019");
  // 0.019 × 61,000 = 1,159, less 0.1 %.
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.00197900 + 0.00000000",
    "USDT 4907.84100000 + 0.00000000",
  ]);
  await vi.waitFor(() =>
    expect(lists()).toEqual([
      [orderListId, "OTO", "EXEC_STARTED", "EXECUTING"],
      [orderListId, "OTO", "UPDATED", "EXECUTING"],
      [orderListId, "OTO", "ALL_DONE", "ALL_DONE"],
    ]),
  );
  expect(reports()).toEqual([
    [orderListId, "NEW", "NEW"],
    [above, "NEW", "PENDING_NEW"],
    [below, "NEW", "PENDING_NEW"],
    [orderListId, "TRADE", "PARTIALLY_FILLED"],
    [orderListId, "TRADE", "FILLED"],
    [above, "NEW", "NEW"],
    [below, "NEW", "NEW"],
    [above, "TRADE", "FILLED"],
    [below, "EXPIRED", "EXPIRED"],
  ]);
});

test("BIN-43 the reply to a working order that is filled at once has its fills, and the pending order as it was placed", async () => {
  await limitOrder(bo, "sell", "60000", "0.01");
  const { body } = await api("POST", "/orderList/oto", {
    ...OTO,
    workingPrice: "60000",
    workingQuantity: "0.01",
    pendingQuantity: "0.009",
    newOrderRespType: "FULL",
  });
  expect(body).toMatchObject({
    orderReports: [
      { status: "FILLED", fills: [{ price: "60000.00000000", qty: "0.01000000" }] },
      { status: "PENDING_NEW", fills: [] },
    ],
  });
  const { orderListId } = body as { orderListId: number };
  expect((await api("GET", "/openOrders", { symbol: "BTCUSDT" })).body).toMatchObject([
    { orderId: orderListId + 1, status: "NEW" },
  ]);
  expect((await api("DELETE", "/orderList", { symbol: "BTCUSDT", orderListId })).body).toMatchObject({
    listOrderStatus: "ALL_DONE",
    orderReports: [{ orderId: orderListId + 1, status: "CANCELED" }],
  });
});

async function tried(
  path: string,
  fields: Readonly<Record<string, string | number | undefined>>,
): Promise<string> {
  const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const { body } = await api("POST", path, sent as Record<string, string | number>);
  const { code, msg } = body as { code: number; msg: string };
  return `${code} ${msg}`;
}
test("BIN-98 pending orders may trail, and do so from their activation on", async () => {
  received.length = 0;
  const { body: one } = await api("POST", "/orderList/oto", {
    ...OTO,
    workingQuantity: "0.001",
    pendingQuantity: "0.0009",
    pendingTrailingDelta: 200,
  });
  expect(one).toMatchObject({
    orderReports: [
      { type: "LIMIT" },
      { type: "STOP_LOSS", stopPrice: "58000.00000000", trailingDelta: 200, status: "PENDING_NEW" },
    ],
  });
  const { orderListId } = one as { orderListId: number };
  expect(
    await api("DELETE", "/orderList", { symbol: "BTCUSDT", orderListId }).then(({ status }) => status),
  ).toBe(200);
  const { pendingBelowStopPrice: _, ...withoutStop } = OTOCO;
  const { body: two, status } = await api("POST", "/orderList/otoco", {
    ...withoutStop,
    workingQuantity: "0.001",
    pendingQuantity: "0.0009",
    pendingBelowTrailingDelta: 100,
  });
  expect([status, two]).toMatchObject([
    200,
    { orderReports: [{}, { type: "STOP_LOSS_LIMIT", trailingDelta: 100 }, { status: "PENDING_NEW" }] },
  ]);
  await limitOrder(bo, "sell", "59500", "0.001");
  const stop = (two as { orders: { orderId: number }[] }).orders[1]?.orderId ?? 0;
  const named = { symbol: "BTCUSDT", orderId: stop };
  await vi.waitFor(async () =>
    expect((await api("GET", "/order", named)).body).toMatchObject({ status: "NEW" }),
  );
  // 1 % below 59,500 is 58,905. At that price it sells to Bo.
  await limitOrder(bo, "buy", "58905", "0.002");
  await limitOrder(program.ana, "sell", "58905", "0.001");
  await vi.waitFor(async () =>
    expect((await api("GET", "/order", named)).body).toMatchObject({
      status: "FILLED",
      cummulativeQuoteQty: "53.01450000",
    }),
  );
  await api("DELETE", "/openOrders", { symbol: "BTCUSDT" });
  await program.bo.call("cancelAll", { product: "spot" });
});

test("BIN-43 lists are rejected with Binance's codes, and nothing has moved", async () => {
  const before = await balancesOf(bot, "BTC", "USDT");
  const oto = (fields: object) => tried("/orderList/oto", { ...OTO, ...fields });
  const otoco = (fields: object) => tried("/orderList/otoco", { ...OTOCO, ...fields });
  expect(await oto({ workingType: "STOP_LOSS" })).toBe("-1116 Invalid orderType.");
  expect(await oto({ workingTimeInForce: undefined })).toMatch(/^-1102 .*workingTimeInForce/);
  expect(await oto({ workingType: "LIMIT_MAKER" })).toMatch(/^-1106 .*workingTimeInForce/);
  expect(await oto({ pendingStopPrice: undefined })).toMatch(/^-1102 .*pendingStopPrice/);
  expect(await oto({ pendingPrice: 58_000 })).toMatch(/^-1106 .*pendingPrice/);
  expect(await oto({ pendingSide: "HOLD" })).toBe("-1117 Invalid side.");
  expect(await oto({ pendingTrailingDelta: 9 })).toBe("-1013 Filter failure: TRAILING_DELTA");
  expect(
    await oto({ pendingType: "MARKET", pendingStopPrice: undefined, pendingTrailingDelta: 100 }),
  ).toMatch(/^-1106 .*pendingTrailingDelta/);
  expect(await oto({ workingQuantity: "1" })).toBe(
    "-2010 Account has insufficient balance for requested action.",
  );
  expect(await oto({ pendingQuantity: "0.00001" })).toBe("-1013 Filter failure: NOTIONAL");
  expect(await oto({ pendingQuantity: "0.0000001" })).toBe("-1013 Filter failure: LOT_SIZE");
  expect(await oto({ workingQuantity: "0.0000001" })).toBe("-1013 Filter failure: LOT_SIZE");
  expect(await oto({ workingClientOrderId: "same", pendingClientOrderId: "same" })).toBe(
    "-2010 Duplicate order sent.",
  );
  expect(await oto({ listClientOrderId: "wait-1" })).toBe("-2010 Duplicate order sent.");
  expect(await otoco({ pendingAboveType: "STOP_LOSS_LIMIT" })).toMatch(/^-1102 /);
  expect(await otoco({ pendingAbovePrice: "50000", pendingBelowStopPrice: "58000" })).toBe(
    "-2010 The relationship of the prices for the orders is not correct.",
  );
  expect(await otoco({ pendingAboveType: "MARKET", pendingAbovePrice: undefined })).toBe(
    "-1158 Order type not supported in OCO.",
  );
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual(before);
});

test("BIN-96 lists that pay themselves and routed orders are refused after their parameters", async () => {
  const noLists = "-1013 OPO orders are not supported for this symbol.";
  const before = await balancesOf(bot, "BTC", "USDT");
  for (const [path, list] of [
    ["/orderList/opo", { ...OTO, pendingQuantity: undefined }],
    ["/orderList/opoco", { ...OTOCO, pendingQuantity: undefined }],
  ] as const) {
    expect(await tried(path, list)).toBe(noLists);
    expect(await tried(path, { ...list, pendingQuantity: "0.01" })).toMatch(/^-1104 /);
    expect(await tried(path, { ...list, workingPrice: undefined })).toMatch(/^-1102 .*workingPrice/);
    expect(await tried(path, { ...list, workingType: "MARKET" })).toBe("-1116 Invalid orderType.");
    expect(await tried(path, { ...list, symbol: "NOTHING" })).toBe("-1121 Invalid symbol.");
    const sold = { ...list, workingSide: "SELL" };
    expect(await tried(path, sold)).toBe("-1222 Working order in an OPO list must be a bid.");
  }
  expect(await tried("/orderList/opo", { ...OTO, pendingQuantity: undefined, pendingSide: "BUY" })).toBe(
    "-1223 Pending orders in an OPO list must be asks.",
  );
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", price: "59000" };
  for (const path of ["/sor/order", "/sor/order/test"]) {
    expect(await tried(path, { ...order, quantity: "0.001" })).toBe("-1013 This symbol has no SOR.");
    expect(await tried(path, order)).toMatch(/^-1102 .*quantity/);
    expect(await tried(path, { ...order, quantity: "0.001", price: undefined })).toMatch(/^-1102 .*price/);
    expect(await tried(path, { ...order, quoteOrderQty: "100" })).toMatch(/^-1104 /);
    expect(await tried(path, { ...order, quantity: "0.001", side: "HOLD" })).toBe("-1117 Invalid side.");
  }
  expect((await api("GET", "/openOrders")).body).toEqual([]);
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual(before);
});
