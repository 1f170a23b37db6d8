import type { SocketLimits } from "@candor/server/edge/socket/socket-limits";
import { messageOf } from "@candor/wire/translations/messages";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { BTCUSDT, ScriptedEngine } from "../support/socket/scripted-engine.ts";
import { TestClient } from "../support/socket/socket-client.ts";
import { SocketWorld } from "../support/socket/socket-world.ts";

let world: SocketWorld;
beforeEach(() => {
  world = new SocketWorld(new ScriptedEngine());
});
afterEach(() => world.stop());

const start = (limits?: Partial<SocketLimits>) => world.start(limits);

test("SOCK-15 a ping is answered with its own time stamp", async () => {
  await start();
  const client = await world.client();
  client.send("ping", { t: 123 });
  client.send("ping", {});
  await client.first("pong", 1);
  expect(client.of("pong")).toMatchObject([{ t: 123 }, {}]);
  expect(client.of("pong")[1]).not.toHaveProperty("t");
});

test("SOCK-15 a message that cannot be served is answered with an error and the connection stays", async () => {
  await start();
  const client = await world.client();
  client.send("subscribe", { channels: "lunbo" });
  client.send("resync", { channel: "depth.spot.BTCUSDT" });
  client.send("dance", {});
  await client.settle();
  expect(client.of("error")).toEqual([
    { error: "request.parameterError", msg: "Parameter error", type: "subscribe" },
    { error: "request.unknownId", msg: "Not found", type: "resync" },
  ]);
});

test("SOCK-15 an error is in the connection's language: the bind's or the header's, the profile's, or the browser's", async () => {
  await start();
  world.sessions.open("token-of-7", 7);
  world.sessions.languages.set(7, "el");
  const messages = async (
    headers: Readonly<Record<string, string>>,
    lang?: string,
    user: object = { uid: "" },
  ) => {
    const client = await TestClient.connect(world.url, headers);
    client.send("bind", { bare: true, ...user, ...(lang === undefined ? {} : { lang }) });
    await client.first("bildUid");
    client.send("resync", { channel: "lunbo" });
    client.send("subscribe", {});
    await client.first("error", 1);
    client.close();
    return client.of("error").map(({ msg }) => msg);
  };
  const inGerman = [messageOf("request.unknownId", "de"), messageOf("request.parameterError", "de")];
  const inGreek = [messageOf("request.unknownId", "el"), messageOf("request.parameterError", "el")];
  expect(await messages({})).toEqual(["Not found", "Parameter error"]);
  expect(await messages({ lang: "de" })).toEqual(inGerman);
  expect(await messages({ "accept-language": "el-GR,en;q=0.5" })).toEqual(inGreek);
  expect(await messages({ "accept-language": "de" }, "el")).toEqual(inGreek);
  const seven = { uid: "7", token: "token-of-7" };
  expect(await messages({ "accept-language": "de" }, undefined, seven)).toEqual(inGreek);
  expect(await messages({ lang: "de" }, undefined, seven)).toEqual(inGerman);
  expect(new Set([...inGerman, ...inGreek, "Not found", "Parameter error"]).size).toBe(6);
});

test.each([
  ["what is no JSON object", (socket: WebSocket) => socket.send("ping")],
  ["a binary frame", (socket: WebSocket) => socket.send(Buffer.from('{"type":"ping"}'))],
  ["more than 4 KiB", (socket: WebSocket) => socket.send(`{"type":"ping","data":"${"x".repeat(4_096)}"}`)],
  ["a megabyte", (socket: WebSocket) => socket.send("x".repeat(1_048_576))],
])("SOCK-16 %s ends the connection with 4000", async (_, misbehave) => {
  await start();
  const client = await world.client();
  await client.settle();
  misbehave(client.socket);
  expect(await client.closed()).toBe(4_000);
});

test("SOCK-16 exactly 4 KiB are accepted", async () => {
  await start();
  const client = await world.client();
  const empty = JSON.stringify({ type: "ping", data: { x: "" } });
  client.send("ping", { x: "x".repeat(4_096 - empty.length) });
  await client.first("pong");
});

test("SOCK-16 more than 20 messages in a second end the connection with 4009", async () => {
  await start();
  const client = await world.client();
  for (let i = 0; i < 20; i++) client.send("ping", {});
  await client.first("pong", 19);
  for (let i = 0; i < 25; i++) client.send("ping", {});
  expect(await client.closed()).toBe(4_009);
});

