import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiKey, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import type { Json } from "../../support/wire/streams.ts";

/** A client order id after its order has ended. Requests are signed with the exchange's own time. */
let world: ContractWorld;
let url: string;
let spotKey: ApiKey;
let contractKey: ApiKey;

beforeAll(async () => {
  world = await ContractWorld.start();
  url = await listenFor(world.exchange);
  spotKey = await makeApiKey(await world.exchange.trader("ana@example.org", { USDT: "4000" }));
  contractKey = await makeApiKey(await world.trader("cy@example.org", "5000"));
  await world.observe(60_000);
});
afterAll(async () => {
  expect(world.exchange.errors).toEqual([]);
  await world.exchange.close();
});

/** Signs a request, which can then be sent more than once. */
function request(
  { apiKey, secret }: ApiKey,
  method: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): () => Promise<Json> {
  const query = new URLSearchParams({ ...fields, timestamp: String(world.exchange.time.ms) }).toString();
  const signature = createHmac("sha256", secret).update(query).digest("hex");
  return async () => {
    const sent = `${url}${path}?${query}&signature=${signature}`;
    const reply = await fetch(sent, { method, headers: { "x-mbx-apikey": apiKey } });
    return (await reply.json()) as Json;
  };
}

const CASES = [
  ["/api/v3/order", () => spotKey, "0.001", -2010],
  ["/fapi/v1/order", () => contractKey, "0.01", -4116],
] as const;

for (const [path, by, quantity, duplicate] of CASES)
  test(`BIN-42 at ${path} an id is used again once its order has ended, and a repeated request places one order`, async () => {
    const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", price: "59000" };
    const fields = { ...order, quantity, newClientOrderId: "level-1" };
    const named = { symbol: "BTCUSDT", origClientOrderId: "level-1" };
    const ask = (method: string, what: Readonly<Record<string, string>>) =>
      request(by(), method, path, what)();
    const first = request(by(), "POST", path, fields);
    const { orderId } = await first();
    expect(orderId).toBeGreaterThan(0);
    expect(await first()).toMatchObject({ code: duplicate });
    world.exchange.time.ms += 2_000;
    // A newer request, but the order is live.
    expect(await ask("POST", fields)).toMatchObject({ code: duplicate });
    expect(await ask("DELETE", named)).toMatchObject({ orderId, status: "CANCELED" });
    expect(await first()).toMatchObject({ code: duplicate });
    const second = request(by(), "POST", path, { ...fields, price: "58000" });
    const placed = await second();
    expect(placed).toMatchObject({ clientOrderId: "level-1" });
    expect(Number(placed.price)).toBe(58_000);
    expect(placed.orderId).toBeGreaterThan(Number(orderId));
    expect(await ask("GET", named)).toMatchObject({ orderId: placed.orderId, status: "NEW" });
    expect(await ask("DELETE", named)).toMatchObject({ orderId: placed.orderId });
    // Late copies of both requests.
    for (const copy of [first, second]) expect(await copy()).toMatchObject({ code: duplicate });
    expect(await ask("GET", named)).toMatchObject({ status: "CANCELED", orderId: placed.orderId });
  });
