import { API_LIMITS, DEFAULT_API } from "@candor/server/config/api-settings";
import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { USDMClient } from "binance";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { type ApiKey, askSigned, listenFor, makeApiKey, refusal } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { type Json, listenAt, type ServedStreams, streamsOf } from "../../support/wire/streams.ts";

/** Conditional orders have paths, numbers and events of their own, as at Binance since 2026. */
let world: ContractWorld;
let streams: ServedStreams;
let host: string;
let key: ApiKey;
let bot: USDMClient;
let other: USDMClient;
const open: WebSocket[] = [];

const BTC = { symbol: "BTCUSDT" } as const;
const FIRST_ALGO_ID = 1_000_000_000_000_000;
const ELSEWHERE =
  "-4120 Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.";
type OrderFields = Parameters<USDMClient["submitNewOrder"]>[0];

const clientOf = ({ apiKey, secret }: ApiKey) =>
  new USDMClient({ api_key: apiKey, api_secret: secret, baseUrl: `http://${host}`, disableTimeSync: true });
const limit = (side: "BUY" | "SELL", price: number, quantity: number) =>
  ({ ...BTC, side, type: "LIMIT", timeInForce: "GTC", price, quantity }) as OrderFields;
const algo = (fields: object, by = bot) =>
  by.submitNewAlgoOrder({
    ...BTC,
    algoType: "CONDITIONAL",
    side: "BUY",
    type: "STOP_MARKET",
    quantity: "0.01",
    workingType: "MARK_PRICE",
    ...fields,
  });
const ask = (method: string, path: string, fields: Readonly<Record<string, string | number>>) =>
  askSigned(key, method, `http://${host}/fapi/v1${path}`, fields);
const eventually = (check: () => unknown) => vi.waitFor(check);
const openIds = async () => (await bot.getOpenAlgoOrders(BTC)).map(({ algoId }) => algoId);

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

test("FAPI-13 the order paths refuse conditional orders", async () => {
  const stop = { ...BTC, side: "BUY", type: "STOP_MARKET", stopPrice: "61000", quantity: "0.01" };
  for (const type of ["STOP", "STOP_MARKET", "TAKE_PROFIT", "TAKE_PROFIT_MARKET", "TRAILING_STOP_MARKET"]) {
    expect(await refusal(bot.submitNewOrder({ ...stop, type } as never)), type).toBe(ELSEWHERE);
    expect(await refusal(bot.testOrder({ ...stop, type } as never)), type).toBe(ELSEWHERE);
  }
  const batch = await ask("POST", "/batchOrders", {
    batchOrders: JSON.stringify([limit("BUY", 59_000, 0.01), stop]),
  });
  expect(batch.body).toMatchObject([{ status: "NEW" }, { code: -4120 }]);
});

