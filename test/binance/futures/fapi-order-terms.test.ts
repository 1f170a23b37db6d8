import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { USDMClient } from "binance";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { type ApiKey, askSigned, listenFor, makeApiKey, refusal } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { type Json, listenAt, type ServedStreams, streamsOf } from "../../support/wire/streams.ts";

/** Contract orders with a date, orders that close the position, and protected triggers; balances are checked. */
let world: ContractWorld;
let streams: ServedStreams;
let host: string;
let key: ApiKey;
let bot: USDMClient;
let other: USDMClient;
const open: WebSocket[] = [];

const BTC = { symbol: "BTCUSDT" } as const;
const FIRST_ALGO_ID = 1_000_000_000_000_000;
const HOUR = 3_600_000;
const TOO_SOON =
  "-5040 The goodTillDate timestamp must be greater than the current time plus 600 seconds and smaller than 253402300799000 (UTC 9999-12-31 23:59:59)";

const clientOf = ({ apiKey, secret }: ApiKey) =>
  new USDMClient({ api_key: apiKey, api_secret: secret, baseUrl: `http://${host}`, disableTimeSync: true });
const place = (fields: object, by = bot) =>
  by.submitNewOrder({
    ...BTC,
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    price: 59_000,
    quantity: 0.01,
    ...fields,
  });
const market = (side: "BUY" | "SELL", quantity: number) =>
  bot.submitNewOrder({ ...BTC, side, type: "MARKET", quantity });
const algo = (fields: object) =>
  bot.submitNewAlgoOrder({ ...BTC, algoType: "CONDITIONAL", workingType: "MARK_PRICE", ...fields } as never);
const ask = (method: string, path: string, fields: Readonly<Record<string, string | number>>) =>
  askSigned(key, method, `http://${host}/fapi/v1${path}`, fields);
const eventually = (check: () => unknown) => vi.waitFor(check);
/** Advances the exchange's time to a moment. */
const reach = async (atMs: number) => {
  await world.observe(60_000, atMs - world.exchange.time.ms);
};

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  world = await ContractWorld.start({ nowMs: Date.now }, { listenKeys });
  streams = await streamsOf(world.exchange, listenKeys);
  host = new URL(await listenFor(world.exchange)).host;
  key = await makeApiKey(await world.trader("ana@example.org", "9000"));
  bot = clientOf(key);
  other = clientOf(await makeApiKey(await world.trader("maker@example.org", "9000")));
  await world.observe(60_000);
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  for (const client of [bot, other]) {
    await client.cancelAllOpenOrders(BTC);
    await client.cancelAllAlgoOpenOrders(BTC);
  }
});
afterAll(async () => {
  await streams.close();
  await world.exchange.close();
});

test("FAPI-40 an order until a date rests, tells its date, and expires at it", async () => {
  const { listenKey } = await bot.getFuturesUserDataListenKey();
  const { received } = await listenAt(`ws://${host}/fstream/ws/${listenKey}`, open);
  const goodTillDate = Date.now() + HOUR;
  const second = goodTillDate - (goodTillDate % 1_000);
  const placed = await place({ timeInForce: "GTD", goodTillDate });
  expect(placed).toMatchObject({ timeInForce: "GTD", goodTillDate: second, status: "NEW" });
  const stop = await algo({
    side: "SELL",
    type: "STOP",
    timeInForce: "GTD",
    goodTillDate,
    price: "57000",
    triggerPrice: "57100",
    quantity: "0.01",
  });
  expect(stop).toMatchObject({ timeInForce: "GTD", goodTillDate: second });
  expect(await bot.getAllOpenOrders(BTC)).toMatchObject([{ timeInForce: "GTD", goodTillDate: second }]);
  // A new price keeps the date.
  const { orderId } = placed;
  const moved = await bot.modifyOrder({
    ...BTC,
    side: "BUY",
    orderId,
    price: 58_900,
    quantity: 0.01,
  } as never);
  expect(moved).toMatchObject({ timeInForce: "GTD", goodTillDate: second, price: "58900.0" });
  await reach(second - 1);
  expect(await bot.getAllOpenOrders(BTC)).toHaveLength(1);
  await reach(second);
  const end = { X: "EXPIRED", f: "GTD", gtd: second };
  await eventually(() => {
    const ends = received.filter(({ o }) => (o as Json | undefined)?.X === "EXPIRED");
    expect(ends).toMatchObject([
      { e: "ORDER_TRADE_UPDATE", o: { ...end, x: "EXPIRED", er: "0" } },
      { e: "ALGO_UPDATE", o: end },
    ]);
  });
  expect(await bot.getOrder({ ...BTC, orderId: moved.orderId })).toMatchObject({
    status: "EXPIRED",
    timeInForce: "GTD",
    goodTillDate: second,
  });
  expect(await bot.getAlgoOrder({ algoId: stop.algoId })).toMatchObject({
    algoStatus: "EXPIRED",
    goodTillDate: second,
  });
  expect(await bot.getAccountInformationV3()).toMatchObject({
    totalWalletBalance: "9000.000000",
    availableBalance: "9000.000000",
  });
});

