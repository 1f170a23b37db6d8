import { expect, test } from "vitest";
import {
  channelSides,
  durationParts,
  lineThrough,
  measure,
  rayThrough,
  retracement,
  shownPart,
  shownSpan,
} from "./geometry.ts";

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

test("CHART-10 of a line whose ends are far away only the part on the canvas is drawn, with its dashes in place", () => {
  const inside = [at(10, 10), at(90, 40)] as const;
  expect(shownPart(inside, SIZE, 9)).toEqual(inside);
  // From a million pixels on the left and rising: it enters 10 pixels before the canvas, at a multiple of 9 from its start.
  const [from, to] = shownPart([at(-999_990, 20), at(2_000_000, 20)], SIZE, 9) ?? [];
  expect([from, to]).toEqual([at(-18, 20), at(110, 20)]);
  // The same line in the other direction, and a slope of 3 to 4.
  expect(shownPart([at(110, 20), at(-2_000_000, 20)], SIZE, 9)).toEqual([at(110, 20), at(-10, 20)]);
  expect(shownPart([at(-4_000, -3_000), at(50, 37.5)], SIZE, 5)).toEqual([at(-12, -9), at(50, 37.5)]);
  for (const outside of [
    [at(-500, 10), at(-100, 40)],
    [at(20, -90), at(20, -20)],
    [at(-50, 70), at(150, 61)],
  ] as const)
    expect(shownPart(outside, SIZE, 9)).toBeUndefined();
  // Sides of a rectangle: 999,980 pixels are 111,108 dashes of 9 and 8 more.
  expect(shownSpan(20, 80, 100, 9)).toEqual([20, 80]);
  expect(shownSpan(-999_990, 80, 100, 9)).toEqual([-18, 80]);
  expect(shownSpan(20, 1_000_010, 100, 9)).toEqual([20, 110]);
  expect([shownSpan(-90, -11, 100, 9), shownSpan(111, 500, 100, 9)]).toEqual([undefined, undefined]);
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
