import { PERIODS } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import { type Bar, NO_OWN_TRADES } from "@candor/server/market/prices/kline-bar";
import { Projector } from "@candor/server/records/projections/projector";
import { fillHistory } from "@candor/server/records/projections/queries/fills";
import { orderOutcomes, placementAnswer } from "@candor/server/records/projections/queries/first-answer";
import { fundRecords } from "@candor/server/records/projections/queries/fund-records";
import { type HistorySeries, saveKlineHistory } from "@candor/server/records/projections/queries/klines";
import { orderHistory } from "@candor/server/records/projections/queries/order-history";
import { recentTrades } from "@candor/server/records/projections/queries/tape";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChartTrade, foldTrades } from "../support/feeds/fold-trades.ts";
import { describeAdapters, TIMEOUT_MS } from "../support/projections/adapters.ts";
import { klineHistory, klines } from "./one-chart.ts";
import { LABELLED_USER, openedExchange, randomOf, trade } from "./random-day.ts";
import type { ToyExchange } from "./toy-exchange.ts";

const ALICE = LABELLED_USER + 1;
const BOB = LABELLED_USER + 2;
const DAY_MS = 86_400_000;

describeAdapters("rows", (adapter) => {
  let database: ReadModelDatabase;
  let projector: Projector;
  let exchange: ToyExchange;

  beforeAll(async () => {
    database = await adapter.emptied();
    projector = await Projector.open(database);
    exchange = openedExchange(6);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await projector.close();
  });

  const project = async (): Promise<void> => {
    projector.accept(exchange.batch());
    await projector.drain();
  };

  test("READ-11 an order's row is its current state, with the sequence numbers of its changes", async () => {
    const order = exchange.place(ALICE, 0, 1, 640_000, 100, [], "alice:1");
    const acceptedSeq = exchange.seq;
    exchange.wait(5);
    exchange.place(BOB, 0, 0, 640_000, 40, [[order, 40]]);
    await project();
    exchange.wait(5);
    exchange.cancel(order);
    await project();
    const page = await orderHistory(database.db, { userId: ALICE }, 1);
    expect(page).toEqual({
      nextCursor: undefined,
      rows: [
        {
          orderId: order.orderId,
          userId: ALICE,
          marketId: 0,
          product: "spot",
          side: "sell",
          type: "limit",
          timeInForce: "gtc",
          selfTrade: "expire-taker",
          status: "canceled",
          reason: "user",
          quantityLots: 100,
          quoteUnits: 0,
          priceTicks: 640_000,
          stopTicks: 0,
          trailingPpm: 0,
          triggerBy: "last",
          reduceOnly: false,
          leverage: null,
          groupId: 0,
          executedLots: 40,
          executedQuoteUnits: 25_600_000,
          feeUnits: 25_600,
          createdAtMs: exchange.timeMs - 10,
          updatedAtMs: exchange.timeMs,
          labelled: false,
          key: "alice:1",
          acceptedSeq,
          changedSeq: acceptedSeq + 2,
          finalisedSeq: acceptedSeq + 2,
        },
      ],
    });
  });

  test("READ-12 a repeated placement gets the order and fills of its acceptance, after any later events", async () => {
    const resting = exchange.place(BOB, 1, 1, 300_000, 10);
    const order = exchange.place(ALICE, 1, 0, 300_000, 25, [[resting, 10]], "alice:2");
    const seq = exchange.seq;
    await project();
    exchange.wait(1_000);
    exchange.place(BOB, 1, 1, 300_000, 5, [[order, 5]]);
    exchange.reduce(order, 20);
    exchange.cancel(order);
    await project();
    const answer = await placementAnswer(database.db, ALICE, seq, 100);
    expect(answer.orders).toHaveLength(1);
    expect(answer.orders[0]).toMatchObject({
      orderId: order.orderId,
      status: "partially-filled",
      reason: "none",
      quantityLots: 25,
      executedLots: 10,
      executedQuoteUnits: 3_000_000,
      feeUnits: 100,
      key: "alice:2",
      updatedAtMs: order.createdAtMs,
    });
    expect(answer.fillCount).toBe(1);
    expect(answer.fills).toMatchObject([{ orderId: order.orderId, quantityLots: 10, role: "taker", seq }]);
    expect(await placementAnswer(database.db, BOB, seq, 100)).toEqual({
      orders: [],
      fills: [],
      fillCount: 0,
    });
    const page = await fillHistory(database.db, { userId: ALICE, marketId: 1 }, 2);
    if (page === "bad-cursor") throw new Error(page);
    expect(page.rows.map(({ orderId, role, quantityLots }) => [orderId, role, quantityLots])).toEqual([
      [order.orderId, "maker", 5],
      [order.orderId, "taker", 10],
    ]);
  });

  test("READ-12 a repeated reduce or cancel-all gets its first reply", async () => {
    const first = exchange.place(BOB, 0, 0, 500_000, 30);
    const second = exchange.place(BOB, 1, 0, 200_000, 7);
    exchange.reduce(first, 20);
    const reduceSeq = exchange.seq;
    const canceled = exchange.cancelAll(BOB);
    const cancelSeq = exchange.seq;
    await project();
    expect(await orderOutcomes(database.db, BOB, reduceSeq)).toMatchObject([
      { order: { orderId: first.orderId, status: "open", quantityLots: 20 }, releasedUnits: 10 },
    ]);
    const outcomes = await orderOutcomes(database.db, BOB, cancelSeq);
    expect(outcomes.map(({ order }) => order.orderId)).toEqual(
      canceled.map(({ orderId }) => orderId).toSorted((a, b) => b - a),
    );
    expect(outcomes[0]).toMatchObject({
      order: { orderId: second.orderId, status: "canceled", reason: "user" },
    });
    expect(await orderOutcomes(database.db, ALICE, cancelSeq)).toEqual([]);
    expect(await orderOutcomes(database.db, BOB, cancelSeq + 1)).toEqual([]);
  });

  test("READ-13 a trade is recorded as the amounts given and received and the fee, each with the balance after it", async () => {
    const resting = exchange.place(BOB, 0, 1, 600_000, 10);
    exchange.place(ALICE, 0, 0, 600_000, 10, [[resting, 10]]);
    await project();
    const { rows } = (await fundRecords(database.db, { userId: ALICE }, 3)) as Exclude<
      Awaited<ReturnType<typeof fundRecords>>,
      string
    >;
    const [fee, received, given] = rows;
    expect(
      [given, received, fee].map((row) => [row?.kind, row?.wallet, row?.assetId, row?.amountUnits]),
    ).toEqual([
      ["trade", "coin", 0, -6_000_000],
      ["trade", "coin", 1, 10_000],
      ["trade-fee", "coin", 1, -10],
    ]);
    expect((received?.afterUnits ?? 0) - 10).toBe(fee?.afterUnits);
    expect([given?.feeUnits, received?.feeUnits, fee?.feeUnits]).toEqual([0, 10, 0]);
    const [trade] = await recentTrades(database.db, 0, 1);
    expect(rows.every((row) => row.refId === trade?.tradeId && row.seq === exchange.seq)).toBe(true);
  });

  test("READ-13 over a random day every record's balance is the one before it plus its amount", async () => {
    trade(exchange, 500, 6, randomOf(7));
    await project();
    let checked = 0;
    for (let userId = ALICE; userId < ALICE + 6; userId++) {
      const after = new Map<number, number>();
      const page = await fundRecords(database.db, { userId, wallet: "coin" }, 100_000);
      if (page === "bad-cursor") throw new Error(page);
      for (const record of page.rows.toReversed()) {
        const before = after.get(record.assetId);
        if (before !== undefined) {
          expect(record.afterUnits - record.amountUnits).toBe(before);
          checked++;
        }
        after.set(record.assetId, record.afterUnits);
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  test("READ-14 stored bars of every period equal the trades folded in one go", async () => {
    trade(exchange, 400, 6, randomOf(8));
    await project();
    exchange.wait(3 * DAY_MS);
    trade(exchange, 100, 6, randomOf(9));
    await project();
    for (const [marketId, lotE8] of [1_000n, 10_000n].entries()) {
      const tape = await recentTrades(database.db, marketId, 100_000);
      const trades = tape.toReversed().map(
        (row): ChartTrade => ({
          timeMs: row.timeMs,
          priceE8: (row.priceTicks * (marketId === 0 ? 10_000_000 : 1_000_000)) as PriceE8,
          volumeE8: BigInt(row.quantityLots) * lotE8,
          quoteVolumeE8: BigInt(row.quoteUnits) * 100n,
          labelled: row.labelled,
          takerSide: row.takerSide,
          tradeId: row.marketTradeId,
        }),
      );
      for (const period of PERIODS) {
        const stored = await klines(database.db, marketId, "last", period, exchange.timeMs + 1, 100_000);
        // Empty periods are not stored; readers fill them in.
        expect(stored).toEqual(foldTrades(period, trades).filter((bar) => bar.trades > 0));
      }
    }
    const index = await klines(database.db, 0, "index", "1day", exchange.timeMs + 1, 10);
    expect(index.at(-1)?.closeE8).toBeGreaterThanOrEqual(6_000_000_000_000);
    expect(index.every((bar) => bar.volumeE8 === 0n && bar.trades === 0)).toBe(true);
  });

  test("READ-14 bars are read up to a moment, the newest ones, oldest first", async () => {
    const all = await klines(database.db, 0, "last", "1min", exchange.timeMs + 1, 100_000);
    const endMs = all[10]?.openTimeMs as number;
    expect(await klines(database.db, 0, "last", "1min", endMs, 4)).toEqual(all.slice(6, 10));
  });

  test("READ-16 a source's bars are kept, replaced when delivered again, and apart from other sources'", async () => {
    const series: HistorySeries = { source: "binance", symbol: "BTCUSDT", period: "1week" };
    const bar = (openTimeMs: number, closeE8: number): Bar => ({
      openTimeMs,
      openE8: 1 as PriceE8,
      highE8: 9_007_199_254_740_991 as PriceE8,
      lowE8: 1 as PriceE8,
      closeE8: closeE8 as PriceE8,
      // A week of a cheap coin: far above 2^53.
      volumeE8: 123_456_789_012_345_678_901n,
      quoteVolumeE8: 2n ** 80n,
      ...NO_OWN_TRADES,
    });
    await saveKlineHistory(database.db, series, [bar(100, 5), bar(200, 6), bar(200, 7)]);
    await saveKlineHistory(database.db, series, [bar(200, 8), bar(300, 9)]);
    await saveKlineHistory(database.db, { ...series, source: "simulated" }, [bar(200, 1)]);
    expect(await klineHistory(database.db, series, 1_000, 10)).toEqual([
      bar(100, 5),
      bar(200, 8),
      bar(300, 9),
    ]);
    expect(await klineHistory(database.db, series, 300, 1)).toEqual([bar(200, 8)]);
    expect(await klineHistory(database.db, { ...series, symbol: "ETHUSDT" }, 1_000, 10)).toEqual([]);
  });
});
