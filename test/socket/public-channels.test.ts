import { type Bar, NO_OWN_TRADES } from "@candor/server/market/prices/kline-bar";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BTCUSDT, ETHUSDT, ScriptedEngine } from "../support/socket/scripted-engine.ts";
import type { TestClient } from "../support/socket/socket-client.ts";
import { SocketWorld } from "../support/socket/socket-world.ts";

let world: SocketWorld;
beforeEach(async () => {
  world = await new SocketWorld(new ScriptedEngine()).start();
});
afterEach(() => world.stop());

async function listener(...channels: string[]): Promise<TestClient> {
  const client = await world.bound({ uid: "", bare: true });
  client.send("subscribe", { channels, id: "k1" });
  await client.first("subscribed");
  return client;
}

test("SOCK-09 a subscription's reply lists all channels and the rejected ones with reasons", async () => {
  const client = await listener(
    "tape.spot.btcusdt",
    "index.NOPEUSDT",
    "kline.spot.BTCUSDT.2min",
    "mark.BTCUSDT",
    "depth.contract.BTCUSDT",
  );
  expect(client.of("subscribed")).toEqual([
    {
      id: "k1",
      channels: ["tape.spot.BTCUSDT"],
      refused: [
        { channel: "index.NOPEUSDT", error: "request.unknownId" },
        { channel: "kline.spot.BTCUSDT.2min", error: "request.parameterError" },
        { channel: "mark.BTCUSDT", error: "request.unknownId" },
        { channel: "depth.contract.BTCUSDT", error: "request.unknownId" },
      ],
    },
  ]);
  client.send("unsubscribe", { channels: ["tape.spot.BTCUSDT"] });
  expect(await client.first("unsubscribed")).toEqual({ id: null, channels: [], refused: [] });
  world.engine.batch((command) => command.trade(1, 2, 640_000, 5));
  await new Promise((resolve) => {
    setTimeout(resolve, 250);
  });
  await client.settle();
  expect(client.of("tape")).toEqual([]);
});

test("SOCK-10 depth: a snapshot of 20 levels at first, then one whenever they changed", async () => {
  world.engine.batch((command) => {
    for (let i = 0; i < 30; i++) command.level(BTCUSDT, "buy", 640_000 - i, i + 1);
  });
  const client = await listener("depth.spot.BTCUSDT");
  const first = await client.first("depth");
  expect(first).toMatchObject({
    channel: "depth.spot.BTCUSDT",
    symbol: "BTCUSDT",
    market: "spot",
    kind: "snapshot",
    asks: [],
    sequence: 1,
    prevSequence: null,
    asOfSeq: 1,
  });
  expect(first.bids).toHaveLength(20);
  expect((first.bids as string[][])[0]).toEqual(["64000.0", "0.00001"]);
  // Below the first 20 levels: no message. Many changes at once: one message.
  world.engine.batch((command) => command.level(BTCUSDT, "buy", 639_975, 1));
  for (let i = 1; i <= 40; i++) world.engine.batch((command) => command.level(BTCUSDT, "sell", 640_010, i));
  const second = await client.until(() =>
    client.of("depth").find((data) => data.sequence === world.engine.durableSeq),
  );
  expect(second.asks).toEqual([["64001.0", "0.00040"]]);
  expect(client.of("depth").length).toBeLessThanOrEqual(3);
});

test("SOCK-11 tape: each trade once, newest first in a message, labeled ones marked", async () => {
  const client = await listener("tape.spot.BTCUSDT");
  world.engine.batch(
    (command) => command.trade(1, 2, 640_000, 5),
    (command) => command.trade(1, 900, 640_001, 6),
  );
  const message = await client.first("tape");
  expect(message.list).toMatchObject([
    { tradeId: "2", price: "64000.1", quantity: "0.00006", side: "buy", labelled: true },
    { tradeId: "1", price: "64000.0", quantity: "0.00005", side: "buy", labelled: false },
  ]);
  for (let i = 0; i < 30; i++) world.engine.batch((command) => command.trade(1, 2, 640_000, 1));
  const all = await client.until(() => {
    const list = client.of("tape").flatMap((data) => (data.list as { tradeId: string }[]).toReversed());
    return list.length >= 32 ? list : undefined;
  });
  expect(all.map((trade) => trade.tradeId)).toEqual(Array.from({ length: 32 }, (_, i) => String(i + 1)));
});

