import { expect, test } from "vitest";
import { lineSegments, plotLine, separateTags, tickPoints } from "./line-plot.ts";

const NOW_MS = 1_000_000;
const line = [
  { atMs: NOW_MS - 300_000, price: 67_000 },
  { atMs: NOW_MS, price: 67_080 },
];

test("WEB-08 the end of a contract is in the picture, and never pushes the past out of it", () => {
  const short = plotLine(line, [67_040], NOW_MS, NOW_MS + 120_000);
  expect(short.x(NOW_MS - 300_000)).toBe(0);
  expect(short.x(NOW_MS + 120_000)).toBe(1);
  const long = plotLine(line, [67_040], NOW_MS, NOW_MS + 600_000);
  expect(long.x(NOW_MS)).toBe(0.5);
  expect(long.x(NOW_MS + 600_000)).toBeGreaterThan(1);
});

test("WEB-08 a strike far away is in the picture, between round prices", () => {
  const { y, gridPrices, gridDecimals } = plotLine(line, [66_900], NOW_MS);
  expect(y(67_080)).toBeGreaterThan(0);
  expect(y(66_900)).toBeLessThan(1);
  expect(gridPrices).toEqual([66_900, 66_950, 67_000, 67_050]);
  expect(gridDecimals).toBe(0);
  const cheap = plotLine([{ atMs: NOW_MS, price: 0.15797 }], [0.15802], NOW_MS);
  expect(cheap.gridDecimals).toBe(5);
});

test("WEB-08 minutes without any price leave a gap in the line", () => {
  const tick = (timeMs: number, price: string) => ({ timeMs, price });
  const points = [
    { atMs: 0, price: 99 },
    { atMs: 60_000, price: 100 },
    ...tickPoints([tick(240_000, "110"), tick(500_000, "111"), tick(500_500, "112")], 1_000_000),
  ];
  expect(lineSegments(points).map((segment) => segment.map(({ atMs }) => atMs))).toEqual([
    [0, 60_000],
    [240_000],
    [500_000, 500_500],
  ]);
  expect(lineSegments([])).toEqual([]);
});

test("OPT-24 kept ticks are points of the line up to those seen: no slope where the index stood still, none without an index", () => {
  const tick = (timeMs: number, price: string | null) => ({ timeMs, price });
  expect(
    tickPoints(
      [tick(0, "100"), tick(500, null), tick(900, "101"), tick(4_000, "99"), tick(5_000, "98")],
      5_000,
    ),
  ).toEqual([
    { atMs: 0, price: 100 },
    { atMs: 900, price: 101 },
    { atMs: 3_500, price: 101 },
    { atMs: 4_000, price: 99 },
  ]);
});

test("WEB-08 the strike's tag gives way to the price's, and stays on the scale", () => {
  expect(separateTags(0.5, 0.3, 0.1)).toBe(0.5);
  expect(separateTags(0.32, 0.3, 0.1)).toBeCloseTo(0.4);
  expect(separateTags(0.03, 0.05, 0.1)).toBeCloseTo(0.15);
});
