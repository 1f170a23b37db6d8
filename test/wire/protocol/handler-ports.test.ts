import type { CallContext } from "@candor/server/edge/gateway/call-context";
import { cancelOrder } from "@candor/server/edge/gateway/calls/change-orders";
import { depth } from "@candor/server/edge/gateway/calls/markets";
import { placeOrder } from "@candor/server/edge/gateway/calls/place-order";
import { CALLS } from "@candor/wire/calls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

let exchange: GatewayUnderTest;
let context: CallContext;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  const trader = await exchange.trader("trader@example.org", { USDT: "1000" });
  const session = exchange.identity.session(trader.token);
  context = {
    session,
    language: "en",
    address: "",
    host: "",
    readsOutbox: () => false,
    nowMs: exchange.time.ms,
  };
});
afterAll(async () => {
  await exchange.close();
});

test("a handler runs with the ports that its signature names, without a gateway around it", async () => {
  const { engine, listings, mirror, readModels } = exchange;
  const order = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "50000", quantity: "0.001" };
  const place = placeOrder({ engine, listings, mirror, readModels });
  const placed = await place(CALLS.doOrder.request.parse(order), context);
  expect(placed).toMatchObject({ order: { status: "open", price: "50000.0" } });
  const read = CALLS.depth.request.parse({ symbol: "BTCUSDT" });
  const bids = async () => {
    // The reply to an order comes before the mirror has its batch; an answer to a query comes after.
    await engine.exchangeView();
    return await depth({ mirror })(read, context);
  };
  expect(await bids()).toMatchObject({ bids: [["50000.0", "0.00100"]] });

  const { order: resting } = placed as { readonly order: { readonly orderId: string } };
  const cancel = cancelOrder({ engine, listings, orderLeverages: { of: () => null } });
  await cancel(CALLS.cancel.request.parse({ orderId: resting.orderId }), context);
  expect(await bids()).toMatchObject({ bids: [] });
});
