import { describe, expect, test } from "vitest";
import { SCALED_SHAPES, scaledOrders } from "./scaled-orders.ts";

const SCALE = { fromTicks: 1_000, toTicks: 900, count: 5, lots: 100, shape: "flat" } as const;

describe("TICK-23 scaled orders", () => {
  test("TICK-23 even prices and sizes", () => {
    expect(scaledOrders(SCALE)).toEqual([
      { ticks: 1_000, lots: 20 },
      { ticks: 975, lots: 20 },
      { ticks: 950, lots: 20 },
      { ticks: 925, lots: 20 },
      { ticks: 900, lots: 20 },
    ]);
  });

  test("TICK-23 increasing and decreasing sizes mirror each other: 1 to 5 of 15 parts", () => {
    const sizes = (shape: "increasing" | "decreasing") =>
      scaledOrders({ ...SCALE, lots: 150, shape }).map(({ lots }) => lots);
    expect(sizes("increasing")).toEqual([10, 20, 30, 40, 50]);
    expect(sizes("decreasing")).toEqual([50, 40, 30, 20, 10]);
  });

  test.each(SCALED_SHAPES)("TICK-23 %s sizes add up to the whole amount, within the two prices", (shape) => {
    for (let count = 2; count <= 20; count++) {
      for (const lots of [count, 97, 100, 12_345_678]) {
        const orders = scaledOrders({ fromTicks: 997, toTicks: 1_013, count, lots, shape });
        expect(orders.reduce((sum, order) => sum + order.lots, 0)).toBe(lots);
        expect([orders[0]?.ticks, orders.at(-1)?.ticks]).toEqual([997, 1_013]);
        for (const [at, { ticks }] of orders.entries())
          expect(ticks).toBeGreaterThanOrEqual(orders[at - 1]?.ticks ?? 0);
      }
    }
  });
});
