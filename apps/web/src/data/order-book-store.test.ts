import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { groupSizes, OrderBookStore } from "./order-book-store.ts";
import { Pulse } from "./pulse.ts";
import type { ChannelSource } from "./socket-client.ts";
import type { DepthMessage, Level } from "./socket-messages.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function makeStore() {
  const asked: string[] = [];
  const client: ChannelSource = {
    listen: () => () => undefined,
    subscribe: () => () => undefined,
    getSnapshot: () => "live",
    resync: (channel) => asked.push(channel) > 0,
  };
  const store = new OrderBookStore("BTCUSDT", client, new Pulse());
  let notices = 0;
  store.subscribe(() => {
    notices += 1;
  });
  return { store, asked, notices: () => notices };
}

function message(
  sequence: number,
  prevSequence: number | null,
  asks: readonly Level[],
  bids: readonly Level[],
): DepthMessage {
  const kind = prevSequence === null ? "snapshot" : "diff";
  const place = { channel: "depth.spot.BTCUSDT.diff", symbol: "BTCUSDT", market: "spot" } as const;
  return { ...place, kind, asks, bids, sequence, prevSequence, timeMs: 0, asOfSeq: sequence };
}

const SNAPSHOT = message(
  10,
  null,
  [
    ["64000.5", "0.50000"],
    ["64001.0", "1.00000"],
    ["64012.0", "2.00000"],
  ],
  [
    ["64000.0", "0.25000"],
    ["63999.5", "0.25000"],
    ["63990.0", "1.00000"],
  ],
);

test("DATA-09 rows carry price, quantity, running total and the share for the depth bar", () => {
  const { store } = makeStore();
  expect(store.getSnapshot().status).toBe("loading");
  store.receive(SNAPSHOT);
  vi.advanceTimersByTime(100);
  expect(store.getSnapshot()).toEqual({
    status: "live",
    asks: [
      { price: "64000.5", quantity: "0.50000", total: "0.50000", share: 0.5 / 3.5 },
      { price: "64001.0", quantity: "1.00000", total: "1.50000", share: 1.5 / 3.5 },
      { price: "64012.0", quantity: "2.00000", total: "3.50000", share: 1 },
    ],
    bids: [
      { price: "64000.0", quantity: "0.25000", total: "0.25000", share: 0.25 / 3.5 },
      { price: "63999.5", quantity: "0.25000", total: "0.50000", share: 0.5 / 3.5 },
      { price: "63990.0", quantity: "1.00000", total: "1.50000", share: 1.5 / 3.5 },
    ],
    bestAsk: "64000.5",
    bestBid: "64000.0",
    spread: "0.5",
    sequence: 10,
  });
});

test("DATA-09 grouping merges bids down and asks up and keeps to the number of rows", () => {
  const { store } = makeStore();
  store.receive(SNAPSHOT);
  expect(groupSizes("0.5")).toEqual(["0.5", "5.0", "50.0", "500.0"]);
  expect(groupSizes("0.00001")).toEqual(["0.00001", "0.00010", "0.00100", "0.01000"]);
  store.setGrouping({ size: "5.0", rows: 2 });
  vi.advanceTimersByTime(100);
  const view = store.getSnapshot();
  expect(view.asks.map((row) => [row.price, row.quantity, row.total])).toEqual([
    ["64005.0", "1.50000", "1.50000"],
    ["64015.0", "2.00000", "3.50000"],
  ]);
  expect(view.bids.map((row) => [row.price, row.quantity])).toEqual([
    ["64000.0", "0.25000"],
    ["63995.0", "0.25000"],
  ]);
  expect(view.bestAsk).toBe("64000.5");
});

test("DATA-09 diffs set totals, zero removes a level, old diffs are dropped", () => {
  const { store } = makeStore();
  store.receive(SNAPSHOT);
  // Overlaps the snapshot: allowed for the first diff.
  store.receive(message(12, 8, [["64000.5", "0.00000"]], [["64000.0", "0.75000"]]));
  store.receive(message(11, 8, [["64000.5", "9.00000"]], []));
  store.receive(message(15, 12, [], [["64000.1", "0.10000"]]));
  vi.advanceTimersByTime(100);
  const view = store.getSnapshot();
  expect(view).toMatchObject({ sequence: 15, bestAsk: "64001.0", bestBid: "64000.1" });
  expect(view.bids.map((row) => row.quantity)).toEqual(["0.10000", "0.75000", "0.25000", "1.00000"]);
});

