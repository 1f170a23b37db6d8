import { describe, expect, test } from "vitest";
import {
  averageTicks,
  deepTicks,
  fillLots,
  fillValue,
  NO_LEVELS,
  type PriceLevel,
  withinProtection,
} from "./book-fill.ts";

/** 7 lots at 1,000, 20 at 1,002, 100 at 1,010. */
const ASKS: readonly PriceLevel[] = [
  [1_000, 7],
  [1_002, 20],
  [1_010, 100],
];
const BIDS: readonly PriceLevel[] = [
  [999, 5],
  [990, 10],
];

describe("TICK-50 a market order takes the book's levels one after the other", () => {
  test("TICK-50 within the first level it pays the best price", () => {
    expect(fillLots(ASKS, 7, undefined)).toEqual({ lots: 7, tickLots: 7_000, isBeyond: false });
    expect(fillLots(ASKS, 0, undefined)).toEqual({ lots: 0, tickLots: 0, isBeyond: false });
  });

  test("TICK-50 a larger one pays each level's own price", () => {
    // 7 × 1,000 + 20 × 1,002 + 3 × 1,010
    const fill = fillLots(ASKS, 30, undefined);
    expect(fill).toEqual({ lots: 30, tickLots: 30_070, isBeyond: false });
    // 30,070 ÷ 30 = 1,002.33: against a buyer 1,003, against a seller 1,002.
    expect(fill && averageTicks("buy", fill)).toBe(1_003);
    expect(fill && averageTicks("sell", fill)).toBe(1_002);
  });

  test("TICK-50 beyond the known levels it says so and values the rest at the last one, never at the best", () => {
    // 5 × 999 + 10 × 990 + 85 × 990
    expect(fillLots(BIDS, 100, 1_000)).toEqual({ lots: 100, tickLots: 99_045, isBeyond: true });
    expect(fillLots(BIDS, 15, 1_000)).toEqual({ lots: 15, tickLots: 14_895, isBeyond: false });
  });

  test("TICK-50 without a level the fallback price is used and said to be beyond the book; without both, nothing", () => {
    expect(fillLots([], 3, 1_000)).toEqual({ lots: 3, tickLots: 3_000, isBeyond: true });
    expect(fillLots([], 3, undefined)).toBeUndefined();
    expect(fillValue([], 3, undefined)).toBeUndefined();
  });

  test("TICK-50 a value buys whole lots until the next one is too dear", () => {
    // 7,000 for the first level; 3,100 more buy three at 1,002, and 94 are left.
    expect(fillValue(ASKS, 10_100, undefined)).toEqual({ lots: 10, tickLots: 10_006, isBeyond: false });
    // Exactly the first level, and less than one lot of the second.
    expect(fillValue(ASKS, 8_001, undefined)).toEqual({ lots: 7, tickLots: 7_000, isBeyond: false });
    // All levels are worth 7,000 + 20,040 + 101,000 = 128,040; one more lot at 1,010.
    expect(fillValue(ASKS, 129_050, undefined)).toEqual({ lots: 128, tickLots: 129_050, isBeyond: true });
    expect(fillValue(ASKS, 129_049, undefined)).toEqual({ lots: 127, tickLots: 128_040, isBeyond: false });
  });

  test("TICK-50 a value and the lots that it buys are the same fill", () => {
    for (let value = 0; value < 130_000; value += 777) {
      const bought = fillValue(ASKS, value, undefined);
      if (bought === undefined) throw new Error("no fill");
      expect(fillLots(ASKS, bought.lots, undefined)?.tickLots).toBe(bought.tickLots);
    }
  });
});

test("TICK-50 levels more than 5% from the index are not taken", () => {
  // Index 1,000 to 1,001 ticks: up to 1,051, down to 950.
  const asks: readonly PriceLevel[] = [
    [1_051, 1],
    [1_052, 1],
  ];
  const bids: readonly PriceLevel[] = [
    [950, 1],
    [949, 1],
  ];
  expect(withinProtection({ asks, bids }, 1_000)).toEqual({ asks: [[1_051, 1]], bids: [[950, 1]] });
  expect(withinProtection({ asks, bids }, undefined)).toEqual({ asks, bids });
});

test("TICK-50 the deepest visible row is the twentieth, or the last", () => {
  const many = Array.from({ length: 30 }, (_, rank): PriceLevel => [1_000 + rank, 1]);
  expect(deepTicks(many)).toBe(1_019);
  expect(deepTicks(ASKS)).toBe(1_010);
  expect(deepTicks(NO_LEVELS.asks)).toBeUndefined();
});
