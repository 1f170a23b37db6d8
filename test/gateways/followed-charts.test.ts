import { PERIOD_MS, PERIODS } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "@candor/server/config/default-listing";
import { EventDispatcher } from "@candor/server/engine/runtime/event-dispatcher";
import {
  type CopiedCharts,
  FollowedCharts,
  followedBars,
} from "@candor/server/market/prices/followed-charts";
import { type Bar, emptyBar } from "@candor/server/market/prices/kline-bar";
import { klineMarketOf } from "@candor/server/market/prices/kline-market";
import { KlineStore } from "@candor/server/market/prices/kline-store";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import { expect, test } from "vitest";
import { BatchMaker, type MadeCommand } from "../support/feeds/batches.ts";
import { MemoryPersistence } from "../support/feeds/memory-persistence.ts";

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 0, 7, 12, 0, 0);
const SEEDS = 12;
/** More minutes than a series keeps, so that a copy drops bars too. */
const BATCHES = 1_800;

const markets = DEFAULT_MARKETS.slice(0, 2).map((spec, marketId) => {
  const asset = (symbol: string) => DEFAULT_ASSETS.find((each) => each.symbol === symbol);
  const [base, quote] = [asset(spec.base), asset(spec.quote)];
  if (base === undefined || quote === undefined) throw new Error(`${spec.symbol} has no assets`);
  return klineMarketOf(marketId, spec, base, quote);
});

/** An engine whose batches the test delivers. */
class Deliveries {
  durableSeq = 0;
  readonly dispatcher = new EventDispatcher();
  readonly on = (listener: Parameters<EventDispatcher["on"]>[0]) => this.dispatcher.on(listener);

  deliver(batch: Parameters<EventDispatcher["deliver"]>[0]): void {
    this.durableSeq = batch.lastSeq;
    this.dispatcher.deliver(batch);
  }
}

const historyOf = (period: (typeof PERIODS)[number], untilMs: number, bars: number): Bar[] =>
  Array.from({ length: bars }, (_, at) => {
    const openTimeMs = Math.floor(untilMs / PERIOD_MS[period] - bars + at) * PERIOD_MS[period];
    return { ...emptyBar(openTimeMs, (50_000 + at) as PriceE8), volumeE8: 3n, quoteVolumeE8: 5n };
  });

function expectSame(copy: FollowedCharts, store: KlineStore): void {
  for (const { marketId } of markets) {
    expect(copy.dayStatistics(marketId)).toEqual(store.dayStatistics(marketId));
    for (const period of PERIODS) {
      const count = followedBars(period);
      expect(copy.lastBars(marketId, period, count)).toEqual(store.lastBars(marketId, period, count));
    }
  }
}

test("GW-24 a gateway's charts are those of the main thread, whenever it copies them and history comes", async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = mulberry32(seed);
    const store = new KlineStore(new MemoryPersistence());
    for (const market of markets) store.addMarket(market);
    await store.load(0);
    const main = new Deliveries();
    main.on(store.listener);
    const gateway = new Deliveries();
    const copy = new FollowedCharts();
    // Both links keep their order, but the gateway may receive batches before the main thread or after it.
    store.onPrepended((older) => copy.prepend(structuredClone(older)));
    const asked = Promise.withResolvers<CopiedCharts>();
    const maker = new BatchMaker();
    const followAt = random.below(BATCHES - 200);
    const answerAt = followAt + random.below(50);
    const historyAt = new Set(Array.from({ length: 4 }, () => random.below(BATCHES)));
    let following: Promise<() => void> | undefined;
    let wantedSeq = 0;
    let timeMs = NOON;
    for (let at = 0; at < BATCHES; at++) {
      timeMs += random.below(2 * MINUTE);
      const commands: MadeCommand[] = Array.from({ length: random.below(3) + 1 }, () => ({
        timeMs,
        trades: Array.from({ length: random.below(3) }, () => {
          const [priceTicks, quantityLots] = [600_000 + random.below(500), 1 + random.below(90)];
          const marketId = random.below(markets.length);
          return { marketId, priceTicks, quantityLots, quoteUnits: priceTicks * quantityLots };
        }),
      }));
      const batch = maker.batch(...commands);
      const isFirst = random.chance(0.5);
      if (isFirst) gateway.deliver(batch);
      main.deliver(batch);
      if (!isFirst) gateway.deliver(batch);
      if (at === followAt)
        following = copy.follow(gateway, (seq) => {
          wantedSeq = seq;
          return asked.promise;
        });
      if (at === answerAt) {
        expect(store.asOfSeq).toBeGreaterThanOrEqual(wantedSeq);
        asked.resolve(structuredClone(store.copy()));
        await following;
      }
      if (historyAt.has(at)) {
        const missing = store.missingHistory.find((each) => !store.isShown(each));
        if (missing !== undefined)
          await store.showHistory(missing, historyOf(missing.period, NOON, 1 + random.below(300)), timeMs);
      }
      if (at > answerAt && at % 300 === 0) expectSame(copy, store);
    }
    expectSame(copy, store);
    const stop = await following;
    stop?.();
    const before = copy.dayStatistics(0);
    gateway.deliver(
      maker.batch({ timeMs, trades: [{ marketId: 0, priceTicks: 1, quantityLots: 1, quoteUnits: 1 }] }),
    );
    expect(copy.dayStatistics(0)).toEqual(before);
  }
});