test("FAPI-13 an untriggered conditional order is only at the algo paths", async () => {
  const clientAlgoId = bot.generateNewOrderId();
  const stop = await algo({ triggerPrice: "61000", clientAlgoId });
  expect(stop).toMatchObject({
    clientAlgoId,
    algoType: "CONDITIONAL",
    orderType: "STOP_MARKET",
    algoStatus: "NEW",
    triggerPrice: "61000.0",
    quantity: "0.010",
    workingType: "MARK_PRICE",
    triggerTime: 0,
  });
  const orderId = stop.algoId - FIRST_ALGO_ID;
  expect(orderId).toBeGreaterThan(0);
  const resting = await bot.submitNewOrder(limit("BUY", 59_000, 0.01));
  for (const one of [{ orderId }, { orderId: stop.algoId }, { origClientOrderId: clientAlgoId }] as const) {
    expect(await refusal(bot.getOrder({ ...BTC, ...one }))).toBe("-2013 Order does not exist.");
    expect(await refusal(bot.getCurrentOpenOrder({ ...BTC, ...one }))).toBe("-2013 Order does not exist.");
    expect(await refusal(bot.cancelOrder({ ...BTC, ...one }))).toBe("-2011 Unknown order sent.");
  }
  const change = { ...BTC, side: "BUY", orderId, price: 59_000, quantity: 0.005 };
  expect(await refusal(bot.modifyOrder(change as never))).toBe("-2013 Order does not exist.");
  expect(await bot.cancelMultipleOrders({ ...BTC, orderIdList: [orderId] })).toMatchObject([{ code: -2011 }]);
  for (const orders of [await bot.getAllOpenOrders(BTC), await bot.getAllOrders({ ...BTC, orderId })])
    expect(orders.map((each) => each.orderId)).toEqual([resting.orderId]);
  // Neither cancels it, but it can be canceled where it was placed.
  await bot.cancelAllOpenOrders(BTC);
  await bot.submitNewOrder(limit("BUY", 59_000, 0.01));
  await bot.setCancelOrdersOnTimeout({ ...BTC, countdownTime: 50 });
  await eventually(async () => expect(await bot.getAllOpenOrders(BTC)).toEqual([]));
  expect(await openIds()).toEqual([stop.algoId]);
  expect(await bot.getOpenAlgoOrders({ algoId: stop.algoId + 1 })).toEqual([]);
  expect(await refusal(bot.cancelAlgoOrder({ algoId: orderId }))).toBe("-2011 Unknown order sent.");
  expect(await bot.cancelAlgoOrder({ algoId: stop.algoId })).toEqual({
    algoId: stop.algoId,
    clientAlgoId,
    code: "200",
    msg: "success",
  });
  expect(await refusal(bot.cancelAlgoOrder({ clientAlgoId }))).toBe("-2011 Unknown order sent.");
  expect(await bot.getAlgoOrder({ algoId: stop.algoId })).toMatchObject({
    algoStatus: "CANCELED",
    actualOrderId: "",
  });
  expect(await refusal(bot.getOrder({ ...BTC, orderId }))).toBe("-2013 Order does not exist.");
  expect(await refusal(bot.getAlgoOrder({ algoId: orderId }))).toBe("-2013 Order does not exist.");
});

test("FAPI-13 canceling all conditional orders leaves the others", async () => {
  await algo({ triggerPrice: "61000" });
  await algo({
    side: "SELL",
    type: "STOP",
    timeInForce: "GTC",
    price: "57000",
    triggerPrice: "57100",
  });
  const trailing = { ...BTC, algoType: "CONDITIONAL", side: "SELL", type: "TRAILING_STOP_MARKET" };
  // ccxt uses the order paths' name for the price of activation.
  const { body } = await ask("POST", "/algoOrder", {
    ...trailing,
    quantity: "0.01",
    callbackRate: 2,
    activationPrice: 66_000,
  });
  expect(body).toMatchObject({ activatePrice: "66000.0", callbackRate: "2.0000" });
  await bot.submitNewOrder(limit("BUY", 59_000, 0.01));
  expect(await openIds()).toHaveLength(3);
  expect(await bot.cancelAllAlgoOpenOrders(BTC)).toMatchObject({ code: 200 });
  expect(await openIds()).toEqual([]);
  expect(await bot.getAllOpenOrders()).toHaveLength(1);
});

test("FAPI-13 a list of conditional orders has as many as were asked for", async () => {
  const first = await algo({ triggerPrice: "61000" });
  const second = await algo({
    type: "TRAILING_STOP_MARKET",
    side: "SELL",
    callbackRate: "2",
    activatePrice: "65000",
  });
  expect(second).toMatchObject({ callbackRate: "2.0000", activatePrice: "65000.0" });
  for (const price of [58_000, 58_100, 58_200]) await bot.submitNewOrder(limit("BUY", price, 0.001));
  const idsOf = async (fields: object) =>
    (await bot.getAllAlgoOrders({ ...BTC, ...fields })).map(({ algoId }) => algoId);
  expect(await idsOf({ limit: 2 })).toEqual([first.algoId, second.algoId]);
  expect(await idsOf({ limit: 1 })).toEqual([second.algoId]);
  expect(await idsOf({ limit: 1, page: 2 })).toEqual([first.algoId]);
  expect(await idsOf({ algoId: first.algoId, limit: 1 })).toEqual([first.algoId]);
  expect(await idsOf({ algoId: second.algoId })).toEqual([second.algoId]);
  expect(await refusal(bot.getAllAlgoOrders({ ...BTC, page: 0 }))).toMatch(/^-1130 /);
});

