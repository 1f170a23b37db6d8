import { isStreamPath } from "@candor/server/edge/binance-api/streams/attach-streams";
import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { WebsocketClient } from "binance";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { listenFor } from "../../support/wire/binance-bot.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import {
  bookAt,
  type Json,
  levelsAfter,
  listenAt,
  type ServedStreams,
  streamsOf,
} from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let host: string;
let streams: ServedStreams;
let ana: WireClient;
let maker: WireClient;
const open: WebSocket[] = [];
const QUIET = { trace: () => {}, info: () => {}, error: () => {} };

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  exchange = await GatewayUnderTest.start({ listenKeys });
  streams = await streamsOf(exchange, listenKeys);
  host = new URL(await listenFor(exchange)).host;
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  maker = await exchange.trader("maker@example.org", { BTC: "0.1" });
  const order = { symbol: "BTCUSDT", side: "sell", type: "limit", price: "60010", quantity: "0.05" };
  accepted(await maker.call("doOrder", order));
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});
afterAll(async () => {
  await streams.close();
  await exchange.close();
});

const listen = (path: string) => listenAt(`ws://${host}${path}`, open);

const bid = async (price: string, quantity = "0.001"): Promise<string> => {
  const placed = accepted(
    await ana.call("doOrder", { symbol: "BTCUSDT", side: "buy", type: "limit", price, quantity }),
  );
  return "order" in placed ? placed.order.orderId : "";
};

test("BIN-09 BIN-25 a client from the public registry follows trades, best prices, books and charts", async () => {
  const client = new WebsocketClient({ wsUrl: `ws://${host}` }, QUIET);
  const received: Json[] = [];
  client.on("message", (message) => received.push(message as unknown as Json));
  const connected = new Promise((resolve) => client.on("response", resolve));
  await client.subscribe(
    [
      "btcusdt@trade",
      "btcusdt@bookTicker",
      "btcusdt@depth@100ms",
      "btcusdt@kline_1m",
      "btcusdt@kline_2h",
      "btcusdt@miniTicker",
    ],
    "main",
  );
  await connected;
  await bid("60010");
  const event = (name: string) => received.find(({ e }) => e === name);
  await vi.waitFor(() => {
    for (const name of ["trade", "depthUpdate", "kline", "24hrMiniTicker"])
      expect(event(name), name).toBeDefined();
    expect(received.some((each) => "B" in each && "a" in each && each.s === "BTCUSDT")).toBe(true);
  });
  expect(event("trade")).toMatchObject({ s: "BTCUSDT", p: "60010.00000000", q: "0.00100000", m: false });
  for (const interval of ["1m", "2h"]) {
    const bar = () =>
      received.find(({ k }) => (k as Json | undefined)?.i === interval)?.k as Json | undefined;
    await vi.waitFor(() =>
      expect(bar()).toMatchObject({ c: "60010.00000000", v: "0.00100000", n: 1, x: false }),
    );
    const lengthMs = interval === "1m" ? 60_000 : 7_200_000;
    expect([Number(bar()?.t) % lengthMs, Number(bar()?.T) - Number(bar()?.t)]).toEqual([0, lengthMs - 1]);
  }
  expect(event("depthUpdate")).toMatchObject({ s: "BTCUSDT", b: [], a: [["60010.00000000", "0.04900000"]] });
  client.closeAll();
});

test("BIN-10 a local book by Binance's rules is the exchange's book", async () => {
  const { received } = await listen("/ws/btcusdt@depth@100ms");
  const ids: string[] = [];
  const move = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      ids.push(await bid(`${59_000 + ((round * 37) % 11)}`));
      const gone = round % 3 === 2 ? ids.shift() : undefined;
      if (gone !== undefined) accepted(await ana.call("cancel", { orderId: gone }));
    }
  };
  await move(8);
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0));
  const depth = () => bookAt(`http://${host}/api/v3/depth?symbol=BTCUSDT&limit=1000`);
  const snapshot = await depth();
  await move(8);
  const end = await depth();
  await vi.waitFor(() => expect(received.at(-1)?.u).toBe(end.lastUpdateId));
  const events = received.filter(({ u }) => Number(u) > snapshot.lastUpdateId);
  expect(Number(events[0]?.U)).toBeLessThanOrEqual(snapshot.lastUpdateId + 1);
  expect(received.slice(1).every(({ U }, at) => U === Number(received[at]?.u) + 1)).toBe(true);
  expect(levelsAfter(snapshot, events)).toEqual(levelsAfter(end));
});

