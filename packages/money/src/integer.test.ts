import fc from "fast-check";
import { expect, test } from "vitest";
import {
  add,
  boundedMultiplyDivideCeil,
  boundedMultiplyDivideFloor,
  boundedProductRatioFloor,
  divideCeil,
  divideFloor,
  divideTowardsZero,
  InexactError,
  multiply,
  multiplyDivideCeil,
  multiplyDivideFloor,
  subtract,
} from "./integer.ts";

const MAX = Number.MAX_SAFE_INTEGER;
const safe = fc.maxSafeInteger();
const natural = fc.integer({ min: 0, max: MAX });
const divisor = fc.oneof(fc.integer({ min: 1, max: MAX }), fc.integer({ min: 1, max: 1_000_000 }));

const floorOf = (a: bigint, b: bigint): bigint => {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
};

test("MONEY-01 sums, differences and products are exact or throw", () => {
  expect([add(2, 3), subtract(2, 3), multiply(-4, 5)]).toEqual([5, -1, -20]);
  expect(add(MAX, 0)).toBe(MAX);
  expect(() => add(MAX, 1)).toThrow(InexactError);
  expect(() => subtract(-MAX, 1)).toThrow(InexactError);
  expect(() => multiply(94_906_267, 94_906_267)).toThrow(InexactError);
  expect(() => add(0.5, 1)).toThrow(InexactError);
  fc.assert(
    fc.property(safe, safe, (a, b) => {
      for (const [operation, exact] of [
        [add, BigInt(a) + BigInt(b)],
        [subtract, BigInt(a) - BigInt(b)],
        [multiply, BigInt(a) * BigInt(b)],
      ] as const) {
        if (exact >= -BigInt(MAX) && exact <= BigInt(MAX)) expect(BigInt(operation(a, b))).toBe(exact);
        else expect(() => operation(a, b)).toThrow(InexactError);
      }
    }),
  );
});

test("MONEY-02 a division names its rounding and is exact to the last unit", () => {
  expect([divideFloor(7, 2), divideFloor(-7, 2), divideCeil(7, 2), divideCeil(-7, 2)]).toEqual([
    3, -4, 4, -3,
  ]);
  expect(Object.is(divideCeil(-1, 2), 0)).toBe(true);
  expect([divideTowardsZero(7, 2), divideTowardsZero(-7, 2)]).toEqual([3, -3]);
  expect(Object.is(divideTowardsZero(-1, 2), 0)).toBe(true);
  fc.assert(
    fc.property(safe, divisor, (a, b) => {
      expect(BigInt(divideFloor(a, b))).toBe(floorOf(BigInt(a), BigInt(b)));
      expect(BigInt(divideCeil(a, b))).toBe(-floorOf(-BigInt(a), BigInt(b)));
      expect(BigInt(divideTowardsZero(a, b))).toBe(BigInt(a) / BigInt(b));
    }),
    { numRuns: 2_000 },
  );
});

test("MONEY-02 division is exact right below and at the multiples of the divisor, up to the largest integer", () => {
  for (const b of [3, 7, 10, 1_000_000, 99_999_989, MAX - 1, MAX]) {
    const k = Number(BigInt(MAX) / BigInt(b));
    for (const a of [k * b, k * b - 1, (k - 1) * b + 1, MAX]) {
      expect(BigInt(divideFloor(a, b)), `${a} / ${b}`).toBe(floorOf(BigInt(a), BigInt(b)));
      expect(BigInt(divideCeil(a, b)), `${a} / ${b}`).toBe(-floorOf(-BigInt(a), BigInt(b)));
      expect(BigInt(divideTowardsZero(-a, b)), `-${a} / ${b}`).toBe(-BigInt(a) / BigInt(b));
    }
  }
});

test("MONEY-02 a product may exceed the safe integers on the way to a quotient that does not", () => {
  fc.assert(
    fc.property(natural, fc.oneof(natural, divisor), divisor, (a, b, c) => {
      const product = BigInt(a) * BigInt(b);
      const floor = product / BigInt(c);
      const ceil = (product + BigInt(c) - 1n) / BigInt(c);
      if (floor <= BigInt(MAX)) expect(BigInt(multiplyDivideFloor(a, b, c))).toBe(floor);
      else expect(() => multiplyDivideFloor(a, b, c)).toThrow(InexactError);
      if (ceil <= BigInt(MAX)) expect(BigInt(multiplyDivideCeil(a, b, c))).toBe(ceil);
      else expect(() => multiplyDivideCeil(a, b, c)).toThrow(InexactError);
    }),
  );
});

test("MONEY-02 a ratio of products is exact even when intermediate values exceed 2^53", () => {
  fc.assert(
    fc.property(
      fc.array(fc.maxSafeNat(), { maxLength: 3 }),
      fc.array(fc.integer({ min: 1 }), { maxLength: 3 }),
      (up, down) => {
        const product = (values: readonly number[]) => values.reduce((all, value) => all * BigInt(value), 1n);
        const exact = product(up) / product(down);
        expect(boundedProductRatioFloor(up, down)).toBe(exact <= BigInt(MAX) ? Number(exact) : MAX);
      },
    ),
  );
});

test("MONEY-02 a bounded quotient is exact, or the largest safe integer where it would be larger", () => {
  const factor = fc.integer({ min: 0, max: MAX });
  fc.assert(
    fc.property(factor, factor, fc.integer({ min: 1, max: MAX }), (a, b, divisor) => {
      const [product, wide] = [BigInt(a) * BigInt(b), BigInt(divisor)];
      const bounded = (value: bigint): number => (value <= BigInt(MAX) ? Number(value) : MAX);
      expect(boundedMultiplyDivideFloor(a, b, divisor)).toBe(bounded(product / wide));
      expect(boundedMultiplyDivideCeil(a, b, divisor)).toBe(bounded((product + wide - 1n) / wide));
    }),
  );
});
