import { isStreamPath } from "@candor/server/edge/binance-api/streams/attach-streams";
import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { ApiProgram } from "../../support/wire/api-program.ts";
import {
  type ApiKey,
  askSigned,
  listenFor,
  makeApiKey,
  RESTING_BID,
} from "../../support/wire/binance-bot.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import {
  endAfterwards,
  type Json,
  listenAt,
  type ServedStreams,
  streamsOf,
} from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let streams: ServedStreams;
let url: string;
let ana: WireClient;
let key: ApiKey;
const open: WebSocket[] = [];
const connect = () => ApiProgram.connect(url, open, key);

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  exchange = await GatewayUnderTest.start({ listenKeys, gateway: { nowMs: Date.now } });
  streams = await streamsOf(exchange, listenKeys, { apiMessagesPerSecond: 100 });
  url = `${(await listenFor(exchange)).replace("http", "ws")}/ws-api/v3`;
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  key = await makeApiKey(ana);
});
endAfterwards(open, () => ({ exchange, streams }));

test("BIN-21 public requests are answered with their ids, the used weight and /api/v3's fields", async () => {
  expect(isStreamPath("/ws-api/v3")).toBe(true);
  const program = await connect();
  expect(await program.ask("ping")).toMatchObject({ id: "1", status: 200, result: {} });
  const time = await program.ask("time");
  expect(time).toMatchObject({
    result: { serverTime: expect.any(Number) as number },
    rateLimits: [
      { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 6_000, count: 2 },
    ],
  });
  const info = await program.ask("exchangeInfo", {
    symbols: ["BTCUSDT", "ETHUSDT"],
    returnRateLimits: false,
  });
  expect(info).toMatchObject({ result: { symbols: [{ symbol: "BTCUSDT" }, { symbol: "ETHUSDT" }] } });
  expect(info).not.toHaveProperty("rateLimits");
  expect(await program.ask("depth", { symbol: "BTCUSDT", limit: 5 })).toMatchObject({
    result: { bids: [], asks: [] },
  });
  expect(await program.ask("depth", { symbol: "NONEUSDT" })).toMatchObject({
    status: 400,
    error: { code: -1121, msg: "Invalid symbol." },
  });
  expect(await program.ask("order.fly")).toMatchObject({ status: 400, error: { code: -1020 } });
  program.send("{");
  program.send('{"method":"ping","params":[1]}');
  await vi.waitFor(() => expect(program.received.filter(({ id }) => id === null)).toHaveLength(2));
  expect(program.received.find(({ id }) => id === null)).toMatchObject({
    id: null,
    status: 400,
    error: { code: -1135, msg: "Invalid JSON Request" },
    rateLimits: [{ rateLimitType: "REQUEST_WEIGHT", limit: 6_000, count: expect.any(Number) as number }],
  });
});

test("BIN-83 a malformed message is refused under its own id, on both kinds of sockets", async () => {
  const refused = async (address: string, message: object) => {
    const { socket, received } = await listenAt(address, open);
    socket.send(JSON.stringify(message));
    await vi.waitFor(() => expect(received).toHaveLength(1));
    return received[0];
  };
  const depth = { id: "a-1", method: "depth" };
  const symbol = "BTCUSDT";
  for (const params of [null, [], 5, { symbol, limit: null }, { symbol: { a: 1 } }, { symbol: [[1]] }])
    expect(await refused(url, { ...depth, params }), JSON.stringify(params)).toMatchObject({
      id: "a-1",
      status: 400,
      error: { code: -1135 },
    });
  for (const sent of [{ id: 7 }, { id: 7, method: null }, { id: 7, method: "m".repeat(65) }])
    expect(await refused(url, sent)).toMatchObject({ id: 7, error: { code: -1135 } });
  for (const id of [1.5, "i".repeat(65), {}, [], true])
    expect(await refused(url, { ...depth, id })).toMatchObject({ id: null, error: { code: -1135 } });
  const streamUrl = url.replace("/ws-api/v3", "/stream");
  for (const sent of [
    { id: "s" },
    { id: "s", method: "FLY" },
    { id: "s", method: "SUBSCRIBE", params: "a@b" },
  ])
    expect(await refused(streamUrl, sent)).toMatchObject({ id: "s", error: { code: 2 } });
});

