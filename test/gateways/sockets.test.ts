import type { Socket } from "node:net";
import type { WireOrder } from "@candor/wire/objects";
import { CLOSE_CODES } from "@candor/wire/socket/terms";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectChain } from "../support/socket/depth-chain.ts";
import { type ExchangeSockets, openSocketsAtEach } from "../support/socket/exchange-sockets.ts";
import { accepted, OrderClient } from "../support/socket/order-client.ts";
import { TestClient } from "../support/socket/socket-client.ts";
import { accepted as acceptedCall, GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";

/** Two gateways, each with sockets at an address of its own. */
const GATEWAYS = 2;
const LIMIT = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "59000", quantity: "0.001" } as const;

let exchange: GatewayUnderTest;
let gateways: readonly ExchangeSockets[];
const clients: TestClient[] = [];

beforeAll(async () => {
  exchange = await GatewayUnderTest.start(
    {
      gateway: { rateLimitFactor: 1_000 },
    },
    GATEWAYS,
  );
  gateways = await openSocketsAtEach(exchange, {
    door: exchange.calls.door,
  });
});
afterAll(async () => {
  for (const client of clients) client.close();
  for (const { server } of gateways) await server.close();
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

const idOf = (user: WireClient): number => exchange.identity.session(user.token)?.userId ?? 0;

/** Binds a user's session at each gateway. */
async function boundAtEach(user: WireClient, extra: object = {}): Promise<[TestClient, TestClient]> {
  const bound = await Promise.all(
    gateways.map(async ({ url }) => {
      const client = await TestClient.connect(url);
      clients.push(client);
      client.send("bind", { uid: String(idOf(user)), token: user.token, bare: true, ...extra });
      expect(await client.first("bildUid")).toMatchObject({ private: true });
      return client;
    }),
  );
  return bound as [TestClient, TestClient];
}

async function orderClients(user: WireClient): Promise<[OrderClient, OrderClient]> {
  const opened = await Promise.all(gateways.map(({ url }) => OrderClient.of(url, user, idOf(user))));
  clients.push(...opened.map(({ socket }) => socket));
  return opened as [OrderClient, OrderClient];
}

const orderIdOf = (data: Readonly<Record<string, unknown>>): string => (data.order as WireOrder).orderId;
const orderSeqs = (client: TestClient): number[] => client.of("order").map(({ asOfSeq }) => Number(asOfSeq));

test("GW-19 one key at the sockets of two gateways is one order, and both get its messages once", async () => {
  const ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  const [one, other] = await orderClients(ana);
  const ticket = { ...LIMIT, clientOrderId: "same" };
  const replies = await Promise.all(
    [one, other, one, other].map(async (client) =>
      accepted("order.place", await client.ask("order.place", ticket)),
    ),
  );
  expect(new Set(replies.map(orderIdOf)).size).toBe(1);
  expect(replies.filter(({ replayed }) => replayed !== true)).toHaveLength(1);
  for (const { socket } of [one, other]) {
    await socket.settle();
    await socket.until(() => socket.of("order").length === 1);
    expect(orderSeqs(socket)).toHaveLength(1);
  }
  // Orders of one connection enter the exchange in the order of their messages.
  const prices = Array.from({ length: 20 }, (_, at) => String(58_000 + at));
  const placed = await one.askAll(
    prices.map((price) => ({ type: "order.place" as const, data: { ...LIMIT, price, quantity: "0.0002" } })),
  );
  const ids = placed.map((reply) => Number(orderIdOf(accepted("order.place", reply))));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test("GW-19 a repeated replacement gets the first answer at the other gateway, also while the first runs", async () => {
  const ben = await exchange.trader("ben@example.org", { USDT: "5000" });
  const [one, other] = await orderClients(ben);
  const { orderId } = accepted("order.place", await one.ask("order.place", LIMIT)).order as WireOrder;
  const data = { cancel: { orderId }, place: { ...LIMIT, price: "58000", clientOrderId: "next" } };
  const [first, second] = await Promise.all([
    one.ask("order.replace", data),
    other.ask("order.replace", data),
  ]);
  const answers = [accepted("order.replace", first), accepted("order.replace", second)];
  expect(answers.filter(({ replayed }) => replayed === true)).toHaveLength(1);
  const again = accepted("order.replace", await other.ask("order.replace", data));
  expect({ ...again, replayed: undefined }).toEqual({ ...answers[0], replayed: undefined });
  const different = { ...data, place: { ...data.place, price: "57000" } };
  expect(await other.ask("order.replace", different)).toMatchObject({ code: 300 });
  expect((await exchange.engine.accountView(idOf(ben))).orders).toHaveLength(1);
});

test("GW-20 once the end of a session is acknowledged, no gateway's socket is private or takes its orders", async () => {
  const ana = await exchange.trader("revoked@example.org", { USDT: "5000" });
  const [one, other] = await orderClients(ana);
  for (const client of [one, other]) accepted("order.place", await client.ask("order.place", LIMIT));
  for (const { socket } of [one, other]) await socket.until(() => socket.of("order").length === GATEWAYS);
  const userId = idOf(ana);
  acceptedCall(await ana.call("logout"));
  const late = await Promise.all([one, other].map((client) => client.ask("order.place", LIMIT)));
  expect(late.map(({ data }) => data.error)).toEqual(Array(GATEWAYS).fill("session.expired"));
  await exchange.engine.execute({ kind: "cancel-all", userId, marketId: 0, key: "" });
  for (const { socket } of [one, other]) {
    expect(await socket.first("bildUid", 1)).toMatchObject({ private: false, error: "session.expired" });
    await socket.settle();
    expect(socket.of("order").length).toBe(GATEWAYS);
    expect(socket.closeCode).toBeUndefined();
  }
});

test("GW-20 a ban closes the user's sockets at every gateway, and other users keep theirs", async () => {
  const bad = await exchange.registered("banned@example.org");
  const good = await exchange.registered("good@example.org");
  const banned = await boundAtEach(bad);
  const kept = await boundAtEach(good);
  await exchange.identity.setBanned(idOf(bad), true);
  for (const client of banned) expect(await client.closed()).toBe(CLOSE_CODES.closedOrBanned.code);
  for (const client of kept) {
    await client.settle();
    expect(client.closeCode).toBeUndefined();
  }
});

test("GW-20 a session that is used at one gateway only does not run out at the other", async () => {
  const ana = await exchange.trader("profile@example.org", { USDT: "5000" });
  const [one, other] = await orderClients(ana);
  // Every change makes the gateways forget the user; the socket's session is live all the same.
  for (const lang of ["de", "fr", "en"] as const) {
    await exchange.identity.changeProfile(idOf(ana), { lang });
    const price = lang === "de" ? "50001" : lang === "fr" ? "50002" : "50003";
    const both = await Promise.all(
      [one, other].map((client) => client.ask("order.place", { ...LIMIT, price })),
    );
    for (const reply of both) accepted("order.place", reply);
  }
});

test("GW-23 a slow reader at one gateway is caught up with snapshots, and readers at the other miss nothing", async () => {
  const followers = await exchange.followers;
  expect(followers).toHaveLength(GATEWAYS);
  const narrow = await openSocketsAtEach(exchange, {
    limits: { lagBacklogBytes: 1_000, drainedBacklogBytes: 500 },
  });
  const stalled: Socket[] = [];
  narrow[0]?.http.once("connection", (socket: Socket) => stalled.push(socket));
  const [slow, fast] = await Promise.all(narrow.map(({ url }) => TestClient.connect(url)));
  if (slow === undefined || fast === undefined) throw new Error("two gateways have two clients");
  clients.push(slow, fast);
  for (const client of [slow, fast]) {
    client.send("bind", { uid: "", bare: true, batch: true });
    client.send("subscribe", { channels: ["depth.spot.BTCUSDT.diff", "tape.spot.BTCUSDT"] });
    await client.first("subscribed");
  }
  const maker = await exchange.trader("maker@example.org", { BTC: "0.1" });
  const taker = await exchange.trader("taker@example.org", { USDT: "5000" });
  const trade = async (): Promise<void> => {
    const order = { symbol: "BTCUSDT", type: "limit", quantity: "0.0002", price: "60000" } as const;
    acceptedCall(await maker.call("doOrder", { ...order, side: "sell" }));
    acceptedCall(await taker.call("doOrder", { ...order, side: "buy" }));
  };
  // What is written to a corked connection stays in this process, as with a reader whose window is full.
  for (const socket of stalled) socket.cork();
  let trades = 0;
  for (; narrow[0]?.server.statistics().lags === 0; trades++) await trade();
  for (let more = 0; more < 10; more++, trades++) await trade();
  for (const socket of stalled) socket.uncork();
  await slow.until(() => slow.of("depth").filter(({ kind }) => kind === "snapshot").length > 1);
  await trade();
  trades++;
  const ids = (client: TestClient): string[] =>
    client.of("tape").flatMap(({ list }) => (list as { tradeId: string }[]).map(({ tradeId }) => tradeId));
  for (const client of [slow, fast])
    await client.until(() => new Set(ids(client)).size === trades, `${trades} trades`);
  expect(ids(fast)).toHaveLength(trades);
  expect(narrow[1]?.server.statistics().lags).toBe(0);
  for (const client of [slow, fast]) expectChain(client.of("depth"));
  for (const { server } of narrow) await server.close();
});

test("GW-23 a client that moves to another gateway goes on from a snapshot that is not older than what it had", async () => {
  const [one, other] = await Promise.all(gateways.map(({ url }) => TestClient.connect(url)));
  if (one === undefined || other === undefined) throw new Error("two gateways have two clients");
  clients.push(one, other);
  const ana = await exchange.trader("mover-2@example.org", { USDT: "5000" });
  const channels = ["depth.spot.BTCUSDT.diff"];
  one.send("bind", { uid: "", bare: true });
  one.send("subscribe", { channels });
  await one.first("subscribed");
  const { asOfSeq } = acceptedCall(await ana.call("doOrder", { ...LIMIT, price: "51000" }));
  await one.until(() => one.of("depth").some(({ sequence }) => Number(sequence) >= asOfSeq));
  const had = Number(one.of("depth").at(-1)?.sequence);
  other.send("bind", { uid: "", bare: true });
  other.send("subscribe", { channels });
  const snapshot = await other.until(() => other.of("depth")[0]);
  expect(snapshot.kind).toBe("snapshot");
  expect(Number(snapshot.sequence)).toBeGreaterThanOrEqual(had);
  acceptedCall(await ana.call("doOrder", { ...LIMIT, price: "51001" }));
  await other.until(() => other.of("depth").length > 1);
  expectChain(other.of("depth"));
});
