import { PERIOD_MS, PERIODS, type Period } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import { SERIES_CAPACITY } from "@candor/server/config/chart-bars";
import { type Bar, priceChange } from "@candor/server/market/prices/kline-bar";
import { fillEmptyBars, foldBars, periodOpenMs } from "@candor/server/market/prices/kline-fold";
import { KlineSeries } from "@candor/server/market/prices/kline-series";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ChartTrade, foldTrades } from "../support/feeds/fold-trades.ts";

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 0, 7, 12, 0, 0);

let tradeId = 0;

/** Takers buy at even prices and sell at odd ones. */
function trade(timeMs: number, price: number, volume = 1n, labelled = false): ChartTrade {
  const priceE8 = price as PriceE8;
  const takerSide = price % 2 === 0 ? "buy" : "sell";
  tradeId++;
  return {
    timeMs,
    priceE8,
    volumeE8: volume,
    quoteVolumeE8: volume * BigInt(price),
    labelled,
    takerSide,
    tradeId,
  };
}

test("FEED-08 a bar opens with its first trade, closes with its last and is keyed by its open time", () => {
  const firstId = tradeId + 1;
  const [bar, ...none] = chart("1min", [
    trade(NOON + 1, 100, 2n),
    trade(NOON + 20_000, 130, 3n, true),
    trade(NOON + 40_000, 91, 5n),
    trade(NOON + 59_999, 110, 7n),
  ]);
  expect(none).toEqual([]);
  expect(bar).toEqual({
    openTimeMs: NOON,
    openE8: 100,
    highE8: 130,
    lowE8: 91,
    closeE8: 110,
    volumeE8: 17n,
    quoteVolumeE8: 200n + 390n + 455n + 770n,
    labelledVolumeE8: 3n,
    buyVolumeE8: 12n,
    buyQuoteVolumeE8: 200n + 390n + 770n,
    trades: 4,
    firstTradeId: firstId,
    lastTradeId: firstId + 3,
  });
});

test("FEED-08 an empty minute repeats the previous close at zero volume, and no bar precedes the first trade", () => {
  const bars = chart("1min", [trade(NOON + 30_000, 100), trade(NOON + 3 * MINUTE, 120)]);
  expect(bars.map((bar) => bar.openTimeMs)).toEqual([0, 1, 2, 3].map((minute) => NOON + minute * MINUTE));
  for (const empty of bars.slice(1, 3))
    expect(empty).toMatchObject({
      openE8: 100,
      highE8: 100,
      lowE8: 100,
      closeE8: 100,
      volumeE8: 0n,
      trades: 0,
    });
  expect(bars[3]).toMatchObject({ openE8: 120, lowE8: 120 });
  expect(chart("1min", [])).toEqual([]);
});

test("FEED-08 weeks start on Monday, days at midnight, all in UTC", () => {
  const wednesday = Date.UTC(2026, 0, 7, 15, 42, 1);
  expect(new Date(periodOpenMs("1week", wednesday)).toUTCString()).toBe("Mon, 05 Jan 2026 00:00:00 GMT");
  expect(periodOpenMs("1week", Date.UTC(2026, 0, 5))).toBe(Date.UTC(2026, 0, 5));
  expect(periodOpenMs("1week", Date.UTC(2026, 0, 5) - 1)).toBe(Date.UTC(2025, 11, 29));
  expect(periodOpenMs("1day", wednesday)).toBe(Date.UTC(2026, 0, 7));
  expect(periodOpenMs("4hour", wednesday)).toBe(Date.UTC(2026, 0, 7, 12));
});

test("FEED-08 empty bars fill up to the period that is asked for, and not further", () => {
  const [bar] = chart("5min", [trade(NOON, 100)]);
  if (bar === undefined) throw new Error("no bar");
  const filled = fillEmptyBars("5min", [bar], NOON + 15 * MINUTE);
  expect(filled.map((each) => each.openTimeMs - NOON)).toEqual([0, 5 * MINUTE, 10 * MINUTE]);
});

/** Returns the bars that a chart builds from trades. */
function chart(period: Period, trades: readonly ChartTrade[]): Bar[] {
  const series = new KlineSeries(period);
  for (const each of trades) {
    const { timeMs, priceE8, volumeE8, quoteVolumeE8 } = each;
    const bought = each.takerSide === "buy";
    series.change(timeMs, {
      ...priceChange(priceE8),
      volumeE8,
      quoteVolumeE8,
      labelledVolumeE8: each.labelled ? volumeE8 : 0n,
      buyVolumeE8: bought ? volumeE8 : 0n,
      buyQuoteVolumeE8: bought ? quoteVolumeE8 : 0n,
      trades: 1,
      firstTradeId: each.tradeId,
      lastTradeId: each.tradeId,
    });
  }
  return series.range(Number.POSITIVE_INFINITY, SERIES_CAPACITY);
}

test("FEED-08 the chart of any trades is that of the plain rules, directly and by way of the finer period", () => {
  const seed = Date.now() % 1_000_000;
  process.stdout.write(`klines: seed ${seed}\n`);
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 40_000_000 }), fc.integer({ min: 1, max: 1_000_000 })),
    {
      minLength: 1,
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(steps, fc.constantFrom(...PERIODS), (made, period) => {
      let timeMs = NOON;
      const trades = made.map(([afterMs, price]) => {
        timeMs += afterMs;
        return trade(timeMs, price, BigInt(price % 97), price % 2 === 0);
      });
      const plain = foldTrades(period, trades).slice(-SERIES_CAPACITY);
      expect(chart(period, trades)).toEqual(plain);
      const finer = PERIODS[PERIODS.indexOf(period) - 1] ?? "1min";
      expect(foldBars(period, foldTrades(finer, trades)).slice(-SERIES_CAPACITY)).toEqual(plain);
      for (const [index, bar] of plain.entries())
        expect(bar.openTimeMs).toBe((plain[0]?.openTimeMs ?? 0) + index * PERIOD_MS[period]);
    }),
    { seed, numRuns: 100 },
  );
});
