import { generateKeyPairSync, sign } from "node:crypto";
import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { WebsocketAPIClient } from "binance";
import { beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { ApiProgram } from "../../support/wire/api-program.ts";
import { type ApiKey, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import {
  endAfterwards,
  type Json,
  listenAt,
  type ServedStreams,
  streamsOf,
} from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** The WebSocket API of futures: its methods are the calls of `/fapi`. */
let world: ContractWorld;
let streams: ServedStreams;
let host: string;
let ana: WireClient;
let key: ApiKey;
const open: WebSocket[] = [];
const LIMIT = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  price: "59000",
  quantity: "0.010",
};

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  world = await ContractWorld.start({ nowMs: Date.now }, { listenKeys });
  streams = await streamsOf(world.exchange, listenKeys);
  host = new URL(await listenFor(world.exchange)).host;
  ana = await world.trader("ana@example.org", "9000");
  key = await makeApiKey(ana);
  await world.observe(60_000);
});
endAfterwards(open, () => ({ exchange: world.exchange, streams }));

const connect = (apiKey = key) => ApiProgram.connect(`ws://${host}/ws-fapi/v1`, open, apiKey);
const resultOf = (answer: Json) => answer.result as Json;

test("FAPI-20 orders are placed, changed, found and canceled over the socket as by HTTP", async () => {
  const program = await connect();
  const placed = await program.signed("order.place", LIMIT);
  expect(placed).toMatchObject({
    status: 200,
    result: { symbol: "BTCUSDT", status: "NEW", origQty: "0.010", positionSide: "BOTH" },
    rateLimits: [
      { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 300, count: 1 },
      { rateLimitType: "ORDERS", interval: "MINUTE", intervalNum: 1, limit: 1_200, count: 1 },
      { rateLimitType: "REQUEST_WEIGHT", limit: 2_400 },
    ],
  });
  const { orderId } = resultOf(placed) as { readonly orderId: number };
  const change = { symbol: "BTCUSDT", orderId, side: "BUY", price: "59000", quantity: "0.005" };
  expect(await program.signed("order.modify", change)).toMatchObject({
    result: { orderId, origQty: "0.005" },
  });
  const one = { symbol: "BTCUSDT", orderId };
  expect(await program.signed("order.status", one)).toMatchObject({
    result: { status: "NEW", origQty: "0.005" },
  });
  expect(await program.signed("order.cancel", one)).toMatchObject({
    result: { orderId, status: "CANCELED" },
  });
  expect(await program.signed("order.cancel", one)).toMatchObject({ status: 400, error: { code: -2011 } });
  const stop = {
    symbol: "BTCUSDT",
    side: "SELL",
    type: "STOP_MARKET",
    quantity: "0.01",
    triggerPrice: "50000",
  };
  const { triggerPrice: stopPrice, ...asOrder } = stop;
  expect(await program.signed("order.place", { ...asOrder, stopPrice })).toMatchObject({
    status: 400,
    error: { code: -4120 },
  });
  const algo = await program.signed("algoOrder.place", { ...stop, algoType: "CONDITIONAL" });
  const { algoId } = resultOf(algo) as { readonly algoId: number };
  expect(await program.signed("algoOrder.cancel", { algoId })).toMatchObject({
    result: { algoId, code: "200" },
  });
});

test("FAPI-20 the account, books and prices answer over the socket", async () => {
  const program = await connect();
  expect(await program.signed("account.balance")).toMatchObject({
    result: [{ asset: "USDT", balance: "9000.000000" }],
  });
  expect(await program.signed("v2/account.balance")).toMatchObject({ result: [{ asset: "USDT" }] });
  expect(await program.signed("account.status")).toMatchObject({
    result: { feeTier: 0, assets: [{ asset: "USDT" }] },
  });
  expect(await program.signed("v2/account.status")).toMatchObject({
    result: { totalWalletBalance: "9000.000000" },
  });
  expect(await program.signed("account.position")).toMatchObject({
    result: [{ symbol: "BTCUSDT", marginType: "isolated" }],
  });
  expect(await program.signed("v2/account.position")).toMatchObject({ result: [] });
  expect(await program.ask("depth", { symbol: "BTCUSDT", limit: 5 })).toMatchObject({
    result: { bids: [], asks: [] },
  });
  expect(await program.ask("ticker.price", { symbol: "BTCUSDT" })).toMatchObject({
    result: { symbol: "BTCUSDT" },
  });
  expect(await program.ask("ticker.book")).toMatchObject({ result: [{ symbol: "BTCUSDT" }] });
  expect(await program.ask("order.amend.keepPriority")).toMatchObject({ error: { code: -1020 } });
  expect(await program.ask("account.balance", { timestamp: Date.now() })).toMatchObject({
    error: { code: -2014 },
  });
});

