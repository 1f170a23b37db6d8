import { expect, test } from "vitest";
import { percentRange } from "../scale/percent-range.ts";
import { comparedPoints } from "./comparison.ts";

const bars = [100, 110, 120, 90].map((close, index) => ({ timestamp: index * 60_000, close }));

test("CHART-16 a compared market is drawn at the price with the same change in percent", () => {
  const closes = new Map([
    [0, 5],
    [60_000, 6],
    [180_000, 4],
  ]);
  // The third bar is missing there, so it keeps the price before.
  expect(comparedPoints(bars, closes, 0, 4, 100)).toEqual([
    { index: 0, asPrice: 100, percent: 0 },
    { index: 1, asPrice: 120, percent: expect.closeTo(20, 10) },
    { index: 2, asPrice: 120, percent: expect.closeTo(20, 10) },
    { index: 3, asPrice: 80, percent: expect.closeTo(-20, 10) },
  ]);
  // The first bar in view is the base.
  expect(comparedPoints(bars, closes, 1, 4, 110).map(({ percent }) => percent)).toEqual([
    0,
    0,
    expect.closeTo(-100 / 3, 10),
  ]);
});

test("CHART-16 a market that starts later starts at the chart's change at that time; one without bars has no line", () => {
  const later = new Map([
    [120_000, 8],
    [180_000, 4],
  ]);
  expect(comparedPoints(bars, later, 0, 4, 100).map(({ index, asPrice }) => [index, asPrice])).toEqual([
    [2, 120],
    [3, 60],
  ]);
  expect(comparedPoints(bars, new Map(), 0, 4, 100)).toEqual([]);
  expect(comparedPoints(bars, later, -3, 99, 100)).toHaveLength(2);
});

test("CHART-16 the axis counts in percent of the first bar in view", () => {
  expect(percentRange(90, 120, 100)).toMatchObject({
    from: 90,
    to: 120,
    displayFrom: expect.closeTo(-10, 10),
    displayTo: expect.closeTo(20, 10),
    realRange: expect.closeTo(30, 10),
  });
});