test("SOCK-16 the 101st channel of a connection is rejected", async () => {
  await start();
  const client = await world.bound({ uid: "", bare: true });
  const channels = ["BTCUSDT", "ETHUSDT"].flatMap((symbol) => [
    `tape.spot.${symbol}`,
    `index.${symbol}`,
    `depth.spot.${symbol}`,
    `depth.spot.${symbol}.diff`,
  ]);
  client.send("subscribe", { channels });
  expect(await client.first("subscribed")).toMatchObject({ channels, refused: [] });
  await world.stop();

  world = new SocketWorld(new ScriptedEngine());
  await start({ maxChannelsPerConnection: 3 });
  const other = await world.bound({ uid: "", bare: true });
  other.send("subscribe", { channels: channels.slice(0, 5) });
  expect(await other.first("subscribed")).toMatchObject({
    channels: channels.slice(0, 3),
    refused: [
      { channel: channels[3], error: "request.tooLarge" },
      { channel: channels[4], error: "request.tooLarge" },
    ],
  });
});

test("SOCK-16 the 11th connection of a user ends with 4009, the others stay", async () => {
  await start();
  world.sessions.open("token-of-7", 7);
  const clients = [];
  for (let i = 0; i < 10; i++) clients.push(await world.bound({ uid: "7", token: "token-of-7", bare: true }));
  const one = await world.client();
  one.send("bind", { uid: "7", token: "token-of-7" });
  expect(await one.closed()).toBe(4_009);
  // A uid without a token does not bind a user.
  await world.bound({ uid: "7", bare: true });
  world.engine.batch((command) => command.order({ orderId: 1, userId: 7 }));
  for (const client of clients) await client.first("order");
  clients[0]?.close();
  await clients[0]?.closed();
  await world.bound({ uid: "7", token: "token-of-7", bare: true });
});

test("SOCK-16 a silent connection is closed with 4010, one that pings is not", async () => {
  await start({ silentAfterMs: 4_000 });
  const silent = await world.client();
  const alive = await world.client();
  const pings = setInterval(() => alive.send("ping", {}), 300);
  expect(await silent.closed()).toBe(4_010);
  await alive.settle();
  clearInterval(pings);
  expect(alive.closeCode).toBeUndefined();
});

test("SOCK-26 a clock change by a day, forward or back, closes no connection, and silent ones are still closed", async () => {
  await start({ silentAfterMs: 4_000 });
  const silent = await world.client();
  const alive = await world.client();
  const pings = setInterval(() => alive.send("ping", {}), 300);
  world.clockSetByMs = 86_400_000;
  await alive.first("pong", 5);
  world.clockSetByMs = 0;
  expect(await silent.closed()).toBe(4_010);
  clearInterval(pings);
  await alive.settle();
  expect(alive.closeCode).toBeUndefined();
});

test("SOCK-17 closing the site notifies everyone and closes with 4002; later connections are notified too", async () => {
  await start();
  const client = await world.client();
  await client.settle();
  world.site.set({ open: false, message: "Maintenance until 10:00" });
  expect(await client.closed()).toBe(4_002);
  const expected = [{ open_site: 0, message: "Maintenance until 10:00" }];
  expect(client.of("site")).toEqual(expected);
  const late = new TestClient(world.url);
  expect(await late.closed()).toBe(4_002);
  expect(late.of("site")).toEqual(expected);
  world.site.set({ open: true, message: null });
  const back = await world.client();
  await back.settle();
  expect(back.of("site")).toEqual([]);
});

test("SOCK-17 a banned user's connections are closed with 4002, other people's are not", async () => {
  await start();
  world.sessions.open("token-of-7", 7);
  world.sessions.open("token-of-8", 8);
  const seven = await world.bound({ uid: "7", token: "token-of-7" });
  const eight = await world.bound({ uid: "8", token: "token-of-8" });
  world.sessions.end("token-of-7", true);
  expect(await seven.closed()).toBe(4_002);
  await eight.settle();
});

test("SOCK-17 a server that stops closes with 1001", async () => {
  await start();
  const client = await world.client();
  await client.settle();
  await world.socket.close();
  expect(await client.closed()).toBe(1_001);
});

test("SOCK-17 there is no socket on other paths, and none beyond the server's own limit", async () => {
  await start({ maxConnections: 1 });
  await world.client();
  for (const url of [world.url, world.url.replace("/ws", "/other")]) {
    const refused = new TestClient(url);
    await refused.closed();
    expect(refused.received).toEqual([]);
    expect(refused.socket.readyState).toBe(WebSocket.CLOSED);
  }
});

test("SOCK-17 the socket's path is accepted in any letter case and with a trailing slash", async () => {
  await start();
  for (const path of ["/WS", "/ws/", "/Ws/?v=1"]) {
    const client = await TestClient.connect(world.url.replace("/ws", path));
    await client.first("bind");
    client.close();
  }
  for (const path of ["/ws//", "/wss", "/api/ws"]) {
    const refused = new TestClient(world.url.replace("/ws", path));
    await refused.closed();
    expect(refused.received, path).toEqual([]);
  }
});