test("BIN-11 streams are chosen by path, by query and by commands, raw or with their names", async () => {
  const raw = await listen("/ws/btcusdt@bookTicker");
  const combined = await listen("/stream?streams=btcusdt@depth5@100ms/!miniTicker@arr/nothing@trade");
  await vi.waitFor(() => {
    expect(raw.received).toMatchObject([{ s: "BTCUSDT", a: "60010.00000000" }]);
    expect(combined.received.map(({ stream }) => stream)).toContain("btcusdt@depth5@100ms");
    expect(combined.received.map(({ stream }) => stream)).toContain("!miniTicker@arr");
    // Pushed every second.
  });
  const ask = async (request: object | string, id: unknown = null): Promise<Json> => {
    const before = raw.received.length;
    raw.socket.send(typeof request === "string" ? request : JSON.stringify(request));
    return await vi.waitFor(() => {
      const answer = raw.received.slice(before).find((each) => "id" in each && each.id === id);
      if (answer === undefined) throw new Error("no answer yet");
      return answer;
    });
  };
  const params = ["ethusdt@trade", "btcusdt@ticker"];
  expect(await ask({ method: "SUBSCRIBE", params, id: 1 }, 1)).toEqual({ result: null, id: 1 });
  expect(await ask({ method: "LIST_SUBSCRIPTIONS", id: 2 }, 2)).toEqual({
    result: ["btcusdt@bookTicker", ...params],
    id: 2,
  });
  expect(await ask({ method: "UNSUBSCRIBE", params, id: "x" }, "x")).toEqual({ result: null, id: "x" });
  expect(await ask({ method: "LIST_SUBSCRIPTIONS", id: 3 }, 3)).toMatchObject({
    result: ["btcusdt@bookTicker"],
  });
  // All streams of a command, or none.
  const halfWrong = ["btcusdt@trade", "btcusdt@nothing", "ethusdt@trade"];
  expect(await ask({ method: "SUBSCRIBE", params: halfWrong, id: 4 }, 4)).toMatchObject({
    error: { code: 2, msg: "Invalid request: unknown stream btcusdt@nothing" },
  });
  const tooMany = Array.from({ length: 1_024 }, (_, at) => `s${at}@trade`);
  expect(await ask({ method: "SUBSCRIBE", params: tooMany, id: 6 }, 6)).toMatchObject({
    error: { code: 2, msg: "Invalid request: at most 1024 streams" },
  });
  expect(await ask({ method: "LIST_SUBSCRIPTIONS", id: 7 }, 7)).toMatchObject({
    result: ["btcusdt@bookTicker"],
  });
  const names = "a@b/".repeat(1_024);
  await expect(listen(`/stream?streams=${names}btcusdt@trade`)).rejects.toThrow("400");
  expect(await ask("{")).toMatchObject({ error: { code: 2 } });
  expect(await ask({ method: "SET_PROPERTY", params: ["combined", true], id: 5 }, 5)).toMatchObject({
    result: null,
  });
  await bid("59500");
  await vi.waitFor(() => expect(raw.received.at(-1)).toMatchObject({ stream: "btcusdt@bookTicker" }));
});

test("BIN-11 unknown stream names in the address are ignored: some clients number their connections there", async () => {
  const { socket, received } = await listen("/ws/stream/0");
  socket.send(JSON.stringify({ method: "SUBSCRIBE", params: ["btcusdt@bookTicker"], id: 1 }));
  await vi.waitFor(() => expect(received).toMatchObject([{ result: null, id: 1 }, { s: "BTCUSDT" }]));
});

test("BIN-11 the exchange's own socket keeps its path; a client that sends too much is disconnected", async () => {
  expect(["/ws", "/ws/", "/WS", "/other"].map(isStreamPath)).toEqual([false, false, false, false]);
  const { socket } = await listen("/ws/btcusdt@trade");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  for (let count = 0; count < 30; count++)
    socket.send(JSON.stringify({ method: "LIST_SUBSCRIPTIONS", id: count }));
  expect(await closed).toBe(1008);
});

