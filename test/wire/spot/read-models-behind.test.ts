import { createHmac } from "node:crypto";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** An acknowledged order is never "unknown" while the tables lag behind: the reply is its row, or 503. */
let exchange: GatewayUnderTest;
let url: string;
let ana: WireClient;
let keys: { readonly apiKey: string; readonly secret: string };

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { nowMs: Date.now, rateLimitFactor: 1_000 } });
  await exchange.app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(exchange.app.server.address() as AddressInfo).port}`;
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  const maker = await exchange.trader("maker@example.org", { USDT: "5000", BTC: "0.1" });
  accepted(await maker.call("doOrder", { ...SELL, price: "60000", quantity: "0.05" }));
  const made = accepted(
    await ana.call("apiKey", { action: "create", password: "kestrel7", permissions: ["read", "trade"] }),
  );
  keys = { apiKey: made.apiKey ?? "", secret: made.secret ?? "" };
});
afterAll(() => exchange.close());

async function ask(
  method: string,
  path: string,
  fields: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const query = new URLSearchParams({ ...fields, timestamp: String(Date.now()) }).toString();
  const signature = createHmac("sha256", keys.secret).update(query).digest("hex");
  const response = await fetch(`${url}${path}?${query}&signature=${signature}`, {
    method,
    headers: { "X-MBX-APIKEY": keys.apiKey },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const SELL = { symbol: "BTCUSDT", side: "sell", type: "limit" } as const;
const BUY = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.001" };

test("BIN-30 while the read models are behind, a filled order is 503, never -2013, and its row afterward", async () => {
  let filled = "";
  await exchange.withPausedReadModels(async () => {
    const placed = await ask("POST", "/api/v3/order", { ...BUY, price: "60000", newClientOrderId: "mine" });
    expect(placed.body).toMatchObject({ status: "FILLED" });
    filled = String(placed.body.orderId);
    const named = { symbol: "BTCUSDT", orderId: filled };
    const unavailable = { status: 503, body: { code: -1001 } };
    expect(await ask("GET", "/api/v3/order", named)).toMatchObject(unavailable);
    const mine = { symbol: "BTCUSDT", origClientOrderId: "mine" };
    expect(await ask("GET", "/api/v3/order", mine)).toMatchObject(unavailable);
    expect(await ask("GET", "/api/v3/allOrders", { symbol: "BTCUSDT" })).toMatchObject(unavailable);
    // A resting order is known to the exchange itself.
    const resting = await ask("POST", "/api/v3/order", { ...BUY, price: "59000" });
    const row = await ask("GET", "/api/v3/order", {
      symbol: "BTCUSDT",
      orderId: String(resting.body.orderId),
    });
    expect(row).toMatchObject({ status: 200, body: { status: "NEW" } });
    // Canceled, but the row is not available.
    const canceled = await ask("DELETE", "/api/v3/openOrders", { symbol: "BTCUSDT" });
    expect(canceled).toMatchObject({ status: 503, body: { code: -1007 } });
    expect((await ask("GET", "/api/v3/openOrders", { symbol: "BTCUSDT" })).body).toEqual([]);
  });
  const found = await ask("GET", "/api/v3/order", { symbol: "BTCUSDT", orderId: filled });
  expect(found).toMatchObject({ status: 200, body: { status: "FILLED" } });
  const gone = await ask("GET", "/api/v3/order", { symbol: "BTCUSDT", orderId: "999999" });
  expect(gone).toMatchObject({ status: 400, body: { code: -2013 } });
});

test("BIN-30 rows of DELETE openOrders say CANCELED, also while orders are being written", async () => {
  for (let round = 0; round < 5; round++) {
    for (const price of ["58000", "58100", "58200"])
      expect((await ask("POST", "/api/v3/order", { ...BUY, price })).status).toBe(200);
    const { status, body } = await ask("DELETE", "/api/v3/openOrders", { symbol: "BTCUSDT" });
    expect(status).toBe(200);
    const rows = body as unknown as readonly { readonly status: string }[];
    expect(rows.map((row) => row.status)).toEqual(["CANCELED", "CANCELED", "CANCELED"]);
  }
});

test("WIRE-19 a repeated cancelAll gets its first reply or a temporary error, never an empty result", async () => {
  accepted(await ana.call("doOrder", { ...SELL, side: "buy", price: "58000", quantity: "0.001" }));
  const cancel = { symbol: "BTCUSDT", product: "spot", requestId: "cancel-1" } as const;
  await exchange.withPausedReadModels(async () => {
    const first = accepted(await ana.call("cancelAll", cancel));
    expect(first.canceled).toHaveLength(1);
    const again = await ana.call("cancelAll", cancel);
    expect(again.code).not.toBe(1);
  });
  expect(accepted(await ana.call("cancelAll", cancel)).canceled).toHaveLength(1);
});
