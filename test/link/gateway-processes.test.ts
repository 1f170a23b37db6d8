import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandWriter } from "@candor/codec/command-writer";
import type { Command } from "@candor/domain/commands/commands";
import type { Units } from "@candor/money/brand";
import { encodeFrame } from "@candor/server/kit/link/link-frames";
import { connectLink, readLinkIdentity } from "@candor/server/kit/link/link-identity";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { BadNetwork } from "../support/link/bad-network.ts";
import { filesOf, HAS_OPENSSL, linkSettings, makeCertificates } from "../support/link/link-certificates.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { repeats } from "../support/repeats.ts";
import { freePort } from "../support/server/free-port.ts";
import {
  QUIET,
  removeHome,
  type ServerProcess,
  startServer,
  temporaryHome,
  WITH_CHARTS,
} from "../support/server/run-server.ts";
import { WireClient } from "../support/wire-client.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** A user's client at each of the two gateways. */
type Trader = readonly [WireClient, WireClient];

/** Tests that use one trader. */
const TESTS_WITH_ONE = 8;
const ORDER = { symbol: "BTCUSDT", side: "buy", type: "limit", quantity: "0.0001" } as const;
const ORDERS_PER_WINDOW = 50;
/** Of traders who place orders while links are cut. */
const PEOPLE = 6;
/** Of each of them. */
const ORDERS = repeats(16, 40);
const WINDOW_MS = 10_000;
/** How long a gateway is asked after the acknowledgement of a logout. */
const ASKED_FOR_MS = 2_000;
/** Bounds a failure; what is waited for comes as soon as the machine allows. */
/** Cuts in a row at most, before the link stays until everybody has an answer. */
const MOST_CUTS = 4;

