import { expect, test } from "vitest";
import { NEVER, PriceIndex } from "./price-index.ts";

const T = 1_000_000;

/** The index of these sources, all fresh. */
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

test("CORE-06 no change is emitted when value and number of sources stay the same", () => {
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

const BOUNDS = { deviationPpm: 30_000, stepPpm: 100_000 };

/** An index under the rules with bounds. `say` makes one observation and returns the result. */
function bounded(minSources: number) {
  const index = new PriceIndex();
  const observe = (atMs: number, source: number, price: number): readonly (number | boolean)[] => {
    index.observe(source, price, atMs, atMs);
    index.compute(atMs, minSources, BOUNDS);
    return [index.valueE8, index.isDisputed];
  };
  return { index, observe };
}

test("INDEX-01 disagreeing sources leave no index, reported as disputed and not stale, until they agree", () => {
  const { index, observe } = bounded(2);
  expect(observe(T, 0, 10_000)).toEqual([0, false]);
  expect(observe(T, 1, 10_010)).toEqual([10_005, false]);
  expect(observe(T + 1, 1, 5_000)).toEqual([0, true]);
  expect(index.freshSources).toBe(2);
  expect(observe(T + 2, 1, 10_020)).toEqual([10_010, false]);
  // One becomes stale while they disagree, which changes the reason.
  observe(T + 3, 1, 5_000);
  index.compute(T + 10_003, 2, BOUNDS);
  expect([index.valueE8, index.isDisputed, index.freshSources]).toEqual([0, false, 1]);
});

test("INDEX-02 an outlier is cut, also where enough sources are required", () => {
  const { index, observe } = bounded(2);
  observe(T, 0, 10_000);
  observe(T, 1, 10_010);
  expect(observe(T, 2, 5_000)).toEqual([10_005, false]);
  expect([index.isCut(5_000), index.isCut(10_000), index.isCut(10_010)]).toEqual([true, false, false]);
  const three = bounded(3);
  three.observe(T, 0, 10_000);
  three.observe(T, 1, 10_010);
  expect(three.observe(T, 2, 5_000)).toEqual([0, true]);
});

test("INDEX-03 a crash goes through with the first observation that confirms it", () => {
  const two = bounded(2);
  two.observe(T, 0, 10_000);
  two.observe(T, 1, 10_010);
  expect(two.observe(T + 100, 0, 6_000)).toEqual([0, true]);
  expect(two.observe(T + 200, 1, 6_010)).toEqual([6_005, false]);
  const three = bounded(2);
  for (const source of [0, 1, 2]) three.observe(T, source, 10_000);
  expect(three.observe(T + 100, 0, 6_000)).toEqual([10_000, false]);
  expect(three.observe(T + 200, 1, 6_010)).toEqual([6_005, false]);
  expect(three.observe(T + 300, 2, 6_020)).toEqual([6_010, false]);
});

test("INDEX-03 a single source that jumps is held for half a minute of repeating it; back at its price it counts at once", () => {
  const { observe } = bounded(1);
  expect(observe(T, 0, 10_000)).toEqual([10_000, false]);
  expect(observe(T + 1_000, 0, 9_100)).toEqual([9_100, false]);
  expect(observe(T + 2_000, 0, 4_500)).toEqual([0, true]);
  expect(observe(T + 4_000, 0, 9_100)).toEqual([9_100, false]);
  expect(observe(T + 6_000, 0, 4_500)).toEqual([0, true]);
  // It drifts, but by less than a jump.
  for (let second = 8; second < 36; second += 2)
    expect(observe(T + second * 1_000, 0, 4_400)).toEqual([0, true]);
  expect(observe(T + 35_999, 0, 4_450)).toEqual([0, true]);
  expect(observe(T + 36_000, 0, 4_450)).toEqual([4_450, false]);
});

test("INDEX-03 a second jump, or a silence, begins the half minute again", () => {
  const { index, observe } = bounded(1);
  observe(T, 0, 10_000);
  observe(T + 1_000, 0, 5_000);
  observe(T + 20_000, 0, 2 ** 52);
  expect(observe(T + 31_000, 0, 2 ** 52)).toEqual([0, true]);
  observe(T + 32_000, 0, 5_000);
  index.compute(T + 42_001, 1, BOUNDS);
  expect([index.freshSources, index.isDisputed]).toEqual([0, false]);
  expect(observe(T + 70_000, 0, 5_000)).toEqual([0, true]);
  expect(observe(T + 100_000, 0, 5_000)).toEqual([5_000, false]);
});

test("INDEX-03 a single remaining source cannot move the index by more than a step at once", () => {
  const { index, observe } = bounded(1);
  observe(T, 0, 10_000);
  observe(T + 5_000, 1, 5_000);
  expect(index.isDisputed).toBe(true);
  index.compute(T + 10_001, 1, BOUNDS);
  expect([index.valueE8, index.isDisputed, index.freshSources]).toEqual([0, true, 1]);
});

test("INDEX-04 without bounds, as under older rules, sources that disagree make their middle and a jump counts", () => {
  const index = new PriceIndex();
  index.observe(0, 10_000, T, T);
  index.observe(1, 5_000, T, T);
  index.compute(T, 2);
  expect([index.valueE8, index.isDisputed]).toEqual([7_500, false]);
});

test("INDEX-03 many small steps of a single source get no further in ten seconds than one large one", () => {
  const { observe } = bounded(1);
  observe(T, 0, 10_000);
  expect(observe(T + 250, 0, 9_500)).toEqual([9_500, false]);
  expect(observe(T + 500, 0, 9_100)).toEqual([9_100, false]);
  expect(observe(T + 750, 0, 8_700)).toEqual([0, true]);
  expect(observe(T + 1_000, 0, 9_200)).toEqual([9_200, false]);
  // At this pace half a minute would be a crash; over minutes it is normal.
  expect(observe(T + 10_000, 0, 9_100)).toEqual([9_100, false]);
  expect(observe(T + 12_000, 0, 8_700)).toEqual([8_700, false]);
});
