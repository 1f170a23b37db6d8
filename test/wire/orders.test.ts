import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "./support/gateway-under-test.ts";

let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start();
});
afterAll(async () => {
  await exchange.close();
});

test("WIRE-10 register, play money, transfer, order, fill, history, cancel: the whole way over the wire", async () => {
  const maker = await exchange.trader("maker@example.org", { BTC: "0.1" });
  const taker = await exchange.trader("taker@example.org", { USDT: "1000" });
  const ask = accepted(
    await maker.call("doOrder", {
      symbol: "btcusdt",
      side: "sell",
      type: "limit",
      price: "60000",
      quantity: "0.01",
      clientOrderId: "ask-1",
    }),
  );
  console.log(JSON.stringify(ask, null, 1));
  const bid = accepted(
    await taker.call("doOrder", {
      symbol: "BTCUSDT",
      side: "buy",
      type: "limit",
      price: "60100",
      quantity: "0.011",
      clientOrderId: "bid-1",
    }),
  );
  console.log(JSON.stringify(bid, null, 1));
  const index = accepted(await taker.call("walletIndex"));
  console.log(JSON.stringify(index, null, 1));
  const home = accepted(await taker.call("home"));
  expect(home.topVolume.length).toBe(3);
});
