import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEFAULT_API } from "@candor/server/config/api-settings";
import { USDMClient } from "binance";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiKey, listenFor, makeApiKey, refusal } from "../../support/wire/binance-bot.ts";
import { BTC_CONTRACT, ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

/**
 * Programs for Binance's USDT-margined futures trade contracts here: a client from the public registry, independent of
 * this code. Balances after each step are compared with the wire's for the same account.
 */
let world: ContractWorld;
let url: string;
let ana: WireClient;
let maker: WireClient;
let bot: USDMClient;
let other: USDMClient;

/** The app is served at `/`, as on a server. */
const webDirectory = mkdtempSync(path.join(tmpdir(), "candor-web-"));
/** Conditional orders are at the order paths; `fapi-algo.test.ts` has those of 2026. */
const OLDER = { ...DEFAULT_API, revision: "2025" } as const;
const BTC = { symbol: "BTCUSDT" } as const;
type OrderFields = Parameters<USDMClient["submitNewOrder"]>[0];

const botOf = ({ apiKey, secret }: ApiKey) =>
  new USDMClient({ api_key: apiKey, api_secret: secret, baseUrl: url, disableTimeSync: true });
const limit = (side: "BUY" | "SELL", price: number, quantity: number, fields: object = {}) =>
  ({ ...BTC, side, type: "LIMIT", timeInForce: "GTC", price, quantity, ...fields }) as OrderFields;
const place = (fields: object) => bot.submitNewOrder({ ...BTC, ...fields } as OrderFields);
const wireRecord = async (client: WireClient, view = "positions") =>
  accepted(await client.call("contractRecord", { view }));
const positionOf = async (client: USDMClient) => (await client.getPositionsV3(BTC))[0];

beforeAll(async () => {
  writeFileSync(path.join(webDirectory, "index.html"), "<!doctype html>");
  world = await ContractWorld.start({ nowMs: Date.now, webDirectory, api: OLDER });
  url = await listenFor(world.exchange);
  ana = await world.trader("ana@example.org", "9000");
  maker = await world.trader("maker@example.org", "9000");
  bot = botOf(await makeApiKey(ana));
  other = botOf(await makeApiKey(maker));
  await world.observe(60_000);
});
afterAll(async () => {
  await world.exchange.close();
  rmSync(webDirectory, { recursive: true });
});

test("FAPI-01 contracts, terms, marks and empty books answer in the shapes of Binance's futures", async () => {
  await bot.testConnectivity();
  const info = await bot.getExchangeInfo();
  expect(info.symbols).toMatchObject([
    {
      symbol: "BTCUSDT",
      pair: "BTCUSDT",
      contractType: "PERPETUAL",
      status: "TRADING",
      marginAsset: "USDT",
      pricePrecision: 1,
      quantityPrecision: 3,
      maintMarginPercent: "0.4000",
      requiredMarginPercent: "1.0000",
      liquidationFee: "0.005000",
    },
  ]);
  const filters = Object.fromEntries(
    (info.symbols[0]?.filters ?? []).map((filter) => [filter.filterType, filter]),
  );
  expect(filters.PRICE_FILTER).toMatchObject({ tickSize: "0.1" });
  expect(filters.LOT_SIZE).toMatchObject({ minQty: "0.001", maxQty: "100.000", stepSize: "0.001" });
  expect(filters.MIN_NOTIONAL).toMatchObject({ notional: "5.000000" });
  expect(filters.PERCENT_PRICE).toMatchObject({ multiplierUp: "1.200000", multiplierDown: "0.800000" });
  expect(await bot.getMarkPrice(BTC)).toMatchObject({
    symbol: "BTCUSDT",
    markPrice: "60000.0",
    indexPrice: "60000.0",
    interestRate: "0.000100",
  });
  const marks = await bot.getMarkPrice();
  expect(marks).toHaveLength(1);
  expect(Number(marks[0]?.nextFundingTime) % BTC_CONTRACT.fundingIntervalMs).toBe(0);
  expect(await bot.getFundingRates()).toMatchObject([
    { symbol: "BTCUSDT", adjustedFundingRateCap: "0.007500", adjustedFundingRateFloor: "-0.007500" },
  ]);
  expect(await bot.getOrderBook(BTC)).toMatchObject({ bids: [], asks: [] });
  expect(await bot.getOpenInterest(BTC)).toMatchObject({ symbol: "BTCUSDT", openInterest: "0.000" });
  expect(await bot.getNotionalAndLeverageBrackets(BTC)).toMatchObject([
    {
      symbol: "BTCUSDT",
      brackets: [
        { bracket: 1, initialLeverage: 100, notionalFloor: 0, notionalCap: 50_000, maintMarginRatio: 0.004 },
        { bracket: 2, initialLeverage: 50, notionalCap: 10_000_000, cum: 50 },
      ],
    },
  ]);
  expect(await bot.getAccountCommissionRate(BTC)).toMatchObject({
    makerCommissionRate: "0.000200",
    takerCommissionRate: "0.000500",
  });
  // Another coin's spot market is not a contract.
  expect(await refusal(bot.getOrderBook({ symbol: "ETHUSDT" }))).toBe("-1121 Invalid symbol.");
  expect(await refusal(bot.getKlines({ ...BTC, interval: "1s" }))).toBe("-1120 Invalid interval.");
});

test("FAPI-02 a position is opened with leverage and closed by a reduce-only order, and everything adds up", async () => {
  expect(await bot.setLeverage({ ...BTC, leverage: 30 })).toEqual({
    leverage: 30,
    maxNotionalValue: "10000000.000000",
    symbol: "BTCUSDT",
  });
  await other.setLeverage({ ...BTC, leverage: 30 });
  await other.submitNewOrder(limit("SELL", 60_000, 0.5));
  const bought = await bot.submitNewOrder({
    ...BTC,
    side: "BUY",
    type: "MARKET",
    quantity: 0.5,
    newOrderRespType: "RESULT",
  });
  expect(bought).toMatchObject({
    status: "FILLED",
    type: "MARKET",
    origQty: "0.500",
    executedQty: "0.500",
    avgPrice: "60000.0",
    cumQuote: "30000.000000",
    reduceOnly: false,
    closePosition: false,
    positionSide: "BOTH",
  });
  const wire = (await wireRecord(ana)).list[0];
  if (wire === undefined || !("liquidationPrice" in wire)) throw new Error("no position");
  expect(wire.liquidationPrice).not.toBeNull();
  expect(await positionOf(bot)).toMatchObject({
    symbol: "BTCUSDT",
    positionAmt: "0.500",
    entryPrice: "60000.0",
    markPrice: wire.markPrice,
    liquidationPrice: wire.liquidationPrice,
    initialMargin: "1000.000000",
    maintMargin: wire.maintenanceMargin,
    notional: "30000.000000",
    isolatedWallet: "1000.000000",
    adl: wire.adlRank,
  });
  expect((await bot.getPositions(BTC))[0]).toMatchObject({
    positionAmt: "0.500",
    leverage: "30",
    marginType: "isolated",
    liquidationPrice: wire.liquidationPrice,
    maxNotionalValue: "10000000.000000",
  });
  expect(await positionOf(other)).toMatchObject({ positionAmt: "-0.500", notional: "-30000.000000" });
  const account = await bot.getAccountInformation();
  expect(account).toMatchObject({
    canTrade: true,
    multiAssetsMargin: false,
    // 9,000 less the taker fee of 15.
    totalWalletBalance: "8985.000000",
    totalMarginBalance: "8985.000000",
    totalInitialMargin: "1000.000000",
    totalMaintMargin: "120.000000",
    totalUnrealizedProfit: "0.000000",
    totalCrossWalletBalance: "7985.000000",
    availableBalance: "7985.000000",
  });
  expect(account.assets).toMatchObject([{ asset: "USDT", walletBalance: "8985.000000" }]);
  expect(account.positions).toMatchObject([{ symbol: "BTCUSDT", positionAmt: "0.500", isolated: true }]);
  expect((await wireRecord(ana)).account).toMatchObject({ equity: "8985.000000", available: "7985.000000" });
  await world.observe(61_000);
  expect(await bot.getOpenInterest(BTC)).toMatchObject({ openInterest: "0.500" });
  const mark = Number((await bot.getMarkPrice(BTC)).markPrice);
  const profit = await bot.getBalanceV3();
  expect(profit).toMatchObject([{ asset: "USDT", balance: "8985.000000", crossUnPnl: "0.000000" }]);
  expect(Number((await positionOf(bot))?.unRealizedProfit)).toBeCloseTo((mark - 60_000) * 0.5, 6);
  // Of a reduce-only order for 0.8, only the held half Bitcoin can be sold.
  await other.submitNewOrder(limit("BUY", 60_600, 0.5, { reduceOnly: "true" }));
  const sold = await place({
    side: "SELL",
    type: "MARKET",
    quantity: 0.8,
    reduceOnly: "true",
    newOrderRespType: "RESULT",
  });
  expect(sold).toMatchObject({ executedQty: "0.500", avgPrice: "60600.0", reduceOnly: true });
  expect(await bot.getPositionsV3()).toEqual([]);
  expect((await bot.getPositions(BTC))[0]).toMatchObject({ positionAmt: "0.000", leverage: "30" });
  // Profit of 300, fee of 15.15.
  expect(await bot.getAccountInformationV3()).toMatchObject({
    totalWalletBalance: "9269.850000",
    availableBalance: "9269.850000",
    positions: [],
  });
  const trades = await bot.getAccountTrades(BTC);
  expect(trades).toMatchObject([
    { price: "60000.0", qty: "0.500", realizedPnl: "0.000000", commission: "15.000000", buyer: true },
    { price: "60600.0", qty: "0.500", realizedPnl: "300.000000", commission: "15.150000", maker: false },
  ]);
  expect(await bot.getAllOrders(BTC)).toMatchObject([
    { orderId: bought.orderId, status: "FILLED" },
    { orderId: sold.orderId },
  ]);
  expect(await bot.getRecentTrades(BTC)).toMatchObject([
    { price: "60000.0", qty: "0.500", isBuyerMaker: false },
    { price: "60600.0", qty: "0.500", isBuyerMaker: true },
  ]);
  expect(await bot.getSymbolPriceTickerV2(BTC)).toMatchObject({ price: "60600.0" });
  expect(await bot.get24hrChangeStatistics(BTC)).toMatchObject({ lastPrice: "60600.0", volume: "1.000" });
  expect((await bot.getMarkPriceKlines({ ...BTC, interval: "1m", limit: 1 }))[0]).toHaveLength(12);
  expect((await bot.getIndexPriceKlines({ pair: "BTCUSDT", interval: "1m", limit: 1 }))[0]?.[4]).toBe(
    "61000.0",
  );
});

test("FAPI-03 resting orders, stops, trailing stops and closing stops wait on their terms", async () => {
  await world.observe(60_000);
  await other.submitNewOrder(limit("SELL", 60_100, 0.1));
  await place(limit("BUY", 60_100, 0.1));
  const id = bot.generateNewOrderId();
  const resting = await place(limit("BUY", 59_000, 0.01, { timeInForce: "GTX", newClientOrderId: id }));
  expect(resting).toMatchObject({ status: "NEW", timeInForce: "GTX", clientOrderId: id });
  const stop = await place({
    side: "SELL",
    type: "STOP",
    timeInForce: "GTC",
    quantity: 0.05,
    price: 57_900,
    stopPrice: 58_000,
    workingType: "CONTRACT_PRICE",
    reduceOnly: "true",
  });
  expect(stop).toMatchObject({ type: "STOP", stopPrice: "58000.0", workingType: "CONTRACT_PRICE" });
  const trailing = await place({
    side: "SELL",
    type: "TRAILING_STOP_MARKET",
    quantity: 0.05,
    callbackRate: 1.5,
    activationPrice: 63_000,
    workingType: "MARK_PRICE",
    reduceOnly: "true",
  });
  expect(trailing).toMatchObject({
    type: "TRAILING_STOP_MARKET",
    activatePrice: "63000.0",
    priceRate: "1.5000",
    workingType: "MARK_PRICE",
  });
  const closing = await place({
    side: "SELL",
    type: "STOP_MARKET",
    stopPrice: 59_500,
    closePosition: "true",
    workingType: "MARK_PRICE",
  });
  expect(closing).toMatchObject({ closePosition: true, origQty: "0", reduceOnly: true, status: "NEW" });
  const open = await bot.getAllOpenOrders(BTC);
  expect(open.map(({ orderId }) => orderId)).toEqual(
    [resting, stop, trailing, closing].map(({ orderId }) => orderId),
  );
  expect(await bot.getCurrentOpenOrder({ ...BTC, origClientOrderId: id })).toMatchObject({
    orderId: resting.orderId,
  });
  expect(await bot.cancelOrder({ ...BTC, orderId: trailing.orderId })).toMatchObject({
    orderId: trailing.orderId,
    status: "CANCELED",
  });
  expect(await refusal(bot.getCurrentOpenOrder({ ...BTC, orderId: trailing.orderId }))).toBe(
    "-2013 Order does not exist.",
  );
  expect(await bot.getOrder({ ...BTC, orderId: trailing.orderId })).toMatchObject({ status: "CANCELED" });
  // The mark price falls to the stop, which closes the whole position at its current size.
  await other.submitNewOrder(limit("BUY", 59_300, 0.2));
  await world.observe(59_400);
  // A resting order keeps the contract in the list.
  expect(await bot.getPositionsV3()).toMatchObject([{ positionAmt: "0.000", bidNotional: "590.000000" }]);
  expect(await bot.getOrder({ ...BTC, orderId: closing.orderId })).toMatchObject({
    status: "FILLED",
    executedQty: "0.100",
    avgPrice: "59300.0",
    closePosition: true,
  });
  // A reduce-only order ends with its position.
  expect(await bot.getOrder({ ...BTC, orderId: stop.orderId })).toMatchObject({ status: "EXPIRED" });
  expect(await bot.cancelAllOpenOrders(BTC)).toMatchObject({ code: 200 });
  expect(await bot.getAllOpenOrders()).toEqual([]);
  expect(await bot.cancelAllOpenOrders(BTC)).toMatchObject({ code: 200 });
  await other.cancelAllOpenOrders(BTC);
  await world.observe(60_000);
  await other.submitNewOrder(limit("BUY", 60_000, 0.001));
  await other.cancelAllOpenOrders(BTC);
});

test("FAPI-04 rejections have the codes of Binance's futures, and nothing has moved", async () => {
  const before = await bot.getBalanceV3();
  const order = limit("BUY", 59_000, 0.01);
  const tried = (fields: object, without: readonly string[] = []) => {
    const sent = Object.entries({ ...order, ...fields }).filter(([name]) => !without.includes(name));
    return refusal(place(Object.fromEntries(sent)));
  };
  const stop = { type: "STOP_MARKET", side: "SELL" };
  const bare = ["price", "timeInForce"];
  expect(await tried({ price: 59_000.05 })).toBe("-4014 Price not increased by tick size.");
  expect(await tried({ quantity: 0.000_1 })).toBe(
    "-1111 Precision is over the maximum defined for this asset.",
  );
  expect(await tried({ quantity: 101 })).toBe("-4005 Quantity greater than max quantity.");
  expect(await tried({ price: 90_000 })).toBe("-4016 Limit price can't be higher than 72000.0.");
  expect(await tried({ price: 30_000 })).toBe("-4024 Limit price can't be lower than 48000.0.");
  expect(await tried({ quantity: 50 })).toBe("-2019 Margin is insufficient.");
  expect(await tried({ reduceOnly: "true" })).toBe("-2022 ReduceOnly Order is rejected.");
  expect(await tried({ ...stop, stopPrice: 61_000 }, bare)).toBe("-2021 Order would immediately trigger.");
  expect(await tried({ ...stop, stopPrice: 59_000, closePosition: "true" }, bare)).toBe(
    "-4137 Quantity must be zero with closePosition equals true.",
  );
  expect(await tried({ ...stop, stopPrice: 59_000, closePosition: "true" }, [...bare, "quantity"])).toBe(
    "-2022 ReduceOnly Order is rejected.",
  );
  expect(await tried({ ...stop }, bare)).toMatch(/^-1102 .*stopPrice/);
  const profit = { type: "TAKE_PROFIT_MARKET", side: "SELL" };
  expect(await tried({ ...profit, stopPrice: 59_000 }, bare)).toBe("-2021 Order would immediately trigger.");
  expect(await tried({ ...profit, side: "BUY", stopPrice: 61_000 }, bare)).toBe(
    "-2021 Order would immediately trigger.",
  );
  expect(
    await tried({ type: "TAKE_PROFIT", stopPrice: 61_000, price: 61_000, workingType: "MARK_PRICE" }),
  ).toBe("-2021 Order would immediately trigger.");
  expect(await tried(profit, bare)).toMatch(/^-1102 .*stopPrice/);
  expect(await tried({ type: "TAKE_PROFIT", stopPrice: 59_000 }, ["price"])).toMatch(/^-1102 .*price/);
  expect(await tried({ type: "TRAILING_STOP_MARKET", callbackRate: 0.01 }, bare)).toMatch(
    /^-1130 .*callbackRate/,
  );
  expect(await tried({ timeInForce: "DAY" })).toBe("-1115 Invalid timeInForce.");
  expect(await tried({}, ["timeInForce"])).toMatch(/^-1102 .*timeInForce/);
  expect(await tried({ side: "HOLD" })).toBe("-1117 Invalid side.");
  expect(await tried({ positionSide: "LONG" })).toMatch(/^-4061 /);
  expect(await tried({ priceProtect: "TRUE" })).toMatch(/^-1106 /);
  expect(await tried({ priceMatch: "OPPONENT" })).toMatch(/^-1106 .*price/);
  expect(await tried({ symbol: "ETHUSDT" })).toBe("-1121 Invalid symbol.");
  expect(await refusal(bot.testOrder({ ...order, price: 59_000.05 }))).toMatch(/^-4014 /);
  expect(await refusal(bot.testOrder(order))).toBe("accepted");
  await other.submitNewOrder(limit("SELL", 60_500, 0.01));
  expect(await tried({ price: 60_600, timeInForce: "GTX" })).toMatch(/^-5022 /);
  await other.cancelAllOpenOrders(BTC);
  expect(await refusal(bot.getOrder({ ...BTC, orderId: 999_999 }))).toBe("-2013 Order does not exist.");
  expect(await refusal(bot.cancelOrder({ ...BTC, orderId: 999_999 }))).toBe("-2011 Unknown order sent.");
  const newClientOrderId = bot.generateNewOrderId();
  const own = await place({ ...order, newClientOrderId });
  await bot.cancelOrder({ ...BTC, origClientOrderId: newClientOrderId });
  expect(await tried({ newClientOrderId })).toBe("-4116 ClientOrderId is duplicated.");
  expect(await tried({ newClientOrderId: "twap:1:0" })).toBe(
    "-1100 Illegal characters found in parameter 'newClientOrderId'.",
  );
  expect(await refusal(other.getOrder({ ...BTC, orderId: own.orderId }))).toBe("-2013 Order does not exist.");
  expect(await bot.getAllOpenOrders()).toEqual([]);
  const [now] = await bot.getBalanceV3();
  expect(now?.balance).toBe(before[0]?.balance);
  expect(now?.availableBalance).toBe(before[0]?.availableBalance);
});

test("FAPI-05 leverage, margin mode and margin change as on the wire; there is one coin", async () => {
  expect(await refusal(bot.setLeverage({ ...BTC, leverage: 101 }))).toBe("-4028 Leverage 101 is not valid");
  expect(await refusal(bot.setMarginType({ ...BTC, marginType: "ISOLATED" }))).toBe(
    "-4046 No need to change margin type.",
  );
  expect(await bot.setMarginType({ ...BTC, marginType: "CROSSED" })).toMatchObject({ code: 200 });
  expect((await wireRecord(ana)).settings).toMatchObject([{ marginMode: "cross" }]);
  expect((await bot.getPositions(BTC))[0]).toMatchObject({ marginType: "cross" });
  await bot.setMarginType({ ...BTC, marginType: "ISOLATED" });
  await bot.setLeverage({ ...BTC, leverage: 10 });
  // 1 adds and 2 removes margin, despite the client's types.
  const margin = (amount: number, type: "1" | "2") =>
    refusal(bot.setIsolatedPositionMargin({ ...BTC, amount, type: type as "1", positionSide: "BOTH" }));
  expect(await margin(10, "1")).toBe("-4054 Cannot add position margin: position is 0.");
  await place(limit("BUY", 59_000, 0.01));
  expect(await refusal(bot.setMarginType({ ...BTC, marginType: "CROSSED" }))).toMatch(/^-4047 /);
  await bot.cancelAllOpenOrders(BTC);
  await other.submitNewOrder(limit("SELL", 60_000, 0.1));
  await place({ side: "BUY", type: "MARKET", quantity: 0.1 });
  expect(await refusal(bot.setMarginType({ ...BTC, marginType: "CROSSED" }))).toMatch(/^-4048 /);
  const wallet = async () => (await positionOf(bot))?.isolatedWallet;
  expect(await wallet()).toBe("600.000000");
  expect(await margin(150, "1")).toBe("accepted");
  expect(await wallet()).toBe("750.000000");
  expect(await margin(150, "2")).toBe("accepted");
  expect(await wallet()).toBe("600.000000");
  expect(await margin(100_000, "1")).toBe("-4050 Cross balance insufficient.");
  expect(await bot.getCurrentPositionMode()).toEqual({ dualSidePosition: false });
  expect(await refusal(bot.setPositionMode({ dualSidePosition: "false" }))).toBe(
    "-4059 No need to change position side.",
  );
  // The mode of positions is in fapi-hedge.test.ts.
  expect(await refusal(bot.setPositionMode({ dualSidePosition: "true" }))).toMatch(/^-4068 /);
  expect(await bot.getMultiAssetsMode()).toEqual({ multiAssetsMargin: false });
  expect(await refusal(bot.setMultiAssetsMode({ multiAssetsMargin: "false" }))).toMatch(/^-4171 /);
});

test("FAPI-06 funding is paid and listed: rates, and an account's income, which adds up to its balance", async () => {
  // The next of the three daily fundings is due at 16:00.
  await world.observe(60_000, 4 * 3_600_000);
  await world.observe(60_000);
  const [round] = await bot.getFundingRateHistory(BTC);
  expect(round).toMatchObject({ symbol: "BTCUSDT", fundingRate: "0.000100", markPrice: "60000.0" });
  const incomes = await bot.getIncomeHistory({ limit: 1000 });
  const funding = incomes.filter(({ incomeType }) => incomeType === "FUNDING_FEE");
  // 0.01 % of 6,000.
  expect(funding).toMatchObject([{ symbol: "BTCUSDT", income: "-0.600000", asset: "USDT" }]);
  expect(await other.getIncomeHistory({ ...BTC, incomeType: "FUNDING_FEE" })).toMatchObject([
    { income: "0.600000" },
  ]);
  expect(incomes[0]).toMatchObject({ incomeType: "TRANSFER", symbol: "", income: "9000.000000" });
  expect(incomes.filter(({ incomeType }) => incomeType === "REALIZED_PNL")[0]).toMatchObject({
    symbol: "BTCUSDT",
    income: "300.000000",
  });
  const sum = incomes.reduce((total, { income }) => total + Math.round(Number(income) * 1e6), 0);
  const [balance] = await bot.getBalanceV3();
  expect(sum).toBe(Math.round(Number(balance?.balance) * 1e6));
  const page = await bot.getIncomeHistory({ ...BTC, startTime: Number(incomes[1]?.time), limit: 2 });
  expect(page).toEqual(incomes.filter(({ symbol }) => symbol === "BTCUSDT").slice(0, 2));
  expect(await bot.getIncomeHistory({ incomeType: "WELCOME_BONUS" })).toEqual([]);
});

test("FAPI-07 a read-only key cannot trade, and a frozen account gets its error", async () => {
  const reader = botOf(await makeApiKey(ana, ["read"]));
  await reader.getAccountInformationV3();
  for (const tried of [
    () => reader.submitNewOrder(limit("BUY", 59_000, 0.01)),
    () => reader.setLeverage({ ...BTC, leverage: 5 }),
    () => reader.setPositionMode({ dualSidePosition: "false" }),
    () => reader.cancelAllOpenOrders(BTC),
  ])
    expect(await refusal(tried())).toMatch(/^-2015 /);
  const userId = Number(accepted(await ana.call("profile")).id);
  const freeze = { kind: "freeze-account", userId, wallet: "contract" } as const;
  await world.exchange.engine.execute({ ...freeze, isFrozen: true });
  expect(await bot.getAccountInformation()).toMatchObject({ canTrade: false });
  expect(await refusal(bot.submitNewOrder(limit("BUY", 59_000, 0.01)))).toBe(
    "-2010 This action is disabled on this account.",
  );
  await world.exchange.engine.execute({ ...freeze, isFrozen: false });
  const unsigned = await fetch(`${url}/fapi/v2/balance`);
  expect([unsigned.status, await unsigned.json()]).toMatchObject([401, { code: -2014 }]);
  for (const nothing of ["/fapi/v1/nothing", "/sapi/v1/nothing", "/api/v3/nothing"]) {
    const unknown = await fetch(`${url}${nothing}`);
    expect([unknown.status, await unknown.json()], nothing).toMatchObject([404, { code: -1020 }]);
  }
});