test("DATA-10 a gap discards the book: the last rows stay as stale, a snapshot is asked for and heals", () => {
  const { store, asked } = makeStore();
  store.receive(SNAPSHOT);
  vi.advanceTimersByTime(100);
  store.receive(message(14, 13, [["64000.5", "0.10000"]], []));
  vi.advanceTimersByTime(100);
  expect(store.getSnapshot()).toMatchObject({ status: "stale", sequence: 10, bestAsk: "64000.5" });
  expect(asked).toEqual(["depth.spot.BTCUSDT.diff"]);
  // Diffs continue while the snapshot is in flight.
  store.receive(message(16, 14, [["64000.5", "0.20000"]], []));
  store.receive(message(18, 16, [["64000.5", "0.30000"]], []));
  store.receive({ ...SNAPSHOT, sequence: 16 });
  vi.advanceTimersByTime(100);
  expect(store.getSnapshot()).toMatchObject({ status: "live", sequence: 18 });
  expect(store.getSnapshot().asks[0]?.quantity).toBe("0.30000");
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveLength(1);
});

test("DATA-10 a later diff that does not join is a gap too, though the first one may overlap", () => {
  const { store } = makeStore();
  store.receive(SNAPSHOT);
  store.receive(message(12, 10, [], [["63999.0", "1.00000"]]));
  store.receive(message(14, 11, [], [["63999.0", "2.00000"]]));
  vi.advanceTimersByTime(100);
  expect(store.getSnapshot().status).toBe("stale");
});

test("DATA-10 a book that crosses itself is discarded", () => {
  const { store, asked } = makeStore();
  store.receive(SNAPSHOT);
  store.receive(message(12, 10, [], [["64000.5", "1.00000"]]));
  vi.advanceTimersByTime(100);
  expect(store.getSnapshot().status).toBe("stale");
  expect(asked).toHaveLength(1);
});

test("DATA-10 snapshots are asked for at most once a second, and again when none comes", () => {
  const { store, asked } = makeStore();
  for (let i = 0; i < 5; i++) {
    store.receive(SNAPSHOT);
    store.receive(message(14, 13, [], []));
    vi.advanceTimersByTime(10);
  }
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(1_100);
  expect(asked).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(asked.length).toBeGreaterThanOrEqual(4);
});

test("DATA-11 however many messages come, watchers hear of them once each 100 ms", () => {
  const { store, notices } = makeStore();
  store.receive(SNAPSHOT);
  vi.advanceTimersByTime(0);
  expect(notices()).toBe(1);
  for (let i = 0; i < 50; i++) {
    store.receive(message(11 + i, 10 + i, [], [["63999.0", `${i + 1}.00000`]]));
    vi.advanceTimersByTime(10);
  }
  expect(notices()).toBeLessThanOrEqual(6);
  vi.advanceTimersByTime(100);
  expect(store.getSnapshot().sequence).toBe(60);
  expect(store.getSnapshot()).toBe(store.getSnapshot());
});

test("DATA-09 a market whose book was empty at first learns its decimals from the first level", () => {
  const { store } = makeStore();
  store.receive(message(1, null, [], []));
  vi.advanceTimersByTime(100);
  expect(store.getSnapshot()).toMatchObject({ status: "live", bestAsk: null, bestBid: null, spread: null });
  store.receive(message(2, 1, [], [["0.00012", "5"]]));
  vi.advanceTimersByTime(100);
  expect(store.getSnapshot().bids).toEqual([{ price: "0.00012", quantity: "5", total: "5", share: 1 }]);
});

test("WEB-116 the sum up to a row counts the levels that are merged into it by their own prices", () => {
  const { store } = makeStore();
  store.receive(SNAPSHOT);
  vi.advanceTimersByTime(100);
  expect(store.sumUpTo("asks", "64001.0")).toEqual({
    quantity: "1.50000",
    quote: "96001.250000",
    average: "64000.9",
  });
  store.setGrouping({ size: "100.0", rows: 20 });
  vi.advanceTimersByTime(100);
  const [row] = store.getSnapshot().bids;
  expect(row).toMatchObject({ price: "64000.0", total: "0.25000" });
  // All three asks, at 64,000.5 to 64,012.0, are in the row of 64,100; the two other bids are in the row of 63,900.
  expect(store.sumUpTo("asks", "64100.0")).toMatchObject({ quantity: "3.50000", average: "64007.3" });
  expect(store.sumUpTo("bids", "63900.0")).toMatchObject({ quantity: "1.50000", average: "63993.2" });
  expect(store.sumUpTo("bids", "64000.0")).toMatchObject({ quantity: "0.25000", quote: "16000.000000" });
});
