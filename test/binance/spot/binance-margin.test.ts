import type { MainClient } from "binance";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ApiKey,
  askSigned,
  balancesOf,
  botOf,
  listenFor,
  makeApiKey,
  refusal,
} from "../../support/wire/binance-bot.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { LEVER } from "../../support/wire/lever-world.ts";
import type { WireClient } from "../../support/wire-client.ts";

/**
 * Ana put 1,000 USDT into her margin account of BTCUSDT, in the app; her bot trades with it. Interest is 0.02 % per
 * hour.
 */
const BTC = { symbol: "BTCUSDT", isIsolated: "TRUE" } as const;
let exchange: GatewayUnderTest;
let url: string;
let ana: WireClient;
let maker: WireClient;
let key: ApiKey;
let bot: MainClient;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { nowMs: Date.now, rateLimitFactor: 100 },
    lever: LEVER,
  });
  exchange.time.ms = Date.now();
  await exchange.observePrices();
  url = await listenFor(exchange);
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  maker = await exchange.trader("maker@example.org", { USDT: "9000", BTC: "0.1" });
  key = await makeApiKey(ana);
  bot = botOf(key, url);
  await exchange.observeBitcoin(1_000, 60_000);
});
afterAll(() => exchange.close());

const margin = (method: string, path: string, fields: Readonly<Record<string, string | number>> = {}) =>
  askSigned(key, method, `${url}/sapi/v1/margin/${path}`, fields);
const order = (fields: Readonly<Record<string, string | number>>) =>
  margin("POST", "order", { ...BTC, newOrderRespType: "FULL", ...fields });
const account = async () => (await bot.getIsolatedMarginAccountInfo({ symbols: "BTCUSDT" })).assets[0];

test("BIN-19 pairs, and a margin account before and after money was moved into it", async () => {
  const pair = { symbol: "BTCUSDT", base: "BTC", quote: "USDT", isMarginTrade: true, isBuyAllowed: true };
  expect(await bot.getIsolatedMarginAllSymbols({})).toMatchObject([pair]);
  expect((await margin("GET", "isolated/pair", { symbol: "BTCUSDT" })).body).toMatchObject(pair);
  expect((await margin("GET", "isolated/pair", { symbol: "ETHUSDT" })).body).toMatchObject({ code: -3028 });
  expect(await bot.getIsolatedMarginAccountInfo()).toEqual({
    assets: [],
    totalAssetOfBtc: "0.00000000",
    totalLiabilityOfBtc: "0.00000000",
    totalNetAssetOfBtc: "0.00000000",
  });
  accepted(
    await ana.call("leverTransfer", { symbol: "BTCUSDT", asset: "USDT", direction: "in", amount: "1000" }),
  );
  expect(await account()).toMatchObject({
    symbol: "BTCUSDT",
    marginLevel: "999",
    marginLevelStatus: "EXCESSIVE",
    liquidatePrice: "0",
    indexPrice: "60000.0",
    quoteAsset: { asset: "USDT", free: "1000.000000", borrowed: "0.000000", netAsset: "1000.000000" },
    baseAsset: { asset: "BTC", free: "0.00000000" },
  });
  const moved = await bot.getUniversalTransferHistory({ type: "MAIN_ISOLATED_MARGIN" } as never);
  expect(moved).toMatchObject({ total: 1, rows: [{ asset: "USDT", amount: "1000.000000" }] });
});