describe.skipIf(!HAS_OPENSSL)("a core with two gateway processes", () => {
  let home: string;
  let directory: string;
  let linkPort: number;
  let core: ServerProcess;
  /** Between the first gateway and the core. */
  let network: BadNetwork;
  let gateways: readonly ServerProcess[];
  let price: string;
  /** Traders whom no test has used. Coins arrive after some blocks, so all wait for them together. */
  let traders: Trader[];

  const startCore = (): Promise<ServerProcess> =>
    startServer(home, {
      ...QUIET,
      ...WITH_CHARTS,
      ...linkSettings(directory, "core"),
      CANDOR_LINK: `127.0.0.1:${linkPort}`,
      CANDOR_LINK_SECRET: "a secret of sixteen",
      CANDOR_PROXY: "local",
    });
  const startGateway = (name: string, port: number): Promise<ServerProcess> =>
    startServer(home, {
      ...linkSettings(directory, name),
      CANDOR_ROLE: "gateway",
      CANDOR_CORE: `127.0.0.1:${port}`,
      CANDOR_LINK_SECRET: "a secret of sixteen",
      CANDOR_PROXY: "local",
    });
  /** Waits until each gateway has its link. */
  async function linked(): Promise<void> {
    for (const { url } of gateways)
      await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(200);
  }
  const clientAt = (at: number, token = ""): WireClient => {
    const headers = { "x-forwarded-for": "203.0.113.7" };
    return new WireClient((gateways[at] as ServerProcess).url, { token, headers });
  };
  async function newTrader(): Promise<Trader> {
    const one = clientAt(0);
    await one.register();
    await one.fund("9000");
    return [one, clientAt(1, one.token)];
  }
  const trader = (): Trader => traders.pop() ?? expect.fail("too few traders");
  /** Places an order, and again if that was too fast. */
  async function placed(client: WireClient, order: object): Promise<string> {
    for (;;) {
      const askedMs = performance.now();
      const { code, data, msg } = await client.post("/Entrus/doOrder", order);
      if (code === 1) return data.order.orderId;
      if (data.error !== "trade.tooFast")
        throw new Error(`${msg} (after ${Math.round(performance.now() - askedMs)} ms)`);
      await sleep(500);
    }
  }
  async function openOrders(client: WireClient): Promise<readonly string[]> {
    const { list } = await client.expectOk(client.post("/Entrus/record", { view: "open", limit: 100 }));
    return list.map(({ orderId }: { orderId?: string }) => orderId ?? "");
  }

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
    const { price: average } = (await (await fetch(`${core.url}/api/v3/avgPrice?symbol=BTCUSDT`)).json()) as {
      price: string;
    };
    price = (Number(average) * 0.9).toFixed(1);
    traders = await Promise.all(Array.from({ length: TESTS_WITH_ONE + PEOPLE }, newTrader));
  });
  afterAll(async () => {
    network.close();
    await Promise.all([...gateways, core].map((each) => each.stop("SIGKILL")));
    removeHome(home);
    rmSync(directory, { recursive: true });
  });

  test("GW-10 gateway processes answer as threads do: pages, sockets, calls, sessions, with the client's address", async () => {
    const [one, other] = trader();
    const { order } = await one.expectOk(one.post("/Entrus/doOrder", { ...ORDER, price }));
    expect(await openOrders(other)).toEqual([order.orderId]);
    const { asOfSeq } = await other.expectOk(other.post("/Entrus/cancel", { orderId: order.orderId }));
    const history = async (): Promise<readonly unknown[]> => {
      const { list } = await one.expectOk(one.post("/Entrus/record", { view: "history", minSeq: asOfSeq }));
      return list.map(({ orderId }: { orderId?: string }) => orderId);
    };
    // On a busy machine the read models may be further behind than a call waits.
    await expect.poll(history).toContain(order.orderId);
    const url = (gateways[0] as ServerProcess).url;
    const page = await fetch(url);
    expect([page.status, page.headers.get("content-security-policy")]).toEqual([
      200,
      expect.stringContaining("script-src"),
    ]);
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws`);
    const messages: string[] = [];
    socket.on("message", (message: Buffer) => messages.push(message.toString()));
    await expect.poll(() => messages[0]).toContain('"type":"bind"');
    socket.close();
    const healthAt = async (at: string) => (await (await fetch(`${at}/healthz`)).json()) as object;
    // A link whose other side was silent for seconds is made again.
    await expect
      .poll(() => healthAt(url))
      .toMatchObject({
        status: "ok",
        role: "gateway",
        node: "gateway-1",
        term: 0,
        link: { up: true },
      });
    // In the order of their connections: the first one's may be the newer one.
    const gatewaysOf = async (): Promise<readonly string[]> => {
      const { link } = (await healthAt(core.url)) as { link: { gateways: { node: string }[] } };
      return link.gateways.map(({ node }) => node).toSorted();
    };
    await expect.poll(gatewaysOf).toEqual(["gateway-1", "gateway-2"]);
    expect(await healthAt(core.url)).toMatchObject({ role: "all", node: "core" });
  });

  test("GW-11 limits are the same for two gateways: no window takes more, and few less", async () => {
    const [one, other] = trader();
    const startedAt = performance.now();
    let accepted = 0;
    const errors = new Set<unknown>();
    for (let at = 0; at < ORDERS_PER_WINDOW + 20; at++) {
      const { data, code } = await (at % 2 === 0 ? one : other).call("doOrder", { ...ORDER, price });
      if (code === 1) accepted++;
      else errors.add(data["error"]);
    }
    const windows = Math.ceil((performance.now() - startedAt) / WINDOW_MS);
    expect(accepted).toBeLessThanOrEqual(ORDERS_PER_WINDOW * windows);
    expect(accepted).toBeGreaterThan(ORDERS_PER_WINDOW * 0.8);
    // Calls that take longer than a window may never reach the limit.
    if (windows === 1 || errors.size > 0) expect([...errors]).toEqual(["trade.tooFast"]);
  });

  test("GW-12 a session that ends at one gateway is refused at the other one once that is acknowledged", async () => {
    const [one, other] = trader();
    expect((await one.call("record")).code).toBe(1);
    expect((await other.call("logout")).code).toBe(1);
    expect((await one.call("record")).data).toMatchObject({ error: "session.expired" });
  });

  test("GW-12 without its link, a gateway admits nobody after its lease, for which the acknowledgement waits", async () => {
    const [one, other] = trader();
    expect((await one.call("record")).code).toBe(1);
    network.swallow();
    let acknowledgedAt = Number.POSITIVE_INFINITY;
    const startedAt = performance.now();
    const ending = other.call("logout").then(({ code }) => {
      acknowledgedAt = performance.now();
      return code;
    });
    // Calls that one's gateway answers itself from its copies.
    const admittedLate: unknown[] = [];
    const asking = (async () => {
      while (performance.now() < acknowledgedAt + ASKED_FOR_MS) {
        const wasAcknowledged = performance.now() >= acknowledgedAt;
        const asked = one.call("indexTicks", { symbol: "BTCUSDT" }).catch(() => undefined);
        const record = one.call("fundingRate", { symbol: "BTCUSDT" }).catch(() => undefined);
        const given = await Promise.race([Promise.all([asked, record]), sleep(500, [])]);
        if (wasAcknowledged) for (const each of given) if (each?.code === 1) admittedLate.push(each.name);
        await sleep(50);
      }
    })();
    expect(await ending).toBe(1);
    expect(acknowledgedAt - startedAt).toBeGreaterThan(1_000);
    await asking;
    expect(admittedLate).toEqual([]);
    network.restore();
    await linked();
    expect((await one.call("record")).data).toMatchObject({ error: "session.expired" });
  });

  test("GW-13 a silent link is noticed; calls are held, and answered once it is back", async () => {
    const [one] = trader();
    network.swallow();
    const { url } = gateways[0] as ServerProcess;
    await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(503);
    const held = one.post("/Entrus/doOrder", { ...ORDER, price });
    network.restore();
    const { order } = await one.expectOk(held);
    expect(await openOrders(one)).toEqual([order.orderId]);
  });

  test("GW-13 without a link for longer, calls are answered 503 with Retry-After, and nothing of them happens later", async () => {
    const [one, other] = trader();
    await one.expectOk(one.post("/Entrus/doOrder", { ...ORDER, price }));
    network.swallow();
    const { url } = gateways[0] as ServerProcess;
    await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(503);
    const given = await one.call("doOrder", { ...ORDER, price });
    expect([given.status, given.data, given.headers["retry-after"]]).toEqual([
      503,
      expect.objectContaining({ error: "system.unavailable" }),
      "1",
    ]);
    network.restore();
    await linked();
    expect(await openOrders(other)).toHaveLength(1);
    expect(await openOrders(one)).toHaveLength(1);
  });

  test("GW-14 however often the link breaks under orders, each is executed once and answered", async () => {
    const people = Array.from({ length: PEOPLE }, trader);
    const acknowledged = people.map((): string[] => []);
    const load = { isOver: false };
    /** Waits until each trader has two more answers: one of them is to a call that began after the last cut. */
    const everybodyAnswered = async (): Promise<void> => {
      const goals = acknowledged.map(({ length }) => Math.min(ORDERS, length + 2));
      while (!load.isOver && acknowledged.some(({ length }, at) => length < (goals[at] ?? 0)))
        await sleep(10);
    };
    const cutting = (async () => {
      let cuts = 0;
      while (!load.isOver) {
        // A link that never lasts as long as a call takes answers 503 after ten seconds, as it should.
        for (let left = 1 + Math.floor(Math.random() * MOST_CUTS); left > 0; left--, cuts++) {
          await sleep(Math.random() * 300);
          network.cut();
        }
        await everybodyAnswered();
      }
      return cuts;
    })();
    const placing = Promise.all(
      people.map(async ([one], trader) => {
        const own = acknowledged[trader] ?? [];
        while (own.length < ORDERS) {
          // Half of them have no key that could hide a second execution.
          const key = own.length % 2 === 0 ? { clientOrderId: `key-${own.length}` } : {};
          own.push(await placed(one, { ...ORDER, ...key, price }));
          await sleep(100);
        }
      }),
    );
    await placing.finally(() => (load.isOver = true));
    expect(await cutting).toBeGreaterThan(3);
    await linked();
    for (const [at, [one, other]] of people.entries())
      for (const client of [one, other])
        expect((await openOrders(client)).toSorted()).toEqual(acknowledged[at]?.toSorted());
  });

  test("GW-17 a hostile gateway with a certificate loses its connection, and disturbs nobody", async () => {
    // One that comes again with its number would end its earlier connection.
    const hello = (digit: number) => ({
      kind: "hello",
      gatewayId: String(digit).repeat(32),
      node: "hostile",
      version: "0",
      secret: "a secret of sixteen",
      term: 0,
      afterSeq: undefined,
      sentUpTo: 0,
      unanswered: [],
    });
    const deposit = {
      kind: "deposit",
      userId: 1,
      assetId: 0,
      amountUnits: 1 as Units,
      origin: "faucet",
      key: "",
    };
    const writer = new CommandWriter();
    writer.write(deposit as Command);
    const sent: readonly (readonly [number, unknown])[][] = [
      [[0, "hello"]],
      [[0, { ...hello(1), secret: "another secret of sixteen" }]],
      [[1, "a request before the greeting"]],
      [
        [0, hello(2)],
        [0, { ...hello(2), node: "again" }],
      ],
      [
        [0, hello(3)],
        [1, { kind: "request", number: 1, request: null }],
      ],
      [
        [0, hello(4)],
        [1, { kind: "request", number: 1, request: { bytes: writer.take(), commands: 1, queries: [] } }],
      ],
      [
        [0, hello(5)],
        [
          1,
          { kind: "request", number: 1, request: { bytes: Buffer.from("junk"), commands: 1, queries: [] } },
        ],
      ],
      [
        [0, hello(6)],
        [2, { kind: "call", id: 1, name: 7 }],
      ],
    ];
    const identity = readLinkIdentity(filesOf(directory, "gateway-2"));
    const send = async (messages: (typeof sent)[number]): Promise<void> => {
      const socket = connectLink(identity, { host: "127.0.0.1", port: linkPort }, "candor-link/1", "core");
      socket.on("error", () => undefined);
      const closed = new Promise((resolve) => socket.once("close", resolve));
      const answered = new Promise((resolve) => socket.once("data", resolve));
      socket.resume();
      for (const [at, [channel, message]] of messages.entries()) {
        // The greeting is answered before the next message.
        if (at > 0) await Promise.race([answered, closed]);
        socket.write(encodeFrame(channel, message));
      }
      await closed;
    };
    await Promise.all(sent.map(send));
    const [one, other] = trader();
    const { order } = await one.expectOk(one.post("/Entrus/doOrder", { ...ORDER, price }));
    expect(await openOrders(other)).toEqual([order.orderId]);
    expect(core.output()).toContain("a gateway may not send deposit");
  });

  test("GW-15 gateways stay while their core is killed and starts again", async () => {
    const [one, other] = trader();
    const { order } = await one.expectOk(one.post("/Entrus/doOrder", { ...ORDER, price }));
    await core.stop("SIGKILL");
    core = await startCore();
    await linked();
    for (const client of [one, other]) {
      expect(await openOrders(client)).toEqual([order.orderId]);
      const { order: next } = await client.expectOk(client.post("/Entrus/doOrder", { ...ORDER, price }));
      await client.expectOk(client.post("/Entrus/cancel", { orderId: next.orderId }));
    }
    // A gateway's book may be a moment behind what the other one has acknowledged.
    await vi.waitFor(async () => {
      const books = await Promise.all(
        [one, other].map(async (client) => (await client.call("depth", { symbol: "BTCUSDT" })).data),
      );
      expect(books[0]).toMatchObject({ bids: [expect.anything()], asks: [] });
      expect(books[1]).toMatchObject({ bids: (books[0] as { bids: unknown }).bids });
    });
  });
});
