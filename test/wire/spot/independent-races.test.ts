import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
});
afterAll(async () => {
  await exchange.close();
});

const MOVE = { asset: "USDT", from: "coin", to: "main", amount: "10", paymentPassword: "246810" };

test("WIRE-23 right payment passwords side by side do not lock each other out", async () => {
  const trader = await exchange.trader("right@example.org", { USDT: "1000" });
  const answers = await Promise.all(Array.from({ length: 12 }, () => trader.call("transfer", MOVE)));
  expect(answers.map((answer) => answer.code)).toEqual(Array.from({ length: 12 }, () => 1));
  expect(accepted(await trader.call("walletIndex")).money).toBe("120.000000");
});

test("WIRE-23 the same transfer sent many times at once moves once, and every sender gets the result", async () => {
  const trader = await exchange.trader("twice@example.org", { USDT: "1000" });
  const request = { ...MOVE, requestId: "once" };
  const answers = await Promise.all(Array.from({ length: 12 }, () => trader.call("transfer", request)));
  const replies = answers.map(accepted);
  expect(new Set(replies.map((reply) => reply.transferId)).size).toBe(1);
  expect(replies.filter((reply) => reply.replayed !== true).length).toBe(1);
  expect(accepted(await trader.call("walletIndex")).money).toBe("10.000000");
});

test("WIRE-23 wrong payment passwords side by side are five attempts, not more", async () => {
  const trader = await exchange.trader("wrong@example.org", { USDT: "1000" });
  const wrong = { ...MOVE, paymentPassword: "000000" };
  const answers = await Promise.all(Array.from({ length: 12 }, () => trader.call("transfer", wrong)));
  const count = (code: number) => answers.filter((answer) => answer.code === code).length;
  expect([count(113), count(314)]).toEqual([5, 7]);
  expect((await trader.call("transfer", MOVE)).code).toBe(314);
  expect(accepted(await trader.call("walletIndex")).money).toBe("0.000000");
});

test("WIRE-23 the same order sent many times at once is placed once", async () => {
  const trader = await exchange.trader("orders@example.org", { USDT: "1000" });
  const order = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "55000", quantity: "0.001" };
  const request = { ...order, clientOrderId: "once" };
  const answers = await Promise.all(Array.from({ length: 12 }, () => trader.call("doOrder", request)));
  const replies = answers.map(accepted);
  expect(new Set(replies.map((reply) => ("order" in reply ? reply.order.orderId : ""))).size).toBe(1);
  expect(replies.filter((reply) => reply.replayed !== true).length).toBe(1);
});