test("BIN-21 signed requests place, list and cancel orders, with /api/v3's rejections", async () => {
  const program = await connect();
  const placed = await program.signed("order.place", { ...RESTING_BID, newClientOrderId: "my-order_1" });
  expect(placed).toMatchObject({
    status: 200,
    result: { symbol: "BTCUSDT", clientOrderId: "my-order_1", status: "NEW", fills: [] },
  });
  const symbol = "BTCUSDT";
  const { orderId } = placed.result as { readonly orderId: number };
  expect(await program.signed("order.status", { symbol, orderId })).toMatchObject({
    result: { orderId, status: "NEW" },
  });
  expect(await program.signed("openOrders.status", { symbol })).toMatchObject({ result: [{ orderId }] });
  expect(await program.signed("account.status", { omitZeroBalances: true })).toMatchObject({
    result: { balances: [{ asset: "USDT", free: "4941.00000000", locked: "59.00000000" }] },
  });
  expect(await program.signed("order.cancel", { symbol, orderId })).toMatchObject({
    result: { orderId, status: "CANCELED" },
  });
  expect(await program.signed("order.cancel", { symbol, orderId })).toMatchObject({
    status: 400,
    error: { code: -2011, msg: "Unknown order sent." },
  });
  expect(await program.signed("order.place", { ...RESTING_BID, quantity: "1" })).toMatchObject({
    error: { code: -2010, msg: "Account has insufficient balance for requested action." },
  });
  const refusal = async (answer: Promise<Json>) => (await answer).error;
  expect(await refusal(program.ask("order.place", { ...RESTING_BID }))).toMatchObject({ code: -2014 });
  expect(await refusal(program.signed("account.status", {}, { ...key, secret: "no" }))).toMatchObject({
    code: -1022,
  });
  // A request that cannot be forwarded exactly as signed is rejected instead of reinterpreted.
  const sly = { ...RESTING_BID, newClientOrderId: "a&quantity=0.05" };
  expect(await program.signed("order.place", sly)).toMatchObject({
    status: 400,
    error: { code: -1100 },
    rateLimits: [{ rateLimitType: "REQUEST_WEIGHT" }],
  });
  expect(
    await refusal(program.signed("order.place", { ...RESTING_BID, "price&quantity": "1" })),
  ).toMatchObject({
    code: -1100,
  });
  const reader = await makeApiKey(ana, ["read"]);
  expect(await refusal(program.signed("order.place", RESTING_BID, reader))).toMatchObject({ code: -2015 });
  expect(await program.signed("openOrders.status", { symbol })).toMatchObject({ result: [] });
});

test("BIN-22 an account's events are pushed to the connection that signed for it, and to nobody else", async () => {
  const program = await connect();
  const stranger = await connect();
  const bo = await makeApiKey(await exchange.trader("bo@example.org", { USDT: "100" }));
  expect(await stranger.signed("userDataStream.subscribe.signature", {}, bo)).toMatchObject({ status: 200 });
  expect(
    await program.signed("userDataStream.subscribe.signature", {}, { ...key, secret: "no" }),
  ).toMatchObject({ status: 400, error: { code: -1022 } });
  expect(await program.ask("userDataStream.subscribe.signature")).toMatchObject({
    status: 401,
    error: { code: -2014 },
  });
  expect(await program.signed("userDataStream.subscribe.signature")).toMatchObject({
    status: 200,
    result: { subscriptionId: 0 },
  });
  expect(await program.ask("session.subscriptions")).toMatchObject({ result: [{ subscriptionId: 0 }] });
  const { result } = await program.signed("order.place", RESTING_BID);
  const { orderId } = result as { readonly orderId: number };
  await vi.waitFor(() => expect(program.events()).toHaveLength(2));
  expect(program.events()).toMatchObject([
    { subscriptionId: 0, event: { e: "executionReport", x: "NEW", X: "NEW", i: orderId } },
    {
      subscriptionId: 0,
      event: { e: "outboundAccountPosition", B: [{ a: "USDT", f: "4941.00000000", l: "59.00000000" }] },
    },
  ]);
  expect(await program.ask("userDataStream.unsubscribe", { subscriptionId: 7 })).toMatchObject({
    error: { code: -2036 },
  });
  // No other value is read as a number: the subscription goes on.
  for (const subscriptionId of ["", "0x0", [], false, [0], 0.5, -1])
    expect(await program.ask("userDataStream.unsubscribe", { subscriptionId })).toMatchObject({
      error: { code: -1100 },
    });
  // One for each account: events would come twice.
  expect(await program.signed("userDataStream.subscribe.signature")).toMatchObject({
    status: 400,
    error: { code: -2035 },
  });
  expect(await program.signed("userDataStream.subscribe.signature", {}, bo)).toMatchObject({
    result: { subscriptionId: 1 },
  });
  expect(await program.ask("userDataStream.unsubscribe", { subscriptionId: 0 })).toMatchObject({
    status: 200,
  });
  expect(program.events().slice(2)).toMatchObject([
    { subscriptionId: 0, event: { e: "eventStreamTerminated" } },
  ]);
  expect(await program.signed("order.cancel", { symbol: "BTCUSDT", orderId })).toMatchObject({ status: 200 });
  expect(program.events()).toHaveLength(3);
  expect(stranger.events()).toEqual([]);
});

test("BIN-22 a subscription ends with its API key", async () => {
  const program = await connect();
  const doomed = await makeApiKey(ana);
  await program.signed("userDataStream.subscribe.signature", {}, doomed);
  const { list } = accepted(await ana.call("apiKey", { action: "list" }));
  const { apiKeyId } = list.reduce((a, b) => (a.createdAtMs >= b.createdAtMs ? a : b));
  accepted(await ana.call("apiKey", { action: "remove", apiKeyId, password: "kestrel7" }));
  accepted(
    await ana.call("doOrder", {
      symbol: "BTCUSDT",
      side: "buy",
      type: "limit",
      price: "59000",
      quantity: "0.001",
    }),
  );
  await vi.waitFor(() => expect(program.closed).toBe(true));
  expect(program.events()).toMatchObject([{ subscriptionId: 0, event: { e: "eventStreamTerminated" } }]);
});

