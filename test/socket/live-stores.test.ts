import { wireDepth } from "@candor/server/market/market-data/market-depth";
import { toWireMarket } from "@candor/server/market/market-data/market-ticker";
import { NO_OWN_TRADES } from "@candor/server/market/prices/kline-bar";
import type { WireBalance, WireMarket, WireOrder, WirePublicTrade } from "@candor/wire/objects";
import { afterEach, beforeEach, expect, test } from "vitest";
import { balanceOf } from "../../apps/web/src/data/account-store.ts";
import { LiveData } from "../../apps/web/src/data/live-data.ts";
import { type ConnectionState, SocketClient, socketUrl } from "../../apps/web/src/data/socket-client.ts";
import { ScriptedApi } from "../support/socket/scripted-api.ts";
import { BTCUSDT, ScriptedEngine } from "../support/socket/scripted-engine.ts";
import { SocketWorld } from "../support/socket/socket-world.ts";

let world: SocketWorld;
let scripted: ScriptedApi;
let client: SocketClient;
let data: LiveData;
let listed: string[][];
const unwatch: (() => void)[] = [];

beforeEach(async () => {
  world = await new SocketWorld(new ScriptedEngine()).start();
  world.sessions.open("token-of-7", 7);
  scripted = new ScriptedApi();
  client = new SocketClient({ url: world.url });
  listed = [];
  data = new LiveData(client, scripted.api, {
    keep: ({ coinsList }) => listed.push(coinsList.map(({ symbol }) => symbol)),
    kept: () => undefined,
  });
});
afterEach(async () => {
  for (const stop of unwatch.splice(0)) stop();
  client.stop();
  await world.stop();
});

interface Watchable<T> {
  readonly subscribe: (watcher: () => void) => () => void;
  readonly getSnapshot: () => T;
}

/** Watches a store and waits until its snapshot meets the condition. */
function until<T>(store: Watchable<T>, wanted: (snapshot: T) => boolean, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`waited in vain for ${what}: ${JSON.stringify(store.getSnapshot()).slice(0, 500)}`));
    }, 45_000);
    const check = () => {
      const snapshot = store.getSnapshot();
      if (!wanted(snapshot)) return;
      clearTimeout(timer);
      stop();
      resolve(snapshot);
    };
    const stop = store.subscribe(check);
    check();
  });
}

function watch(store: Watchable<unknown>): void {
  unwatch.push(store.subscribe(() => undefined));
}

const connected = () => until(client, (state) => state === "live", "the connection");

function btc() {
  const market = world.mirror.market(BTCUSDT);
  if (market === undefined) throw new Error("no market");
  return market;
}

test("SOCK-20 the socket's address follows the page's", () => {
  expect(socketUrl({ protocol: "https:", host: "candor.example" })).toBe("wss://candor.example/ws");
  expect(socketUrl({ protocol: "http:", host: "localhost:8080" })).toBe("ws://localhost:8080/ws");
});

test("SOCK-20 the browser's book follows the server's over a real socket, at random moments", async () => {
  const seed = Date.now() % 1_000_000;
  let state = seed;
  const random = (n: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % n;
  };
  const store = data.orderBook("BTCUSDT");
  store.setGrouping({ size: undefined, rows: 1_000 });
  watch(store);
  client.start();
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 50; i++) {
      world.engine.batch((command) => {
        for (let j = 0; j < 5; j++) {
          const side = random(2) === 0 ? "buy" : "sell";
          const offset = 1 + random(300);
          const ticks = side === "buy" ? 640_000 - offset : 640_000 + offset;
          command.level(BTCUSDT, side, ticks, random(4) === 0 ? 0 : random(1_000));
        }
      });
      if (random(10) === 0)
        await new Promise((resolve) => {
          setTimeout(resolve, random(30));
        });
    }
    const { sequence } = btc().book;
    const view = await until(
      store,
      (snapshot) => snapshot.sequence === sequence,
      `sequence ${sequence}, seed ${seed}`,
    );
    const { asks, bids } = wireDepth(btc(), 1_000);
    expect(view.asks.map((row) => [row.price, row.quantity])).toEqual(asks);
    expect(view.bids.map((row) => [row.price, row.quantity])).toEqual(bids);
  }
  expect(store.resyncs).toBe(0);
});

