import { expect, test } from "vitest";
import { exponentOf, logarithmRange } from "./logarithm-range.ts";

test("CHART-15 the logarithmic axis shows prices, also below 1", () => {
  for (const [lowest, highest] of [
    [0.15, 0.16],
    [0.05, 20],
    [0.00001234, 0.00001299],
    [66_000, 67_000],
  ] as const) {
    const { realFrom, realTo, ...range } = logarithmRange(lowest, highest, 1e-8);
    expect(range).toMatchObject({ from: lowest, to: highest, displayFrom: lowest, displayTo: highest });
    expect(10 ** realFrom).toBeCloseTo(lowest, 8);
    expect(10 ** realTo).toBeCloseTo(highest, 8);
  }
});

test("CHART-15 equal changes in percent have equal heights on the logarithmic axis", () => {
  for (const price of [0.0001, 0.5, 1, 80_000]) {
    expect(exponentOf(price * 1.1) - exponentOf(price)).toBeCloseTo(Math.log10(1.1), 12);
  }
});

test("CHART-15 the logarithmic axis is not wider than the prices, unless they are flat", () => {
  // 0.1% of a price with one decimal fills the axis.
  expect(logarithmRange(67_000, 67_067, 0.1)).toMatchObject({ from: 67_000, to: 67_067 });
  const flat = logarithmRange(67_000, 67_000, 0.1);
  expect([flat.from, flat.to]).toEqual([expect.closeTo(66_999.6, 6), expect.closeTo(67_000.4, 6)]);
  // A flat price of one step stays above zero.
  const least = logarithmRange(0.01, 0.01, 0.01);
  expect(least.from).toBeGreaterThan(0);
  expect(least.realRange).toBeGreaterThan(0);
});

test("CHART-15 a line at or below zero leaves the logarithmic axis finite", () => {
  for (const lowest of [0, -50]) {
    const range = logarithmRange(lowest, 200, 0.01);
    expect(range.from).toBe(2);
    expect(Number.isFinite(range.realRange)).toBe(true);
  }
  expect(Number.isFinite(exponentOf(0))).toBe(true);
  expect(Number.isFinite(exponentOf(-3))).toBe(true);
});
