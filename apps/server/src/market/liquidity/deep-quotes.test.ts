import { expect, test } from "vitest";
import { DEEP_BOOK, deepLevels, planDeepSide } from "./deep-quotes.ts";

/** Bitcoin at 60,000 with a tick of 0.1. */
const INDEX = 600_000;
const SIDES = ["buy", "sell"] as const;
const resting = (side: "buy" | "sell", center: number) =>
  deepLevels(side, center, DEEP_BOOK).map(({ priceTicks }, orderId) => ({ orderId, priceTicks }));

test("LIQ-05 a deep side has 482 different prices beyond its distance from the center", () => {
  for (const side of SIDES) {
    const prices = deepLevels(side, INDEX, DEEP_BOOK).map(({ priceTicks }) => priceTicks);
    expect(new Set(prices).size).toBe(482);
    const distances = prices.map((price) => (side === "sell" ? 1 : -1) * (price / INDEX - 1));
    expect(Math.min(...distances)).toBeGreaterThan(0.0044);
    expect(distances[0]).toBeLessThan(0.0046);
    expect(Math.max(...distances)).toBeLessThan(0.026);
  }
});

test("LIQ-05 while the index is near the center nothing changes, and a filled level is quoted again", () => {
  for (const side of SIDES) {
    const wanted = deepLevels(side, INDEX, DEEP_BOOK);
    const all = resting(side, INDEX);
    expect(planDeepSide(wanted, all, INDEX)).toEqual({ cancel: [], place: [] });
    expect(planDeepSide(wanted, all.slice(3), INDEX)).toEqual({ cancel: [], place: wanted.slice(0, 3) });
  }
});

test("LIQ-05 a new center moves only the ends of each side, the nearest first", () => {
  const center = Math.round(INDEX * (1 + DEEP_BOOK.recenter));
  for (const side of SIDES) {
    const { cancel, place } = planDeepSide(deepLevels(side, center, DEEP_BOOK), resting(side, INDEX), center);
    expect(cancel.length).toBe(place.length);
    expect(cancel.length).toBeGreaterThan(55);
    expect(cancel.length).toBeLessThan(70);
    const remote = cancel.map(({ priceTicks }) => Math.abs(priceTicks - center));
    expect(remote).toEqual(remote.toSorted((a, b) => a - b));
  }
});

test("LIQ-05 the quotes within 1 % sell and buy 5 BTC, even at 120,000 and with the center at its furthest", () => {
  for (const side of SIDES)
    for (const away of [1 - DEEP_BOOK.recenter, 1, 1 + DEEP_BOOK.recenter]) {
      const prices = deepLevels(side, 1_200_000, DEEP_BOOK).map(({ priceTicks }) => priceTicks);
      const near = prices.filter((price) => Math.abs(price / (1_200_000 * away) - 1) <= 0.01);
      expect((near.length * DEEP_BOOK.levelUsd) / 120_000).toBeGreaterThan(5);
    }
});