test("SOCK-21 after the server's restart the client reconnects, binds, subscribes and shows current data", async () => {
  world.engine.batch((command) => command.level(BTCUSDT, "buy", 639_000, 1));
  scripted.on("walletIndex", () => ({
    wallets: { main: [], coin: [], contract: [], option: [] },
    asOfSeq: world.engine.durableSeq,
  }));
  scripted.on("record", () => ({ list: [], nextCursor: null, asOfSeq: world.engine.durableSeq }));
  const states: ConnectionState[] = [];
  unwatch.push(client.subscribe(() => states.push(client.getSnapshot())));
  const store = data.orderBook("BTCUSDT");
  watch(store);
  data.setSession({ uid: "7", token: "token-of-7" });
  client.start();
  await until(store, (view) => view.status === "live", "the book");
  await world.socket.close();
  await until(store, (view) => view.status === "stale", "the stale book");
  expect(store.getSnapshot().bids).toHaveLength(1);
  world.engine.batch((command) => command.level(BTCUSDT, "buy", 639_001, 2));
  world.reattach();
  const view = await until(store, (snapshot) => snapshot.status === "live", "the book again");
  expect(view.bestBid).toBe("63900.1");
  expect(states).toEqual(["live", "reconnecting", "live"]);
  world.engine.batch((command) => command.balance(7, "coin", 0, 5_000_000, 0));
  await until(data.account, (account) => account.balances.length === 1, "the private message");
});

test("SOCK-22 the account is the fetched state plus later pushes, each by its sequence number", async () => {
  const balance = (wallet: "main" | "coin", available: string): WireBalance => ({
    wallet,
    asset: "USDT",
    available,
    frozen: "0.000000",
  });
  world.engine.batch((command) => {
    command.order({ orderId: 1, userId: 7 });
    command.order({ orderId: 2, userId: 7 });
  });
  let order: WireOrder | undefined;
  unwatch.push(
    client.onPrivate((message) => {
      if (message.type === "order") order ??= message.data.order;
    }),
  );
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  scripted.on("walletIndex", async () => {
    await held;
    return {
      wallets: {
        main: [balance("main", "10.000000")],
        coin: [balance("coin", "1.000000")],
        contract: [],
        option: [],
      },
      asOfSeq: 2,
    };
  });
  scripted.on("record", async () => {
    await held;
    if (order === undefined) throw new Error("no order yet");
    return {
      list: [
        { ...order, orderId: "1" },
        { ...order, orderId: "2" },
      ],
      nextCursor: null,
      asOfSeq: 2,
    };
  });
  expect(data.account.getSnapshot().state).toBe("signed-out");
  watch(data.account);
  data.setSession({ uid: "7", token: "token-of-7" });
  client.start();
  await connected();
  // Pushed during the fetch: seq 2 is part of the reply, seq 3 is not.
  world.engine.batch((command) => {
    command.order({ orderId: 2, userId: 7, executedLots: 1 });
    command.balance(7, "coin", 0, 77_000_000, 0);
  });
  world.engine.batch((command) => {
    command.order({ orderId: 1, userId: 7, status: "canceled" });
    command.balance(7, "main", 0, 9_000_000, 0);
  });
  await until(data.account, (account) => account.asOfSeq === 3, "the pushes");
  answer();
  const account = await until(data.account, (snapshot) => snapshot.state === "ready", "the fetched account");
  expect(account.openOrders.map((one) => one.orderId)).toEqual(["2"]);
  expect(balanceOf(account, "main", "USDT")?.available).toBe("9.000000");
  expect(balanceOf(account, "coin", "USDT")?.available).toBe("1.000000");
  expect(balanceOf(account, "coin", "BTC")).toMatchObject({ available: "0", frozen: "0" });
  // A call's own reply shows at once; the push that repeats it changes nothing.
  if (order === undefined) throw new Error("no order");
  data.account.applyReply({ order: { ...order, orderId: "9" }, asOfSeq: 10 });
  await until(data.account, (snapshot) => snapshot.openOrders.length === 2, "the reply's order");
  data.setSession(undefined);
  await until(data.account, (snapshot) => snapshot.state === "signed-out", "the visitor");
});

