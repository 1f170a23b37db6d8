import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { ApiProgram } from "../support/wire/api-program.ts";
import { type ApiKey, askSigned, listenFor, makeApiKey } from "../support/wire/binance-bot.ts";
import { accepted, GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import { type Json, type Listener, listenAt, streamsAtEach } from "../support/wire/streams.ts";
import type { WireClient } from "../support/wire-client.ts";

/** Two gateways, each with streams at an address of its own. */
const GATEWAYS = 2;
const HOUR_MS = 3_600_000;
const open: WebSocket[] = [];

let exchange: GatewayUnderTest;
let gateways: Awaited<ReturnType<typeof streamsAtEach>>;
let site: string;
let nextUser = 0;

beforeAll(async () => {
  const listenKeys = new ListenKeys(() => exchange.time.ms);
  const gateway = { rateLimitFactor: 1_000 };
  exchange = await GatewayUnderTest.start({ listenKeys, gateway }, GATEWAYS);
  exchange.time.ms = Date.now();
  gateways = await streamsAtEach(exchange);
  site = await listenFor(exchange);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});
afterAll(async () => {
  for (const each of gateways) await each.close();
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

interface Trader {
  readonly user: WireClient;
  readonly userId: number;
  readonly key: ApiKey;
}

async function trader(): Promise<Trader> {
  const user = await exchange.trader(`streams-${nextUser++}@example.org`, { USDT: "5000" });
  exchange.time.ms = Date.now();
  return { user, userId: exchange.identity.session(user.token)?.userId ?? 0, key: await makeApiKey(user) };
}

async function userStream(method: string, { apiKey }: ApiKey, listenKey?: string): Promise<Json> {
  const query = listenKey === undefined ? "" : `?listenKey=${listenKey}`;
  const headers = { "x-mbx-apikey": apiKey };
  return (await (await fetch(`${site}/api/v3/userDataStream${query}`, { method, headers })).json()) as Json;
}

const openKey = async (key: ApiKey): Promise<string> => String((await userStream("POST", key)).listenKey);
const listenAtEach = (listenKey: string): Promise<Listener[]> =>
  Promise.all(gateways.map(({ host }) => listenAt(`ws://${host}/ws/${listenKey}`, open)));
const closedOf = ({ socket }: Listener): Promise<unknown> =>
  new Promise((resolve) => socket.once("close", resolve));

const bid = async ({ user }: Trader, price: string): Promise<string> => {
  const order = { symbol: "BTCUSDT", side: "buy", type: "limit", price, quantity: "0.001" } as const;
  const placed = accepted(await user.call("doOrder", order));
  return "order" in placed ? placed.order.orderId : "";
};
const reports = ({ received }: Pick<Listener, "received">): Json[] =>
  received.filter(({ e }) => e === "executionReport");

test("GW-21 a listen key that was opened over HTTP streams at every gateway, and each of them sends every event once", async () => {
  const ana = await trader();
  const listeners = await listenAtEach(await openKey(ana.key));
  const ids: string[] = [];
  for (let at = 0; at < 10; at++) ids.push(await bid(ana, String(50_000 + at)));
  for (const listener of listeners) {
    await vi.waitFor(() => expect(reports(listener)).toHaveLength(ids.length));
    expect(reports(listener).map(({ i }) => String(i))).toEqual(ids);
  }
});

test("GW-21 once the end of an API key is acknowledged, no gateway sends its streams another event", async () => {
  for (const end of ["removed", "banned"] as const) {
    const ana = await trader();
    const listeners = await listenAtEach(await openKey(ana.key));
    await bid(ana, "50000");
    for (const listener of listeners) await vi.waitFor(() => expect(reports(listener)).toHaveLength(1));
    const closed = listeners.map(closedOf);
    const { apiKeyId } = ana.key;
    if (end === "removed")
      accepted(await ana.user.call("apiKey", { action: "remove", apiKeyId, password: "kestrel7" }));
    else await exchange.identity.setBanned(ana.userId, true);
    await exchange.engine.execute({ kind: "cancel-all", userId: ana.userId, marketId: 0, key: "" });
    await Promise.all(closed);
    for (const listener of listeners) expect(reports(listener)).toHaveLength(1);
  }
});

test("GW-21 other changes of a user, even in the middle of events, lose and repeat none of them", async () => {
  const ana = await trader();
  const listeners = await listenAtEach(await openKey(ana.key));
  const ids: string[] = [];
  for (let at = 0; at < 20; at++) {
    const changing = exchange.identity.changeProfile(ana.userId, { lang: at % 2 === 0 ? "de" : "fr" });
    ids.push(await bid(ana, String(51_000 + at)));
    await changing;
  }
  for (const listener of listeners) {
    await vi.waitFor(() => expect(reports(listener)).toHaveLength(ids.length));
    expect(reports(listener).map(({ i }) => String(i))).toEqual(ids);
  }
});

test("GW-21 the id that a program gives its cancel is in the reports of every gateway", async () => {
  const ana = await trader();
  const listeners = await listenAtEach(await openKey(ana.key));
  for (let at = 0; at < 10; at++) {
    const orderId = await bid(ana, String(52_000 + at));
    const fields = { symbol: "BTCUSDT", orderId, newClientOrderId: `my-cancel-${at}` };
    expect(await askSigned(ana.key, "DELETE", `${site}/api/v3/order`, fields)).toMatchObject({ status: 200 });
  }
  const wanted = Array.from({ length: 10 }, (_, at) => `my-cancel-${at}`);
  for (const listener of listeners) {
    const canceled = () => reports(listener).filter(({ x }) => x === "CANCELED");
    await vi.waitFor(() => expect(canceled()).toHaveLength(wanted.length));
    expect(canceled().map(({ c }) => c)).toEqual(wanted);
  }
});

test("GW-21 the WebSocket API at one gateway places orders whose events come at both, and subscriptions end alone", async () => {
  const ana = await trader();
  const [one, other] = await Promise.all(
    gateways.map(({ host }) => ApiProgram.connect(`ws://${host}/ws-api/v3`, open, ana.key)),
  );
  if (one === undefined || other === undefined) throw new Error("two gateways have two programs");
  expect(await one.ask("userDataStream.subscribe.signature", {})).toMatchObject({ status: 401 });
  for (const program of [one, other])
    expect(await program.signed("userDataStream.subscribe.signature")).toMatchObject({
      result: { subscriptionId: 0 },
    });
  const order = {
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    price: "50000",
    quantity: "0.001",
  };
  const placed = await one.signed("order.place", order);
  expect(placed).toMatchObject({ status: 200, result: { status: "NEW" } });
  const wrong = await one.signed("order.place", order, { ...ana.key, secret: "wrong" });
  expect(wrong).toMatchObject({ status: 400, error: { code: -1022 } });
  for (const program of [one, other])
    await vi.waitFor(() =>
      expect(program.events().filter(({ event }) => (event as Json).e === "executionReport")).toHaveLength(1),
    );
  expect(await other.ask("userDataStream.unsubscribe", { subscriptionId: 0 })).toMatchObject({ status: 200 });
  await bid(ana, "50001");
  await vi.waitFor(() =>
    expect(one.events().filter(({ event }) => (event as Json).e === "executionReport")).toHaveLength(2),
  );
  expect(other.events().filter(({ event }) => (event as Json).e === "executionReport")).toHaveLength(1);
});

test("GW-21 public calls of the WebSocket API show the same market at both gateways, also its charts", async () => {
  const ana = await trader();
  const maker = await exchange.trader("maker@example.org", { BTC: "0.1" });
  const trade = { symbol: "BTCUSDT", type: "limit", price: "60000", quantity: "0.001" } as const;
  accepted(await maker.call("doOrder", { ...trade, side: "sell" }));
  accepted(await ana.user.call("doOrder", { ...trade, side: "buy" }));
  exchange.time.ms = Date.now();
  const programs = await Promise.all(
    gateways.map(({ host }) => ApiProgram.connect(`ws://${host}/ws-api/v3`, open, ana.key)),
  );
  const shown = await Promise.all(
    programs.map(async (program) => {
      const [day, bars, trades] = await Promise.all([
        program.ask("ticker.24hr", { symbol: "BTCUSDT" }),
        program.ask("klines", { symbol: "BTCUSDT", interval: "1m", limit: 1 }),
        program.ask("trades.recent", { symbol: "BTCUSDT", limit: 1 }),
      ]);
      const { lastPrice, volume, count } = day.result as Json;
      return { lastPrice, volume, count, bars: bars.result, trades: trades.result };
    }),
  );
  expect(shown[0]).toMatchObject({ lastPrice: "60000.00000000", count: expect.any(Number) as number });
  expect(Number(shown[0]?.volume)).toBeGreaterThan(0);
  expect(shown[1]).toEqual(shown[0]);
});

test("GW-21 a renewed listen key streams on at every gateway, an ended or expired one does not", async () => {
  const ana = await trader();
  const listenKey = await openKey(ana.key);
  const listeners = await listenAtEach(listenKey);
  exchange.time.ms += 0.9 * HOUR_MS;
  expect(await userStream("PUT", ana.key, listenKey)).toEqual({});
  exchange.time.ms += 0.9 * HOUR_MS;
  await exchange.observePrices();
  await bid(ana, "50100");
  for (const listener of listeners) await vi.waitFor(() => expect(reports(listener)).toHaveLength(1));
  const closed = listeners.map(closedOf);
  expect(await userStream("DELETE", ana.key, listenKey)).toEqual({});
  // Without an event.
  await Promise.all(closed);
  for (const { received } of listeners)
    expect(received.at(-1)).toMatchObject({ e: "listenKeyExpired", listenKey });
  await bid(ana, "50101");
  for (const listener of listeners) expect(reports(listener)).toHaveLength(1);
  const other = await openKey(ana.key);
  const late = await listenAtEach(other);
  const ended = late.map(closedOf);
  exchange.time.ms += 1.1 * HOUR_MS;
  await Promise.all(ended);
  for (const { received } of late)
    expect(received).toMatchObject([{ e: "listenKeyExpired", listenKey: other }]);
});
