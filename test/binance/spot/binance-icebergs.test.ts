import { NEWEST_RULES } from "@candor/domain/rules";
import type { MainClient } from "binance";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ApiKey, askSigned, balancesOf, refusal } from "../../support/wire/binance-bot.ts";
import { limitOrder, type SpotProgram, startSpotProgram } from "../../support/wire/spot-program.ts";
import type { Json } from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Ana has bitcoin, dollars and a bot; Bo's orders match hers. The last price is 60,000. */
let program: SpotProgram;
let url: string;
let bo: WireClient;
let key: ApiKey;
let bot: MainClient;
let received: Json[];

const SELL = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT", timeInForce: "GTC", price: 60_100 } as const;
const reportsOf = (orderId: unknown) =>
  received
    .filter(({ e, i }) => e === "executionReport" && i === orderId)
    .map(({ x, X, F, l, z }) => [x, X, F, l, z]);
const asks = async () => (await bot.getOrderBook({ symbol: "BTCUSDT", limit: 5 })).asks;
const post = async (path: string, fields: Readonly<Record<string, string>>) =>
  (await askSigned(key, "POST", url + path, fields)).body;

beforeAll(async () => {
  program = await startSpotProgram({ BTC: "0.1", USDT: "5000" });
  ({ url, bo, key, received, bot } = program);
  await program.exchange.engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
});
afterAll(() => program.close());

test("BIN-84 an iceberg shows a part in the book, and its reports and answers have all of it", async () => {
  const info = await bot.getExchangeInfo({ symbol: "BTCUSDT" });
  expect(info.symbols[0]).toMatchObject({ icebergAllowed: true });
  expect(info.symbols[0]?.filters).toContainEqual({ filterType: "ICEBERG_PARTS", limit: 100 });
  const placed = await bot.submitNewOrder({ ...SELL, quantity: 0.005, icebergQty: 0.002 });
  expect(placed).toMatchObject({ status: "NEW", origQty: "0.00500000", icebergQty: "0.00200000" });
  expect(await balancesOf(bot, "BTC")).toEqual(["BTC 0.09599900 + 0.00500000"]);
  expect(await asks()).toEqual([["60100.00000000", "0.00200000"]]);
  expect(await bot.getSymbolOrderBookTicker({ symbol: "BTCUSDT" })).toMatchObject({ askQty: "0.00200000" });
  await limitOrder(bo, "sell", "60100", "0.001");
  await limitOrder(bo, "buy", "60100", "0.0025");
  // Bo's own order is behind the part that was shown, so his purchase ends there.
  expect(await asks()).toEqual([["60100.00000000", "0.00300000"]]);
  expect(await bot.getOrder({ symbol: "BTCUSDT", orderId: placed.orderId })).toMatchObject({
    status: "PARTIALLY_FILLED",
    origQty: "0.00500000",
    executedQty: "0.00200000",
    icebergQty: "0.00200000",
  });
  await vi.waitFor(() =>
    expect(reportsOf(placed.orderId)).toEqual([
      ["NEW", "NEW", "0.00200000", "0.00000000", "0.00000000"],
      ["TRADE", "PARTIALLY_FILLED", "0.00200000", "0.00200000", "0.00200000"],
    ]),
  );
  const canceled = await bot.cancelOrder({ symbol: "BTCUSDT", orderId: placed.orderId });
  expect(canceled).toMatchObject({ executedQty: "0.00200000", icebergQty: "0.00200000" });
  expect(await asks()).toEqual([["60100.00000000", "0.00100000"]]);
});

