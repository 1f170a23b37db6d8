import { Agent, request as requestByHttp } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { WireOrder } from "@candor/wire/objects";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { freePort } from "../support/server/free-port.ts";
import {
  QUIET,
  removeHome,
  type ServerProcess,
  startServer,
  temporaryHome,
  WITH_CHARTS,
} from "../support/server/run-server.ts";
import { accepted, OrderClient } from "../support/socket/order-client.ts";
import { TestClient } from "../support/socket/socket-client.ts";
import { type Transport, WireClient } from "../support/wire-client.ts";

vi.setConfig({ testTimeout: 240_000 });

const GATEWAYS = { ...QUIET, ...WITH_CHARTS, CANDOR_GATEWAYS: "2" } as const;
const ORDERS = 40;
/** Connections after which both gateways certainly have some. */
const MOST_CONNECTIONS = 64;

let home: string;
let server: ServerProcess;
let metricsPort: number;
beforeAll(async () => {
  home = temporaryHome();
  metricsPort = await freePort();
  server = await startServer(home, { ...GATEWAYS, METRICS_PORT: String(metricsPort) });
}, 240_000);
afterAll(async () => {
  await server.stop("SIGKILL");
  removeHome(home);
});

/** Sends everything over one connection, and so to one gateway. */
function transportOf(url: string, agent: Agent): Transport {
  return ({ method, url: below, payload, headers = {} }) =>
    new Promise((resolve, reject) => {
      const sent = requestByHttp(url + below, { agent, method, headers }, (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: body }),
          reject,
        );
      });
      sent.once("error", reject);
      sent.end(payload);
    });
}

/** Returns a client at each gateway; its request ids tell which one a connection has reached. */
async function clientAtEach(url: string, count: number): Promise<WireClient[]> {
  const clients = new Map<string, WireClient>();
  for (let tries = 0; clients.size < count && tries < MOST_CONNECTIONS; tries++) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const client = new WireClient(transportOf(url, agent));
    const { headers } = await client.call("depth", { symbol: "BTCUSDT" });
    const [gateway = ""] = String(headers["x-request-id"]).split("-");
    if (clients.has(gateway)) agent.destroy();
    else clients.set(gateway, client);
  }
  return [...clients.values()];
}

/** Returns a price at which a purchase stays open. */
async function lowPrice(): Promise<string> {
  const { price } = (await (await fetch(`${server.url}/api/v3/avgPrice?symbol=BTCUSDT`)).json()) as {
    price: string;
  };
  return (Number(price) * 0.9).toFixed(1);
}

const order = (at: number) =>
  ({
    symbol: "BTCUSDT",
    side: "buy",
    type: "limit",
    quantity: "0.0001",
    clientOrderId: `order-${at}`,
  }) as const;

test("GW-07 pages, sockets, calls and metrics are as without gateway threads, and sessions work at each of them", async () => {
  const clients = await clientAtEach(server.url, 2);
  expect(clients).toHaveLength(2);
  const [one, other] = clients as [WireClient, WireClient];
  const { email, password } = await one.register();
  other.token = one.token;
  expect((await other.call("record")).code).toBe(1);
  const { token } = await other.expectOk(other.post("/user/login", { account: email, password }));
  const again = new WireClient(server.url, { token });
  expect((await again.call("logout")).code).toBe(1);
  one.token = token;
  for (const client of [one, other]) {
    client.token = token;
    expect((await client.call("record")).data).toMatchObject({ error: "session.expired" });
  }
  const health = (await (await fetch(`${server.url}/healthz`)).json()) as Record<string, unknown>;
  expect(health).toMatchObject({ status: "ok", gateways: { wanted: 2, running: 2 } });
  const page = await fetch(server.url);
  expect([page.status, page.headers.get("content-security-policy")]).toEqual([
    200,
    expect.stringContaining("script-src"),
  ]);
  expect((await fetch(`${server.url}/api/market/depth`, { method: "DELETE" })).status).toBe(405);
  const candles = await fetch(`${server.url}/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=2`);
  expect(await candles.json()).toHaveLength(2);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  // Three answered requests of each client at least, from both threads.
  const records =
    /candor_http_calls_total\{path="\/Entrus\/record",outcome="session.expired"\} ([0-9]+)/.exec(metrics);
  expect(Number(records?.[1])).toBe(2);
  expect(metrics).toMatch(/candor_http_call_seconds_bucket\{[^}]*path="\/user\/login"/i);
  expect(metrics).toContain("nodejs_version_info");
});

