import fc from "fast-check";
import { expect, test } from "vitest";
import { agreeingPrices, indexE8Of, isWithinStep } from "./index-price.ts";

const BOUND_PPM = 30_000;

/** Returns the prices that agree, lowest first; undefined when disputed. */
function agreeing(...prices: number[]): number[] | undefined {
  const found = agreeingPrices(Float64Array.from(prices).sort(), BOUND_PPM);
  return found && [...found];
}

test("INDEX-01 two sources agree up to the bound, measured from either, and are disputed beyond it", () => {
  expect(agreeing(10_000)).toEqual([10_000]);
  expect(agreeing(10_000, 10_300)).toEqual([10_000, 10_300]);
  expect(agreeing(10_000, 10_310)).toBeUndefined();
  expect(agreeing(60_000, 30_000)).toBeUndefined();
});

test("INDEX-02 of three or more sources an outlier is cut while more than half agree", () => {
  expect(agreeing(10_000, 10_010, 20_000)).toEqual([10_000, 10_010]);
  expect(agreeing(10_000, 10_010, 1)).toEqual([10_000, 10_010]);
  expect(agreeing(10_000, 10_010, 1, 2 ** 52)).toBeUndefined();
  expect(agreeing(10_000, 10_010, 10_020, 1, 2 ** 52)).toEqual([10_000, 10_010, 10_020]);
  // The worst is cut first, so that it does not take a good one with it.
  expect(agreeing(10_000, 10_350, 10_500)).toEqual([10_350, 10_500]);
});

test("INDEX-02 without a majority, or when the wrong source cannot be identified, the index is disputed", () => {
  expect(agreeing(10_000, 10_001, 20_000, 20_001)).toBeUndefined();
  expect(agreeing(10_000, 20_000, 40_000)).toBeUndefined();
  expect(agreeing(10_000, 10_500, 11_000)).toBeUndefined();
});

test("INDEX-02 a minority at any price moves the index by no more than the honest ones are apart and the clamp", () => {
  const honest = fc.array(fc.integer({ min: 1_000_000, max: 1_010_000 }), { minLength: 2, maxLength: 6 });
  const price = fc.integer({ min: 1, max: 2 ** 52 });
  fc.assert(
    fc.property(honest, fc.array(price, { maxLength: 5 }), (good, bad) => {
      const found = agreeing(...good, ...bad.slice(0, good.length - 1));
      if (found === undefined) return;
      const index = indexE8Of(found);
      expect(index).toBeGreaterThanOrEqual(1_000_000 * 0.96);
      expect(index).toBeLessThanOrEqual(1_010_000 * 1.04);
    }),
    { numRuns: 2_000 },
  );
});

test("INDEX-03 a step is measured by the smaller of two prices, and exact for the largest", () => {
  expect(isWithinStep(10_000, 11_000, 100_000)).toBe(true);
  expect(isWithinStep(11_000, 10_000, 100_000)).toBe(true);
  expect(isWithinStep(10_000, 11_001, 100_000)).toBe(false);
  expect(isWithinStep(10_000, 2 ** 52, 1_000_000)).toBe(false);
  expect(isWithinStep(2 ** 52, 1, 1_000_000)).toBe(false);
});
