import { Projector } from "@candor/server/records/projections/projector";
import type { BadCursor, Page } from "@candor/server/records/projections/queries/cursor";
import { type Fill, fillHistory } from "@candor/server/records/projections/queries/fills";
import {
  type FundRecord,
  type FundRecordFilter,
  faucetGivenSince,
  fundRecords,
  fundRecordsOfReference,
} from "@candor/server/records/projections/queries/fund-records";
import {
  marketOfOrder,
  type OrderFilter,
  orderHistory,
  orderSummaries,
  type SummaryFilter,
} from "@candor/server/records/projections/queries/order-history";
import type { OrderRecord } from "@candor/server/records/projections/queries/order-of-row";
import { recentTrades } from "@candor/server/records/projections/queries/tape";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeAdapters, TIMEOUT_MS } from "../support/projections/adapters.ts";
import { LABELLED_USER, openedExchange, randomOf, trade } from "./random-day.ts";
import { isLive, type ToyExchange, type ToyOrder } from "./toy-exchange.ts";

const ALICE = LABELLED_USER + 1;
const DAY_MS = 86_400_000;

type List<Row> = (limit: number, cursor?: string) => Promise<Page<Row> | BadCursor>;

/** Reads all pages; `between` runs before each page except the first. */
async function allPages<Row>(list: List<Row>, limit: number, between?: () => Promise<void>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    if (cursor !== undefined) await between?.();
    const page = await list(limit, cursor);
    if (page === "bad-cursor") throw new Error(page);
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return rows;
}

