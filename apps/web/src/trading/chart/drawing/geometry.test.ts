import { expect, test } from "vitest";
import { channelSides, durationParts, lineThrough, measure, rayThrough, retracement } from "./geometry.ts";

const SIZE = { width: 100, height: 50 };
const at = (x: number, y: number) => ({ x, y });

test("CHART-10 rays and lines end at the edges of the chart", () => {
  expect(rayThrough(at(10, 10), at(20, 20), SIZE)).toEqual([at(10, 10), at(100, 100)]);
  expect(rayThrough(at(20, 20), at(10, 10), SIZE)).toEqual([at(20, 20), at(0, 0)]);
  expect(rayThrough(at(30, 20), at(30, 10), SIZE)).toEqual([at(30, 20), at(30, 0)]);
  expect(rayThrough(at(30, 20), at(30, 40), SIZE)).toEqual([at(30, 20), at(30, 50)]);
  expect(lineThrough(at(10, 10), at(20, 10), SIZE)).toEqual([at(0, 10), at(100, 10)]);
  expect(lineThrough(at(30, 20), at(30, 40), SIZE)).toEqual([at(30, 0), at(30, 50)]);
});

test("CHART-10 a channel's sides are parallel and span the same times", () => {
  // The slope is 1; at x = 20 the base is at 20, so the parallel through (20, 32) is 12 lower.
  const { base, parallel, middle } = channelSides(at(10, 10), at(30, 30), at(20, 32));
  expect([base, parallel, middle]).toEqual([
    [at(10, 10), at(30, 30)],
    [at(10, 22), at(30, 42)],
    [at(10, 16), at(30, 36)],
  ]);
});

test("CHART-10 a retracement goes from the end of a move back to its start", () => {
  const prices = Object.fromEntries(retracement(100, 200).map(({ ratio, price }) => [ratio, price]));
  expect(prices).toMatchObject({ 0: 200, 0.236: 176.4, 0.5: 150, 0.618: 138.2, 1: 100 });
});

test("CHART-10 a measurement has price, percent, bars and time with their signs", () => {
  const from = { timeMs: 3_600_000, price: 200, bar: 4 };
  expect(measure(from, { timeMs: 0, price: 150, bar: 0 })).toEqual({
    price: -50,
    percent: -25,
    bars: -4,
    timeMs: -3_600_000,
  });
  expect(measure({ ...from, price: 0 }, from).percent).toBeUndefined();
  expect(durationParts(-(86_400_000 * 2 + 3_600_000 * 5 + 60_000 * 7 + 8_000))).toEqual({
    days: 2,
    hours: 5,
    minutes: 7,
    seconds: 8,
  });
});
