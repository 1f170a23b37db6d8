import { constants, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { MainClient } from "binance";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenFor, refusal } from "../../support/wire/binance-bot.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Ana's program keeps its private key; she registers the public key with the exchange. */
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

/** An order that never matches. */
const RESTING = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT_MAKER",
  price: 59_000,
  quantity: 0.001,
} as const;

test("BIN-20 a program signs with its own key; the exchange knows only the public half", async () => {
  const made = accepted(await create(pem));
  expect(made.secret).toBeUndefined();
  expect(made.list).toMatchObject([{ signedWith: "ed25519" }]);
  const apiKey = made.apiKey ?? "";
  const bot = botOf(apiKey, own.privateKey);
  const { orderId } = await bot.submitNewOrder({ ...RESTING, newOrderRespType: "RESULT" });
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
  // An HMAC with an empty secret is not accepted.
  expect(await read(query, "0".repeat(64))).toEqual([400, -1022]);
});

test.each([2_048, 4_096])(
  "BIN-20 a program signs with an RSA key of %i bits, by PKCS #1 v1.5 with SHA-256 only",
  async (bits) => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: bits });
    const made = accepted(await create(String(rsa.publicKey.export({ format: "pem", type: "spki" }))));
    expect([made.secret, made.list.at(-1)?.signedWith]).toEqual([undefined, "rsa"]);
    const bot = botOf(made.apiKey ?? "", rsa.privateKey);
    const { orderId } = await bot.submitNewOrder({ ...RESTING, newOrderRespType: "RESULT" });
    expect(await bot.cancelOrder({ symbol: "BTCUSDT", orderId })).toMatchObject({ status: "CANCELED" });
    const ask = async (signature: Buffer | string) => {
      const text = encodeURIComponent(
        typeof signature === "string" ? signature : signature.toString("base64"),
      );
      const response = await fetch(`${url}/api/v3/account?${query}&signature=${text}`, {
        headers: { "x-mbx-apikey": made.apiKey ?? "" },
      });
      return [response.status, ((await response.json()) as { code?: number }).code];
    };
    const query = `timestamp=${Date.now()}`;
    const { privateKey: key } = rsa;
    expect(await ask(sign("sha256", Buffer.from(query), key))).toEqual([200, undefined]);
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    const stranger = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
    for (const wrong of [
      sign("sha1", Buffer.from(query), key),
      sign("sha256", Buffer.from(query), { key, padding }),
      sign("sha256", Buffer.from(`${query}1`), key),
      sign("sha256", Buffer.from(query), stranger),
      Buffer.alloc(bits / 8),
      "",
      "0".repeat(64),
    ])
      expect((await ask(wrong))[0]).toBe(400);
  },
);

test("BIN-20 the key is accepted in PEM, on one line or bare; an invalid key is rejected before the password", async () => {
  for (const text of [pem.replaceAll("\n", ""), pem.split("\n")[1] ?? ""])
    expect(accepted(await create(text)).list.at(-1)).toMatchObject({ signedWith: "ed25519" });
  const der = { format: "der", type: "spki" } as const;
  const bare = (key: KeyObject) => key.export(der).toString("base64");
  const rsa = (modulusLength: number, publicExponent = 65_537) =>
    bare(generateKeyPairSync("rsa", { modulusLength, publicExponent }).publicKey);
  const wrong = [
    "MCow",
    `${"A".repeat(59)}=`,
    rsa(1_024),
    rsa(3_072),
    rsa(2_048, 3),
    rsa(2_048).slice(0, 200),
    bare(generateKeyPairSync("rsa-pss", { modulusLength: 2_048 }).publicKey),
    bare(generateKeyPairSync("ec", { namedCurve: "prime256v1" }).publicKey),
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