/** Tries to connect from an address. */
async function arrive(address: string): Promise<WebSocket | string> {
  const socket = new WebSocket(world.url, { headers: { "x-test-address": address } });
  return await new Promise((resolve) => {
    socket.on("open", () => resolve(socket));
    socket.on("error", () => undefined);
    socket.on("unexpected-response", (_, { statusCode, headers }) =>
      resolve(`${statusCode} ${headers["retry-after"]}`),
    );
  });
}

test("SOCK-25 more connections than one address may have are rejected at the upgrade with 429, until one closes", async () => {
  world.addressOf = ({ headers }) => String(headers["x-test-address"]);
  await start({ maxConnectionsPerAddress: 2 });
  const first = (await arrive("203.0.113.7")) as WebSocket;
  const others = [await arrive("203.0.113.7"), await arrive("203.0.113.8")];
  expect(await arrive("203.0.113.7")).toBe("429 3");
  first.terminate();
  await expect.poll(() => world.socket.statistics().connections).toBe(2);
  others.push(await arrive("203.0.113.7"));
  expect(await arrive("203.0.113.7")).toBe("429 3");
  for (const socket of others) (socket as WebSocket).terminate();
});

const LEVELS = 10_000;

/** Changes ten thousand levels: a diff of several hundred kilobytes. */
function churn(lots: number): void {
  world.engine.batch((command) => {
    for (let i = LEVELS - 1; i >= 0; i--) command.level(BTCUSDT, "buy", 639_000 - i, lots);
  });
}

/** Repeats until the server detects a slow connection: the kernel's buffers first take some megabytes. */
async function churnUntilLag(): Promise<void> {
  for (let lots = 1; world.socket.statistics().lags === 0 && lots < 300; lots++) {
    churn(lots);
    await pause(50);
  }
  expect(world.socket.statistics().lags).toBe(1);
}

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function allGone(): Promise<void> {
  for (let waited = 0; world.socket.statistics().connections > 0; waited += 20) {
    expect(waited).toBeLessThan(60_000);
    await pause(20);
  }
}

test("SOCK-18 a connection over the backlog bound is closed with 4008 and cut", async () => {
  await start({ maxBacklogBytes: 100_000, closeTimeoutMs: 200 });
  world.sessions.open("token-of-7", 7);
  const client = await world.bound({ uid: "7", token: "token-of-7", bare: true });
  client.socket.pause();
  // Private messages are never dropped, so they accumulate; the kernel's buffers first take some megabytes.
  for (let sent = 0; world.socket.statistics().connections > 0 && sent < 400; sent++) {
    world.engine.batch((command) => {
      for (let i = 0; i < 100; i++) command.order({ orderId: i, userId: 7 });
    });
    await pause(2);
  }
  await allGone();
  client.socket.resume();
  await client.closed();
  const seqs = client.of("order").map((data) => Number(data.asOfSeq));
  expect(seqs.length).toBeGreaterThan(100);
  expect(seqs.every((seq, i) => i === 0 || seq - (seqs[i - 1] as number) <= 1)).toBe(true);
});

test("SOCK-18 a slow connection is held back and then brought up to date with a snapshot, missing no trade", async () => {
  await start({ lagBacklogBytes: 1_000, drainedBacklogBytes: 500, maxLagMs: 120_000 });
  const client = await world.bound({ uid: "", bare: true, batch: true });
  client.send("subscribe", { channels: ["depth.spot.BTCUSDT.diff", "tape.spot.BTCUSDT"] });
  await client.first("subscribed");
  client.socket.pause();
  await churnUntilLag();
  let trades = 0;
  for (; trades < 20; trades++) world.engine.batch((command) => command.trade(1, 2, 639_000, 1));
  await pause(300);
  client.socket.resume();
  const caughtUp = await client.until(() => client.of("depth").filter((data) => data.kind === "snapshot")[1]);
  expect(caughtUp.bids).toHaveLength(500);
  world.engine.batch((command) => command.level(BTCUSDT, "buy", 639_000, 77));
  const next = await client.until(() => {
    const last = client.of("depth").at(-1);
    return last?.kind === "diff" && last.sequence === world.engine.durableSeq ? last : undefined;
  });
  expect(next.prevSequence).toBe(caughtUp.sequence);
  const expected = client.of("tape").flatMap((data) => data.list as { tradeId: string }[]);
  expect(new Set(expected.map((trade) => trade.tradeId)).size).toBe(trades);
});

test("SOCK-18 a connection that stays behind is closed with 4008", async () => {
  await start({ lagBacklogBytes: 1_000, drainedBacklogBytes: 500, maxLagMs: 300, closeTimeoutMs: 200 });
  const client = await world.bound({ uid: "", bare: true });
  client.send("subscribe", { channels: ["depth.spot.BTCUSDT.diff"] });
  await client.first("subscribed");
  client.socket.pause();
  await churnUntilLag();
  await allGone();
});