test("FAPI-13 a rejected conditional order has Binance's code", async () => {
  expect(await refusal(algo({}))).toMatch(/^-1102 .*triggerPrice/);
  expect(await refusal(algo({ type: "TAKE_PROFIT_MARKET", triggerPrice: "63000" }))).toBe(
    "-2021 Order would immediately trigger.",
  );
  expect(await refusal(algo({ algoType: "VP", triggerPrice: "63000" }))).toMatch(/^-1020 /);
  expect(await refusal(algo({ type: "LIMIT", triggerPrice: "63000" }))).toMatch(/^-1116 /);
});

/** The user's events, in short: of a conditional order its status, of an order its execution type and status. */
function storyOf(received: readonly Json[]): string[] {
  return received.flatMap(({ e, o, l, L }) => {
    const order = o as Json | undefined;
    if (e === "ALGO_UPDATE") return [`algo ${String(order?.X)}`];
    if (e === "ORDER_TRADE_UPDATE")
      return [`${String(order?.o)} of ${String(order?.ot)} ${String(order?.x)} ${String(order?.X)}`];
    return e === "TRADE_LITE" ? [`lite ${String(l)} at ${String(L)}`] : [];
  });
}
const eventsOf = async (client = bot, at = host) => {
  const { listenKey } = await client.getFuturesUserDataListenKey();
  return (await listenAt(`ws://${at}/fstream/ws/${listenKey}`, open)).received;
};

test("FAPI-26 a triggered order is followed from its trigger to its end", async () => {
  const received = await eventsOf();
  const { clientAlgoId } = await algo({ triggerPrice: "70000" });
  await bot.cancelAlgoOrder({ clientAlgoId });
  await eventually(() => expect(storyOf(received)).toEqual(["algo NEW", "algo CANCELED"]));
  expect(received[0]).toMatchObject({
    e: "ALGO_UPDATE",
    o: {
      caid: clientAlgoId,
      at: "CONDITIONAL",
      o: "STOP_MARKET",
      s: "BTCUSDT",
      S: "BUY",
      X: "NEW",
      ai: "",
      q: "0.010",
      tp: "70000.0",
      wt: "MARK_PRICE",
      tt: 0,
      ia: false,
    },
  });
  received.length = 0;
  const stop = await algo({ triggerPrice: "61000" });
  await other.submitNewOrder(limit("SELL", 61_200, 0.01));
  await world.observe(61_100);
  await eventually(() =>
    expect(storyOf(received)).toEqual([
      "algo NEW",
      "algo TRIGGERING",
      "algo TRIGGERED",
      "MARKET of STOP_MARKET NEW NEW",
      "lite 0.010 at 61200.0",
      "MARKET of STOP_MARKET TRADE FILLED",
      "algo FINISHED",
    ]),
  );
  const algos = received.filter(({ e }) => e === "ALGO_UPDATE").map(({ o }) => o as Json);
  const real = await bot.getOrder({ ...BTC, orderId: stop.algoId - FIRST_ALGO_ID });
  expect(real).toMatchObject({
    clientOrderId: stop.clientAlgoId,
    type: "MARKET",
    origType: "STOP_MARKET",
    status: "FILLED",
    avgPrice: "61200.0",
  });
  const ai = String(real.orderId);
  expect(algos.map((each) => [each.aid, each.ai])).toEqual([
    [stop.algoId, ""],
    [stop.algoId, ""],
    [stop.algoId, ai],
    [stop.algoId, ai],
  ]);
  expect(algos.at(-1)).toMatchObject({ act: "MARKET", ap: "61200.0", aq: "0.010" });
  const finished = await bot.getAlgoOrder({ algoId: stop.algoId });
  expect(finished).toMatchObject({
    algoStatus: "FINISHED",
    actualOrderId: ai,
    actualPrice: "61200.0",
    actualQty: "0.010",
    actualType: "MARKET",
  });
  expect(finished.triggerTime).toBe(algos.at(-1)?.tt);
  expect(finished.triggerTime).toBeGreaterThan(0);
  expect((await bot.getAllOrders(BTC)).at(-1)).toMatchObject({ orderId: real.orderId, type: "MARKET" });
  await world.observe(60_000);
});

