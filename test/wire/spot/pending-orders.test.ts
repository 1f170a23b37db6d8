import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let ana: WireClient;
let bo: WireClient;

const BUY = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "59500", quantity: "0.02" } as const;
const SELL = { side: "sell", type: "limit", price: "61000", quantity: "0.019" } as const;
const STOP = { side: "sell", type: "stop-market", stopPrice: "58000", quantity: "0.019" } as const;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 100 } });
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  bo = await exchange.trader("bo@example.org", { BTC: "0.1", USDT: "5000" });
  accepted(await bo.call("doOrder", { ...BUY, side: "sell", price: "60000", quantity: "0.001" }));
  accepted(await ana.call("doOrder", { ...BUY, price: "60000", quantity: "0.001" }));
});
afterAll(() => exchange.close());

const open = async () =>
  accepted(await ana.call("record", { view: "open" })).list.map((row) => "status" in row && row.status);

test("SPOT-27 a repeated request with pending orders is answered as before, and all end together", async () => {
  const request = { ...BUY, pending: [SELL, STOP], listClientOrderId: "list" };
  const first = accepted(await ana.call("doOrder", request));
  const orders = "orders" in first ? first.orders : [];
  expect(orders.map(({ status, clientOrderId, isOto }) => [status, clientOrderId, isOto])).toEqual([
    ["open", "list:w", true],
    ["pending", "list:1", true],
    ["pending", "list:2", true],
  ]);
  expect(new Set(orders.map(({ groupId }) => groupId))).toEqual(new Set([orders[0]?.orderId]));
  const again = accepted(await ana.call("doOrder", request));
  expect("orders" in again && again).toMatchObject({ replayed: true, orders });
  expect(await open()).toEqual(["pending", "pending", "open"]);
  accepted(await ana.call("cancel", { orderId: orders[2]?.orderId ?? "" }));
  expect(await open()).toEqual([]);
  const { asOfSeq } = accepted(await ana.call("record", { view: "open" }));
  const { list } = accepted(await ana.call("record", { view: "history", minSeq: asOfSeq, limit: 3 }));
  expect(list.map((row) => "reason" in row && [row.status, row.reason])).toEqual([
    ["canceled", "user"],
    ["canceled", "list-ended"],
    ["canceled", "list-ended"],
  ]);
});

test("SPOT-27 wrong fields of pending orders are named, and nothing is placed", async () => {
  const problems = async (fields: object) => {
    const answer = await ana.call("doOrder", { ...BUY, pending: [SELL], ...fields });
    return (answer as { readonly data?: { readonly fields?: readonly object[] } }).data?.fields;
  };
  const { price: _, ...unpriced } = SELL;
  expect(await problems({ pending: [unpriced] })).toEqual([{ path: "pending.0.price", reason: "missing" }]);
  expect(await problems({ pending: [SELL, { ...STOP, price: "57000" }] })).toEqual([
    { path: "pending.1.price", reason: "conflict" },
  ]);
  expect(await problems({ type: "stop-limit", stopPrice: "62000" })).toEqual([
    { path: "type", reason: "conflict" },
  ]);
  expect(await problems({ clientOrderId: "first" })).toEqual([
    { path: "listClientOrderId", reason: "missing" },
  ]);
  expect(await problems({ clientOrderId: "first", listClientOrderId: "second" })).toEqual([
    { path: "pending.0.clientOrderId", reason: "missing" },
  ]);
  expect(await open()).toEqual([]);
});
