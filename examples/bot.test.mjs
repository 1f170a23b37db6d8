// A bot's own tests against a sandbox. Runs with `node --test examples/bot.test.mjs`; vitest and jest have the same hooks.
// With CANDOR_URL and CANDOR_HOME, it uses a sandbox that runs already, and otherwise starts its own.
import assert from "node:assert/strict";
import process from "node:process";
import { after, before, beforeEach, test } from "node:test";
import { connectCandor, startCandor } from "@candor/sandbox";
import { MainClient, USDMClient } from "binance";

const symbol = "BTCUSDT";
let candor;
let spot;
let futures;
before(async () => {
  const { CANDOR_URL: url, CANDOR_HOME: home } = process.env;
  candor = url && home ? connectCandor({ url, home }) : await startCandor();
  const { apiKey, secret } = await candor.openAccount({ usdt: 1_000_000, btc: 10 });
  const options = { api_key: apiKey, api_secret: secret, baseUrl: candor.url };
  spot = new MainClient(options);
  futures = new USDMClient(options);
});
beforeEach(() => candor.setFaults([]));
after(() => candor?.stop?.());

test("buys and sells a contract at market", async () => {
  const order = { symbol, type: "MARKET", quantity: 0.1, newOrderRespType: "RESULT" };
  assert.equal((await futures.submitNewOrder({ ...order, side: "BUY" })).status, "FILLED");
  const [position] = await futures.getPositions({ symbol });
  assert.equal(Number(position.positionAmt), 0.1);
  const close = { ...order, side: "SELL", reduceOnly: "true" };
  assert.equal((await futures.submitNewOrder(close)).status, "FILLED");
});

test("finds an order whose answer was lost", async () => {
  const fault = "answer=-1007; executed";
  await candor.setFaults([{ method: "POST", path: "/api/v3/order", fault, times: 1 }]);
  const { bidPrice } = await spot.getSymbolOrderBookTicker({ symbol });
  const price = Math.floor(Number(bidPrice) * 0.95);
  const order = { symbol, side: "BUY", type: "LIMIT", timeInForce: "GTC", price, quantity: 0.01 };
  await assert.rejects(spot.submitNewOrder({ ...order, newClientOrderId: "lost-1" }), { code: -1007 });
  const found = await spot.getOrder({ symbol, origClientOrderId: "lost-1" });
  assert.equal(found.status, "NEW");
});
