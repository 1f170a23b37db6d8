import { expect, test } from "vitest";
import { averageTrueRange } from "./average-true-range.ts";
import { heikinAshi } from "./heikin-ashi.ts";
import { ichimoku } from "./ichimoku.ts";
import { superTrend } from "./super-trend.ts";
import { volumeWeightedPrice } from "./volume-weighted-price.ts";

const bar = (high: number, low: number, close: number) => ({ high, low, close });

test("CHART-14 the average true range is Wilder's, by hand", () => {
  // True ranges: 4 (no close before), max(3, |12-10|, |9-10|) = 3, max(2, |15-12|, |13-12|) = 3, max(6, |14-14|, |8-14|) = 6.
  const bars = [bar(12, 8, 10), bar(12, 9, 12), bar(15, 13, 14), bar(14, 8, 9)];
  // (4 + 3) / 2 = 3.5, (3.5 + 3) / 2 = 3.25, (3.25 + 6) / 2 = 4.625
  expect(averageTrueRange(bars, 2)).toEqual([undefined, 3.5, 3.25, 4.625]);
  expect(averageTrueRange(bars, 5)).toEqual([undefined, undefined, undefined, undefined]);
  expect(averageTrueRange([], 2)).toEqual([]);
});

test("CHART-14 SuperTrend holds its band and turns at a close beyond it, by hand", () => {
  // Period 1: the average is the true range itself.
  const bars = [
    bar(12, 8, 10),
    bar(14, 12, 14),
    bar(15, 13, 14),
    bar(14, 7, 8),
    bar(9, 7, 8),
    bar(30, 8, 29),
  ];
  // Ranges 4, 4, 2, 7, 2, 22; middles 10, 13, 14, 10.5, 8, 19; lower bands 6, 9, 12, 3.5, ...: it only rises.
  expect(superTrend(bars, 1, 1)).toEqual([
    { up: 6 },
    { up: 9 },
    { up: 12 },
    // The close of 8 is below 12: down. The upper band has not risen from 14 since the first bar.
    { down: 14 },
    // 8 + 2 = 10 is lower.
    { down: 10 },
    // The close of 29 is above 10: up; the lower band is 19 - 22 = -3, but 6 from the bar before holds.
    { up: 6 },
  ]);
});

test("CHART-14 Ichimoku has the middles of its periods; spans lead and the close lags, by hand", () => {
  const bars = [bar(10, 8, 9), bar(14, 10, 13), bar(12, 6, 7), bar(9, 7, 8)];
  const periods = { conversion: 1, base: 2, span: 3, displacement: 2 };
  // Middles of 1: 9, 12, 9, 8. Of 2: (14+8)/2 = 11, (14+6)/2 = 10, (12+6)/2 = 9. Of 3: (14+6)/2 = 10, (14+6)/2 = 10.
  expect(ichimoku(bars, periods)).toEqual([
    { tenkan: 9, chikou: 7 },
    { tenkan: 12, kijun: 11, chikou: 8 },
    { tenkan: 9, kijun: 10 },
    // Two bars before: (12 + 11) / 2.
    { tenkan: 8, kijun: 9, spanA: 11.5 },
    // Bars to come.
    { spanA: 9.5, spanB: 10 },
    { spanA: 8.5, spanB: 10 },
  ]);
  expect(ichimoku([], periods)).toEqual([]);
  // The usual periods find the same extremes as a search through every window.
  const many = Array.from({ length: 300 }, (_, at) => {
    const close = 100 + 20 * Math.sin(at / 9) + 7 * Math.sin(at * at);
    return bar(close + 2, close - 3, close);
  });
  const window = many.slice(200 - 51, 201);
  const middle =
    (Math.max(...window.map(({ high }) => high)) + Math.min(...window.map(({ low }) => low))) / 2;
  const usual = ichimoku(many, { conversion: 9, base: 26, span: 52, displacement: 26 });
  expect(usual[226]?.spanB).toBe(middle);
  expect(usual).toHaveLength(326);
});

test("CHART-14 the volume-weighted price starts again with each session, by hand", () => {
  const at = (time: string, price: number, volume: number) => ({
    timestamp: Date.parse(time),
    ...bar(price + 1, price - 1, price),
    volume,
  });
  const hours = [
    at("2026-11-27T22:00:00Z", 10, 1),
    at("2026-11-27T23:00:00Z", 20, 3),
    at("2026-11-28T00:00:00Z", 40, 0),
    at("2026-11-28T01:00:00Z", 30, 2),
  ];
  // (10 × 1 + 20 × 3) / 4 = 17.5; the new day has no volume at first.
  expect(volumeWeightedPrice(hours)).toEqual([10, 17.5, undefined, 30]);
  const days = [
    at("2026-11-29T00:00:00Z", 10, 1),
    at("2026-11-30T00:00:00Z", 20, 1),
    at("2026-12-01T00:00:00Z", 8, 1),
  ];
  expect(volumeWeightedPrice(days)).toEqual([10, 15, 8]);
});

test("CHART-15 Heikin-Ashi bars follow the middle of the body before, by hand", () => {
  const bars = [
    { open: 10, high: 14, low: 8, close: 12 },
    { open: 12, high: 13, low: 11, close: 12 },
    { open: 20, high: 22, low: 18, close: 20 },
  ];
  expect(heikinAshi(bars)).toEqual([
    { open: 11, close: 11, high: 14, low: 8 },
    { open: 11, close: 12, high: 13, low: 11 },
    // The low includes the open at 11.5.
    { open: 11.5, close: 20, high: 22, low: 11.5 },
  ]);
});
