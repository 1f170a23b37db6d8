import type { CallReply } from "@candor/wire/calls";
import type { WireOrder } from "@candor/wire/objects";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let trader: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  trader = await exchange.trader("trader@example.org", { USDT: "5000", BTC: "0.05" });
});
afterAll(async () => {
  await exchange.close();
});

const BUY = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "55000", quantity: "0.002" };
const MOVE = { asset: "USDT", from: "coin", to: "main", amount: "10", paymentPassword: "246810" };
const orderOf = (reply: CallReply<"doOrder">): WireOrder => {
  if (!("order" in reply)) throw new Error("an OCO was placed");
  return reply.order;
};

test("WIRE-20 a transfer's key is judged before the minimum and before the payment password", async () => {
  const first = accepted(await trader.call("transfer", { ...MOVE, requestId: "move-1" }));
  for (const change of [
    { amount: "11", paymentPassword: "000000" },
    { amount: "0.5" },
    { from: "main", to: "coin", paymentPassword: undefined },
  ]) {
    const other = await trader.call("transfer", { ...MOVE, requestId: "move-1", ...change });
    expect([other.code, other.data.error]).toEqual([300, "request.keyConflict"]);
    expect(other.data.params).toEqual({ call: "/Wallet/transfer" });
  }
  // No attempt was used up: the next wrong one is the first.
  const wrong = await trader.call("transfer", { ...MOVE, paymentPassword: "000000" });
  expect(wrong.data.params).toEqual({ attemptsLeft: 4 });
  const again = await trader.call("transfer", { ...MOVE, requestId: "move-1", paymentPassword: undefined });
  expect(accepted(again)).toEqual({ ...first, replayed: true });
});

test("WIRE-20 the form is checked before the key: an invalid amount is 112, the same one in another notation repeats", async () => {
  const first = accepted(await trader.call("transfer", { ...MOVE, requestId: "move-2" }));
  const none = await trader.call("transfer", { ...MOVE, requestId: "move-2", amount: "0.0000001" });
  expect(none.code).toBe(112);
  accepted(await trader.call("transfer", { ...MOVE, requestId: "move-3" }));
  const again = { ...MOVE, requestId: "move-2", asset: "usdt", amount: "10.000", paymentPassword: undefined };
  expect(accepted(await trader.call("transfer", again))).toEqual({ ...first, replayed: true });
});

test("WIRE-20 the faucet's key is judged before its daily amount", async () => {
  const eth = { asset: "ETH", amount: "1", requestId: "gift-1" };
  const first = accepted(await trader.call("faucet", eth));
  exchange.time.ms += 61_000;
  expect(accepted(await trader.call("faucet", { ...eth, amount: "1.0" }))).toEqual({
    ...first,
    replayed: true,
  });
  exchange.time.ms += 61_000;
  const other = await trader.call("faucet", { ...eth, amount: "2" });
  expect([other.code, other.data.error]).toEqual([300, "request.keyConflict"]);
  await exchange.observePrices();
});

test("WIRE-06 reduce: a closed order is 333 at any quantity, an open one is 102 off the lot", async () => {
  const { orderId } = orderOf(accepted(await trader.call("doOrder", BUY)));
  expect((await trader.call("reduce", { orderId, quantity: "0.0000001" })).code).toBe(102);
  accepted(await trader.call("cancel", { orderId }));
  const over = await trader.call("reduce", { orderId, quantity: "0.0000001" });
  expect([over.code, over.data.params]).toEqual([333, { status: "canceled" }]);
  const none = await trader.call("reduce", { orderId: "999999", quantity: "0.0000001" });
  expect(none.code).toBe(332);
});

