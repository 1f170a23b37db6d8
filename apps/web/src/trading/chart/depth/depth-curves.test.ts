import { expect, test } from "vitest";
import { corners, depthCurves, stepAt } from "./depth-curves.ts";

const level = (price: number, quantity: number) => ({ price, quantity });
const bids = [level(99, 1), level(98, 2), level(90, 4)];
const asks = [level(101, 2), level(103, 1)];

test("CHART-17 both sides are cumulated up to the distance that both are known to", () => {
  const curves = depthCurves(bids, asks);
  // The middle is 100 and the asks reach 3 from it, so the bid at 90 is outside.
  expect(curves).toEqual({
    middle: 100,
    bids: [
      { price: 99, sum: 1, value: 99, percent: expect.closeTo(-1, 10) },
      { price: 98, sum: 3, value: 295, percent: expect.closeTo(-2, 10) },
    ],
    asks: [
      { price: 101, sum: 2, value: 202, percent: expect.closeTo(1, 10) },
      { price: 103, sum: 3, value: 305, percent: expect.closeTo(3, 10) },
    ],
    from: 97,
    to: 103,
    most: 3,
  });
  expect(depthCurves([], asks)).toBeUndefined();
  expect(depthCurves(bids, [])).toBeUndefined();
});

test("CHART-17 a price shows what is between the middle and it", () => {
  const curves = depthCurves(bids, asks);
  if (curves === undefined) throw new Error("both sides have levels");
  expect(stepAt(curves, 98.5)?.sum).toBe(1);
  expect(stepAt(curves, 98)?.sum).toBe(3);
  expect(stepAt(curves, 99.5)).toBeUndefined();
  expect(stepAt(curves, 102)?.sum).toBe(2);
  // From the middle to the edge, one step per level.
  expect(corners(curves, curves.asks, curves.to).map(([x, y]) => [x, y])).toEqual([
    [expect.closeTo(2 / 3), 0],
    [expect.closeTo(2 / 3), expect.closeTo(2 / 3)],
    [1, expect.closeTo(2 / 3)],
    [1, 1],
    [1, 1],
  ]);
});