test("GW-19 gateways serve sockets and streams themselves, refuse unknown ones, and are counted together", async () => {
  const site = server.url.replace("http", "ws");
  const sockets = await Promise.all(Array.from({ length: 20 }, () => TestClient.connect(`${site}/ws`)));
  for (const socket of sockets) {
    await socket.first("bind");
    socket.send("ping", {});
    await socket.first("pong");
  }
  const metrics = async (): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(await metrics()).toMatch(/^candor_sockets 20$/m);
  expect(await metrics()).toMatch(/^candor_socket_messages_total [0-9]+$/m);
  for (const socket of sockets) socket.close();
  await expect.poll(metrics).toMatch(/^candor_sockets 0$/m);
  const refused = new WebSocket(`${site}/nothing-here`);
  const error = await new Promise<Error>((resolve) => refused.once("error", resolve));
  expect(error.message).toContain("404");
  const stream = new WebSocket(`${site}/stream?streams=btcusdt@kline_1m/!miniTicker@arr`);
  const names = new Set<string>();
  stream.on("message", (data: Buffer) => {
    names.add((JSON.parse(data.toString("utf8")) as { readonly stream: string }).stream);
  });
  await expect.poll(() => names.size).toBe(2);
  stream.terminate();
});

test("GW-19 an order over the socket is placed once, and every gateway shows it", async () => {
  const clients = (await clientAtEach(server.url, 2)) as [WireClient, WireClient];
  const [one, other] = clients;
  await one.register();
  await one.fund("1000");
  other.token = one.token;
  const { id } = await one.expectOk(one.post("/User/profile"));
  const orders = await OrderClient.of(`${server.url.replace("http", "ws")}/ws`, one, Number(id));
  const request = { ...order(0), price: await lowPrice() };
  const placed = accepted("order.place", await orders.ask("order.place", request));
  for (const client of clients) {
    const again = await client.expectOk(client.post("/Entrus/doOrder", request));
    expect(again.order).toMatchObject({ orderId: (placed.order as WireOrder).orderId });
  }
  const { orderId } = placed.order as WireOrder;
  accepted("order.cancel", await orders.ask("order.cancel", { orderId }));
  for (const client of clients)
    expect((await client.expectOk(client.post("/Entrus/record", { view: "open" }))).list).toEqual([]);
  orders.close();
});

test("GW-07 without the secret of this start, no program can use the socket between the threads", async () => {
  const stranger = connect(path.join(home, "gateway.sock"));
  const answer = text(stranger);
  stranger.write(
    "GET /healthz HTTP/1.1\r\nhost: x\r\nx-candor-gateway: guess\r\nx-forwarded-for: 8.8.8.8\r\n\r\n",
  );
  expect(await answer).toBe("");
});

test("GW-08 after kill -9 under load through two gateways every acknowledged order is there, once", async () => {
  const [one, other] = (await clientAtEach(server.url, 2)) as [WireClient, WireClient];
  await one.register();
  await one.fund("1000");
  other.token = one.token;
  const price = await lowPrice();
  const acknowledged = new Map<number, string>();
  const sending = Array.from({ length: ORDERS }, async (_, at): Promise<void> => {
    const client = at % 2 === 0 ? one : other;
    const { order: placed } = await client.expectOk(client.post("/Entrus/doOrder", { ...order(at), price }));
    acknowledged.set(at, placed.orderId);
  });
  const ended = Promise.allSettled(sending);
  await expect.poll(() => acknowledged.size, { interval: 1, timeout: 60_000 }).toBeGreaterThan(ORDERS / 4);
  await server.stop("SIGKILL");
  await ended;
  const before = new Map(acknowledged);
  server = await startServer(home, GATEWAYS);
  const clients = (await clientAtEach(server.url, 2)) as [WireClient, WireClient];
  for (const client of clients) client.token = one.token;
  const repeated = await Promise.all(
    Array.from({ length: ORDERS }, async (_, at) => {
      const client = clients[(at + 1) % 2] as WireClient;
      const answer = await client.expectOk(client.post("/Entrus/doOrder", { ...order(at), price }));
      return [at, answer.order.orderId] as const;
    }),
  );
  const after = new Map(repeated);
  for (const [at, orderId] of before) expect([at, after.get(at)]).toEqual([at, orderId]);
  const open = await clients[0].expectOk(clients[0].post("/Entrus/record", { limit: 100 }));
  const listed = open.list.map(({ orderId }: { orderId?: string }) => orderId ?? "");
  expect(new Set(listed)).toEqual(new Set(after.values()));
  expect(listed).toHaveLength(ORDERS);
  expect(await server.stop("SIGINT")).toBe(0);
});