test("BIN-19 a bot buys with a loan and repays it by selling, with balances at each step", async () => {
  accepted(
    await maker.call("doOrder", {
      symbol: "BTCUSDT",
      side: "sell",
      type: "limit",
      price: "60000",
      quantity: "0.05",
    }),
  );
  const bought = await order({
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    price: 60_000,
    quantity: "0.05",
    sideEffectType: "MARGIN_BUY",
    newClientOrderId: "long-1",
  });
  expect(bought).toMatchObject({
    status: 200,
    body: {
      isIsolated: true,
      status: "FILLED",
      clientOrderId: "long-1",
      executedQty: "0.05000",
      marginBuyBorrowAsset: "USDT",
      marginBuyBorrowAmount: "2000.000000",
      fills: [{ price: "60000.0", commission: "0.00005000", commissionAsset: "BTC" }],
    },
  });
  // 3,000 USDT for 0.05 BTC less 0.1 %; 2,000 of it borrowed, with one hour's interest of 0.40.
  expect(await account()).toMatchObject({
    quoteAsset: { free: "0.000000", borrowed: "2000.000000", interest: "0.400000", netAsset: "-2000.400000" },
    baseAsset: { free: "0.04995000", borrowed: "0.00000000" },
    marginLevel: "1.4982",
    marginLevelStatus: "NORMAL",
  });
  expect(await balancesOf(bot, "BTC", "USDT")).toEqual([
    "BTC 0.00000000 + 0.00000000",
    "USDT 4000.00000000 + 0.00000000",
  ]);
  const all = await bot.getIsolatedMarginAccountInfo();
  expect(all).toMatchObject({
    totalAssetOfBtc: "0.04995000",
    totalLiabilityOfBtc: "0.03334000",
    totalNetAssetOfBtc: "0.01661000",
  });
  // 4,000 USDT in addition, and nothing elsewhere.
  expect((await askSigned(key, "GET", `${url}/sapi/v1/asset/wallet/balance`)).body).toEqual([
    { activate: true, balance: "0.06666666", walletName: "Spot" },
    { activate: true, balance: "0.00000000", walletName: "Funding" },
    { activate: true, balance: "0.01661000", walletName: "Isolated Margin" },
    { activate: true, balance: "0.00000000", walletName: "USDⓈ-M Futures" },
    { activate: true, balance: "0.00000000", walletName: "Options" },
  ]);
  const waiting = await order({ side: "SELL", type: "LIMIT_MAKER", price: 62_000, quantity: "0.01" });
  const { orderId } = waiting.body as { orderId: number };
  expect(await bot.queryMarginAccountOpenOrders(BTC)).toMatchObject([
    { orderId, isIsolated: true, status: "NEW" },
  ]);
  expect(await bot.getOpenOrders()).toEqual([]);
  expect(await bot.queryMarginAccountOrder({ ...BTC, orderId })).toMatchObject({ price: "62000.0" });
  expect(await bot.queryMarginAccountOrder({ ...BTC, origClientOrderId: "long-1" })).toMatchObject({
    status: "FILLED",
  });
  expect((await margin("DELETE", "order", { ...BTC, orderId })).body).toMatchObject({
    orderId,
    status: "CANCELED",
  });
  await order({ side: "SELL", type: "LIMIT_MAKER", price: 63_000, quantity: "0.01" });
  expect((await margin("DELETE", "openOrders", BTC)).body).toMatchObject([
    { status: "CANCELED", price: "63000.0" },
  ]);
  accepted(
    await maker.call("doOrder", {
      symbol: "BTCUSDT",
      side: "buy",
      type: "limit",
      price: "61000",
      quantity: "0.05",
    }),
  );
  const sold = await order({
    side: "SELL",
    type: "MARKET",
    quantity: "0.04995",
    sideEffectType: "AUTO_REPAY",
  });
  expect(sold.body).toMatchObject({
    status: "FILLED",
    timeInForce: "GTC",
    cummulativeQuoteQty: "3046.950000",
  });
  // 3,046.95 less 0.1 % (3.04695), less the debt of 2,000.40.
  expect(await account()).toMatchObject({
    quoteAsset: { free: "1043.503050", borrowed: "0.000000", interest: "0.000000" },
    baseAsset: { free: "0.00000000" },
    marginLevel: "999",
  });
  // The maker: 9,000 plus 2,997 for what she bought, less 3,046.95 for what she sold; the rest of the bid is open.
  expect(await balancesOf(botOf(await makeApiKey(maker), url), "BTC", "USDT")).toEqual([
    "BTC 0.09990005 + 0.00000000",
    "USDT 8947.00000000 + 3.05000000",
  ]);
  const orders = await bot.queryMarginAccountAllOrders(BTC);
  expect(orders.map(({ status }) => status)).toEqual(["FILLED", "CANCELED", "CANCELED", "FILLED"]);
  expect(await bot.queryMarginAccountTradeList(BTC)).toMatchObject([
    { qty: "0.05000", isBuyer: true, isIsolated: true },
    { qty: "0.04995", isBuyer: false },
  ]);
  expect(await bot.getAllOrders({ symbol: "BTCUSDT" })).toEqual([]);
});

test("BIN-19 margin orders are rejected with their codes, and nothing has moved", async () => {
  const before = await account();
  const limit = { side: "BUY", type: "LIMIT", timeInForce: "GTC", price: 59_000, quantity: "0.001" };
  const refused = async (fields: Readonly<Record<string, string | number>>) => {
    const { body } = await order({ ...limit, ...fields });
    return (body as { code?: number }).code;
  };
  expect(await refused({ isIsolated: "FALSE" })).toBe(-1020);
  expect(await refused({ symbol: "ETHUSDT" })).toBe(-3028);
  expect(await refused({ sideEffectType: "AUTO_BORROW_REPAY" })).toBe(-1020);
  expect(await refused({ quantity: "1", sideEffectType: "NO_SIDE_EFFECT" })).toBe(-2010);
  expect(await refused({ quantity: "1", sideEffectType: "MARGIN_BUY" })).toBe(-3006);
  expect(await refused({ newClientOrderId: "long-1" })).toBe(-2010);
  expect(await refused({ price: 59_000.05 })).toBe(-1013);
  expect((await margin("DELETE", "order", { ...BTC, orderId: 999_999 })).body).toMatchObject({ code: -2011 });
  expect((await margin("DELETE", "openOrders", BTC)).body).toMatchObject({ code: -2011 });
  expect(await refusal(bot.queryMarginAccountOrder({ ...BTC, orderId: 999_999 }))).toMatch(/^-2013 /);
  for (const path of ["isolated/transfer", "borrow-repay"])
    expect(await margin("POST", path, { ...BTC, asset: "USDT", amount: 1 })).toMatchObject({
      status: 401,
      body: { code: -1002 },
    });
  const reader = botOf(await makeApiKey(ana, ["read"]), url);
  expect(
    await refusal(reader.marginAccountNewOrder({ ...BTC, side: "SELL", type: "MARKET", quantity: 0.001 })),
  ).toMatch(/^-2015 /);
  expect(await account()).toEqual(before);
});