test("FAPI-40 a date must be sent with GTD, and be far enough ahead; 0 goes with all others", async () => {
  const goodTillDate = Date.now() + HOUR;
  expect(await place({ goodTillDate: 0 })).toMatchObject({ timeInForce: "GTC", goodTillDate: 0 });
  expect(await refusal(place({ timeInForce: "GTD" }))).toMatch(/^-1102 .*goodTillDate/);
  expect(await refusal(place({ timeInForce: "GTD", goodTillDate: 0 }))).toMatch(/^-1102 .*goodTillDate/);
  expect(await refusal(place({ goodTillDate }))).toMatch(/^-1106 .*goodTillDate/);
  for (const wrong of [Date.now() + 590_000, 253_402_300_799_000])
    expect(await refusal(place({ timeInForce: "GTD", goodTillDate: wrong }))).toBe(TOO_SOON);
  const stop = { side: "SELL", type: "STOP_MARKET", triggerPrice: "57000", quantity: "0.01" };
  expect(await refusal(algo({ ...stop, timeInForce: "GTD", goodTillDate }))).toMatch(/^-1115 /);
  const limit = { ...stop, type: "STOP", price: "56900" };
  expect(await refusal(algo({ ...limit, timeInForce: "GTX" }))).toBe("-1115 Invalid timeInForce.");
  const test = await ask("POST", "/order/test", {
    ...BTC,
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTD",
    goodTillDate: 1_000,
    price: 59_000,
    quantity: 0.01,
  });
  expect(test.body).toMatchObject({ code: -5040 });
});

test("FAPI-41 a second order that closes the position on the same side is -4130", async () => {
  await place({ side: "SELL", price: 60_000, quantity: 0.1 }, other);
  await market("BUY", 0.1);
  const stop = { side: "SELL", type: "STOP_MARKET", closePosition: "true" };
  const profit = { ...stop, type: "TAKE_PROFIT_MARKET" };
  const first = await algo({ ...stop, triggerPrice: "59000" });
  const second = await algo({ ...profit, triggerPrice: "61000" });
  const exists =
    "-4130 An open stop or take profit order with GTE and closePosition in the direction is existing.";
  expect(await refusal(algo({ ...stop, triggerPrice: "58000" }))).toBe(exists);
  expect(await refusal(algo({ ...profit, triggerPrice: "62000", workingType: "CONTRACT_PRICE" }))).toBe(
    exists,
  );
  // Closing the position by hand ends both.
  await place({ side: "BUY", price: 60_000, quantity: 0.1 }, other);
  await market("SELL", 0.1);
  for (const { algoId } of [first, second])
    await eventually(async () =>
      expect(await bot.getAlgoOrder({ algoId })).toMatchObject({ algoStatus: "EXPIRED" }),
    );
  expect(await bot.getOpenAlgoOrders(BTC)).toEqual([]);
  // 9,000 − 3 and 3 of fees.
  expect(await bot.getAccountInformationV3()).toMatchObject({ totalWalletBalance: "8994.000000" });
});

test("FAPI-42 a protected trigger is rejected while last price and mark are far apart", async () => {
  // The last trade is at 60,000, and nobody has a position.
  await place({ side: "SELL", price: 60_000, quantity: 0.01 }, other);
  await market("BUY", 0.01);
  await place({ side: "BUY", price: 60_000, quantity: 0.01 }, other);
  await market("SELL", 0.01);
  const order = { side: "BUY", type: "STOP_MARKET", quantity: "0.01", triggerPrice: "64000" };
  const kept = await algo({ ...order, priceProtect: "TRUE" });
  const plain = await algo({ ...order, priceProtect: "FALSE" });
  expect([kept.priceProtect, plain.priceProtect]).toEqual([true, false]);
  expect(await refusal(place({ priceProtect: "true" }))).toMatch(/^-1106 .*priceProtect/);
  await place({ side: "SELL", price: 64_500, quantity: 0.02 }, other);
  await world.observe(64_400);
  await eventually(async () =>
    expect(await bot.getAlgoOrder({ algoId: kept.algoId })).toMatchObject({
      algoStatus: "REJECTED",
      priceProtect: true,
    }),
  );
  await eventually(async () =>
    expect(await bot.getOrder({ ...BTC, orderId: plain.algoId - FIRST_ALGO_ID })).toMatchObject({
      status: "FILLED",
      avgPrice: "64500.0",
      priceProtect: false,
    }),
  );
});
