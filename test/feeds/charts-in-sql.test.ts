import type { Command } from "@candor/domain/commands/commands";
import { PERIODS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { SERIES_CAPACITY } from "@candor/server/config/chart-bars";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "@candor/server/config/default-listing";
import { BUILT_IN_COINS } from "@candor/server/config/simulated-profiles";
import { replayTo } from "@candor/server/engine/runtime/event-dispatcher";
import { KlineBackfill } from "@candor/server/market/prices/kline-backfill";
import { klineMarketOf } from "@candor/server/market/prices/kline-market";
import { KLINE_PRICES } from "@candor/server/market/prices/kline-persistence";
import { KlineStore } from "@candor/server/market/prices/kline-store";
import { SimulatedSource } from "@candor/server/market/prices/simulated-source";
import { Projector } from "@candor/server/records/projections/projector";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { sqlKlinePersistence } from "@candor/server/records/projections/sql-kline-persistence";
import { expect, test } from "vitest";
import { ExchangeEngine } from "../support/feeds/exchange-engine.ts";
import { ManualClock } from "../support/feeds/manual-clock.ts";
import { describeAdapters } from "../support/projections/adapters.ts";

const NOON = Date.UTC(2026, 0, 7, 12, 0, 20);
const PRICE = 670_000;
const MAKER: number = LIMITS.firstUserId;
const TAKER = MAKER + 1;

const order = (userId: number, side: "buy" | "sell", priceTicks: number, quantityLots: number): Command => ({
  kind: "place-order",
  userId,
  marketId: 0,
  side,
  type: "limit",
  timeInForce: "gtc",
  selfTrade: "expire-taker",
  quantityLots: quantityLots as Lots,
  quoteUnits: 0 as Units,
  priceTicks: priceTicks as Ticks,
  stopTicks: 0 as Ticks,
  trailingPpm: 0 as Ppm,
  key: "",
});

/** Funds a labeled maker with bitcoins and a trader with dollars. */
async function funded(engine: ExchangeEngine): Promise<void> {
  for (const [userId, role, assetId, amount] of [
    [MAKER, "labelled", 1, 100_000_000_000],
    [TAKER, "trader", 0, 1_000_000_000_000],
  ] as const) {
    const amountUnits = amount as Units;
    await engine.execute({ kind: "open-account", userId, role });
    await engine.execute({ kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" });
    await engine.execute({
      kind: "transfer",
      userId,
      assetId,
      from: "main",
      to: "coin",
      amountUnits,
      key: "",
    });
  }
}

/** About one trade a minute for three hours, with two long pauses, and an index tick each time. */
async function trading(engine: ExchangeEngine, clock: ManualClock, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    clock.advance(turn % 40 === 39 ? 1_800_000 : 20_000 + ((turn * 7_919) % 90_000));
    const ticks = PRICE + ((turn * 104_729) % 2_001) - 1_000;
    const priceE8 = (ticks * 10_000_000) as PriceE8;
    await engine.execute({
      kind: "observe-price",
      marketId: 0,
      sourceId: 0,
      priceE8,
      observedAtMs: clock.nowMs(),
    });
    await engine.execute(order(MAKER, "sell", ticks, 10 + turn));
    const { executed, events } = await engine.execute(order(TAKER, "buy", ticks, 10 + turn));
    expect(executed.error).toBeUndefined();
    expect(events.some((event) => event.kind === "trade-made")).toBe(true);
  }
}

function storeOn(database: ReadModelDatabase): KlineStore {
  const store = new KlineStore(sqlKlinePersistence(database.db, () => "simulated"));
  const [usdt, btc] = DEFAULT_ASSETS;
  const [market] = DEFAULT_MARKETS;
  if (usdt === undefined || btc === undefined || market === undefined) throw new Error("no listing");
  store.addMarket(klineMarketOf(0, market, btc, usdt));
  return store;
}

/** Serializes every chart as text, which compares much faster than a hundred thousand bars. */
async function charts(store: KlineStore): Promise<Record<string, string>> {
  const all: Record<string, string> = { asOfSeq: String(store.asOfSeq), day: text(store.dayStatistics(0)) };
  for (const price of KLINE_PRICES)
    for (const period of PERIODS) {
      const key = { marketId: 0, price, period };
      const bars = await store.query({ ...key, endMs: Number.POSITIVE_INFINITY, size: 1_500 });
      all[`${price} ${period}`] = (bars ?? []).map(text).join("\n");
    }
  return all;
}

const text = (value: object | undefined): string => Object.values(value ?? {}).join(" ");

describeAdapters("charts in SQL", (adapter) => {
  test("FEED-15 after a restart every chart of an exchange with trades is unchanged, and continues the same", async () => {
    const clock = new ManualClock(NOON);
    const engine = new ExchangeEngine(clock, 1);
    const database = await (await adapter.newPlace()).open();
    const projector = await Projector.open(database);
    const running = storeOn(database);
    try {
      await running.load(0);
      const source = new SimulatedSource({ secret: "9", setUpAtMs: NOON, symbols: BUILT_IN_COINS }, clock);
      await new KlineBackfill(running, [source], clock, SERIES_CAPACITY, (problem) => {
        throw problem;
      }).run();
      await funded(engine);
      await trading(engine, clock, 100);
      for (const batch of engine.batches) {
        replayTo(running.listener, batch);
        projector.accept(batch);
      }
      await projector.drain();
      const restarted = storeOn(database);
      await restarted.load(projector.reachedSeq);
      // Available at once from the read models, and from memory once filled.
      expect(await charts(restarted)).toEqual(await charts(running));
      await restarted.fill();
      expect(await charts(restarted)).toEqual(await charts(running));
      expect(restarted.missingHistory).toEqual([]);
      const late = storeOn(database);
      await late.load(projector.reachedSeq);
      const known = engine.batches.length;
      await trading(engine, clock, 30);
      for (const batch of engine.batches.slice(known)) {
        replayTo(running.listener, batch);
        replayTo(restarted.listener, batch);
        replayTo(late.listener, batch);
      }
      const after = await charts(running);
      expect(await charts(restarted)).toEqual(after);
      expect(await charts(late)).toEqual(after);
      await late.fill();
      expect(await charts(late)).toEqual(after);
    } finally {
      await projector.close();
      await database.close();
    }
  }, 120_000);
});
