import { setTimeout as sleep } from "node:timers/promises";
import type { WireOrder } from "@candor/wire/objects";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  removeHome,
  type ServerProcess,
  startServer,
  temporaryHome,
  WITH_CHARTS,
} from "../support/server/run-server.ts";
import { expectChain } from "../support/socket/depth-chain.ts";
import { accepted, OrderClient } from "../support/socket/order-client.ts";
import { TestClient } from "../support/socket/socket-client.ts";
import { WireClient } from "../support/wire-client.ts";

vi.setConfig({ testTimeout: 240_000 });

const SOCKETS = 200;
const TAPE = "tape.spot.BTCUSDT";
const BOOK = "depth.spot.BTCUSDT.diff";
/** Trades that every client must have seen. */
const TRADES = 10;
/** Messages about the book that every client must have received. */
const CHANGES = 25;
/** Keeps a user below the limit of orders. */
const ORDER_PAUSE_MS = 250;
/** Within the limit of one user. */
const ORDERS = 20;
const RESTART = 1001;

/** A server whose own traders make a market, with two gateway threads. */
let home: string;
let server: ServerProcess;
let site: string;
beforeAll(async () => {
  home = temporaryHome();
  server = await startServer(home, { ...WITH_CHARTS, CANDOR_GATEWAYS: "2" });
  site = `${server.url.replace("http", "ws")}/ws`;
}, 240_000);
afterAll(async () => {
  await server.stop("SIGKILL");
  removeHome(home);
});

/** Returns the ids of the trades that a client has received; each message has the newest first. */
const tradesOf = (client: TestClient): number[] =>
  client
    .on(TAPE)
    .flatMap(({ list }) =>
      (list as { tradeId: string }[]).map(({ tradeId }) => Number(tradeId)).toReversed(),
    );

test("GW-26 200 sockets over two gateways get every trade once and every change of the book, while orders come in over them", async () => {
  const clients = await Promise.all(Array.from({ length: SOCKETS }, () => TestClient.connect(site)));
  for (const [at, client] of clients.entries()) {
    client.send("bind", { uid: "", bare: true, batch: at % 2 === 0 });
    client.send("subscribe", { channels: [TAPE, BOOK] });
  }
  await Promise.all(clients.map((client) => client.first("subscribed")));
  const user = new WireClient(server.url);
  await user.register();
  await user.fund("1000");
  const { id } = await user.expectOk(user.post("/User/profile"));
  const traders = await Promise.all(Array.from({ length: 4 }, () => OrderClient.of(site, user, Number(id))));
  const order = { symbol: "BTCUSDT", side: "buy", type: "market", quantity: "0.0002" };
  const replies = await Promise.all(
    Array.from({ length: ORDERS }, async (_, at) => {
      const clientOrderId = `order-${Math.floor(at / 2)}`;
      const trader = traders[at % traders.length] as OrderClient;
      return accepted("order.place", await trader.ask("order.place", { ...order, clientOrderId }));
    }),
  );
  // Each key was sent twice, over two sockets.
  expect(replies.filter(({ replayed }) => replayed === true)).toHaveLength(ORDERS / 2);
  const [first] = clients as [TestClient];
  const from = Math.max(...clients.map((client) => tradesOf(client)[0] ?? 0));
  const changes = (client: TestClient) => client.on(BOOK).filter(({ kind }) => kind === "diff").length;
  const trades = (client: TestClient) => new Set(tradesOf(client).filter((tradeId) => tradeId >= from)).size;
  const { price } = (await (await fetch(`${server.url}/api/v3/avgPrice?symbol=BTCUSDT`)).json()) as {
    readonly price: string;
  };
  // An order in the book, and away again, at one gateway and then at the other.
  for (let at = 0; changes(first) < CHANGES || trades(first) < TRADES; at++) {
    const trader = traders[at % traders.length] as OrderClient;
    const resting = { ...order, type: "limit", price: (Number(price) * 0.99).toFixed(1) };
    const { orderId } = accepted("order.place", await trader.ask("order.place", resting)).order as WireOrder;
    accepted("order.cancel", await trader.ask("order.cancel", { orderId }));
    await sleep(ORDER_PAUSE_MS);
  }
  const until = tradesOf(first).at(-1) ?? 0;
  const wanted = tradesOf(first).filter((tradeId) => tradeId >= from && tradeId <= until);
  for (const client of clients) {
    await client.until(() => (tradesOf(client).at(-1) ?? 0) >= until);
    const seen = tradesOf(client).filter((tradeId) => tradeId >= from && tradeId <= until);
    expect(seen).toEqual(wanted);
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
    expectChain(client.on(BOOK));
    await client.until(() => changes(client) >= CHANGES);
  }
  const stopped = server.stop("SIGINT");
  expect(new Set(await Promise.all(clients.map((client) => client.closed())))).toEqual(new Set([RESTART]));
  expect(await stopped).toBe(0);
  const problems = server.output().match(/"level":[56]0[^\n]*/g);
  expect(problems).toBeNull();
});