test("FAPI-26 a triggered limit order rests, can be changed and canceled, and has then finished", async () => {
  const stop = await algo({
    type: "STOP",
    timeInForce: "GTC",
    price: "60500",
    triggerPrice: "61000",
    quantity: "0.02",
  });
  const orderId = stop.algoId - FIRST_ALGO_ID;
  await world.observe(61_100);
  await eventually(async () => expect(await openIds()).toEqual([]));
  expect(await bot.getAlgoOrder({ algoId: stop.algoId })).toMatchObject({
    algoStatus: "TRIGGERED",
    actualType: "LIMIT",
  });
  expect(await bot.getAllOpenOrders(BTC)).toMatchObject([
    { orderId, type: "LIMIT", origType: "STOP", status: "NEW", stopPrice: "61000.0" },
  ]);
  // A connection that opens only now knows that it was triggered.
  const received = await eventsOf();
  const change = { ...BTC, side: "BUY", orderId, price: 60_500, quantity: 0.01 };
  expect(await bot.modifyOrder(change as never)).toMatchObject({ orderId, type: "LIMIT", origQty: "0.010" });
  expect(await bot.cancelOrder({ ...BTC, orderId })).toMatchObject({ status: "CANCELED", type: "LIMIT" });
  await eventually(() =>
    expect(storyOf(received)).toEqual([
      "LIMIT of STOP AMENDMENT NEW",
      "LIMIT of STOP CANCELED CANCELED",
      "algo FINISHED",
    ]),
  );
  expect(await bot.getAlgoOrder({ algoId: stop.algoId })).toMatchObject({ algoStatus: "FINISHED" });
  await world.observe(60_000);
});

test("FAPI-26 a conditional order without margin at its trigger is rejected and never becomes an order", async () => {
  const poor = clientOf(await makeApiKey(await world.trader("poor@example.org", "100")));
  const received = await eventsOf(poor);
  await other.submitNewOrder(limit("SELL", 61_200, 1));
  const stop = await algo({ triggerPrice: "61000", quantity: "1" }, poor);
  await world.observe(61_100);
  await eventually(() => expect(storyOf(received)).toEqual(["algo NEW", "algo TRIGGERING", "algo REJECTED"]));
  expect(received.at(-1)?.o).toMatchObject({ ai: "", rm: "Margin is insufficient." });
  expect(await poor.getAlgoOrder({ algoId: stop.algoId })).toMatchObject({
    algoStatus: "REJECTED",
    actualOrderId: "",
  });
  expect(await poor.getAllOrders(BTC)).toEqual([]);
  await world.observe(60_000);
});

