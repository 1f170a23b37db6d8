import { DepthDiffChannel } from "@candor/server/edge/socket/channels/depth-diff-channel";
import type { ServerMessage } from "@candor/server/edge/socket/server-message";
import { Listings } from "@candor/server/market/market-data/listings";
import { MarketDataMirror } from "@candor/server/market/market-data/market-data-mirror";
import { wireDepth } from "@candor/server/market/market-data/market-depth";
import { DepthLadder } from "@candor/wire/depth-ladder";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OrderBookStore } from "../../apps/web/src/data/order-book-store.ts";
import { Pulse } from "../../apps/web/src/data/pulse.ts";
import type {
  ChannelListener,
  ChannelSource,
  ConnectionState,
} from "../../apps/web/src/data/socket-client.ts";
import type { SocketMessage } from "../../apps/web/src/data/socket-messages.ts";
import { BTCUSDT, ScriptedEngine } from "../support/socket/scripted-engine.ts";

const CHANNEL = "depth.spot.BTCUSDT.diff";
const ROWS = 1_000;

/** A connection whose messages are queued until the test delivers or drops them. */
class QueuedConnection implements ChannelSource {
  readonly queue: ServerMessage[] = [];
  asked = 0;
  private listener: ChannelListener | undefined;
  private state: ConnectionState = "live";
  private readonly watchers = new Set<() => void>();

  listen(_: string, listener: ChannelListener): () => void {
    this.listener = listener;
    return () => {
      this.listener = undefined;
    };
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };
  readonly getSnapshot = (): ConnectionState => this.state;

  resync(): boolean {
    this.asked += 1;
    return true;
  }

  deliver(): void {
    const message = this.queue.shift();
    if (message !== undefined) this.listener?.(JSON.parse(message.json) as SocketMessage);
  }

  reconnect(): void {
    this.queue.length = 0;
    for (const state of ["reconnecting", "live"] as const) {
      this.state = state;
      for (const watcher of this.watchers) watcher();
    }
  }
}

type Step =
  | { readonly kind: "trade"; readonly levels: readonly (readonly ["buy" | "sell", number, number])[] }
  | { readonly kind: "tick" | "deliver" | "lose" | "reconnect" | "subscribe" };

/** Asks stay above bids, as in any book: bids at 1–600, asks at 601–1,200 ticks. */
const level = fc.oneof(
  fc.tuple(fc.constant("buy" as const), fc.integer({ min: 1, max: 600 }), fc.integer({ min: 0, max: 9 })),
  fc.tuple(
    fc.constant("sell" as const),
    fc.integer({ min: 601, max: 1_200 }),
    fc.integer({ min: 0, max: 9 }),
  ),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("trade" as const),
      levels: fc.array(level, { minLength: 1, maxLength: 40 }),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ kind: "tick" as const }) },
  { weight: 4, arbitrary: fc.constant({ kind: "deliver" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "lose" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "subscribe" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "reconnect" as const }) },
);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function makeWorld() {
  const engine = new ScriptedEngine();
  const mirror = new MarketDataMirror(engine, new Listings(1));
  await mirror.start();
  const market = mirror.market(BTCUSDT);
  if (market === undefined) throw new Error("no market");
  const channel = new DepthDiffChannel(CHANNEL, market, mirror);
  channel.start();
  const connection = new QueuedConnection();
  const store = new OrderBookStore("BTCUSDT", connection, new Pulse());
  store.subscribe(() => undefined);
  store.setGrouping({ size: undefined, rows: ROWS });
  return { engine, market, channel, connection, store };
}

test("SOCK-19 the browser's book equals the server's at the same sequence, despite any lost messages", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 120 }), async (steps) => {
      const { engine, market, channel, connection, store } = await makeWorld();
      /** All books that clients may have, by sequence number. */
      const books = new Map<number, ReturnType<typeof wireDepth>>();
      const remember = () => books.set(market.book.sequence, wireDepth(market, ROWS));
      remember();
      connection.queue.push(...channel.current(0));
      const compare = () => {
        store.publish();
        const view = store.getSnapshot();
        if (view.status !== "live") return;
        const book = books.get(view.sequence);
        for (const side of ["bids", "asks"] as const) {
          const known = view[side].map((row) => [row.price, row.quantity]);
          expect(known).toEqual(book?.[side].slice(0, known.length));
          expect(known.length).toBeGreaterThanOrEqual(Math.min(book?.[side].length ?? 0, 100));
        }
      };
      for (const each of steps) {
        if (each.kind === "trade") {
          engine.batch((command) => {
            for (const [side, ticks, lots] of each.levels) command.level(BTCUSDT, side, ticks, lots);
          });
          remember();
        } else if (each.kind === "tick") connection.queue.push(...channel.collect(0));
        else if (each.kind === "deliver") connection.deliver();
        else if (each.kind === "lose") connection.queue.shift();
        else if (each.kind === "subscribe") connection.queue.push(...channel.current(0));
        else {
          connection.reconnect();
          connection.queue.push(...channel.current(0));
        }
        vi.advanceTimersByTime(400);
        if (connection.asked > 0) {
          connection.asked = 0;
          connection.queue.push(...channel.current(0));
        }
        compare();
      }
      // Whatever happened, after everything is delivered the store has the current book.
      for (let i = 0; i < 5; i++) {
        engine.batch((command) => command.level(BTCUSDT, "buy", 1, i + 1));
        remember();
        connection.queue.push(...channel.collect(0));
        while (connection.queue.length > 0) connection.deliver();
        vi.advanceTimersByTime(4_000);
        if (connection.asked > 0) connection.queue.push(...channel.current(0));
        connection.asked = 0;
      }
      compare();
      expect(store.getSnapshot()).toMatchObject({ status: "live", sequence: market.book.sequence });
    }),
    { numRuns: 300 },
  );
});

test("SOCK-19 a book deeper than a snapshot: the levels beyond it are unknown, not empty, and never shown", async () => {
  const { engine, market, channel, connection, store } = await makeWorld();
  engine.batch((command) => {
    for (let ticks = 1; ticks <= 600; ticks++) command.level(BTCUSDT, "buy", ticks, 1);
  });
  connection.queue.push(...channel.collect(0));
  connection.queue.length = 0;
  connection.queue.push(...channel.current(0));
  connection.deliver();
  store.publish();
  expect(store.getSnapshot().bids).toHaveLength(500);
  // A change beyond the horizon does not make the levels in between known.
  engine.batch((command) => command.level(BTCUSDT, "buy", 50, 7));
  connection.queue.push(...channel.collect(0));
  connection.deliver();
  store.publish();
  expect(store.getSnapshot().bids).toHaveLength(500);
  expect(store.getSnapshot().bids.at(-1)?.price).toBe("10.1");
  // When most known levels are gone, the store requests a new snapshot.
  engine.batch((command) => {
    for (let ticks = 600; ticks > 150; ticks--) command.level(BTCUSDT, "buy", ticks, 0);
  });
  connection.queue.push(...channel.collect(0));
  connection.deliver();
  vi.advanceTimersByTime(2_000);
  expect(connection.asked).toBe(1);
  connection.queue.push(...channel.current(0));
  connection.deliver();
  store.publish();
  expect(store.getSnapshot()).toMatchObject({ status: "live", sequence: market.book.sequence });
  expect(store.getSnapshot().bids).toHaveLength(150);
});

test("SOCK-19 the ladder that both sides share keeps no level at zero", () => {
  const ladder = new DepthLadder("buy");
  ladder.set(5, 0);
  ladder.set(6, 1);
  ladder.set(6, 0);
  expect(ladder.size).toBe(0);
});
