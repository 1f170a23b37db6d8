import { expect, test } from "vitest";
import { scaleOf } from "./chart-scale.ts";
import { firstWeekday, weeksOf } from "./month-weeks.ts";

test("PNLW-01 a curve's scale holds all values between round lines, also without any change", () => {
  expect(scaleOf([0, 10_359])).toMatchObject({ low: 0, high: 15_000, decimals: 0 });
  expect(scaleOf([-13.1, 215.8]).ticks).toEqual([-100, 0, 100, 200, 300]);
  for (const values of [[5], [0, 0], [-3, -3], [0.001, 0.0012], [1e9, 1e9 + 1]]) {
    const { low, high, ticks } = scaleOf(values);
    expect(low).toBeLessThan(high);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThan(9);
    for (const value of values) {
      expect(value).toBeGreaterThanOrEqual(low);
      expect(value).toBeLessThanOrEqual(high);
    }
  }
});

test("PNLW-01 a month fills whole weeks, which begin on the language's day", () => {
  const monday = weeksOf("2026-01-01", "2026-01-31", 1);
  expect(monday).toHaveLength(5);
  expect(monday[0]).toEqual([null, null, null, "2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"]);
  const sunday = weeksOf("2026-02-01", "2026-02-28", 7);
  expect(sunday).toHaveLength(4);
  expect(sunday.flat()).not.toContain(null);
  expect(firstWeekday("de-DE")).toBe(1);
  expect(firstWeekday("en-US")).toBe(7);
});
