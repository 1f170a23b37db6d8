import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { ApiProgram } from "../../support/wire/api-program.ts";
import {
  type ApiKey,
  askSigned,
  listenFor,
  makeApiKey,
  RESTING_BID,
} from "../../support/wire/binance-bot.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { endAfterwards, type Json, type ServedStreams, streamsOf } from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Reports of canceled orders, which have the ids of their cancels. */
let exchange: GatewayUnderTest;
let streams: ServedStreams;
let url: string;
let ana: WireClient;
let key: ApiKey;
const open: WebSocket[] = [];
const received: Json[] = [];

const BTC = { symbol: "BTCUSDT" } as const;
const GENERATED = /^[0-9a-f]{22}$/;

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  exchange = await GatewayUnderTest.start({
    listenKeys,
    gateway: { nowMs: Date.now, rateLimitFactor: 1_000 },
  });
  streams = await streamsOf(exchange, listenKeys);
  url = await listenFor(exchange);
  ana = await exchange.trader("ana@example.org", { USDT: "5000", BTC: "0.1" });
  key = await makeApiKey(ana);
});
endAfterwards(open, () => ({ exchange, streams }));
afterEach(() => {
  received.length = 0;
});

async function listen(): Promise<void> {
  const headers = { "x-mbx-apikey": key.apiKey };
  const opened = await fetch(`${url}/api/v3/userDataStream`, { method: "POST", headers });
  const { listenKey } = (await opened.json()) as Json;
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws/${String(listenKey)}`);
  open.push(socket);
  socket.on("message", (data: Buffer) => received.push(JSON.parse(data.toString("utf8")) as Json));
  await new Promise((resolve) => socket.once("open", resolve));
}

async function call(method: string, path: string, fields: Readonly<Record<string, string | number>>) {
  const { status, body } = await askSigned(key, method, `${url}/api/v3${path}`, fields);
  expect([status, body]).toEqual([200, body]);
  return body as Json & { readonly orderId: number; readonly clientOrderId: string };
}

/** Waits for the reports of an order. */
const reportsOf = (orderId: number, last: string): Promise<Json[]> =>
  vi.waitFor(() => {
    const reports = received.filter(({ e, i }) => e === "executionReport" && i === orderId);
    expect(reports.at(-1)?.x).toBe(last);
    return reports;
  });

async function idsOf(orderId: number): Promise<readonly [cancel: unknown, original: unknown]> {
  const report = (await reportsOf(orderId, "CANCELED")).at(-1);
  return [report?.c, report?.C];
}

test("BIN-12 the report of a canceled order has the cancel's id and the original one, as in the reply", async () => {
  await listen();
  const program = await ApiProgram.connect(`${url.replace("http", "ws")}/ws-api/v3`, open, key);
  const place = async (id: string) => await call("POST", "/order", { ...RESTING_BID, newClientOrderId: id });
  const ways: readonly ((orderId: number, cancelId: string | undefined) => Promise<Json>)[] = [
    (orderId, id) => call("DELETE", "/order", { ...BTC, orderId, ...(id && { newClientOrderId: id }) }),
    async (orderId, id) =>
      (await program.signed("order.cancel", { ...BTC, orderId, ...(id && { newClientOrderId: id }) }))
        .result as Json,
    async (orderId, id) => {
      const order = {
        ...RESTING_BID,
        price: "50000",
        cancelReplaceMode: "STOP_ON_FAILURE",
        cancelOrderId: orderId,
      };
      const cancelId = id === undefined ? {} : { cancelNewClientOrderId: id };
      return (await call("POST", "/order/cancelReplace", { ...order, ...cancelId })).cancelResponse as Json;
    },
  ];
  for (const [at, cancel] of ways.entries())
    for (const given of [`cancel-${at}`, undefined]) {
      const original = `order-${at}-${given ?? "none"}`;
      const { orderId } = await place(original);
      const reply = await cancel(orderId, given);
      expect(reply).toMatchObject({
        origClientOrderId: original,
        clientOrderId: given ?? (expect.stringMatching(GENERATED) as string),
      });
      expect(await idsOf(orderId)).toEqual([reply.clientOrderId, original]);
    }
  const { orderId } = await place("kept");
  const malformed = { ...BTC, orderId, newClientOrderId: "a b" };
  expect((await askSigned(key, "DELETE", `${url}/api/v3/order`, malformed)).body).toMatchObject({
    code: -1100,
  });
  const rows = (await call("DELETE", "/openOrders", BTC)) as unknown as Json[];
  expect(rows).toHaveLength(3);
  for (const row of rows)
    expect(await idsOf(Number(row.orderId))).toEqual([row.clientOrderId, row.origClientOrderId]);
  expect(new Set(rows.map(({ clientOrderId }) => clientOrderId)).size).toBe(3);
});

test("BIN-12 the legs of a canceled list have one cancel id, whichever way the list is canceled", async () => {
  await listen();
  const list = {
    ...BTC,
    side: "SELL",
    quantity: "0.001",
    aboveType: "LIMIT_MAKER",
    abovePrice: "61000",
    belowType: "STOP_LOSS",
    belowStopPrice: "59000",
  };
  const legsOf = (reply: Json) => (reply.orders as Json[]).map(({ orderId }) => Number(orderId));
  for (const given of [{ newClientOrderId: "end-of-list" }, {}]) {
    const placed = await call("POST", "/orderList/oco", list);
    const gone = await call("DELETE", "/orderList", {
      ...BTC,
      orderListId: Number(placed.orderListId),
      ...given,
    });
    const reports = gone.orderReports as Json[];
    for (const report of reports) {
      expect(report.selfTradePreventionMode).toBe("EXPIRE_TAKER");
      expect(await idsOf(Number(report.orderId))).toEqual([report.clientOrderId, report.origClientOrderId]);
    }
    expect(new Set(reports.map(({ clientOrderId }) => clientOrderId)).size).toBe(1);
  }
  const [limit = 0, stop = 0] = legsOf(await call("POST", "/orderList/oco", list));
  const reply = await call("DELETE", "/order", { ...BTC, orderId: stop, newClientOrderId: "one-leg" });
  expect(reply.clientOrderId).toBe("one-leg");
  expect((await idsOf(limit))[0]).toBe("one-leg");
  expect((await idsOf(stop))[0]).toBe("one-leg");
});

test("BIN-12 an order canceled in the app has a generated cancel id", async () => {
  await listen();
  const { orderId } = await call("POST", "/order", { ...RESTING_BID, newClientOrderId: "by-the-app" });
  accepted(await ana.call("cancel", { orderId: String(orderId) }));
  const [cancel, original] = await idsOf(orderId);
  expect(cancel).toMatch(GENERATED);
  expect(original).toBe("by-the-app");
});

test("BIN-12 reports and replies state self-trade prevention, and reports their execution and working time", async () => {
  await listen();
  for (const mode of ["EXPIRE_MAKER", "EXPIRE_BOTH", "EXPIRE_TAKER", "NONE", "DECREMENT", undefined]) {
    const asked = { ...RESTING_BID, ...(mode && { selfTradePreventionMode: mode }) };
    const state = { selfTradePreventionMode: mode ?? "EXPIRE_TAKER" };
    const ack = await call("POST", "/order", { ...asked, newOrderRespType: "ACK" });
    expect(ack).not.toHaveProperty("selfTradePreventionMode");
    for (const newOrderRespType of ["RESULT", "FULL"])
      expect(await call("POST", "/order", { ...asked, newOrderRespType })).toMatchObject(state);
    const { orderId } = ack;
    expect(await call("GET", "/order", { ...BTC, orderId })).toMatchObject(state);
    expect(await call("DELETE", "/order", { ...BTC, orderId })).toMatchObject(state);
    expect(await call("GET", "/order", { ...BTC, orderId })).toMatchObject(state);
    const reports = await reportsOf(orderId, "CANCELED");
    expect(reports).toHaveLength(2);
    for (const report of reports)
      expect(report).toMatchObject({
        I: expect.any(Number) as number,
        M: false,
        V: state.selfTradePreventionMode,
        W: report.O,
      });
    expect(Number(reports[1]?.I)).toBeGreaterThan(Number(reports[0]?.I));
  }
  const stop = { ...RESTING_BID, type: "STOP_LOSS_LIMIT", price: "61000", stopPrice: "60900" };
  const { orderId } = await call("POST", "/order", stop);
  expect((await reportsOf(orderId, "NEW"))[0]).not.toHaveProperty("W");
});

test("BIN-54 DECREMENT takes the smaller quantity off both orders, and the events say that a trade was prevented", async () => {
  await listen();
  await askSigned(key, "DELETE", `${url}/api/v3/openOrders`, BTC);
  const buy = await call("POST", "/order", { ...RESTING_BID, price: "60000" });
  const sell = { ...RESTING_BID, side: "SELL", price: "60000", quantity: "0.0004" };
  const placed = await call("POST", "/order", { ...sell, selfTradePreventionMode: "DECREMENT" });
  expect(placed).toMatchObject({ status: "EXPIRED_IN_MATCH", executedQty: "0.00000000", fills: [] });
  expect(await call("GET", "/order", { ...BTC, orderId: buy.orderId })).toMatchObject({
    status: "NEW",
    origQty: "0.00060000",
    executedQty: "0.00000000",
  });
  // Its user did not change it.
  expect(await call("GET", "/order/amendments", { ...BTC, orderId: buy.orderId })).toEqual([]);
  const [, smaller] = await reportsOf(buy.orderId, "TRADE_PREVENTION");
  expect(smaller).toMatchObject({ X: "NEW", q: "0.00060000", V: "EXPIRE_TAKER" });
  const [, ended] = await reportsOf(placed.orderId, "TRADE_PREVENTION");
  expect(ended).toMatchObject({ X: "EXPIRED_IN_MATCH", q: "0.00040000", z: "0.00000000", V: "DECREMENT" });
  expect(ended).toMatchObject({ A: "0.00040000", B: "0.00040000" });
  expect(placed).toMatchObject({ preventedQuantity: "0.00040000" });
  expect(Number(ended?.I)).not.toBe(Number(smaller?.I));
  const { balances } = (await call("GET", "/account", {})) as Json;
  expect((balances as Json[]).filter(({ locked }) => Number(locked) > 0)).toMatchObject([
    { asset: "USDT", free: "4964.00000000", locked: "36.00000000" },
  ]);
  await call("DELETE", "/openOrders", BTC);
  const value = { ...BTC, side: "BUY", type: "MARKET", quoteOrderQty: "10" };
  const refused = { ...value, selfTradePreventionMode: "DECREMENT" };
  expect((await askSigned(key, "POST", `${url}/api/v3/order`, refused)).body).toMatchObject({ code: -1020 });
});
