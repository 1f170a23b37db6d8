import { expect, test } from "vitest";
import { MirroredMarket } from "./market-data-mirror.ts";
import { MAX_RECENT_TRADES } from "./recent-trades.ts";
import { SecondCollector } from "./second-collector.ts";
import type { PublicTrade } from "./wire-trade.ts";

const LENGTH_MS = 5_000;

class Market {
  readonly mirrored = new MirroredMarket({
    kind: "spot",
    scale: { quoteUnitsPerTickLot: 1 },
  } as MirroredMarket["listed"]);
  private tradeId = 0;

  trade(timeMs: number, priceTicks: number): void {
    this.tradeId += 1;
    const trade = {
      tradeId: this.tradeId,
      marketTradeId: this.tradeId,
      seq: this.tradeId,
      timeMs,
      priceTicks,
      quantityLots: 2,
      takerSide: "buy",
    } as PublicTrade;
    this.mirrored.trades.add(trade);
    this.mirrored.lastTicks = priceTicks;
    for (const listener of this.mirrored.tradeListeners) listener(trade);
  }
}

test("CHART-25 the first bar has the trades from before the start; a bar without trades has the price before it", () => {
  const market = new Market();
  market.trade(9_000, 100);
  market.trade(10_500, 110);
  const seconds = new SecondCollector(market.mirrored, LENGTH_MS);
  seconds.start();
  expect(seconds.open()).toBeUndefined();
  expect(seconds.collect(12_000)).toMatchObject([{ openTimeMs: 5_000, closeTicks: 100, trades: 1 }]);
  expect(seconds.open()).toMatchObject({ openTimeMs: 10_000, openTicks: 110, trades: 1, lots: 2 });
  market.trade(13_000, 90);
  expect(seconds.open()).toMatchObject({ openTicks: 110, lowTicks: 90, closeTicks: 90, trades: 2, lots: 4 });
  expect(seconds.collect(14_999)).toEqual([]);
  // It became final only after its bar had ended: it counts toward the next one.
  expect(seconds.collect(20_001)).toMatchObject([
    { openTimeMs: 10_000, closeTicks: 90, trades: 2 },
    { openTimeMs: 15_000, openTicks: 90, closeTicks: 90, trades: 0 },
  ]);
  market.trade(19_999, 95);
  expect(seconds.collect(25_000)).toMatchObject([{ openTimeMs: 20_000, openTicks: 95, trades: 1 }]);
  seconds.stop();
  market.trade(26_000, 1);
  expect(seconds.open()).toMatchObject({ openTimeMs: 25_000, trades: 0 });
});

test("CHART-25 a bar whose first trades are not known is left out", () => {
  const market = new Market();
  for (let at = 0; at <= MAX_RECENT_TRADES; at++) market.trade(10_000 + at, 100 + at);
  const seconds = new SecondCollector(market.mirrored, LENGTH_MS);
  seconds.start();
  expect(seconds.collect(12_000)).toEqual([]);
  expect(seconds.open()).toBeUndefined();
  market.trade(15_000, 7);
  expect(seconds.collect(15_100)).toEqual([]);
  expect(seconds.open()).toMatchObject({ openTimeMs: 15_000, openTicks: 7, trades: 1 });
});
