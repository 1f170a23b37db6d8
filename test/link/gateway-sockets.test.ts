import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { BadNetwork } from "../support/link/bad-network.ts";
import { HAS_OPENSSL, linkSettings, makeCertificates } from "../support/link/link-certificates.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
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
import { type Json, listenAt } from "../support/wire/streams.ts";
import { WireClient } from "../support/wire-client.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const ORDER = { symbol: "BTCUSDT", side: "buy", type: "limit", quantity: "0.0001" } as const;
const BOOK = "depth.spot.BTCUSDT.diff";
const RESTART = 1001;
const ORDERS = 10;

interface Trader {
  readonly user: WireClient;
  readonly userId: number;
  readonly password: string;
}

describe.skipIf(!HAS_OPENSSL)("sockets at two gateway processes", () => {
  let home: string;
  let directory: string;
  let linkPort: number;
  let core: ServerProcess;
  /** Between the first gateway and the core. */
  let network: BadNetwork;
  let gateways: readonly ServerProcess[];
  let lowest: number;
  const open: WebSocket[] = [];
  const clients: TestClient[] = [];

  const startCore = (): Promise<ServerProcess> =>
    startServer(home, {
      ...QUIET,
      ...WITH_CHARTS,
      ...linkSettings(directory, "core"),
      CANDOR_LINK: `127.0.0.1:${linkPort}`,
    });
  const startGateway = (name: string, port: number): Promise<ServerProcess> =>
    startServer(home, {
      ...linkSettings(directory, name),
      CANDOR_ROLE: "gateway",
      CANDOR_CORE: `127.0.0.1:${port}`,
    });
  async function linked(): Promise<void> {
    for (const { url } of gateways)
      await expect.poll(async () => (await fetch(`${url}/healthz`)).status, { timeout: 60_000 }).toBe(200);
  }
  const urlAt = (at: number): string => (gateways[at] as ServerProcess).url;
  const socketAt = (at: number): string => `${urlAt(at).replace("http", "ws")}/ws`;
  async function registered(): Promise<Trader> {
    const user = new WireClient(urlAt(0));
    const { password } = await user.register();
    const { id } = await user.expectOk(user.post("/User/profile"));
    return { user, userId: Number(id), password };
  }
  async function trader(): Promise<Trader> {
    const opened = await registered();
    await opened.user.fund("1000");
    return opened;
  }
  async function bound(at: number, { user, userId }: Trader): Promise<TestClient> {
    const client = await TestClient.connect(socketAt(at));
    clients.push(client);
    client.send("bind", { uid: String(userId), token: user.token, bare: true });
    expect(await client.first("bildUid")).toMatchObject({ private: true });
    return client;
  }
  async function publicAt(at: number): Promise<TestClient> {
    const client = await TestClient.connect(socketAt(at));
    clients.push(client);
    client.send("bind", { uid: "", bare: true });
    client.send("subscribe", { channels: [BOOK] });
    await client.first("subscribed");
    await client.until(() => client.on(BOOK).length > 0, "the book");
    return client;
  }
  /** Orders at prices that no other order has. */
  async function place({ user }: Trader, count: number): Promise<readonly string[]> {
    const prices: string[] = [];
    for (let at = 0; at < count; at++) {
      const price = (lowest++).toFixed(1);
      await user.expectOk(user.post("/Entrus/doOrder", { ...ORDER, price }));
      prices.push(price);
      await sleep(250);
    }
    return prices;
  }
  const ordersOf = (client: TestClient): readonly string[] =>
    client.of("order").map(({ order }) => (order as { orderId: string }).orderId);
  const without = (all: readonly string[], others: ReadonlySet<string>): readonly string[] =>
    all.filter((each) => !others.has(each));

  beforeAll(async () => {
    home = temporaryHome();
    directory = mkdtempSync(path.join(MEMORY_DISK, "candor-link-"));
    makeCertificates(directory, "core", "gateway-1", "gateway-2");
    linkPort = await freePort();
    core = await startCore();
    network = await BadNetwork.to(linkPort);
    gateways = await Promise.all([
      startGateway("gateway-1", network.port),
      startGateway("gateway-2", linkPort),
    ]);
    const { price } = (await (await fetch(`${core.url}/api/v3/avgPrice?symbol=BTCUSDT`)).json()) as {
      price: string;
    };
    lowest = Math.round(Number(price) * 0.9);
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.terminate();
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(async () => {
    network.close();
    await Promise.all([...gateways, core].map((each) => each.stop("SIGKILL")));
    removeHome(home);
    rmSync(directory, { recursive: true });
  });

  test("GW-27 private messages reach the user's sockets at both gateways, once, and nobody else's", async () => {
    const [ana, ben] = [await registered(), await registered()];
    const hers = [await bound(0, ana), await bound(1, ana)];
    const his = await bound(1, ben);
    // Deposits on their way are not in the exchange's journal: the core pushes them.
    await ana.user.fund("1000");
    await place(ana, 2);
    for (const client of hers) {
      await client.until(() => ordersOf(client).length === 2, "two orders");
      await client.first("deposit");
      await client.settle();
      expect(new Set(ordersOf(client)).size).toBe(2);
    }
    await his.settle();
    expect([his.of("order"), his.of("deposit"), his.of("balance")]).toEqual([[], [], []]);
  });

  test("GW-27 orders over a gateway's socket have the limit of the user, and each is answered", async () => {
    const ana = await trader();
    const one = await OrderClient.of(socketAt(0), ana.user, ana.userId);
    clients.push(one.socket);
    const price = (lowest++).toFixed(1);
    const replies = await one.askAll(
      Array.from({ length: 30 }, () => ({ type: "order.place" as const, data: { ...ORDER, price } })),
    );
    for (const reply of replies) accepted("order.place", reply);
  });

  test("GW-27 a session that ends at one gateway ends the private messages of its socket at the other", async () => {
    const ana = await trader();
    const other = await bound(1, ana);
    expect((await ana.user.call("logout")).code).toBe(1);
    expect(await other.first("bildUid", 1)).toMatchObject({ private: false, error: "session.expired" });
    expect(other.closeCode).toBeUndefined();
  });

  test("GW-27 a listen key that was opened at one gateway streams at the other", async () => {
    const ana = await trader();
    const { password, user } = ana;
    const made = await user.call("apiKey", { action: "create", password, permissions: ["read"] });
    const { apiKey } = made.data as { apiKey: string };
    const opened = await fetch(`${urlAt(0)}/api/v3/userDataStream`, {
      method: "POST",
      headers: { "x-mbx-apikey": apiKey },
    });
    const { listenKey } = (await opened.json()) as { listenKey: string };
    const { received } = await listenAt(`ws://${new URL(urlAt(1)).host}/ws/${listenKey}`, open);
    await place(ana, 3);
    const reports = (): readonly Json[] => received.filter(({ e }) => e === "executionReport");
    await expect.poll(() => reports().length).toBe(3);
  });

  test("GW-28 after a broken link, public sockets go on without a gap, and private ones are closed to begin again", async () => {
    const ana = await trader();
    const both = [await publicAt(0), await publicAt(1)];
    const mine = await bound(0, ana);
    const other = await bound(1, ana);
    const before = await place(ana, ORDERS / 2);
    network.cut();
    const after = await place(ana, ORDERS / 2);
    expect(await mine.closed()).toBe(RESTART);
    await linked();
    for (const client of both) await levelsAt(client, [...before, ...after]);
    expect([other.closeCode, ...both.map(({ closeCode }) => closeCode)]).toEqual(Array(3).fill(undefined));
    await other.until(() => ordersOf(other).length === ORDERS, "all orders");
    const again = await bound(0, ana);
    await place(ana, 1);
    await again.until(() => ordersOf(again).length === 1, "an order");
    expect(without(ordersOf(again), new Set(ordersOf(other)))).toEqual([]);
  });

  test("GW-28 a session that ends while a gateway has no link gets nothing there any more", async () => {
    const ana = await trader();
    const mine = await bound(0, ana);
    network.swallow();
    const other = new WireClient(urlAt(1), { token: ana.user.token });
    expect((await other.call("logout")).code).toBe(1);
    network.restore();
    await linked();
    expect(await mine.closed()).toBe(RESTART);
    const late = await TestClient.connect(socketAt(0));
    clients.push(late);
    late.send("bind", { uid: String(ana.userId), token: ana.user.token, bare: true });
    expect(await late.first("bildUid")).toMatchObject({ private: false, error: "session.expired" });
  });

  test("GW-28 without a link, orders over sockets are refused with the words to try again", async () => {
    const ana = await trader();
    const mine = await OrderClient.of(socketAt(0), ana.user, ana.userId);
    clients.push(mine.socket);
    network.swallow();
    await expect.poll(async () => (await fetch(`${urlAt(0)}/healthz`)).status).toBe(503);
    const price = (lowest++).toFixed(1);
    const ids = mine.sendAll([{ type: "order.place", data: { ...ORDER, price } }]);
    const refusals = (): readonly unknown[] =>
      mine.socket.received.flatMap((message) => {
        const { id, code, data } = message as unknown as { id?: unknown; code?: number; data: Json };
        return id === ids[0] ? [{ code, error: data["error"] }] : [];
      });
    await expect.poll(refusals).toEqual([{ code: 503, error: "system.unavailable" }]);
    network.restore();
    await linked();
    const { list } = await ana.user.expectOk(ana.user.post("/Entrus/record", { view: "open", limit: 10 }));
    expect(list).toEqual([]);
  });

  test("GW-29 after their core was killed, sockets are closed, and go on with the new one where the book is", async () => {
    const ana = await trader();
    const both = [await publicAt(0), await publicAt(1)];
    const mine = [await bound(0, ana), await bound(1, ana)];
    const before = await place(ana, 3);
    for (const client of both) await levelsAt(client, before);
    await core.stop("SIGKILL");
    core = await startCore();
    await linked();
    for (const client of mine) await expect.poll(() => client.closeCode).toBe(RESTART);
    const next = await Promise.all(
      both.map(async (client, at) => (client.closeCode === undefined ? client : await publicAt(at))),
    );
    const again = [await bound(0, ana), await bound(1, ana)];
    const after = await place(ana, 3);
    for (const client of next) await levelsAt(client, [...before, ...after]);
    for (const client of again) await client.until(() => ordersOf(client).length === 3, "three orders");
  });
});

/** Waits until the book of a client, which has applied each change, has all of these bids. */
async function levelsAt(client: TestClient, prices: readonly string[]): Promise<void> {
  const wanted = prices.map(Number);
  const bids = (): ReadonlySet<number> => {
    const book = new Map<number, number>();
    for (const { bids: changes = [] } of client.on(BOOK) as { bids?: readonly [string, string][] }[])
      for (const [price, quantity] of changes) book.set(Number(price), Number(quantity));
    return new Set([...book].flatMap(([price, quantity]) => (quantity > 0 ? [price] : [])));
  };
  await client.until(() => wanted.every((price) => bids().has(price)), `the bids ${prices.join(" ")}`);
  let sequence: unknown;
  for (const change of client.on(BOOK)) {
    if (change.kind === "diff") expect(change.prevSequence).toBe(sequence);
    sequence = change.sequence;
  }
}