test("BIN-21 an order is tested and replaced as by /api/v3: the same order count, weight and errors", async () => {
  const program = await connect();
  const cy = await makeApiKey(await exchange.trader("cy@example.org", { USDT: "500" }));
  const site = url.replace("ws", "http").replace("/ws-api/v3", "/api/v3");
  const usage = (answer: Json) =>
    (answer.rateLimits as { rateLimitType: string; count: number }[]).map(
      ({ rateLimitType, count }) => `${rateLimitType} ${count}`,
    );
  expect(await program.signed("order.test", RESTING_BID, cy)).toMatchObject({ status: 200, result: {} });
  expect(await program.signed("order.test", { ...RESTING_BID, price: "59000.05" }, cy)).toMatchObject({
    status: 400,
    error: { code: -1013, msg: "Filter failure: PRICE_FILTER" },
  });
  const placed = await program.signed("order.place", RESTING_BID, cy);
  expect(usage(placed)[0]).toBe("ORDERS 1");
  const { orderId } = placed.result as { readonly orderId: number };
  const replace = {
    ...RESTING_BID,
    cancelReplaceMode: "STOP_ON_FAILURE",
    cancelOrderId: orderId,
    price: "58000",
  };
  const replaced = await program.signed("order.cancelReplace", replace, cy);
  expect(replaced).toMatchObject({
    status: 200,
    result: { cancelResult: "SUCCESS", newOrderResult: "SUCCESS", newOrderResponse: { status: "NEW" } },
  });
  const [orders, ofDay, weight] = usage(replaced);
  expect([orders, ofDay]).toEqual(["ORDERS 2", "ORDERS 2"]);
  // Two checks of an order weigh 1 each, accepted orders nothing. They count for the key.
  expect(weight).toBe("REQUEST_WEIGHT 2");
  // The old order is gone, so nothing is placed.
  const again = await program.signed("order.cancelReplace", replace, cy);
  const overHttp = await askSigned(cy, "POST", `${site}/order/cancelReplace`, replace);
  expect(again).toMatchObject({ status: overHttp.status, error: overHttp.body });
  expect(again).toMatchObject({ error: { code: -2022, data: { newOrderResult: "NOT_ATTEMPTED" } } });
  expect(await program.signed("openOrders.status", { symbol: "BTCUSDT" }, cy)).toMatchObject({
    result: [{ price: "58000.00000000" }],
  });
  // Orders that no market allows.
  for (const method of ["sor.order.place", "sor.order.test"])
    expect(await program.signed(method, RESTING_BID, cy)).toMatchObject({
      status: 400,
      error: { code: -1013, msg: "This symbol has no SOR." },
    });
  for (const method of ["orderList.place.opo", "orderList.place.opoco"])
    expect(await program.signed(method, { symbol: "BTCUSDT" }, cy)).toMatchObject({
      status: 400,
      error: { code: -1102 },
    });
});

test("BIN-32 messages beyond the rate are refused one by one, and every accepted order is answered", async () => {
  const program = await connect();
  const dee = await makeApiKey(await exchange.trader("dee@example.org", { USDT: "1000" }));
  const order = { ...RESTING_BID, quantity: "0.0001" };
  const asked = [
    ...Array.from({ length: 300 }, () => program.ask("ping")),
    ...Array.from({ length: 40 }, () => program.signed("order.place", order, dee)),
    ...Array.from({ length: 300 }, () => program.ask("ping")),
  ];
  const answers = await Promise.all(asked);
  expect(program.closed).toBe(false);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused[0]).toMatchObject({
    error: {
      code: -1003,
      msg: expect.any(String) as string,
      data: { retryAfter: expect.any(Number) as number },
    },
  });
  const placed = answers.slice(300, 340).filter(({ status }) => status === 200);
  const { body } = await askSigned(
    dee,
    "GET",
    `${url.replace("ws", "http").replace("/ws-api/v3", "")}/api/v3/openOrders`,
  );
  expect(body).toHaveLength(placed.length);
});

test("BIN-32 a connection that the server closes has the answers of its orders first", async () => {
  const program = await connect();
  const eve = await makeApiKey(await exchange.trader("eve@example.org", { USDT: "1000" }));
  const pausing = Promise.withResolvers<undefined>();
  const release = Promise.withResolvers<undefined>();
  const paused = exchange.withPausedReadModels(async () => {
    pausing.resolve(undefined);
    await release.promise;
  });
  await pausing.promise;
  const placing = program.signed("order.place", RESTING_BID, eve);
  const listing = program.signed("allOrders", { symbol: "BTCUSDT" }, eve);
  await placing;
  exchange.site.set(false, "closed for a moment");
  release.resolve(undefined);
  await paused;
  expect((await listing).status).toBe(200);
  await vi.waitFor(() => expect(program.closed).toBe(true));
  exchange.site.set(true, "");
});
