import { LIMITS } from "@candor/domain/limits";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import { expect, test } from "vitest";
import { NONE } from "./order-slab.ts";
import { PriceLadder } from "./price-ladder.ts";

const EDGES = [
  1,
  31,
  32,
  255,
  256,
  257,
  65_535,
  65_536,
  2 ** 24 - 1,
  2 ** 24,
  2 ** 24 + 1,
  LIMITS.maxPriceTicks - 1,
  LIMITS.maxPriceTicks,
];

function expectSorted(ladder: PriceLadder, sorted: readonly number[]): void {
  sorted.forEach((ticks, index) => {
    expect(ladder.above(ticks)).toBe(sorted[index + 1] ?? NONE);
    expect(ladder.below(ticks)).toBe(sorted[index - 1] ?? NONE);
  });
}

test("BOOK-03 the ladder walks over prices from one tick to the largest in order, both ways", () => {
  const ladder = new PriceLadder();
  for (const [index, ticks] of EDGES.toReversed().entries()) ladder.set(ticks, index + 1);
  expectSorted(ladder, EDGES);
  expect(EDGES.map((ticks) => ladder.get(ticks))).toEqual(EDGES.map((_, index) => EDGES.length - index));
  // Also from a price without a level.
  expect(ladder.above(100)).toBe(255);
  expect(ladder.below(100)).toBe(32);
  expect(ladder.above(1_000_000)).toBe(2 ** 24 - 1);
  expect(ladder.below(1_500_000_000)).toBe(2 ** 24 + 1);
  expect(ladder.get(100)).toBe(0);
});

test("BOOK-03 the ladder equals a sorted list while random prices are added and removed", () => {
  const seed = Date.now() % 2 ** 32;
  process.stdout.write(`price ladder, seed ${seed}\n`);
  const random = mulberry32(seed);
  const ladder = new PriceLadder();
  const levels = new Map<number, number>();
  for (let i = 1; i <= 20_000; i++) {
    const near = 70_000 + random.below(600);
    const ticks = random.chance(0.7) ? near : 1 + random.below(LIMITS.maxPriceTicks);
    const held = [...levels.keys()];
    if (random.chance(0.5) && held.length > 0) {
      const gone = held[random.below(held.length)] as number;
      ladder.delete(gone);
      levels.delete(gone);
    } else if (!levels.has(ticks)) {
      ladder.set(ticks, i);
      levels.set(ticks, i);
    }
    if (i % 500 === 0) {
      const sorted = [...levels.keys()].sort((a, b) => a - b);
      expectSorted(ladder, sorted);
      expect(sorted.map((price) => ladder.get(price))).toEqual(sorted.map((price) => levels.get(price)));
    }
  }
});

test("BOOK-03 prices that wander through the whole range leave no memory behind", () => {
  const ladder = new PriceLadder();
  const bytes = ladder.byteLength;
  for (let ticks = 1; ticks < LIMITS.maxPriceTicks; ticks += 999_983) {
    ladder.set(ticks, 1);
    ladder.delete(ticks);
  }
  expect(ladder.byteLength).toBe(bytes);
});

test("BOOK-03 a price without a level cannot be removed", () => {
  const ladder = new PriceLadder();
  ladder.set(500, 1);
  expect(() => ladder.delete(501)).toThrow("no level at 501");
  expect(() => ladder.delete(1_500_000_000)).toThrow("no level at 1500000000");
  expect(ladder.get(500)).toBe(1);
});

test("BOOK-03 a price that lost its last neighbor and returns is found, and nothing else is", () => {
  const ladder = new PriceLadder();
  ladder.set(1_000, 1);
  expect(ladder.get(1_000)).toBe(1);
  ladder.delete(1_000);
  ladder.set(70_000, 2);
  expect(ladder.get(1_000)).toBe(0);
  ladder.set(1_001, 3);
  expect([ladder.get(1_001), ladder.get(70_000)]).toEqual([3, 2]);
  expectSorted(ladder, [1_001, 70_000]);
});