test("WIRE-20 an order's key is checked before its quantity: a used key is 300 at any lot, a new one is 102", async () => {
  const keyed = { ...BUY, clientOrderId: "off-lot" };
  const { orderId } = orderOf(accepted(await trader.call("doOrder", keyed)));
  const pair = { ...BUY, type: "oco", price: "59000", stopPrice: "61000", clientOrderId: "off-lot" };
  const spend = { ...BUY, type: "market", price: undefined, quantity: undefined, clientOrderId: "off-lot" };
  for (const [request, whole] of [
    [{ ...keyed, quantity: "0.0010000001" }, "0.001"],
    [{ ...keyed, quantity: "0.0000001" }, "0.001"],
    [{ ...pair, quantity: "0.0010001" }, "0.001"],
    [{ ...spend, quoteQuantity: "60.00000001" }, undefined],
  ] as const) {
    const used = await trader.call("doOrder", request);
    expect([used.code, used.data.error, used.data.params]).toEqual([
      300,
      "request.keyConflict",
      { call: "/Entrus/doOrder" },
    ]);
    const fresh = await trader.call("doOrder", { ...request, clientOrderId: "unused" });
    const params =
      whole === undefined
        ? { min: "5.000000", max: expect.any(String) }
        : { min: "0.00001", max: "100.00000" };
    expect([fresh.code, fresh.data.error, fresh.data.params]).toEqual([102, "trade.amountError", params]);
  }
  accepted(await trader.call("doOrder", { ...BUY, quantity: "0.002", clientOrderId: "unused" }));
  for (const request of [
    { orderId, quantity: "0.0005001" },
    { orderId: "999999", quantity: "0.0005" },
    { orderId: "no-order", quantity: "0.0005" },
  ])
    expect((await trader.call("reduce", { ...request, requestId: "off-lot" })).code).toBe(300);
  accepted(await trader.call("cancelAll"));
});

test("WIRE-06 reduce: a quantity that does not reduce is 100 first, off the lot or not", async () => {
  const { orderId } = orderOf(accepted(await trader.call("doOrder", BUY)));
  for (const [quantity, code] of [
    ["0.00200001", 100],
    ["999999999999999999.5", 100],
    ["0.0010001", 102],
    ["0.000000000000000001", 102],
  ] as const)
    expect((await trader.call("reduce", { orderId, quantity })).code, quantity).toBe(code);
  accepted(await trader.call("cancel", { orderId }));
});

test("WIRE-06 an order's id is exactly the server's text, not another notation of the number", async () => {
  const { orderId } = orderOf(accepted(await trader.call("doOrder", BUY)));
  for (const id of [`0${orderId}`, `-${orderId}`, `${orderId}e0`])
    expect((await trader.call("cancel", { orderId: id })).code, id).toBe(332);
  accepted(await trader.call("cancel", { orderId }));
});

test("WIRE-21 a quantity that does not reduce is rejected with its field", async () => {
  const { orderId } = orderOf(accepted(await trader.call("doOrder", BUY)));
  for (const quantity of ["0.002", "0.003"]) {
    const answer = await trader.call("reduce", { orderId, quantity });
    expect([answer.code, answer.data.fields]).toEqual([100, [{ path: "quantity", reason: "range" }]]);
  }
  accepted(await trader.call("cancel", { orderId }));
});

test("WIRE-21 one leg of an OCO cannot be reduced: it is the order that is wrong, not the quantity", async () => {
  const oco = { ...BUY, side: "sell", type: "oco", price: "61000", stopPrice: "59000" };
  const reply = accepted(await trader.call("doOrder", oco));
  const leg = "orders" in reply ? reply.orders[0] : undefined;
  const answer = await trader.call("reduce", { orderId: leg?.orderId, quantity: "0.001" });
  expect([answer.code, answer.data.fields]).toEqual([100, [{ path: "orderId", reason: "conflict" }]]);
  accepted(await trader.call("cancelAll"));
});

test("WIRE-21 an OCO whose legs are on the wrong sides of each other is rejected with its fields", async () => {
  const oco = { ...BUY, type: "oco", price: "61000", stopPrice: "59000", quantity: "0.001" };
  const answer = await trader.call("doOrder", oco);
  expect([answer.code, answer.data.fields]).toEqual([100, [{ path: "stopPrice", reason: "conflict" }]]);
});

test("WIRE-21 a field that breaks several rules is named once", async () => {
  const huge = await trader.call("moneyLog", { limit: Number.MAX_SAFE_INTEGER + 1 });
  expect([huge.code, huge.data.fields]).toEqual([111, [{ path: "limit", reason: "range" }]]);
});
