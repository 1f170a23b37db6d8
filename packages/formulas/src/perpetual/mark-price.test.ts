import { expect, test } from "vitest";
import { boundedPremiumPpm, fundingRatePpm } from "./funding.ts";
import { boundedBasisE8, boundedTermE8, markTicksOf, maxMarkBoundPpm } from "./mark-price.ts";

const E8 = 100_000_000;

test("MARK-01 the bound leaves a position some equity after one hidden move of the mark and one funding payment", () => {
  for (let maintenancePpm = 1; maintenancePpm < 500_000; maintenancePpm += 7) {
    const bound = maxMarkBoundPpm(maintenancePpm) / 1_000_000;
    const rate = maintenancePpm / 1_000_000;
    // Per coin at an index of 1: the mark at its lowest, so that the maintenance is smallest, and the funding at its
    // highest.
    const left = rate * (1 - bound) - bound - bound * (1 + bound);
    expect(left, `${maintenancePpm} ppm`).toBeGreaterThan(0);
  }
  expect([4_000, 7_000, 25_000, 200_000].map(maxMarkBoundPpm)).toEqual([1_600, 2_800, 10_000, 10_000]);
});

test.each([
  [60_010, 60_000, 1, 60_010],
  [60_200, 60_000, 1, 60_096],
  [1, 60_000, 1, 59_904],
  // Whole ticks toward the index, so that rounding never moves the mark further away.
  [60_200, 60_000, 50, 60_050],
  [59_800, 60_000, 50, 59_950],
  // No whole tick within the bound: uses the index.
  [70_000, 60_500, 1_000, 60_500],
  [10, 60_500, 1_000, 60_500],
])("MARK-01 a term of %i at an index of %i and ticks of %i counts as %i", (term, index, tick, counted) => {
  expect(boundedTermE8(term * E8, index * E8, 1_600, tick * E8)).toBe(counted * E8);
});

test("MARK-01 no terms make a mark farther from the index than bound and nearest tick", () => {
  for (const tickE8 of [1, 7 * E8, 33 * E8, 1_000 * E8])
    for (const index of [59_999, 60_000, 60_017]) {
      const terms = [1, 2 * index].map((term) => boundedTermE8(term * E8, index * E8, 1_600, tickE8));
      for (const term of terms) {
        const mark =
          markTicksOf({ fundingTermE8: term, basisTermE8: term, lastTermE8: term }, tickE8) * tickE8;
        expect(Math.abs(mark - index * E8)).toBeLessThanOrEqual(Math.max(index * E8 * 0.0016, tickE8 / 2));
      }
    }
});

test("MARK-01 a sample and a premium are bounded, and so is the rate that only they make", () => {
  expect(boundedBasisE8(5_000 * E8, 60_000 * E8, 1_600)).toBe(96 * E8);
  expect(boundedBasisE8(-5_000 * E8, 60_000 * E8, 1_600)).toBe(-96 * E8);
  expect(boundedPremiumPpm(96 * E8, 40_000 * E8, 1_600)).toBe(1_600);
  for (let premium = -1_600; premium <= 1_600; premium += 50)
    expect(Math.abs(fundingRatePpm(premium, 100, 20_000))).toBeLessThanOrEqual(1_600);
});