test("SOCK-22 a read model that lags behind the bind is asked again until it has caught up", async () => {
  for (let i = 0; i < 5; i++) world.engine.batch((command) => command.order({ orderId: i, userId: 7 }));
  let reached = 3;
  const wallets = { main: [], coin: [], contract: [], option: [] };
  scripted.on("walletIndex", () => ({ wallets, asOfSeq: 5 }));
  scripted.on("record", () => ({ list: [], nextCursor: null, asOfSeq: reached++ }));
  watch(data.account);
  data.setSession({ uid: "7", token: "token-of-7" });
  client.start();
  await until(data.account, (account) => account.asOfSeq === 5, "the present");
  expect(scripted.asked.filter(({ name }) => name === "record").at(-1)?.request).toMatchObject({ minSeq: 5 });
});

test("SOCK-22 private messages of a user who has left never reach the next one", async () => {
  world.sessions.open("token-of-8", 8);
  client.start();
  const received: string[] = [];
  unwatch.push(
    client.onPrivate((message) => {
      if (message.type === "order") received.push(message.data.order.orderId);
    }),
  );
  client.setSession({ uid: "7", token: "token-of-7" });
  await new Promise<void>((resolve) => {
    unwatch.push(
      client.onBound((bound) => {
        if (bound.private) resolve();
      }),
    );
  });
  client.setSession({ uid: "8", token: "token-of-8" });
  // The server has not processed it yet.
  world.engine.batch((command) => command.order({ orderId: 70, userId: 7 }));
  await new Promise<void>((resolve) => {
    unwatch.push(
      client.onBound((bound) => {
        if (bound.uid === "8") resolve();
      }),
    );
  });
  world.engine.batch((command) => command.order({ orderId: 80, userId: 8 }));
  await until(
    { subscribe: (watcher) => client.onPrivate(watcher), getSnapshot: () => received },
    (ids) => ids.includes("80"),
    "the order",
  );
  expect(received).toEqual(["80"]);
});

test("SOCK-22 the app is notified of a session that ended elsewhere", async () => {
  client.setSession({ uid: "7", token: "token-of-7" });
  client.start();
  await connected();
  const expired = new Promise<void>((resolve) => {
    unwatch.push(client.onSessionExpired(resolve));
  });
  world.sessions.end("token-of-7");
  await expired;
});

const publicTrade = (id: number): WirePublicTrade => ({
  tradeId: String(id),
  price: "64000.0",
  quantity: "0.00001",
  side: "buy",
  labelled: false,
  timeMs: id,
});

test("SOCK-23 trades: fetched when the tape is on, then followed, without gaps or repeats", async () => {
  for (let i = 0; i < 3; i++) world.engine.batch((command) => command.trade(1, 2, 640_000, 1));
  scripted.on("entrusOrder", () => ({
    orders: [],
    trades: btc()
      .trades.newest(100)
      .map((trade) => publicTrade(trade.tradeId)),
    asOfSeq: 3,
  }));
  const store = data.trades("BTCUSDT");
  watch(store);
  client.start();
  await connected();
  for (let i = 0; i < 20; i++) {
    world.engine.batch((command) => command.trade(1, 2, 640_000, 1));
    await new Promise((resolve) => {
      setTimeout(resolve, 15);
    });
  }
  const view = await until(store, ({ trades }) => trades[0]?.tradeId === "23", "the last trade");
  expect(view.trades.map((trade) => Number(trade.tradeId))).toEqual(
    Array.from({ length: 23 }, (_, i) => 23 - i),
  );
});

