import { afterEach, beforeEach, expect, test } from "vitest";
import { ScriptedEngine } from "../support/socket/scripted-engine.ts";
import { SocketWorld } from "../support/socket/socket-world.ts";

let world: SocketWorld;
beforeEach(async () => {
  world = await new SocketWorld(new ScriptedEngine()).start();
  world.sessions.open("token-of-7", 7);
  world.sessions.open("token-of-8", 8);
});
afterEach(() => world.stop());

const DEFAULTS = ["lunbo", "kline.spot.BTCUSDT.1min", "depth.spot.BTCUSDT"];

/** An order and a balance of user 7, then the same of user 8. */
function privateEvents(): void {
  for (const userId of [7, 8]) {
    world.engine.batch((command) => {
      command.order({ orderId: userId * 10, userId });
      command.balance(userId, "coin", 0, 1_000_000, 0);
    });
  }
}

test("SOCK-06 a connection is greeted with its keep-alive settings", async () => {
  const client = await world.client();
  const greeting = await client.first("bind");
  expect(greeting).toMatchObject({ pingMs: 10_000, reconnectMs: 3_000 });
  expect(greeting.clientId).toMatch(/^[0-9A-Za-z_-]{1,40}$/);
});

test("WIRE-02 a socket bound with only another user's id gets public channels and no private data", async () => {
  const client = await world.bound({ uid: "7" });
  expect(client.of("bildUid")).toMatchObject([{ uid: "7", private: false, error: null, channels: DEFAULTS }]);
  privateEvents();
  await client.settle();
  expect(client.of("order")).toEqual([]);
  expect(client.of("balance")).toEqual([]);
  expect(client.of("depth")).toHaveLength(1);
});

test("WIRE-02 another user's valid token next to one's own id opens nothing, for either user", async () => {
  const client = await world.bound({ uid: "7", token: "token-of-8" });
  expect(client.of("bildUid")).toMatchObject([{ uid: "7", private: false, error: "session.expired" }]);
  privateEvents();
  await client.settle();
  expect(client.of("order")).toEqual([]);
});

test.each(["unknown", "not a token at all ✗", ""])(
  "WIRE-02 a bind with the token %j opens nothing",
  async (token) => {
    const client = await world.bound({ uid: "7", token });
    expect(client.of("bildUid")).toMatchObject([
      { private: false, error: token === "" ? null : "session.expired" },
    ]);
    privateEvents();
    await client.settle();
    expect(client.of("order")).toEqual([]);
  },
);

test("WIRE-02 each user gets their own private data and no one else's", async () => {
  const seven = await world.bound({ uid: "7", token: "token-of-7" });
  const eight = await world.bound({ uid: 8, token: "token-of-8" });
  expect(seven.of("bildUid")).toMatchObject([{ uid: "7", private: true, error: null }]);
  privateEvents();
  await seven.first("balance");
  await eight.first("balance");
  await Promise.all([seven.settle(), eight.settle()]);
  expect(seven.of("order")).toMatchObject([{ order: { orderId: "70" } }]);
  expect(eight.of("order")).toMatchObject([{ order: { orderId: "80" } }]);
});

test("SOCK-02 old clients bind with the uid instead of data, or next to the type", async () => {
  const first = await world.client();
  first.send("bind", "7");
  expect(await first.first("bildUid")).toMatchObject({ uid: "7", channels: DEFAULTS });
  const second = await world.client();
  second.send("bind", undefined, { uid: 7 });
  expect(await second.first("bildUid")).toMatchObject({ uid: "7", channels: DEFAULTS });
});

test("SOCK-02 a bare bind enables nothing; a batch bind gets arrays", async () => {
  const bare = await world.bound({ uid: "", bare: true });
  expect(bare.of("bildUid")).toMatchObject([{ uid: "", channels: [] }]);
  const batch = await world.client();
  batch.send("bind", { uid: "", batch: true });
  await batch.first("lunbo");
  await batch.first("depth");
  // The greeting was a separate frame; the reply and the channels' first messages were one frame.
  expect(batch.frames).toEqual([1, 3]);
  expect(bare.frames).toEqual([1, 1]);
});

