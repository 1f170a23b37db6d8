import { generateKeyPairSync, sign } from "node:crypto";
import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { ApiProgram } from "../../support/wire/api-program.ts";
import { askSigned, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { endAfterwards, type Json, type ServedStreams, streamsOf } from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Programs with an Ed25519 key sign once per connection of the WebSocket API. */
let exchange: GatewayUnderTest;
let streams: ServedStreams;
let site: string;
let ana: WireClient;
const open: WebSocket[] = [];
const own = generateKeyPairSync("ed25519");
const publicKey = String(own.publicKey.export({ format: "pem", type: "spki" }));
const HMAC_ONLY = { apiKey: "", apiKeyId: "", secret: "" };

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  exchange = await GatewayUnderTest.start({ listenKeys, gateway: { nowMs: Date.now, rateLimitFactor: 100 } });
  streams = await streamsOf(exchange, listenKeys);
  site = await listenFor(exchange);
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
});
endAfterwards(open, () => ({ exchange, streams }));

const connect = () => ApiProgram.connect(`${site.replace("http", "ws")}/ws-api/v3`, open, HMAC_ONLY);
async function ownKey(permissions = ["read", "trade"]): Promise<{ apiKey: string; apiKeyId: string }> {
  const fields = { action: "create", password: "kestrel7", permissions, publicKey } as const;
  const made = accepted(await ana.call("apiKey", fields));
  return { apiKey: made.apiKey ?? "", apiKeyId: made.list.at(-1)?.apiKeyId ?? "" };
}
function signed(params: Json): Json {
  const all: Json = { ...params, timestamp: Date.now() };
  const text = Object.keys(all)
    .sort()
    .map((name) => `${name}=${String(all[name])}`)
    .join("&");
  return { ...all, signature: sign(null, Buffer.from(text), own.privateKey).toString("base64") };
}
const now = () => ({ timestamp: Date.now() });
const LIMIT = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  price: "59000",
  quantity: "0.001",
};
const errorOf = async (answer: Promise<Json>) => (await answer).error;

test("BIN-28 a program logs on once and then omits key and signature until it logs out", async () => {
  const { apiKey } = await ownKey();
  const program = await connect();
  expect(await program.ask("session.status")).toMatchObject({
    status: 200,
    result: { apiKey: null, authorizedSince: null, userDataStream: false },
  });
  expect(await errorOf(program.ask("account.status", now()))).toMatchObject({ code: -2014 });
  expect(await errorOf(program.ask("userDataStream.subscribe"))).toMatchObject({ code: -2014 });
  const on = await program.ask("session.logon", signed({ apiKey }));
  expect(on).toMatchObject({
    status: 200,
    result: { apiKey, authorizedSince: expect.any(Number) as number },
  });
  expect(await program.ask("userDataStream.subscribe")).toMatchObject({ result: { subscriptionId: 0 } });
  expect(await program.ask("session.status")).toMatchObject({ result: { apiKey, userDataStream: true } });
  const placed = await program.ask("order.place", { ...LIMIT, ...now() });
  expect(placed).toMatchObject({
    status: 200,
    result: { status: "NEW" },
    rateLimits: [
      { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 100, count: 1 },
      { rateLimitType: "ORDERS", interval: "DAY", intervalNum: 1, limit: 200_000, count: 1 },
      { rateLimitType: "REQUEST_WEIGHT" },
    ],
  });
  const { orderId } = placed.result as { readonly orderId: number };
  await vi.waitFor(() => expect(program.events()).toHaveLength(2));
  expect(program.events()[0]).toMatchObject({ event: { e: "executionReport", i: orderId } });
  expect(await program.ask("account.status", { ...now(), omitZeroBalances: true })).toMatchObject({
    result: { balances: [{ asset: "USDT", free: "4941.00000000", locked: "59.00000000" }] },
  });
  expect(await program.ask("order.cancel", { symbol: "BTCUSDT", orderId, ...now() })).toMatchObject({
    result: { status: "CANCELED" },
  });
  // The timestamp is still checked, and a request that names a key must be signed with it.
  expect(await errorOf(program.ask("account.status"))).toMatchObject({ code: -1102 });
  expect(await errorOf(program.ask("account.status", { timestamp: 1 }))).toMatchObject({ code: -1021 });
  expect(await errorOf(program.ask("account.status", { apiKey, ...now() }))).toMatchObject({ code: -1102 });
  const other = await connect();
  expect(await errorOf(other.ask("account.status", now()))).toMatchObject({ code: -2014 });
  expect(await program.ask("session.logout")).toMatchObject({
    result: { apiKey: null, userDataStream: false },
  });
  // The subscription was the logon's.
  expect(program.events().at(-1)).toMatchObject({
    subscriptionId: 0,
    event: { e: "eventStreamTerminated", E: expect.any(Number) as number },
  });
  expect(await errorOf(program.ask("account.status", now()))).toMatchObject({ code: -2014 });
});

