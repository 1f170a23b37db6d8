import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command, PlaceOrder } from "@candor/domain/commands/commands";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { Listings } from "@candor/server/market/market-data/listings";
import { MarketDataMirror } from "@candor/server/market/market-data/market-data-mirror";
import { wireDepth } from "@candor/server/market/market-data/market-depth";
import { toWireBalance } from "@candor/server/market/wire-objects/balance";
import { toWireOrder } from "@candor/server/market/wire-objects/order";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import type { WireBalance, WireOrder } from "@candor/wire/objects";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isLiveOrder } from "../../apps/web/src/data/account-store.ts";
import { OrderBookStore } from "../../apps/web/src/data/order-book-store.ts";
import { Pulse } from "../../apps/web/src/data/pulse.ts";
import { SocketClient } from "../../apps/web/src/data/socket-client.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { ASSETS, BTCUSDT, MARKETS } from "../support/socket/scripted-engine.ts";
import type { TestClient } from "../support/socket/socket-client.ts";
import { SocketWorld } from "../support/socket/socket-world.ts";

const USERS = [10_001, 10_002, 10_003];
const ORDERS = 3_000;
const INDEX_E8 = 6_400_000_000_000 as PriceE8;
const MID_TICKS = 640_000;

let root = "";
let engine: LocalEngine;
beforeEach(() => {
  root = mkdtempSync(join(MEMORY_DISK, "candor-socket-"));
  engine = new LocalEngine({ home: exchangeHome(root), factory: machineFactory, segmentBytes: 1 << 20 });
});
afterEach(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

function founding(): Command[] {
  const fund = (userId: number, assetId: number, amount: number): Command[] => {
    const amountUnits = amount as Units;
    return [
      { kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" },
      { kind: "transfer", userId, assetId, from: "main", to: "coin", amountUnits, key: "" },
    ];
  };
  return [
    ...ASSETS.map((asset): Command => ({ kind: "list-asset", asset })),
    ...MARKETS.map((market): Command => ({ kind: "list-market", market, minSources: 1 })),
    ...USERS.map((userId): Command => ({ kind: "open-account", userId, role: "trader" })),
    ...USERS.flatMap((userId) => [...fund(userId, 0, 10_000_000_000), ...fund(userId, 1, 20_000_000)]),
    { kind: "observe-price", marketId: BTCUSDT, sourceId: 0, priceE8: INDEX_E8, observedAtMs: Date.now() },
  ];
}

/** Returns a user's next command: orders of all kinds near the index, sometimes a cancel. */
function nextCommand(random: ReturnType<typeof mulberry32>): Command {
  const userId = USERS[random.below(USERS.length)] as number;
  if (random.chance(0.05)) return { kind: "cancel-all", userId, marketId: BTCUSDT, key: "" };
  const side = random.chance(0.5) ? "buy" : "sell";
  const base: PlaceOrder = {
    kind: "place-order",
    userId,
    marketId: BTCUSDT,
    side,
    type: "limit",
    timeInForce: "gtc",
    selfTrade: "expire-taker",
    quantityLots: (20 + random.below(400)) as Lots,
    quoteUnits: 0 as Units,
    priceTicks: (MID_TICKS - 150 + random.below(300)) as Ticks,
    stopTicks: 0 as Ticks,
    trailingPpm: 0 as Ppm,
    key: "",
  };
  if (random.chance(0.15)) return { ...base, type: "market", timeInForce: "ioc", priceTicks: 0 as Ticks };
  if (random.chance(0.1)) return { ...base, timeInForce: "ioc" };
  if (random.chance(0.1)) {
    const offset = side === "buy" ? 100 + random.below(100) : -100 - random.below(100);
    return { ...base, type: "stop-limit", stopTicks: (MID_TICKS + offset) as Ticks };
  }
  return base;
}

/** Returns a user's account as rebuilt from private messages only. */
function rebuildAccount(client: TestClient) {
  const orders = new Map<string, WireOrder>();
  const balances = new Map<string, WireBalance>();
  for (const { type, data } of client.received) {
    if (type === "order") {
      const order = data.order as WireOrder;
      orders.set(order.orderId, order);
    } else if (type === "balance") {
      for (const balance of data.list as WireBalance[])
        balances.set(`${balance.wallet} ${balance.asset}`, balance);
    }
  }
  return { orders, balances };
}

test("SOCK-24 on the real exchange private messages by themselves add up to the account, the diffs to the book", async () => {
  const seed = randomInt(2 ** 31);
  process.stdout.write(`SOCK-24 seed ${seed}\n`);
  const random = mulberry32(seed);
  for (const command of founding()) {
    const { executed } = await engine.execute(command);
    expect([command, executed.error]).toEqual([command, undefined]);
  }
  const world = await new SocketWorld(engine).start();
  const browser = new SocketClient({ url: world.url });
  const book = new OrderBookStore("BTCUSDT", browser, new Pulse());
  book.setGrouping({ size: undefined, rows: 1_000 });
  const unwatch = book.subscribe(() => undefined);
  try {
    browser.start();
    const clients = new Map<number, TestClient>();
    for (const userId of USERS) {
      world.sessions.open(`token-${userId}`, userId);
      clients.set(userId, await world.bound({ uid: userId, token: `token-${userId}`, bare: true }));
    }
    for (let done = 0; done < ORDERS; ) {
      const batch = Array.from({ length: 1 + random.below(40) }, () => nextCommand(random));
      done += batch.length;
      await Promise.all(batch.map((command) => engine.execute(command)));
      if (random.chance(0.1)) await sleep(random.below(40));
    }
    const market = world.mirror.market(BTCUSDT);
    if (market === undefined) throw new Error("no market");
    expect(market.lastTicks).toBeGreaterThan(0);

    // The mirror, a newly started one, and the browser's book all match the engine's book.
    const view = await engine.bookView(BTCUSDT, 10_000);
    expect(market.book.levels("buy", 10_000)).toEqual(view.bids);
    expect(market.book.levels("sell", 10_000)).toEqual(view.asks);
    const late = new MarketDataMirror(engine, new Listings(1));
    await late.start();
    expect(late.market(BTCUSDT)?.book.levels("buy", 10_000)).toEqual(view.bids);
    late.stop();
    for (let waited = 0; book.getSnapshot().sequence !== market.book.sequence; waited += 20) {
      expect(waited).toBeLessThan(60_000);
      await sleep(20);
    }
    const { asks, bids } = wireDepth(market, 1_000);
    expect(book.getSnapshot().asks.map((row) => [row.price, row.quantity])).toEqual(asks);
    expect(book.getSnapshot().bids.map((row) => [row.price, row.quantity])).toEqual(bids);
    expect(book.resyncs).toBe(0);

    let trades = 0;
    for (const [userId, client] of clients) {
      await client.settle();
      const { orders, balances } = rebuildAccount(client);
      const account = await engine.accountView(userId);
      const live = account.orders.map((order) => toWireOrder(order, market.listed, null));
      expect([...orders.values()].filter(isLiveOrder).sort(byId)).toEqual(live.sort(byId));
      for (const balance of account.balances) {
        const asset = world.listings.asset(balance.assetId);
        const known = balances.get(`${balance.wallet} ${asset.spec.symbol}`);
        if (known !== undefined) expect(known).toEqual(toWireBalance(balance, asset));
      }
      expect(balances.size).toBeGreaterThanOrEqual(2);
      trades += client.of("trade").length;
      // In journal order; within a command orders, then trades, then balances.
      const order = client.received
        .filter(({ type }) => RANK[type] !== undefined)
        .map(({ type, data }) => Number(data.asOfSeq) * 10 + (RANK[type] as number));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }
    expect(trades).toBeGreaterThan(100);
  } finally {
    unwatch();
    browser.stop();
    await world.stop();
  }
});

const RANK: Readonly<Record<string, number>> = { order: 0, trade: 1, balance: 2 };

function byId(a: WireOrder, b: WireOrder): number {
  return Number(a.orderId) - Number(b.orderId);
}
