import { expect, test } from "vitest";
import { NEVER, PriceIndex } from "./price-index.ts";

const T = 1_000_000;

/** The index of these sources, all just heard. */
function indexOf(...prices: number[]): number {
  const index = new PriceIndex();
  prices.forEach((price, source) => {
    index.observe(source, price, T, T);
  });
  index.compute(T, 1);
  return index.valueE8;
}

test("CORE-06 the index of one source is its price, of two their mean, floored", () => {
  expect(indexOf(64_000)).toBe(64_000);
  expect(indexOf(64_000, 64_001)).toBe(64_000);
  expect(indexOf(64_000, 64_002)).toBe(64_001);
});

test("CORE-06 each source is clamped to half a percent of the median before the mean is taken", () => {
  expect(indexOf(10_000, 10_000, 20_000)).toBe(10_016);
  expect(indexOf(10_000, 10_000, 1)).toBe(9_983);
  expect(indexOf(9_000, 10_000, 11_000)).toBe(10_000);
  expect(indexOf(10_000, 10_020, 10_030, 99_999)).toBe(10_031);
});

test("CORE-06 the largest prices are still exact", () => {
  const most = 2 ** 52;
  expect(indexOf(...Array.from({ length: 32 }, () => most))).toBe(most);
  expect(indexOf(most, most - 2)).toBe(most - 1);
});

test("CORE-06 a source is fresh for ten seconds of journal time and not a millisecond longer", () => {
  const index = new PriceIndex();
  index.observe(0, 100, T, T);
  index.observe(1, 102, T + 4_000, T + 4_000);
  expect(index.compute(T + 10_000, 2)).toBe(true);
  expect([index.valueE8, index.freshSources, index.staleAtMs]).toEqual([101, 2, T + 10_001]);
  expect(index.compute(T + 10_001, 2)).toBe(true);
  expect([index.valueE8, index.freshSources, index.staleAtMs]).toEqual([0, 1, T + 14_001]);
  expect(index.compute(T + 14_001, 2)).toBe(true);
  expect([index.valueE8, index.freshSources, index.staleAtMs]).toEqual([0, 0, NEVER]);
});

test("CORE-06 nothing is said to change when value and number of sources stay", () => {
  const index = new PriceIndex();
  index.observe(0, 100, T, T);
  expect(index.compute(T, 1)).toBe(true);
  index.observe(0, 100, T + 1_000, T + 1_000);
  expect(index.compute(T + 1_000, 1)).toBe(false);
});

test("CORE-06 older news than the source's last is dropped, and news from the future counts as of now", () => {
  const index = new PriceIndex();
  index.observe(0, 100, T, T);
  index.observe(0, 90, T - 1, T);
  index.compute(T, 1);
  expect(index.valueE8).toBe(100);
  index.observe(0, 110, T + 60_000, T);
  index.compute(T + 10_000, 1);
  expect(index.valueE8).toBe(110);
  index.compute(T + 10_001, 1);
  expect(index.valueE8).toBe(0);
});