test("FAPI-20 a listen key opened on the socket has the account's events", async () => {
  const program = await connect();
  const { listenKey } = resultOf(await program.ask("userDataStream.start", { apiKey: key.apiKey }));
  expect(await program.ask("userDataStream.ping", { apiKey: key.apiKey })).toMatchObject({
    result: { listenKey },
  });
  const { received } = await listenAt(`ws://${host}/fstream/ws/${String(listenKey)}`, open);
  await program.signed("order.place", { ...LIMIT, newClientOrderId: "by-socket" });
  await vi.waitFor(() =>
    expect(received.some(({ o }) => (o as Json | undefined)?.c === "by-socket")).toBe(true),
  );
  expect(await program.ask("userDataStream.stop", { apiKey: key.apiKey })).toMatchObject({ result: {} });
  expect(await program.ask("userDataStream.subscribe.signature", { apiKey: key.apiKey })).toMatchObject({
    error: { code: -1020 },
  });
});

test("FAPI-20 a program with an Ed25519 key logs on once", async () => {
  const own = generateKeyPairSync("ed25519");
  const publicKey = String(own.publicKey.export({ format: "pem", type: "spki" }));
  const permissions = ["read", "trade"] as const;
  const made = accepted(
    await ana.call("apiKey", { action: "create", password: "kestrel7", permissions, publicKey }),
  );
  const program = await connect();
  const params = { apiKey: made.apiKey ?? "", timestamp: Date.now() };
  const text = `apiKey=${params.apiKey}&timestamp=${params.timestamp}`;
  const signature = sign(null, Buffer.from(text), own.privateKey).toString("base64");
  expect(await program.ask("session.logon", { ...params, signature })).toMatchObject({
    status: 200,
    result: { apiKey: made.apiKey },
  });
  const placed = await program.ask("order.place", { ...LIMIT, timestamp: Date.now() });
  expect(placed).toMatchObject({ status: 200, result: { status: "NEW" } });
  await program.ask("session.logout");
  expect(await program.ask("order.place", { ...LIMIT, timestamp: Date.now() })).toMatchObject({
    error: { code: -2014 },
  });
});

test("FAPI-20 a client from the public registry trades over the socket", async () => {
  const quiet = { trace: () => {}, info: () => {}, error: () => {} };
  const keys = { api_key: key.apiKey, api_secret: key.secret };
  const client = new WebsocketAPIClient(
    { ...keys, wsUrl: `ws://${host}`, attachEventListeners: false },
    quiet,
  );
  const symbol = "BTCUSDT";
  const times = () => ({ timestamp: Date.now() });
  const placed = await client.submitNewFuturesOrder("usdm", {
    symbol,
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    price: 58_000,
    quantity: 0.01,
    ...times(),
  });
  const { orderId } = placed.result;
  expect(placed.result).toMatchObject({ status: "NEW", price: "58000.0" });
  const changed = await client.modifyFuturesOrder("usdm", {
    symbol,
    orderId,
    side: "BUY",
    price: 58_000,
    quantity: 0.005,
    ...times(),
  });
  expect(changed.result).toMatchObject({ orderId, origQty: "0.005" });
  const one = { symbol, orderId };
  expect((await client.getFuturesOrderStatus("usdm", { ...one, ...times() })).result).toMatchObject({
    orderId,
  });
  expect((await client.cancelFuturesOrder("usdm", { ...one, ...times() })).result).toMatchObject({
    status: "CANCELED",
  });
  expect((await client.getFuturesAccountBalanceV2(times())).result).toMatchObject([{ asset: "USDT" }]);
  expect((await client.getFuturesOrderBook({ symbol })).result).toMatchObject({ asks: [] });
  void client.disconnectAll();
});