test("SOCK-11 index: every tick is pushed, none is conflated", async () => {
  const client = await listener("index.BTCUSDT");
  expect(await client.first("index")).toMatchObject({
    channel: "index.BTCUSDT",
    symbol: "BTCUSDT",
    price: "64000.0",
    status: "trading",
    priceSource: "simulated",
  });
  for (let i = 1; i <= 20; i++)
    world.engine.batch((command) => command.index(BTCUSDT, 6_400_000_000_000 + i * 10_000_000));
  await client.first("index", 20);
  expect(client.of("index").map((data) => data.seq)).toEqual(Array.from({ length: 21 }, (_, i) => i));
  world.engine.batch((command) => command.index(BTCUSDT, 0));
  expect(await client.first("index", 21)).toMatchObject({ price: null });
});

test("INDEX-06 index: the tick that ends an index has the status that it brings about, with its reason", async () => {
  const client = await listener("index.BTCUSDT");
  expect(await client.first("index")).toMatchObject({ status: "trading", statusReason: null });
  world.engine.batch((command) => {
    command.index(BTCUSDT, 0);
    command.stopped(BTCUSDT, "disputed");
  });
  const expected = { price: null, status: "cancel-only", statusReason: "disputed" };
  expect(await client.first("index", 1)).toMatchObject(expected);
  // A different reason without a tick is pushed too, once.
  world.engine.batch((command) => command.stopped(BTCUSDT, "stale"));
  expect(await client.first("index", 2)).toMatchObject({ ...expected, statusReason: "stale" });
});

const bar = (openTimeMs: number, closeE8: number, trades: number): Bar => ({
  openTimeMs,
  openE8: 6_400_000_000_000 as Bar["openE8"],
  highE8: 6_400_000_000_000 as Bar["openE8"],
  lowE8: closeE8 as Bar["openE8"],
  closeE8: closeE8 as Bar["openE8"],
  volumeE8: 1_000_000n,
  quoteVolumeE8: 64_000_000_000n,
  ...NO_OWN_TRADES,
  trades,
});

test("SOCK-12 klines: the open bar at first and while it changes, each bar once more when it has closed", async () => {
  const minute = 1_767_225_600_000;
  world.history.bars.set("0 1min", [bar(minute, 6_390_000_000_000, 1)]);
  const client = await listener("kline.spot.BTCUSDT.1min");
  expect(await client.first("1min")).toEqual({
    channel: "kline.spot.BTCUSDT.1min",
    symbol: "BTCUSDT",
    market: "spot",
    period: "1min",
    closed: false,
    asOfSeq: 0,
    openTimeMs: minute,
    open: "64000.0",
    high: "64000.0",
    low: "63900.0",
    close: "63900.0",
    volume: "0.01000",
    quoteVolume: "640.000000",
    trades: 1,
  });
  world.history.bars.set("0 1min", [
    bar(minute, 6_380_000_000_000, 2),
    bar(minute + 60_000, 6_380_000_000_000, 0),
    bar(minute + 120_000, 6_380_000_000_000, 1),
  ]);
  await client.first("1min", 3);
  expect(
    client.of("1min").map((data) => [Number(data.openTimeMs) - minute, data.closed, data.trades]),
  ).toEqual([
    [0, false, 1],
    [0, true, 2],
    [60_000, true, 0],
    [120_000, false, 1],
  ]);
});