describeAdapters("lists", (adapter) => {
  let database: ReadModelDatabase;
  let projector: Projector;
  let exchange: ToyExchange;

  const project = async (): Promise<void> => {
    projector.accept(exchange.batch());
    await projector.drain();
  };

  beforeAll(async () => {
    database = await adapter.emptied();
    projector = await Projector.open(database);
    exchange = openedExchange(3);
    trade(exchange, 600, 3, randomOf(42));
    await project();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await projector.close();
  });

  const orders =
    (filter: OrderFilter): List<OrderRecord> =>
    (limit, cursor) =>
      orderHistory(database.db, filter, limit, cursor);
  const fills =
    (userId: number): List<Fill> =>
    (limit, cursor) =>
      fillHistory(database.db, { userId }, limit, cursor);
  const records =
    (filter: FundRecordFilter): List<FundRecord> =>
    (limit, cursor) =>
      fundRecords(database.db, filter, limit, cursor);

  test("READ-17 lists are newest first, ties by id descending, and joined pages are the list", async () => {
    for (const limit of [1, 7, 1_000]) {
      const rows = await allPages(orders({ userId: ALICE }), limit);
      const sorted = rows.toSorted((a, b) => b.createdAtMs - a.createdAtMs || b.orderId - a.orderId);
      expect(rows).toEqual(sorted);
      expect(rows.map((row) => row.orderId)).toEqual(
        exchange.orders
          .filter((order) => order.userId === ALICE)
          .map((order) => order.orderId)
          .toReversed(),
      );
    }
    const times = (await allPages(orders({ userId: ALICE }), 1_000)).map((row) => row.createdAtMs);
    expect(new Set(times).size, "some orders share a millisecond").toBeLessThan(times.length);
    const whole = await allPages(fills(ALICE), 1_000);
    expect(whole.length).toBeGreaterThan(20);
    expect(await allPages(fills(ALICE), 3)).toEqual(whole);
    const wholeRecords = await allPages(records({ userId: ALICE }), 1_000);
    expect(await allPages(records({ userId: ALICE }), 5)).toEqual(wholeRecords);
    expect(wholeRecords).toEqual(
      wholeRecords.toSorted((a, b) => b.timeMs - a.timeMs || b.recordId - a.recordId),
    );
  });

  test("READ-18 pages stay consistent while new rows arrive: no repeats, no gaps", async () => {
    const random = randomOf(77);
    const before = await allPages(orders({ userId: ALICE }), 1_000);
    const recordsBefore = await allPages(records({ userId: ALICE }), 1_000);
    const grow = async (): Promise<void> => {
      trade(exchange, 5, 3, random);
      await project();
    };
    const ids = (await allPages(orders({ userId: ALICE }), 15, grow)).map((row) => row.orderId);
    expect(ids).toEqual(before.map((row) => row.orderId));
    const recordIds = (await allPages(records({ userId: ALICE }), 40, grow)).map((row) => row.recordId);
    expect(recordIds.slice(-recordsBefore.length)).toEqual(recordsBefore.map((row) => row.recordId));
    expect(new Set(recordIds).size).toBe(recordIds.length);
  });

  test("READ-19 a cursor with other filters, another list or another user, or an invalid one, is rejected", async () => {
    const filter = { userId: ALICE, marketId: 0 };
    const page = await orderHistory(database.db, filter, 2);
    if (page === "bad-cursor" || page.nextCursor === undefined) throw new Error("no next page");
    const cursor = page.nextCursor;
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(await orderHistory(database.db, { ...filter, side: undefined }, 3, cursor)).not.toBe("bad-cursor");
    for (const other of [
      { userId: ALICE },
      { userId: ALICE + 1, marketId: 0 },
      { userId: ALICE, marketId: 1 },
      { ...filter, side: "buy" as const },
      { ...filter, statuses: ["filled" as const] },
      { ...filter, sinceMs: 0 },
    ]) {
      expect(await orderHistory(database.db, other, 2, cursor)).toBe("bad-cursor");
    }
    expect(await fillHistory(database.db, filter, 2, cursor)).toBe("bad-cursor");
    expect(await fundRecords(database.db, { userId: ALICE }, 2, cursor)).toBe("bad-cursor");
    for (const text of ["", "x", "💥", `${cursor}AAAA`, Buffer.from("a b c").toString("base64url")])
      expect(await orderHistory(database.db, filter, 2, text)).toBe("bad-cursor");
  });

  test("READ-20 every filter of the order history passes exactly its matches", async () => {
    const all = await allPages(orders({ userId: ALICE }), 1_000);
    const [early, late] = [all.at(-20)?.createdAtMs as number, all[20]?.createdAtMs as number];
    const cases: [OrderFilter, (order: OrderRecord) => boolean][] = [
      [{ userId: ALICE, marketId: 1 }, (order) => order.marketId === 1],
      [{ userId: ALICE, side: "sell" }, (order) => order.side === "sell"],
      [{ userId: ALICE, product: "spot" }, () => true],
      [{ userId: ALICE, product: "lever" }, () => false],
      [{ userId: ALICE, statuses: [] }, () => false],
      [{ userId: ALICE, statuses: ["filled", "expired"] }, (order) => order.status === "filled"],
      [
        { userId: ALICE, statuses: ["canceled"], marketId: 0, side: "buy" },
        (order) => order.status === "canceled" && order.marketId === 0 && order.side === "buy",
      ],
      [
        { userId: ALICE, sinceMs: early, untilMs: late },
        (order) => order.createdAtMs >= early && order.createdAtMs < late,
      ],
    ];
    for (const [filter, passes] of cases) {
      const expected = all.filter(passes);
      expect(await allPages(orders(filter), 9), JSON.stringify(filter)).toEqual(expected);
    }
  });

  test("READ-20 the summary counts the same rows, at any times of its filter", async () => {
    for (let day = 0; day < 4; day++) {
      exchange.wait(DAY_MS - 1);
      trade(exchange, 120, 3, randomOf(900 + day));
      await project();
    }
    const ended = (await allPages(orders({ userId: ALICE }), 1_000)).filter(
      ({ status }) => status !== "open" && status !== "partially-filled",
    );
    const days = [...new Set(ended.map(({ createdAtMs }) => Math.floor(createdAtMs / DAY_MS)))];
    expect(days.length).toBeGreaterThan(3);
    const [first = 0, second = 0] = days.toSorted((a, b) => a - b);
    const middle = ended[Math.floor(ended.length / 2)]?.createdAtMs as number;
    const cases: SummaryFilter[] = [
      {},
      { marketId: 1 },
      { side: "sell" as const },
      { statuses: [] },
      { statuses: ["filled" as const], marketId: 0, side: "buy" as const },
      { sinceMs: second * DAY_MS },
      { untilMs: second * DAY_MS },
      { sinceMs: first * DAY_MS, untilMs: (second + 1) * DAY_MS, statuses: ["canceled" as const] },
      { sinceMs: middle },
      { untilMs: middle + 1 },
      { sinceMs: middle, untilMs: middle + 1 },
      { sinceMs: middle - DAY_MS, untilMs: middle + DAY_MS },
      { sinceMs: middle - DAY_MS, untilMs: middle + DAY_MS, side: "buy" as const },
      { sinceMs: middle, untilMs: middle - 1 },
    ].map((filter) => ({ userId: ALICE, ...filter }));
    for (const filter of cases) {
      const { statuses, side, marketId, sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = filter;
      const counted = ended.filter(
        (order) =>
          (statuses?.includes(order.status) ?? true) &&
          (side ?? order.side) === order.side &&
          (marketId ?? order.marketId) === order.marketId &&
          order.createdAtMs >= sinceMs &&
          order.createdAtMs < untilMs,
      );
      expect(await orderSummaries(database.db, filter), JSON.stringify(filter)).toEqual(
        [0, 1].flatMap((market) => {
          const ofMarket = counted.filter((order) => order.marketId === market);
          const volume = ofMarket.reduce((sum, order) => sum + order.executedQuoteUnits, 0);
          return ofMarket.length === 0
            ? []
            : [{ marketId: market, count: ofMarket.length, volumeQuoteUnits: BigInt(volume) }];
        }),
      );
    }
  });

  test("READ-43 the summary of a long history reads days: no order, but those of a day that its times cut", async () => {
    const all = await orderSummaries(database.db, { userId: ALICE });
    const newest = exchange.orders.findLast((order) => order.userId === ALICE && !isLive(order)) as ToyOrder;
    const cut = { userId: ALICE, sinceMs: Math.floor(newest.createdAtMs / DAY_MS) * DAY_MS + 1 };
    const since = await orderSummaries(database.db, cut);
    expect(since).not.toEqual([]);
    await sql`create table set_aside as select * from orders`.execute(database.db);
    await sql`truncate orders`.execute(database.db);
    try {
      expect(await orderSummaries(database.db, { userId: ALICE })).toEqual(all);
      expect(await orderSummaries(database.db, cut)).toEqual([]);
    } finally {
      await sql`insert into orders select * from set_aside`.execute(database.db);
      await sql`drop table set_aside`.execute(database.db);
    }
    expect(await orderSummaries(database.db, cut)).toEqual(since);
  });

  test("READ-20 every filter of fills and fund records passes exactly its matches", async () => {
    const allFills = await allPages(fills(ALICE), 1_000);
    const sells = allFills.filter((fill) => fill.side === "sell" && fill.marketId === 1);
    const filter = { userId: ALICE, side: "sell", marketId: 1 } as const;
    expect(await fillHistory(database.db, filter, 1_000)).toEqual({ rows: sells, nextCursor: undefined });
    const since = allFills[10]?.timeMs as number;
    const recent = await fillHistory(
      database.db,
      { userId: ALICE, sinceMs: since, untilMs: since + 1 },
      1_000,
    );
    expect(recent).toMatchObject({ rows: allFills.filter((fill) => fill.timeMs === since) });

    const all = await allPages(records({ userId: ALICE }), 1_000);
    const cases: [FundRecordFilter, (record: FundRecord) => boolean][] = [
      [{ userId: ALICE, wallet: "main" }, () => false],
      [{ userId: ALICE, assetId: 2 }, (record) => record.assetId === 2],
      [{ userId: ALICE, kinds: ["faucet", "deposit"] }, (record) => record.kind === "faucet"],
      [{ userId: ALICE, kinds: ["faucet", "trade-fee"] }, (record) => record.kind !== "trade"],
      [{ userId: ALICE, kinds: [] }, () => false],
      [{ userId: ALICE, untilMs: since }, (record) => record.timeMs < since],
    ];
    for (const [recordFilter, passes] of cases)
      expect(await allPages(records(recordFilter), 11)).toEqual(all.filter(passes));
    const faucet = all.find((record) => record.kind === "faucet") as FundRecord;
    expect(await fundRecordsOfReference(database.db, ALICE, faucet.refId)).toEqual([faucet]);
    expect(await fundRecordsOfReference(database.db, ALICE + 1, faucet.refId)).toEqual([]);
  });

  test("READ-15 single queries: an order's market for its owner only, the faucet's payments since a moment", async () => {
    const order = exchange.orders.find(({ userId, marketId }) => userId === ALICE && marketId === 1);
    if (order === undefined) throw new Error("no order");
    expect(await marketOfOrder(database.db, ALICE, order.orderId)).toBe(1);
    expect(await marketOfOrder(database.db, ALICE + 1, order.orderId)).toBeUndefined();
    expect(await marketOfOrder(database.db, ALICE, 1e9)).toBeUndefined();
    exchange.wait(1_000);
    exchange.deposit(ALICE, 0, 500);
    exchange.wait(1);
    exchange.deposit(ALICE, 0, 70);
    exchange.deposit(ALICE, 2, 8);
    exchange.deposit(ALICE + 1, 0, 9);
    await project();
    const now = exchange.timeMs;
    expect(await faucetGivenSince(database.db, ALICE, now)).toEqual(
      new Map([
        [0, 70],
        [2, 8],
      ]),
    );
    expect(await faucetGivenSince(database.db, ALICE, now - 1)).toEqual(
      new Map([
        [0, 570],
        [2, 8],
      ]),
    );
    expect(await faucetGivenSince(database.db, ALICE, now + 1)).toEqual(new Map());
  });

  test("READ-21 the tape is per market, newest first, and works before any trade", async () => {
    const tape = await recentTrades(database.db, 1, 1_000);
    expect(tape.length).toBeGreaterThan(15);
    expect(tape.every((row) => row.marketId === 1)).toBe(true);
    expect(tape).toEqual(tape.toSorted((a, b) => b.tradeId - a.tradeId));
    expect(await recentTrades(database.db, 1, 5, tape[9]?.marketTradeId)).toEqual(tape.slice(10, 15));
    expect(await recentTrades(database.db, 99, 5)).toEqual([]);
  });
});
