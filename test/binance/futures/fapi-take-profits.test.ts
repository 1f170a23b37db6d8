import type { USDMClient } from "binance";
import { USDMClient as Client } from "binance";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listenFor, makeApiKey, refusal } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";

/** Take-profit orders of contracts; balances are checked after each. */
let world: ContractWorld;
let bot: USDMClient;
let other: USDMClient;

const BTC = { symbol: "BTCUSDT" } as const;
type OrderFields = Parameters<USDMClient["submitNewOrder"]>[0];
type AlgoFields = Parameters<USDMClient["submitNewAlgoOrder"]>[0];
const place = (fields: object) => bot.submitNewOrder({ ...BTC, ...fields } as OrderFields);
const placeAlgo = (fields: object) =>
  bot.submitNewAlgoOrder({ ...BTC, algoType: "CONDITIONAL", ...fields } as AlgoFields);
const limit = (side: "BUY" | "SELL", price: number, quantity: number) =>
  ({ ...BTC, side, type: "LIMIT", timeInForce: "GTC", price, quantity }) as OrderFields;

beforeAll(async () => {
  world = await ContractWorld.start({ nowMs: Date.now });
  const baseUrl = await listenFor(world.exchange);
  const clientOf = async (email: string) => {
    const { apiKey, secret } = await makeApiKey(await world.trader(email, "9000"));
    return new Client({ api_key: apiKey, api_secret: secret, baseUrl, disableTimeSync: true });
  };
  bot = await clientOf("ana@example.org");
  other = await clientOf("maker@example.org");
  await world.observe(60_000);
  await other.submitNewOrder(limit("SELL", 60_000, 0.1));
  await place({ side: "BUY", type: "MARKET", quantity: 0.1 });
});
afterAll(async () => {
  await world.exchange.close();
});

test("FAPI-25 a take-profit that closes the position waits for the mark and pays out the profit", async () => {
  expect((await bot.getExchangeInfo()).symbols[0]).toHaveProperty("orderTypes", [
    "LIMIT",
    "MARKET",
    "STOP",
    "STOP_MARKET",
    "TAKE_PROFIT",
    "TAKE_PROFIT_MARKET",
    "TRAILING_STOP_MARKET",
  ]);
  const profit = { side: "SELL", type: "TAKE_PROFIT_MARKET", workingType: "MARK_PRICE" };
  const order = await placeAlgo({ ...profit, triggerPrice: "61000", closePosition: "true" });
  expect(order).toMatchObject({
    orderType: "TAKE_PROFIT_MARKET",
    algoStatus: "NEW",
    triggerPrice: "61000.0",
    closePosition: true,
    reduceOnly: true,
    workingType: "MARK_PRICE",
    timeInForce: "GTC",
  });
  expect(await bot.getOpenAlgoOrders(BTC)).toMatchObject([{ algoId: order.algoId, algoStatus: "NEW" }]);
  await other.submitNewOrder(limit("BUY", 60_900, 0.2));
  await world.observe(61_100);
  await vi.waitFor(async () =>
    expect(await bot.getOrder({ ...BTC, orderId: order.algoId - 1e15 })).toMatchObject({
      type: "MARKET",
      origType: "TAKE_PROFIT_MARKET",
      status: "FILLED",
      executedQty: "0.100",
      avgPrice: "60900.0",
    }),
  );
  expect(await bot.getPositionsV3()).toEqual([]);
  // 9,000 − 3 fee + 90 profit − 3.045 fee.
  expect(await bot.getAccountInformationV3()).toMatchObject({ totalWalletBalance: "9083.955000" });
});

test("FAPI-25 a take-profit by the newer path opens a position as a limit order below the price", async () => {
  const { lastPrice } = (await bot.get24hrChangeStatistics(BTC)) as { lastPrice: string };
  expect(lastPrice).toBe("60900.0");
  const order = await placeAlgo({
    side: "BUY",
    type: "TAKE_PROFIT",
    timeInForce: "GTC",
    triggerPrice: "60000",
    price: "60100",
    quantity: "0.01",
  });
  expect(order).toMatchObject({
    orderType: "TAKE_PROFIT",
    algoStatus: "NEW",
    triggerPrice: "60000.0",
    price: "60100.0",
    workingType: "CONTRACT_PRICE",
  });
  for (const [fields, error] of [
    [
      { side: "BUY", type: "TAKE_PROFIT", triggerPrice: "61000", price: "61000" },
      "-2021 Order would immediately trigger.",
    ],
    [
      { side: "SELL", type: "TAKE_PROFIT_MARKET", triggerPrice: "60900" },
      "-2021 Order would immediately trigger.",
    ],
    [{ side: "SELL", type: "STOP_MARKET", triggerPrice: "61000" }, "-2021 Order would immediately trigger."],
  ] as const)
    expect(await refusal(placeAlgo({ quantity: "0.01", ...fields })), fields.type).toBe(error);
  await other.cancelAllOpenOrders(BTC);
  // The last price falls to 60,000.
  await other.submitNewOrder(limit("BUY", 60_000, 0.001));
  await place({ side: "SELL", type: "MARKET", quantity: 0.001 });
  await vi.waitFor(async () =>
    expect(await bot.getAlgoOrder({ algoId: order.algoId })).toMatchObject({ algoStatus: "TRIGGERED" }),
  );
  await other.submitNewOrder({ ...BTC, side: "SELL", type: "MARKET", quantity: 0.01 });
  await vi.waitFor(async () =>
    expect(await bot.getAlgoOrder({ algoId: order.algoId })).toMatchObject({
      algoStatus: "FINISHED",
      actualPrice: "60100.0",
    }),
  );
  expect(await bot.getPositionsV3()).toMatchObject([{ positionAmt: "0.009" }]);
});
