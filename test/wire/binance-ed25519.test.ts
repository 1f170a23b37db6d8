import { generateKeyPairSync, sign } from "node:crypto";
import { MainClient } from "binance";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenFor, refusal } from "./support/binance-bot.ts";
import { accepted, GatewayUnderTest } from "./support/gateway-under-test.ts";
import type { WireClient } from "./support/wire-client.ts";

/** Ana's program keeps its private key to itself; she tells the exchange its public one. */
let exchange: GatewayUnderTest;
let url: string;
let ana: WireClient;
const own = generateKeyPairSync("ed25519");
const pem = String(own.publicKey.export({ format: "pem", type: "spki" }));

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { nowMs: Date.now, rateLimitFactor: 100 } });
  url = await listenFor(exchange);
  ana = await exchange.trader("ana@example.org", { USDT: "1000" });
});
afterAll(() => exchange.close());

const create = (publicKey: string) =>
  ana.call("apiKey", { action: "create", password: "kestrel7", permissions: ["read", "trade"], publicKey });
const botOf = (apiKey: string, privateKey: typeof own.privateKey) =>
  new MainClient({
    api_key: apiKey,
    api_secret: String(privateKey.export({ format: "pem", type: "pkcs8" })),
    baseUrl: url,
    disableTimeSync: true,
  });

test("BIN-20 a program signs with a key of its own, of which the exchange knows the public half", async () => {
  const made = accepted(await create(pem));
  expect(made.secret).toBeUndefined();
  expect(made.list).toMatchObject([{ signedWith: "ed25519" }]);
  const apiKey = made.apiKey ?? "";
  const bot = botOf(apiKey, own.privateKey);
  const order = {
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT_MAKER",
    price: 59_000,
    quantity: 0.001,
  } as const;
  const { orderId } = await bot.submitNewOrder({ ...order, newOrderRespType: "RESULT" });
  expect(await bot.cancelOrder({ symbol: "BTCUSDT", orderId })).toMatchObject({ status: "CANCELED" });
  const other = botOf(apiKey, generateKeyPairSync("ed25519").privateKey);
  expect(await refusal(other.getAccountInformation())).toBe("-1022 Signature for this request is not valid.");
  const read = async (query: string, signature: string) => {
    const response = await fetch(`${url}/api/v3/account?${query}&signature=${signature}`, {
      headers: { "x-mbx-apikey": apiKey },
    });
    return [response.status, ((await response.json()) as { code?: number }).code];
  };
  const query = `timestamp=${Date.now()}`;
  const signature = sign(null, Buffer.from(query), own.privateKey).toString("base64");
  expect(await read(query, encodeURIComponent(signature))).toEqual([200, undefined]);
  expect(await read(query, signature)).toEqual([200, undefined]);
  expect(await read(`${query}1`, encodeURIComponent(signature))).toEqual([400, -1021]);
  expect(await read(`recvWindow=6000&${query}`, encodeURIComponent(signature))).toEqual([400, -1022]);
  // An HMAC with an empty secret is nothing to go by.
  expect(await read(query, "0".repeat(64))).toEqual([400, -1022]);
});

test("BIN-20 the key is taken in PEM, in one line or bare; what is no Ed25519 key is refused before the password", async () => {
  for (const text of [pem.replaceAll("\n", ""), pem.split("\n")[1] ?? ""])
    expect(accepted(await create(text)).list.at(-1)).toMatchObject({ signedWith: "ed25519" });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
  const wrong = [
    "MCow",
    `${"A".repeat(59)}=`,
    rsa.export({ format: "der", type: "spki" }).toString("base64").slice(0, 200),
    String(own.privateKey.export({ format: "pem", type: "pkcs8" })),
  ];
  const { list } = accepted(await ana.call("apiKey", { action: "list" }));
  for (const publicKey of wrong)
    expect(
      (await ana.call("apiKey", { action: "create", password: "wrong1", publicKey })).data,
    ).toMatchObject({
      error: "request.parameterError",
      fields: [{ path: "publicKey", reason: "format" }],
    });
  expect(accepted(await ana.call("apiKey", { action: "list" })).list).toEqual(list);
});