test("BIN-28 only Ed25519 keys log on; permissions and the key itself are looked at with every question", async () => {
  const program = await connect();
  const hmac = await makeApiKey(ana);
  expect(await program.signed("session.logon", {}, hmac)).toMatchObject({
    status: 400,
    error: { code: -4056, msg: "HMAC_SHA256 API key is not supported." },
  });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const pem = String(rsa.publicKey.export({ format: "pem", type: "spki" }));
  const fields = { action: "create", password: "kestrel7", permissions: ["read"], publicKey: pem } as const;
  const { apiKey = "" } = accepted(await ana.call("apiKey", fields));
  const question: Json = { apiKey, timestamp: Date.now() };
  const text = `apiKey=${apiKey}&timestamp=${String(question.timestamp)}`;
  const signature = sign("sha256", Buffer.from(text), rsa.privateKey).toString("base64");
  expect(await program.ask("account.status", { ...question, signature })).toMatchObject({ status: 200 });
  expect(await program.ask("session.logon", { ...question, signature })).toMatchObject({
    status: 400,
    error: { code: -4056, msg: "RSA API key is not supported." },
  });
  const reader = await ownKey(["read"]);
  const forged = { ...signed({ apiKey: reader.apiKey }), signature: "A".repeat(86) };
  expect(await errorOf(program.ask("session.logon", forged))).toMatchObject({ code: -1022 });
  await program.ask("session.logon", signed({ apiKey: reader.apiKey }));
  expect(await errorOf(program.ask("order.place", { ...LIMIT, ...now() }))).toMatchObject({ code: -2015 });
  expect(await program.ask("openOrders.status", now())).toMatchObject({ status: 200, result: [] });
  const second = await ownKey();
  await program.ask("session.logon", signed({ apiKey: second.apiKey }));
  expect(await program.ask("order.test", { ...LIMIT, ...now() })).toMatchObject({ status: 200 });
  accepted(await ana.call("apiKey", { action: "remove", apiKeyId: second.apiKeyId, password: "kestrel7" }));
  expect(await errorOf(program.ask("openOrders.status", now()))).toMatchObject({ code: -2015 });
  expect(await program.ask("session.status")).toMatchObject({ result: { apiKey: null } });
});

test("BIN-28 a client cannot claim to be logged on", async () => {
  const { apiKey } = await ownKey();
  for (const header of ["", "1", "0".repeat(64)]) {
    const response = await fetch(`${site}/api/v3/account?timestamp=${Date.now()}`, {
      headers: { "x-mbx-apikey": apiKey, "x-logged-on": header },
    });
    expect([response.status, ((await response.json()) as Json).code]).toEqual([400, -1102]);
  }
});