test("SOCK-23 tickers: the list by call, its moving part by socket", async () => {
  const market = (): WireMarket => toWireMarket(btc(), world.history, "simulated", null);
  scripted.on("coinList", () => ({ coinsList: [market()], assets: [], asOfSeq: 1 }));
  watch(data.tickers);
  client.start();
  await until(data.tickers, (view) => view.state === "ready", "the list");
  expect(listed).toEqual([["BTCUSDT"]]);
  await connected();
  world.engine.batch((command) => command.trade(1, 2, 640_005, 1));
  const view = await until(data.tickers, ({ markets }) => markets[0]?.chPrice === "64000.5", "the price");
  expect(view.markets[0]).toMatchObject({ tick: "0.1", quote: "USDT" });
});

test("SOCK-23 klines: history by call, the open bar by socket, a missing bar by call again", async () => {
  const minute = 1_767_225_600_000;
  const wire = (openTimeMs: number, close: string) => ({
    openTimeMs,
    open: "64000.0",
    high: "64000.0",
    low: "63000.0",
    close,
    volume: "0.01000",
    quoteVolume: "640.000000",
    trades: 1,
  });
  const bar = (openTimeMs: number, closeE8: number) => ({
    openTimeMs,
    openE8: 6_400_000_000_000,
    highE8: 6_400_000_000_000,
    lowE8: 6_300_000_000_000,
    closeE8,
    volumeE8: 1_000_000n,
    quoteVolumeE8: 64_000_000_000n,
    ...NO_OWN_TRADES,
    trades: 1,
  });
  const firstMs = minute - 299 * 60_000;
  const past = Array.from({ length: 299 }, (_, i) => wire(firstMs + i * 60_000, "63000.0"));
  let klines = [...past, wire(minute, "63500.0")];
  scripted.on("kline", ({ endMs }) => {
    if (endMs === undefined) return { klines };
    return { klines: Number(endMs) === firstMs ? [wire(firstMs - 60_000, "62000.0")] : [] };
  });
  const setBars = (...bars: ReturnType<typeof bar>[]) => world.history.bars.set("0 1min", bars as never);
  setBars(bar(minute, 6_350_000_000_000));
  const store = data.klines("BTCUSDT", "1min");
  watch(store);
  client.start();
  await until(store, (view) => view.state === "ready", "the history");
  await connected();
  // The subscription has begun once the open bar is pushed.
  setBars(bar(minute, 6_355_000_000_000));
  await until(store, ({ bars }) => bars.at(-1)?.close === "63550.0", "the open bar");
  setBars(bar(minute, 6_360_000_000_000), bar(minute + 60_000, 6_370_000_000_000));
  const view = await until(store, ({ bars }) => bars.length === 301, "the next bar");
  expect(view.bars.slice(-3).map((one) => one.close)).toEqual(["63000.0", "63600.0", "63700.0"]);
  await store.loadOlder();
  await store.loadOlder();
  await until(store, ({ bars, hasOlder }) => bars.length === 302 && !hasOlder, "older bars");
  // The client was asleep during two bars.
  klines = [
    wire(minute + 120_000, "63800.0"),
    wire(minute + 180_000, "63900.0"),
    wire(minute + 240_000, "63950.0"),
  ];
  setBars(bar(minute + 240_000, 6_395_000_000_000));
  const healed = await until(
    store,
    ({ bars }) => bars.at(-1)?.openTimeMs === minute + 240_000,
    "the missing bars",
  );
  expect(healed.bars.map((one) => one.openTimeMs)).toEqual(
    Array.from({ length: 305 }, (_, i) => firstMs + (i - 1) * 60_000),
  );
});

test("SOCK-23 an index is unknown until the first tick", async () => {
  const store = data.index("BTCUSDT");
  expect(store.getSnapshot()).toMatchObject({ price: null, status: null });
  watch(store);
  client.start();
  expect(await until(store, (view) => view.price !== null, "the index")).toMatchObject({
    price: "64000.0",
    status: "trading",
    priceSource: "simulated",
  });
});

test("SOCK-23 a failed request is shown as failed, and loads when the server is back", async () => {
  const store = data.trades("BTCUSDT");
  watch(store);
  await until(store, (view) => view.state === "failed", "the failure");
  scripted.on("entrusOrder", () => ({ orders: [], trades: [publicTrade(1)], asOfSeq: 1 }));
  client.start();
  await until(store, (view) => view.state === "ready", "the trades");
});