test("BIN-84 an iceberg may replace an order, and every order of a list with a limit price may be one", async () => {
  const { orderId } = await bot.submitNewOrder({ ...SELL, price: 61_000, quantity: 0.002 });
  const replaced = await post("/api/v3/order/cancelReplace", {
    ...SELL,
    price: "61000",
    quantity: "0.004",
    icebergQty: "0.001",
    cancelOrderId: String(orderId),
    cancelReplaceMode: "STOP_ON_FAILURE",
    newOrderRespType: "RESULT",
  });
  expect(replaced).toMatchObject({ newOrderResponse: { origQty: "0.00400000", icebergQty: "0.00100000" } });
  expect((await asks())[1]).toEqual(["61000.00000000", "0.00100000"]);
  const list = { symbol: "BTCUSDT", side: "SELL", quantity: "0.004" };
  const oco = await post("/api/v3/orderList/oco", {
    ...list,
    aboveType: "LIMIT_MAKER",
    abovePrice: "62000",
    aboveIcebergQty: "0.001",
    belowType: "STOP_LOSS_LIMIT",
    belowStopPrice: "58000",
    belowPrice: "57900",
    belowTimeInForce: "GTC",
    belowIcebergQty: "0.002",
  });
  expect(oco).toMatchObject({
    orderReports: [
      { type: "STOP_LOSS_LIMIT", icebergQty: "0.00200000" },
      { type: "LIMIT_MAKER", icebergQty: "0.00100000" },
    ],
  });
  const older = await post("/api/v3/order/oco", {
    ...list,
    price: "63000",
    limitIcebergQty: "0.001",
    stopPrice: "58000",
  });
  expect(older).toMatchObject({ orderReports: [{}, { price: "63000.00000000", icebergQty: "0.00100000" }] });
  const otoco = await post("/api/v3/orderList/otoco", {
    symbol: "BTCUSDT",
    workingType: "LIMIT",
    workingSide: "BUY",
    workingPrice: "59000",
    workingQuantity: "0.004",
    workingTimeInForce: "GTC",
    workingIcebergQty: "0.002",
    pendingSide: "SELL",
    pendingQuantity: "0.003",
    pendingAboveType: "LIMIT_MAKER",
    pendingAbovePrice: "64000",
    pendingAboveIcebergQty: "0.001",
    pendingBelowType: "STOP_LOSS",
    pendingBelowStopPrice: "58000",
  });
  expect(otoco).toMatchObject({
    orderReports: [
      { price: "59000.00000000", icebergQty: "0.00200000" },
      { stopPrice: "58000.00000000" },
      { price: "64000.00000000", icebergQty: "0.00100000" },
    ],
  });
  const { bids } = await bot.getOrderBook({ symbol: "BTCUSDT", limit: 5 });
  expect(bids).toContainEqual(["59000.00000000", "0.00200000"]);
  expect((await asks()).map(([, quantity]) => quantity)).toEqual(Array(4).fill("0.00100000"));
  expect(await refusal(bot.cancelAllSymbolOrders({ symbol: "BTCUSDT" }))).toBe("accepted");
});

test("BIN-84 what cannot be an iceberg is refused under Binance's names, and 0 asks for none", async () => {
  const tried = (fields: object) => refusal(bot.submitNewOrder({ ...SELL, quantity: 0.02, ...fields }));
  expect(await tried({ icebergQty: 0.03 })).toBe("-2010 IcebergQty exceeds QTY.");
  expect(await tried({ icebergQty: 0.000_1 })).toBe("-1013 Filter failure: ICEBERG_PARTS");
  expect(await tried({ icebergQty: 0.000_001 })).toBe("-1013 Filter failure: LOT_SIZE");
  expect(await tried({ icebergQty: 0.01, timeInForce: "FOK" })).toMatch(/^-1106 Parameter 'icebergQty'/);
  const market = { symbol: "BTCUSDT", side: "SELL", type: "MARKET", quantity: "0.02", icebergQty: "0.01" };
  expect(await post("/api/v3/order", market)).toMatchObject({ code: -1106 });
  const leg = { aboveType: "TAKE_PROFIT_LIMIT", abovePrice: "62000", aboveStopPrice: "61000" };
  const other = { belowType: "STOP_LOSS", belowStopPrice: "58000", symbol: "BTCUSDT", side: "SELL" };
  const list = { ...leg, ...other, quantity: "0.02", aboveIcebergQty: "0.01", aboveTimeInForce: "IOC" };
  expect(await post("/api/v3/orderList/oco", list)).toEqual({
    code: -1160,
    msg: "Parameter 'aboveIcebergQty' is not supported if `aboveTimeInForce` is not GTC.",
  });
  expect(await bot.getOpenOrders({ symbol: "BTCUSDT" })).toEqual([]);
  expect(await bot.submitNewOrder({ ...SELL, quantity: 0.001, icebergQty: 0 })).not.toHaveProperty(
    "icebergQty",
  );
});