test("BIN-26 a reduced order keeps its place, number and id; the freed money is available", async () => {
  const key = await makeApiKey(await exchange.trader("bo@example.org", { USDT: "1000" }));
  const ask = (method: string, path: string, fields: Readonly<Record<string, string | number>>) =>
    askSigned(key, method, `${site}/api/v3${path}`, fields);
  const usdt = async () => {
    const { body } = await ask("GET", "/account", { omitZeroBalances: "true" });
    const [held] = (body as { balances: { free: string; locked: string }[] }).balances;
    return `${String(held?.free)} + ${String(held?.locked)}`;
  };
  const program = await connect();
  await program.signed("userDataStream.subscribe.signature", {}, key);
  const placed = await ask("POST", "/order", { ...LIMIT, quantity: "0.01", newClientOrderId: "grid-7" });
  const { orderId } = placed.body as { readonly orderId: number };
  expect(await usdt()).toBe("410.00000000 + 590.00000000");
  const amend = (fields: Readonly<Record<string, string | number>>) =>
    ask("PUT", "/order/amend/keepPriority", { symbol: "BTCUSDT", ...fields });
  expect(await amend({ orderId, newQty: "0.004" })).toMatchObject({
    status: 200,
    body: {
      executionId: expect.any(Number) as number,
      amendedOrder: {
        orderId,
        origClientOrderId: "grid-7",
        clientOrderId: "grid-7",
        qty: "0.00400000",
        executedQty: "0.00000000",
        status: "NEW",
        type: "LIMIT",
        side: "BUY",
        selfTradePreventionMode: "EXPIRE_TAKER",
      },
    },
  });
  expect(await usdt()).toBe("764.00000000 + 236.00000000");
  await vi.waitFor(() =>
    expect(
      program
        .events()
        .some(({ event }) => (event as Json).x === "REPLACED" && (event as Json).q === "0.00400000"),
    ).toBe(true),
  );
  const refused = async (fields: Readonly<Record<string, string | number>>) => {
    const { body } = await amend(fields);
    return `${String((body as Json).code)} ${String((body as Json).msg)}`;
  };
  expect(await refused({ origClientOrderId: "grid-7", newQty: "0.004" })).toMatch(/^-2038 .*no state/);
  expect(await refused({ orderId, newQty: "0.005" })).toBe(
    "-2038 Order amend (quantity increase) is not supported.",
  );
  expect(await refused({ orderId, newQty: "0.000001" })).toBe("-1013 Filter failure: LOT_SIZE");
  expect(await refused({ orderId, newQty: "0.002", newClientOrderId: "new" })).toMatch(/^-1020 /);
  expect(await refused({ orderId: 999_999, newQty: "0.002" })).toBe("-2013 Order does not exist.");
  expect(await refused({ orderId })).toMatch(/^-1102 /);
  expect(await usdt()).toBe("764.00000000 + 236.00000000");
  const info = (await (await fetch(`${site}/api/v3/exchangeInfo?symbol=BTCUSDT`)).json()) as {
    symbols: Json[];
  };
  expect(info.symbols[0]).toMatchObject({ amendAllowed: true });
});

test("BIN-28 requests about the connection count as two requests of their address, rejected ones too", async () => {
  const { apiKey } = await ownKey();
  const program = await connect();
  const usedAfter = (answer: Json) => (answer.rateLimits as readonly { readonly count: number }[])[0]?.count;
  const used = usedAfter(await program.ask("session.status")) ?? 0;
  const forged = { ...signed({ apiKey }), signature: "A".repeat(86) };
  expect(await errorOf(program.ask("session.logon", forged))).toMatchObject({ code: -1022 });
  expect(await errorOf(program.ask("session.dance"))).toMatchObject({ code: -1020 });
  const refused = await program.ask("session.logon", { ...forged, timestamp: 1 });
  expect(refused).toMatchObject({
    status: 400,
    error: { code: -1021 },
    rateLimits: [{ rateLimitType: "REQUEST_WEIGHT", limit: 6_000, count: used + 6 }],
  });
  expect(await program.ask("session.logon", { ...forged, returnRateLimits: false })).not.toHaveProperty(
    "rateLimits",
  );
  const on = await program.ask("session.logon", signed({ apiKey }));
  expect(on).toMatchObject({ status: 200, result: { apiKey } });
  expect(usedAfter(on)).toBe(used + 10);
  expect(await program.ask("session.status", { returnRateLimits: false })).not.toHaveProperty("rateLimits");
  expect(usedAfter(await program.ask("ping"))).toBe(used + 13);
  // The address has used up its limit for this minute.
  exchange.countRequest("127.0.0.1", 600_000 - (used + 13) - 1);
  const again = await program.ask("session.logon", signed({ apiKey }));
  expect(again).toMatchObject({
    status: 429,
    error: { code: -1003, data: { retryAfter: expect.any(Number) as number } },
    rateLimits: [{ rateLimitType: "REQUEST_WEIGHT" }],
  });
  expect((await fetch(`${site}/api/v3/ping`)).status).toBe(200);
  expect((await fetch(`${site}/api/v3/ping`)).status).toBe(429);
});