test("CHART-20 klines of joined periods and of seconds are pushed", async () => {
  const hour = 1_767_225_600_000;
  const minutes = [0, 1, 2, 3].map((at) => bar(hour + at * 60_000, (6_390_000 - at * 10_000) * 1_000_000, 1));
  world.history.bars.set("0 1min", minutes);
  const client = await listener("kline.spot.BTCUSDT.3m", "kline.spot.BTCUSDT.1s");
  expect(await client.first("3min")).toMatchObject({ openTimeMs: hour + 180_000, closed: false, trades: 1 });
  world.history.bars.set("0 1min", [...minutes, bar(hour + 360_000, 6_340_000_000_000, 1)]);
  await client.first("3min", 2);
  expect(
    client.of("3min").map((data) => [Number(data.openTimeMs) - hour, data.closed, data.trades, data.close]),
  ).toEqual([
    [180_000, false, 1, "63600.0"],
    [180_000, true, 1, "63600.0"],
    [360_000, false, 1, "63400.0"],
  ]);
  world.engine.batch((command) => command.trade(1, 2, 640_000, 5));
  const second = await client.first("1sec");
  expect(second).toMatchObject({ channel: "kline.spot.BTCUSDT.1sec", period: "1sec", closed: true });
  expect(second).toMatchObject({ open: "64000.0", close: "64000.0", volume: "0.00005", trades: 1 });
  // The next second has no trade and the same price.
  const next = await client.first("1sec", 1);
  expect(Number(next.openTimeMs) - Number(second.openTimeMs)).toBe(1_000);
  expect(next).toMatchObject({ close: "64000.0", volume: "0.00000", trades: 0 });
});

test("CHART-25 bars of several seconds are pushed while they change", async () => {
  const client = await listener("kline.spot.BTCUSDT.5s");
  world.engine.batch((command) => command.trade(1, 2, 640_000, 5));
  const first = await client.first("5sec");
  expect(first).toMatchObject({ channel: "kline.spot.BTCUSDT.5sec", period: "5sec", close: "64000.0" });
  expect(Number(first.openTimeMs) % 5_000).toBe(0);
  world.engine.batch((command) => command.trade(1, 2, 641_000, 5));
  await expect.poll(() => client.of("5sec").at(-1)).toMatchObject({ close: "64100.0" });
});

test("SOCK-12 an old client gets 1min and depth apart by their channel", async () => {
  world.history.bars.set("0 1min", [bar(1_767_225_600_000, 6_390_000_000_000, 1)]);
  const client = await world.bound({ uid: "" });
  await client.first("depth");
  expect(client.received.map(({ type, data }) => [type, data.channel])).toEqual([
    ["bind", undefined],
    ["bildUid", undefined],
    ["lunbo", "lunbo"],
    ["1min", "kline.spot.BTCUSDT.1min"],
    ["depth", "depth.spot.BTCUSDT"],
  ]);
});

test("SOCK-13 lunbo: all markets at first, then only the rows that changed", async () => {
  const client = await listener("lunbo");
  const first = await client.first("lunbo");
  expect(first).toMatchObject({
    channel: "lunbo",
    kind: "snapshot",
    list: [
      { symbol: "BTCUSDT", market: "spot", tokenCur: "BTC", chPrice: null, updown: null },
      { symbol: "ETHUSDT", market: "spot", tokenCur: "ETH", chPrice: null },
    ],
  });
  world.engine.batch((command) => command.trade(1, 2, 640_000, 5));
  world.engine.batch((command) => command.level(ETHUSDT, "buy", 300_000, 1));
  const second = await client.first("lunbo", 1);
  expect(second).toMatchObject({ kind: "diff", list: [{ symbol: "BTCUSDT", chPrice: "64000.0" }] });
  expect(second.list).toHaveLength(1);
});

test("SOCK-14 shared channels are serialized once: one write has all of a tick's data for a client", async () => {
  const channels = ["tape.spot.BTCUSDT", "depth.spot.BTCUSDT.diff", "index.BTCUSDT"];
  const clients = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const client = await world.bound({ uid: "", bare: true, batch: true });
      client.send("subscribe", { channels });
      await client.first("subscribed");
      return client;
    }),
  );
  const before = world.socket.statistics();
  world.engine.batch((command) => {
    command.trade(1, 2, 640_000, 5);
    command.level(BTCUSDT, "buy", 640_000, 1);
    command.level(BTCUSDT, "buy", 639_999, 2);
  });
  for (const client of clients) {
    await client.first("tape");
    await client.first("depth", 1);
    expect(client.frames.at(-1)).toBe(2);
  }
  const after = world.socket.statistics();
  expect(after.messagesSent - before.messagesSent).toBe(10);
  expect(after.writes - before.writes).toBe(5);
});
