import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { Command, PlaceOrder } from "@candor/domain/commands/commands";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { readEnvironment } from "@candor/server/config/environment";
import type { ChainPort } from "@candor/server/custody/chain/chain-port";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { HeldBatches } from "@candor/server/engine/runtime/held-batches";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { Closers } from "@candor/server/kit/closers";
import { ExchangeClock } from "@candor/server/market/prices/clock";
import { klineMarketOf } from "@candor/server/market/prices/kline-market";
import { KlineStore } from "@candor/server/market/prices/kline-store";
import { Alarms } from "@candor/server/operators/alarms/alarms";
import { MailHealth } from "@candor/server/operators/alarms/mail-health";
import { LiveSettings } from "@candor/server/records/live-settings/live-settings";
import { openReadModels } from "@candor/server/records/projections/database";
import type { ProjectorPort } from "@candor/server/records/projections/projector-port";
import { recentTrades } from "@candor/server/records/projections/queries/tape";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { sqlKlinePersistence } from "@candor/server/records/projections/sql-kline-persistence";
import { startReadModels } from "@candor/server/records/projections/start-read-models";
import type { StartedExchange } from "@candor/server/start/composition/start-exchange";
import { startMarketData } from "@candor/server/start/composition/start-market-data";
import type { StartedMarketData } from "@candor/server/start/composition/started-market-data";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { CACHE, TIMEOUT_MS } from "../support/projections/adapters.ts";
import { repeats } from "../support/repeats.ts";
import { foundTestExchange } from "../support/wire/test-listing.ts";

const STARTS = repeats(12, 100);
const MARKET = 0;
const [BUYER, SELLER] = [10_001, 10_002];
const NOW_MS = Date.UTC(2026, 10, 26, 12);

let home: string;
let database: ReadModelDatabase;
let engine: LocalEngine;
let projector: ProjectorPort;
let nowMs = NOW_MS;
let submitted = 0;

beforeAll(async () => {
  home = mkdtempSync(path.join(MEMORY_DISK, "candor-start-"));
  database = await openReadModels({ kind: "directory", directory: path.join(home, "tables"), cache: CACHE });
  engine = new LocalEngine({
    home: exchangeHome(home),
    factory: machineFactory,
    clock: () => nowMs,
    segmentBytes: 1 << 20,
  });
  ({ projector } = await startReadModels(database, {}, () => Promise.resolve(engine)));
  await foundTestExchange(engine, {});
  for (const userId of [BUYER, SELLER]) {
    await engine.execute({ kind: "open-account", userId, role: "trader" });
    for (const assetId of [0, 1]) {
      const amountUnits = 1_000_000_000_000 as Units;
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
}, TIMEOUT_MS);

afterAll(async () => {
  await projector.close();
  await engine.close();
  await database.close();
  rmSync(home, { recursive: true, force: true });
});

/** A price, a bid and an ask that match: each start reads trades, levels and bars while they change. */
function traffic(): void {
  submitted++;
  nowMs += 7_000;
  const priceTicks = (600_000 + (submitted % 50)) as Ticks;
  const order = (userId: number, side: "buy" | "sell", quantityLots: number): PlaceOrder => ({
    kind: "place-order",
    userId,
    marketId: MARKET,
    side,
    type: "limit",
    timeInForce: "gtc",
    selfTrade: "expire-taker",
    quantityLots: quantityLots as Lots,
    quoteUnits: 0 as Units,
    priceTicks,
    stopTicks: 0 as Ticks,
    trailingPpm: 0 as Ppm,
    key: "",
  });
  const priceE8 = 6_000_000_000_000 as PriceE8;
  const commands: readonly Command[] = [
    { kind: "observe-price", marketId: MARKET, sourceId: 0, priceE8, observedAtMs: nowMs },
    order(BUYER, "buy", 100),
    order(SELLER, "sell", 90 + (submitted % 20)),
  ];
  for (const command of commands) void engine.execute(command);
}

/** The tables, with commands arriving before some of the statements. */
function busyTables(isBusy: () => boolean): ReadModelDatabase {
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      if (isBusy()) traffic();
      return node;
    },
    transformResult: ({ result }) => {
      if (isBusy()) traffic();
      return Promise.resolve(result);
    },
  });
  return { ...database, db, isTransient: () => false };
}

async function startOnce(run: number, closers: Closers): Promise<StartedMarketData> {
  let requests = 0;
  let isStarting = true;
  const environment = readEnvironment({ CANDOR_HOME: home, CANDOR_PRICES: "simulated" });
  const exchange: StartedExchange = {
    instance: {
      mode: "sandbox",
      createdAtMs: NOW_MS,
      simulationSeed: 1,
    } as unknown as StartedExchange["instance"],
    engine,
    projector,
    database: busyTables(() => isStarting && ++requests % (1 + (run % 7)) === 0),
    chosen: { sources: [], reason: "" },
    clock: new ExchangeClock(),
    live: await LiveSettings.follow(engine),
    signer: () => Promise.resolve("none"),
    beginningChains: new Promise<ChainPort>(() => undefined),
    sinceFounded: new HeldBatches(engine),
  } as unknown as StartedExchange;
  // In some of the starts, also commands in every turn of the event loop, as chains produce them.
  const turn = (): void => {
    if (!isStarting || run % 2 === 0) return;
    if (Math.abs(Math.sin(run * 997 + submitted)) < 0.3) traffic();
    setImmediate(turn);
  };
  turn();
  try {
    return await startMarketData(
      {
        environment,
        log: pino({ level: "silent" }),
        alarms: new Alarms(Date.now),
        mail: new MailHealth(Date.now),
        onFatal: fail,
        closers,
      },
      exchange,
    );
  } finally {
    isStarting = false;
  }
}

function fail(error: Error): never {
  throw error;
}

/** The charts as read when nothing happens. */
async function calmCharts({ listings }: StartedMarketData): Promise<KlineStore> {
  await projector.drain();
  const store = new KlineStore(sqlKlinePersistence(database.db, () => ""));
  for (const { marketId, spec, base, quote } of listings.markets)
    store.addMarket(klineMarketOf(marketId, spec, base.spec, quote.spec));
  await store.load(projector.reachedSeq);
  return store;
}

test(
  "SRV-08 a start always works while deposits, withdrawals and trades arrive in every phase of it, and misses none",
  async () => {
    for (let run = 0; run < STARTS; run++) {
      const closers = new Closers();
      const before = submitted;
      const started = await startOnce(run, closers);
      expect(submitted, `start ${run} met commands`).toBeGreaterThan(before);
      const book = await engine.bookView(MARKET, 1_000);
      await projector.drain();
      const { klines, mirror } = started;
      expect([run, klines.asOfSeq, mirror.asOfSeq]).toEqual([run, engine.durableSeq, engine.durableSeq]);
      const calm = await calmCharts(started);
      expect(klines.lastBars(MARKET, "1min", 100), `bars of start ${run}`).toEqual(
        calm.lastBars(MARKET, "1min", 100),
      );
      const tape = await recentTrades(database.db, MARKET, 50);
      const state = mirror.market(MARKET);
      expect(state?.trades.newest(50).map(({ tradeId }) => tradeId)).toEqual(
        tape.map(({ tradeId }) => tradeId),
      );
      expect(state?.lastTicks).toBe(tape[0]?.priceTicks);
      expect(book.asOfSeq).toBe(engine.durableSeq);
      await closers.closeAll(pino({ level: "silent" }));
    }
    const trades = await recentTrades(database.db, MARKET, 1_000);
    expect(trades.length, "trades were made while it started").toBeGreaterThan(STARTS);
  },
  TIMEOUT_MS,
);
