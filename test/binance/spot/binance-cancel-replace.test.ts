import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { ApiProgram } from "../../support/wire/api-program.ts";
import {
  type ApiKey,
  askSigned,
  listenFor,
  makeApiKey,
  RESTING_BID,
} from "../../support/wire/binance-bot.ts";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { type Json, type ServedStreams, streamsOf } from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let streams: ServedStreams;
let url: string;
let ana: WireClient;
let key: ApiKey;
const open: WebSocket[] = [];

const STOP_LIMIT = { ...RESTING_BID, type: "STOP_LOSS_LIMIT", stopPrice: "61000" } as const;

beforeEach(async () => {
  const listenKeys = new ListenKeys(Date.now);
  exchange = await GatewayUnderTest.start({ listenKeys, gateway: { nowMs: () => Date.now() } });
  streams = await streamsOf(exchange, listenKeys);
  url = await listenFor(exchange);
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  key = await makeApiKey(ana);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of open.splice(0)) socket.close();
  await streams.close();
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

/** Sends a replacement by HTTP and through the WebSocket API, which answer alike. */
async function replaceByBoth(fields: Readonly<Record<string, string>>): Promise<Json> {
  const replacement = { cancelReplaceMode: "STOP_ON_FAILURE", ...fields };
  const byHttp = await askSigned(key, "POST", `${url}/api/v3/order/cancelReplace`, replacement);
  const program = await ApiProgram.connect(`${url.replace("http", "ws")}/ws-api/v3`, open, key);
  const bySocket = await program.signed("order.cancelReplace", replacement);
  expect(bySocket).toMatchObject({ status: byHttp.status, error: byHttp.body as Json });
  return byHttp.body as Json;
}

const filter = (name: string) => ({ code: -1013, msg: `Filter failure: ${name}` });

test("BIN-24 a new order that violates a filter cancels nothing, nor does its test pass", async () => {
  const call = (path: string, fields: Readonly<Record<string, string>>) =>
    askSigned(key, "POST", `${url}/api/v3${path}`, fields);
  const { body } = await call("/order", RESTING_BID);
  const cancelOrderId = String((body as Json).orderId);
  const { durableSeq } = exchange.engine;
  const wrong: readonly (readonly [Readonly<Record<string, string>>, object])[] = [
    [{ ...RESTING_BID, price: "59000.05" }, filter("PRICE_FILTER")],
    [
      { ...RESTING_BID, quantity: "0.000200001" },
      { code: -1111, msg: "Parameter 'quantity' has too much precision." },
    ],
    [{ ...RESTING_BID, quantity: "0.0000001" }, filter("LOT_SIZE")],
    [{ ...RESTING_BID, quantity: "100.00001" }, filter("LOT_SIZE")],
    [{ ...RESTING_BID, quantity: "0.00008" }, filter("NOTIONAL")],
    [{ ...RESTING_BID, price: "4999.9" }, filter("NOTIONAL")],
    [{ symbol: "BTCUSDT", side: "BUY", type: "MARKET", quoteOrderQty: "4.99" }, filter("NOTIONAL")],
    [{ ...STOP_LIMIT, quantity: "0.00008" }, filter("NOTIONAL")],
    [{ ...STOP_LIMIT, price: "73200.1" }, filter("PERCENT_PRICE_BY_SIDE")],
  ];
  for (const [order, expected] of wrong) {
    expect(await replaceByBoth({ ...order, cancelOrderId })).toEqual(expected);
    expect(await replaceByBoth({ ...order, cancelOrderId, cancelReplaceMode: "ALLOW_FAILURE" })).toEqual(
      expected,
    );
    expect((await call("/order/test", order)).body).toEqual(expected);
  }
  expect(exchange.engine.durableSeq).toBe(durableSeq);

  // What only the exchange can check: the band, the trigger and the balance.
  const refused: readonly (readonly [object, object])[] = [
    [{ ...RESTING_BID, price: "47999.9" }, filter("PERCENT_PRICE_BY_SIDE")],
    [
      { ...STOP_LIMIT, stopPrice: "59000", price: "59000" },
      { code: -2010, msg: "Order would trigger immediately." },
    ],
    [
      { ...RESTING_BID, quantity: "0.2" },
      { code: -2010, msg: "Account has insufficient balance for requested action." },
    ],
  ];
  for (const [order, newOrderResponse] of refused)
    expect(await replaceByBoth({ ...order, cancelOrderId })).toMatchObject({
      code: -2022,
      msg: "Order cancel-replace failed.",
      data: {
        cancelResult: "FAILURE",
        cancelResponse: { code: -2011 },
        newOrderResult: "FAILURE",
        newOrderResponse,
      },
    });
  const open = await askSigned(key, "GET", `${url}/api/v3/openOrders`, {});
  expect(open.body).toMatchObject([{ orderId: Number(cancelOrderId), status: "NEW", origQty: "0.00100000" }]);

  // With ALLOW_FAILURE, the old order is canceled before.
  const outOfBand = { ...RESTING_BID, price: "47999.9", cancelOrderId, cancelReplaceMode: "ALLOW_FAILURE" };
  expect((await call("/order/cancelReplace", outOfBand)).body).toMatchObject({
    code: -2021,
    data: { cancelResult: "SUCCESS", newOrderResponse: filter("PERCENT_PRICE_BY_SIDE") },
  });
});

test("BIN-24 both happen at once: the new order has the old one's money, and may have its id", async () => {
  const call = (path: string, fields: Readonly<Record<string, string>>) =>
    askSigned(key, "POST", `${url}/api/v3${path}`, fields);
  // 4,720 of 5,000 are held.
  const first = { ...RESTING_BID, quantity: "0.08", newClientOrderId: "grid-1" };
  const { orderId } = (await call("/order", first)).body as { orderId: number };
  const { durableSeq } = exchange.engine;
  const replacement = {
    ...first,
    price: "58000",
    cancelOrigClientOrderId: "grid-1",
    cancelNewClientOrderId: "gone",
    cancelReplaceMode: "STOP_ON_FAILURE",
  };
  const { body } = await call("/order/cancelReplace", replacement);
  expect(body).toMatchObject({
    cancelResult: "SUCCESS",
    newOrderResult: "SUCCESS",
    cancelResponse: { orderId, origClientOrderId: "grid-1", clientOrderId: "gone", status: "CANCELED" },
    newOrderResponse: { clientOrderId: "grid-1", status: "NEW", price: "58000.00000000" },
  });
  expect(exchange.engine.durableSeq).toBe(durableSeq + 1);
  const account = await askSigned(key, "GET", `${url}/api/v3/account`, {});
  expect((account.body as Json).balances).toContainEqual({
    asset: "USDT",
    free: "360.00000000",
    locked: "4640.00000000",
  });
  // The same request again finds no order to cancel, and places none.
  expect(
    (await call("/order/cancelReplace", { ...replacement, cancelOrderId: String(orderId) })).body,
  ).toMatchObject({
    code: -2022,
    data: { cancelResult: "FAILURE", cancelResponse: { code: -2011 }, newOrderResult: "NOT_ATTEMPTED" },
  });
});

test("BIN-24 a new order above the limit of orders cancels nothing", async () => {
  vi.spyOn(Date, "now").mockReturnValue(Date.now());
  const orders = Array.from({ length: 100 }, (_, at) => {
    const order = { ...RESTING_BID, price: String(50_000 + at), quantity: "0.0001" };
    return askSigned(key, "POST", `${url}/api/v3/order`, order);
  });
  const statuses = (await Promise.all(orders)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { durableSeq } = exchange.engine;
  const view = await exchange.engine.accountView(exchange.identity.session(ana.token)?.userId ?? 0);
  const cancelOrderId = String(view.orders[0]?.orderId);
  const refused = { code: -1015, msg: "Too many new orders; current limit is 100 orders per 10 SECOND." };
  expect(await replaceByBoth({ ...RESTING_BID, cancelOrderId })).toMatchObject(refused);
  expect(exchange.engine.durableSeq).toBe(durableSeq);
  // Asked to, it still cancels; the second time there is nothing to cancel.
  for (const [cancelReplaceMode, code, cancelResult] of [
    ["STOP_ON_FAILURE", -2021, "SUCCESS"],
    ["ALLOW_FAILURE", -2022, "FAILURE"],
  ] as const) {
    const asked = {
      ...RESTING_BID,
      cancelOrderId,
      cancelReplaceMode,
      orderRateLimitExceededMode: "CANCEL_ONLY",
    };
    expect(await askSigned(key, "POST", `${url}/api/v3/order/cancelReplace`, asked)).toMatchObject({
      status: 429,
      body: { code, data: { cancelResult, newOrderResult: "FAILURE", newOrderResponse: { code: -1015 } } },
    });
  }
});
