import fc from "fast-check";
import { expect, test } from "vitest";
import { feeInVenueFavour, payoutInVenueFavour } from "./rounding.ts";

const PPM = 1_000_000n;
const amount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const rate = fc.integer({ min: 0, max: 1_000_000 });

test("MONEY-03 a fee is rounded up and a payout down, each to the venue's favour, for every amount and rate", () => {
  expect(feeInVenueFavour(1, 1)).toBe(1);
  expect(feeInVenueFavour(1_000_000, 1_000)).toBe(1_000);
  expect(feeInVenueFavour(1_000_001, 1_000)).toBe(1_001);
  expect(feeInVenueFavour(0, 1_000)).toBe(0);
  expect(feeInVenueFavour(5, 0)).toBe(0);
  expect(payoutInVenueFavour(999, 1_000)).toBe(0);
  fc.assert(
    fc.property(amount, rate, (units, ppm) => {
      const product = BigInt(units) * BigInt(ppm);
      expect(BigInt(feeInVenueFavour(units, ppm))).toBe((product + PPM - 1n) / PPM);
      expect(BigInt(payoutInVenueFavour(units, ppm))).toBe(product / PPM);
    }),
    { numRuns: 2_000 },
  );
});

test("MONEY-03 a fee never exceeds its base amount", () => {
  fc.assert(
    fc.property(amount, rate, (units, ppm) => {
      expect(feeInVenueFavour(units, ppm)).toBeLessThanOrEqual(units);
    }),
  );
});
