import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiKey, askSigned, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import type { Json } from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** By which ids an order is found, and when it may be canceled. */
let world: ContractWorld;
let url: string;
let ana: WireClient;
let bo: WireClient;
let key: ApiKey;
let contractKey: ApiKey;

const BTC = { symbol: "BTCUSDT" } as const;
const BID = { ...BTC, side: "BUY", type: "LIMIT", timeInForce: "GTC", price: "59000" } as const;

beforeAll(async () => {
  world = await ContractWorld.start({ nowMs: Date.now });
  // An ended order is found by its client id for seven days.
  world.exchange.time.ms = Date.now();
  url = await listenFor(world.exchange);
  ana = await world.exchange.trader("ana@example.org", { USDT: "4000" });
  bo = await world.exchange.trader("bo@example.org", { BTC: "0.1" });
  key = await makeApiKey(ana);
  contractKey = await makeApiKey(await world.trader("cy@example.org", "5000"));
  await world.observe(60_000);
});
afterAll(async () => {
  expect(world.exchange.errors).toEqual([]);
  await world.exchange.close();
});

type Fields = Readonly<Record<string, string | number>>;

async function ask(path: string, method: string, fields: Fields, by = key): Promise<Json> {
  return (await askSigned(by, method, `${url}${path}`, fields)).body as Json;
}

test("BIN-33 a client order id that is a number finds the order with that name, never the order with that number", async () => {
  for (const [path, by, quantity] of [
    ["/api/v3/order", key, "0.001"],
    ["/fapi/v1/order", contractKey, "0.01"],
  ] as const) {
    const order = (fields: Fields) => ask(path, "POST", { ...BID, quantity, ...fields }, by);
    const { orderId: alpha } = await order({ newClientOrderId: "alpha" });
    const named = { ...BTC, origClientOrderId: String(alpha) };
    expect(await ask(path, "GET", named, by), path).toMatchObject({ code: -2013 });
    expect(await ask(path, "DELETE", named, by), path).toMatchObject({ code: -2011 });
    const { orderId: namesake } = await order({ newClientOrderId: String(alpha) });
    expect(await ask(path, "GET", named, by), path).toMatchObject({ orderId: namesake });
    expect(await ask(path, "DELETE", named, by), path).toMatchObject({ orderId: namesake });
    expect(await ask(path, "GET", named, by), path).toMatchObject({ orderId: namesake, status: "CANCELED" });
    const both = { ...BTC, orderId: Number(alpha) };
    expect(await ask(path, "GET", { ...both, origClientOrderId: "beta" }, by)).toMatchObject({ code: -2039 });
    expect(await ask(path, "DELETE", { ...both, origClientOrderId: "alpha" }, by)).toMatchObject({
      orderId: alpha,
      status: "CANCELED",
    });
  }
});

test("BIN-33 an order of the app has a generated client order id, and is found by it", async () => {
  const fields = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "58000", quantity: "0.001" };
  const placed = accepted(await ana.call("doOrder", fields));
  const orderId = "order" in placed ? Number(placed.order.orderId) : 0;
  const named = { ...BTC, origClientOrderId: `web_${orderId}` };
  const PATH = "/api/v3/order";
  expect(await ask(PATH, "GET", named)).toMatchObject({ orderId, clientOrderId: `web_${orderId}` });
  expect(await ask(PATH, "GET", { ...BTC, origClientOrderId: String(orderId) })).toMatchObject({
    code: -2013,
  });
  expect(await ask(PATH, "DELETE", named)).toMatchObject({ orderId, status: "CANCELED" });
  expect(await ask(PATH, "GET", named)).toMatchObject({ orderId, status: "CANCELED" });
});

test("BIN-33 cancelRestrictions keep an order of another status", async () => {
  const PATH = "/api/v3/order";
  const place = async () => Number((await ask(PATH, "POST", { ...BID, quantity: "0.002" })).orderId);
  const cancel = (orderId: number, cancelRestrictions: string) =>
    ask(PATH, "DELETE", { ...BTC, orderId, cancelRestrictions });
  const kept = { code: -2011, msg: "Order was not canceled due to cancel restrictions." };
  const fresh = await place();
  expect(await cancel(fresh, "FOO")).toMatchObject({ code: -1145 });
  expect(await cancel(fresh, "ONLY_PARTIALLY_FILLED")).toEqual(kept);
  expect(await ask(PATH, "GET", { ...BTC, orderId: fresh })).toMatchObject({ status: "NEW" });
  expect(await cancel(fresh, "ONLY_NEW")).toMatchObject({ status: "CANCELED" });
  const filled = await place();
  const sold = { symbol: "BTCUSDT", side: "sell", type: "limit", price: "59000", quantity: "0.001" };
  accepted(await bo.call("doOrder", sold));
  expect(await cancel(filled, "ONLY_NEW")).toEqual(kept);
  expect(await cancel(filled, "ONLY_PARTIALLY_FILLED")).toMatchObject({ status: "CANCELED" });
});