test("FAPI-27 the API of 2025 has conditional orders at the order paths, also in the events", async () => {
  const listenKeys = new ListenKeys(Date.now);
  const api = { ...DEFAULT_API, revision: "2025", limits: API_LIMITS } as const;
  const old = await ContractWorld.start({ nowMs: Date.now, api }, { listenKeys });
  const oldStreams = await streamsOf(old.exchange, listenKeys);
  const url = await listenFor(old.exchange);
  const clients = await Promise.all(
    ["ana@example.org", "maker@example.org"].map(async (name) => {
      const { apiKey, secret } = await makeApiKey(await old.trader(name, "9000"));
      return new USDMClient({ api_key: apiKey, api_secret: secret, baseUrl: url, disableTimeSync: true });
    }),
  );
  const [program, counterparty] = clients as [USDMClient, USDMClient];
  await old.observe(60_000);
  const received = await eventsOf(program, new URL(url).host);
  const stop = { ...BTC, side: "BUY", type: "STOP_MARKET", quantity: 0.01, workingType: "MARK_PRICE" };
  const { orderId } = await program.submitNewOrder({ ...stop, stopPrice: 61_000 } as OrderFields);
  await counterparty.submitNewOrder(limit("SELL", 61_200, 0.01));
  await old.observe(61_100);
  await eventually(() =>
    expect(storyOf(received)).toEqual([
      "STOP_MARKET of STOP_MARKET NEW NEW",
      "lite 0.010 at 61200.0",
      "MARKET of STOP_MARKET TRADE FILLED",
    ]),
  );
  expect(await program.getOrder({ ...BTC, orderId })).toMatchObject({
    type: "MARKET",
    origType: "STOP_MARKET",
  });
  await program.submitNewOrder({ ...stop, stopPrice: 65_000 } as OrderFields);
  await program.cancelAllOpenOrders(BTC);
  expect(await program.getAllOpenOrders(BTC)).toEqual([]);
  await eventually(() =>
    expect(storyOf(received).slice(-2)).toEqual([
      "STOP_MARKET of STOP_MARKET NEW NEW",
      "STOP_MARKET of STOP_MARKET CANCELED CANCELED",
    ]),
  );
  for (const path of ["algoOrder", "openAlgoOrders", "allAlgoOrders"])
    expect((await fetch(`${url}/fapi/v1/${path}`)).status, path).toBe(404);
  const socket = await listenAt(`ws://${new URL(url).host}/ws-fapi/v1`, open);
  socket.socket.send(JSON.stringify({ id: 1, method: "algoOrder.place", params: {} }));
  await eventually(() => expect(socket.received).toMatchObject([{ id: 1, error: { code: -1020 } }]));
  await oldStreams.close();
  await old.exchange.close();
});

test("FAPI-53 a trailing stop that reaches its activation price has an event, and it alone", async () => {
  const received = await eventsOf();
  // A stream that has begun: while it waits for the read models, it reports an activation with the order.
  const { clientAlgoId } = await algo({ triggerPrice: "70000" });
  await bot.cancelAlgoOrder({ clientAlgoId });
  await eventually(() => expect(storyOf(received)).toEqual(["algo NEW", "algo CANCELED"]));
  const trailing = { type: "TRAILING_STOP_MARKET", side: "SELL", callbackRate: "5", activatePrice: "60500" };
  const waiting = await algo(trailing);
  const active = () =>
    received
      .filter(({ e, o }) => e === "ALGO_UPDATE" && (o as Json).aid === waiting.algoId)
      .map(({ o }) => [(o as Json).X, (o as Json).ia]);
  await world.observe(60_400);
  await world.observe(60_600);
  await eventually(() =>
    expect(active()).toEqual([
      ["NEW", false],
      ["NEW", true],
    ]),
  );
  await world.observe(60_700);
  // A stream that opens now knows it.
  const later = await eventsOf();
  await bot.cancelAlgoOrder({ algoId: waiting.algoId });
  await eventually(() => expect(later.at(-1)).toMatchObject({ o: { X: "CANCELED", ia: true } }));
  await eventually(() => expect(active().slice(2)).toEqual([["CANCELED", true]]));
  await world.observe(60_000);
});

test("FAPI-53 a trailing stop that is activated while the stream waits for the read models is reported as active", async () => {
  const position = await bot.getPositionsV3({ symbol: BTC.symbol });
  expect(position.some(({ positionAmt }) => Number(positionAmt) !== 0)).toBe(true);
  await world.observe(60_000);
  const trailing = { type: "TRAILING_STOP_MARKET", side: "SELL", callbackRate: "5", activatePrice: "60500" };
  const active: unknown[] = [];
  await world.exchange.withPausedReadModels(async () => {
    // The rows are behind the account from here on.
    await bot.cancelAllAlgoOpenOrders(BTC);
    const received = await eventsOf();
    const { algoId } = await algo(trailing);
    await world.observe(60_600);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(received).toEqual([]);
    active.push(received, algoId);
  });
  const [received, algoId] = active as [Json[], number];
  const states = () =>
    received
      .filter(({ e, o }) => e === "ALGO_UPDATE" && (o as Json).aid === algoId)
      .map(({ o }) => [(o as Json).X, (o as Json).ia]);
  await eventually(() => expect(states().at(-1)).toEqual(["NEW", true]));
});