test("SOCK-02 a new bind for another market replaces the default channels and keeps the others", async () => {
  const client = await world.bound({ uid: "" });
  client.send("subscribe", { channels: ["index.BTCUSDT"] });
  await client.first("subscribed");
  client.send("bind", { uid: "", symbol: "ethusdt" });
  const answer = await client.first("bildUid", 1);
  expect(answer.channels).toEqual([
    "index.BTCUSDT",
    "lunbo",
    "kline.spot.ETHUSDT.1min",
    "depth.spot.ETHUSDT",
  ]);
});

test("SOCK-02 a bind for an unlisted market still returns the existing data", async () => {
  const client = await world.bound({ uid: "", symbol: "NOPEUSDT" });
  expect(client.of("bildUid")).toMatchObject([{ channels: ["lunbo"] }]);
});

test("SOCK-07 private data ends with the session, and the client gets the reason; public data continues", async () => {
  const client = await world.bound({ uid: "7", token: "token-of-7" });
  const other = await world.bound({ uid: "8", token: "token-of-8" });
  world.sessions.end("token-of-7");
  expect(await client.first("bildUid", 1)).toMatchObject({
    uid: "7",
    private: false,
    error: "session.expired",
    channels: DEFAULTS,
  });
  privateEvents();
  world.engine.batch((command) => command.level(0, "buy", 639_000, 1));
  await client.first("depth", 1);
  expect(client.of("order")).toEqual([]);
  expect(await other.first("order")).toMatchObject({ order: { orderId: "80" } });
  expect(other.of("bildUid")).toHaveLength(1);
});

test("SOCK-07 a session that runs out ends private data, one that was prolonged does not", async () => {
  const LIFE_MS = 600_000;
  world.sessions.open("short", 7, Date.now() + LIFE_MS);
  world.sessions.open("prolonged", 7, Date.now() + LIFE_MS);
  const short = await world.bound({ uid: "7", token: "short" });
  const prolonged = await world.bound({ uid: "7", token: "prolonged" });
  expect(short.of("bildUid")).toMatchObject([{ private: true }]);
  world.sessions.live.delete("short");
  world.sessions.open("prolonged", 7);
  world.clockSetByMs = LIFE_MS;
  expect(await short.first("bildUid", 1)).toMatchObject({ private: false, error: "session.expired" });
  privateEvents();
  await prolonged.first("order");
  expect(prolonged.of("bildUid")).toHaveLength(1);
  expect(short.of("order")).toEqual([]);
});

test("SOCK-07 a session that ends during the lookup of its token gets nothing", async () => {
  let release = () => {};
  world.sessions.gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const client = await world.client();
  client.send("bind", { uid: "7", token: "token-of-7" });
  await client.settle();
  world.sessions.end("token-of-7");
  release();
  expect(await client.first("bildUid")).toMatchObject({ private: false, error: "session.expired" });
  privateEvents();
  await client.settle();
  expect(client.of("order")).toEqual([]);
});

test("SOCK-07 the newest bind counts, however long an older one's lookup takes", async () => {
  let release = () => {};
  world.sessions.gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const client = await world.client();
  client.send("bind", { uid: "7", token: "token-of-7" });
  client.send("bind", { uid: "" });
  expect(await client.first("bildUid")).toMatchObject({ uid: "", private: false });
  release();
  await client.settle();
  privateEvents();
  await client.settle();
  expect(client.of("bildUid")).toHaveLength(1);
  expect(client.of("order")).toEqual([]);
});

test("SOCK-07 a visitor's bind on a user's connection takes the private data away", async () => {
  const client = await world.bound({ uid: "7", token: "token-of-7" });
  client.send("bind", { uid: "" });
  await client.first("bildUid", 1);
  privateEvents();
  await client.settle();
  expect(client.of("order")).toEqual([]);
  expect(world.socket.statistics().boundUsers).toBe(0);
});

test("SOCK-07 a failing identity is no reason to lose the connection or to believe the client", async () => {
  const down = Promise.reject(new Error("identity is down"));
  down.catch(() => undefined);
  world.sessions.gate = down;
  const client = await world.client();
  client.send("bind", { uid: "7", token: "token-of-7" });
  expect(await client.first("error")).toMatchObject({ error: "system.failure", type: "bind" });
  expect(world.failures).toHaveLength(1);
  world.sessions.gate = Promise.resolve();
  client.send("bind", { uid: "7", token: "token-of-7" });
  expect(await client.first("bildUid")).toMatchObject({ private: true });
});