test("BIN-12 an account's stream has its orders, fills and balances, in order, and nobody else's", async () => {
  const keyOf = async (client: WireClient) => {
    const made = accepted(await client.call("apiKey", { action: "create", password: "kestrel7" }));
    return { apiKey: made.apiKey ?? "", apiKeyId: made.list.at(-1)?.apiKeyId ?? "" };
  };
  const { apiKey, apiKeyId } = await keyOf(ana);
  const userStream = async (method: string, key: string, query = "") => {
    const headers = { "x-mbx-apikey": key };
    const response = await fetch(`http://${host}/api/v3/userDataStream${query}`, { method, headers });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const { body } = await userStream("POST", apiKey);
  const name = String(body.listenKey);
  expect((await userStream("POST", apiKey)).body).toEqual({ listenKey: name });
  expect(await userStream("PUT", apiKey, `?listenKey=${name}`)).toEqual({ status: 200, body: {} });
  const others = await keyOf(maker);
  expect((await userStream("PUT", others.apiKey, `?listenKey=${name}`)).body).toMatchObject({ code: -1125 });
  const stranger = await listen(`/ws/${String((await userStream("POST", others.apiKey)).body.listenKey)}`);
  const { socket, received } = await listen(`/ws/${name}`);
  const orderId = Number(await bid("60010", "0.06"));
  accepted(await ana.call("cancel", { orderId: String(orderId) }));
  await vi.waitFor(() => expect(received.some(({ x }) => x === "CANCELED")).toBe(true));
  const reports = received.filter(({ e }) => e === "executionReport");
  expect(reports.map(({ i, x, X, l, z }) => [i, x, X, l, z])).toEqual([
    [orderId, "NEW", "NEW", "0.00000000", "0.00000000"],
    [orderId, "TRADE", "PARTIALLY_FILLED", "0.04900000", "0.04900000"],
    [orderId, "CANCELED", "CANCELED", "0.00000000", "0.04900000"],
  ]);
  expect(reports[1]).toMatchObject({
    L: "60010.00000000",
    m: false,
    N: "BTC",
    S: "BUY",
    o: "LIMIT",
    q: "0.06000000",
  });
  const view = await exchange.engine.accountView(Number(accepted(await ana.call("profile")).id));
  const usdt = view.balances.find(({ wallet, assetId }) => wallet === "coin" && assetId === 0);
  const last = received.filter(({ e }) => e === "outboundAccountPosition").at(-1);
  const row = ((last?.B ?? []) as { a: string; f: string }[]).find(({ a }) => a === "USDT");
  expect(Number(row?.f) * 1e6).toBeCloseTo(usdt?.availableUnits ?? 0, 0);
  // Its counterparty receives only its own order.
  await vi.waitFor(() => expect(stranger.received.some(({ x }) => x === "TRADE")).toBe(true));
  expect(
    stranger.received
      .filter(({ e }) => e === "executionReport")
      .every(({ S, m }) => S === "SELL" && m === true),
  ).toBe(true);
  // Removing a key ends its stream before anything else is sent.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const before = received.length;
  accepted(await ana.call("apiKey", { action: "remove", apiKeyId, password: "kestrel7" }));
  await bid("59100");
  await closed;
  expect(received.slice(before)).toMatchObject([{ e: "listenKeyExpired", listenKey: name }]);
  expect((await userStream("DELETE", others.apiKey, `?listenKey=${name}`)).body).toMatchObject({
    code: -1125,
  });
});

test("BIN-51 a closed listen key says so and closes its connection, without waiting for an event", async () => {
  const made = accepted(await maker.call("apiKey", { action: "create", password: "kestrel7" }));
  const headers = { "x-mbx-apikey": made.apiKey ?? "" };
  const listenAs = async () => {
    const response = await fetch(`http://${host}/api/v3/userDataStream`, { method: "POST", headers });
    const listenKey = String(((await response.json()) as Json).listenKey);
    const { socket, received } = await listen(`/ws/${listenKey}`);
    const closed = new Promise<number>((resolve) => socket.once("close", () => resolve(Date.now())));
    return { listenKey, received, closed };
  };
  const first = await listenAs();
  const deletedAtMs = Date.now();
  const query = `?listenKey=${first.listenKey}`;
  await fetch(`http://${host}/api/v3/userDataStream${query}`, { method: "DELETE", headers });
  expect((await first.closed) - deletedAtMs).toBeLessThan(60_000);
  expect(first.received).toMatchObject([{ e: "listenKeyExpired", listenKey: first.listenKey }]);
});

test("BIN-52 money that comes from another wallet is a balance update", async () => {
  const made = accepted(await maker.call("apiKey", { action: "create", password: "kestrel7" }));
  const headers = { "x-mbx-apikey": made.apiKey ?? "" };
  const response = await fetch(`http://${host}/api/v3/userDataStream`, { method: "POST", headers });
  const { received } = await listen(`/ws/${String(((await response.json()) as Json).listenKey)}`);
  const request = { asset: "BTC", amount: "0.01", from: "coin", to: "main", paymentPassword: "246810" };
  accepted(await maker.call("transfer", request));
  await vi.waitFor(() => expect(received).toHaveLength(2));
  expect(received).toMatchObject([
    { e: "balanceUpdate", a: "BTC", d: "-0.01000000", T: expect.any(Number) as number },
    { e: "outboundAccountPosition", B: [{ a: "BTC" }] },
  ]);
});

test("SEC-15 a user's stream closes with its API key, however the key ends, without waiting for an event", async () => {
  const open = async () => {
    const made = accepted(await maker.call("apiKey", { action: "create", password: "kestrel7" }));
    const headers = { "x-mbx-apikey": made.apiKey ?? "" };
    const response = await fetch(`http://${host}/api/v3/userDataStream`, { method: "POST", headers });
    const { listenKey } = (await response.json()) as Json;
    const { socket } = await listen(`/ws/${String(listenKey)}`);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    return { closed, apiKeyId: made.list.at(-1)?.apiKeyId ?? "" };
  };
  const removed = await open();
  const { apiKeyId } = removed;
  accepted(await maker.call("apiKey", { action: "remove", apiKeyId, password: "kestrel7" }));
  await removed.closed;
  const { id } = accepted(await maker.call("profile"));
  const ended = await open();
  await exchange.identity.endApiKeys(Number(id));
  await ended.closed;
  const banned = await open();
  await exchange.identity.setBanned(Number(id), true);
  await banned.closed;
  await exchange.identity.setBanned(Number(id), false);
});
