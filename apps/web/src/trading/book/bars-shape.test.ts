import { expect, test } from "vitest";
import { barsShape } from "./bars-shape.ts";

test("WEB-140 bars are one shape: a part of each row's width from the right edge, best level next to the middle", () => {
  expect(barsShape([0.25, 1], 2, false)).toBe(
    "100,0.05 75,0.05 75,0.95 100,0.95 100,1.05 0,1.05 0,1.95 100,1.95",
  );
  expect(barsShape([0.25], 2, true)).toBe("100,1.95 75,1.95 75,1.05 100,1.05");
});

test("WEB-140 the smallest quantity has a bar, and an empty side has none", () => {
  expect(barsShape([0.000_1], 1, false)).toContain("99,");
  expect(barsShape([], 9, true)).toBe("");
});
