import fc from "fast-check";
import { expect, test } from "vitest";
import { areaOfPercent } from "../../shared/pictures/crop-picture.ts";
import { middleSquare, zoomOf, zoomSquare } from "./crop-square.ts";

const WIDE = { width: 4000, height: 3000 };

test("WEB-06 the frame starts as the largest square in the middle, and pixels are the picture's own", () => {
  const start = middleSquare(WIDE);
  expect(start).toEqual({ x: 12.5, y: 0, width: 75, height: 100 });
  expect(areaOfPercent(start, WIDE)).toEqual({ x: 500, y: 0, width: 3000, height: 3000 });
  expect(areaOfPercent(middleSquare({ width: 1, height: 1 }), { width: 1, height: 1 })).toEqual({
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  });
});

test("WEB-06 zooming keeps the middle, and the slider reads what it wrote", () => {
  const near = zoomSquare(middleSquare(WIDE), 100, WIDE);
  expect(areaOfPercent(near, WIDE)).toEqual({ x: 1700, y: 1200, width: 600, height: 600 });
  expect(zoomOf(near, WIDE)).toBe(100);
  expect(zoomOf(zoomSquare(near, 40, WIDE), WIDE)).toBe(40);
  expect(areaOfPercent(zoomSquare(near, 0, WIDE), WIDE)).toEqual(areaOfPercent(middleSquare(WIDE), WIDE));
});

test("WEB-06 whatever is zoomed and moved, the area is a square inside the picture", () => {
  const side = fc.integer({ min: 1, max: 8000 });
  const percent = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(side, side, percent, percent, percent, (width, height, zoom, x, y) => {
      const picture = { width, height };
      const moved = { ...zoomSquare(middleSquare(picture), zoom, picture), x, y };
      const area = areaOfPercent(zoomSquare(moved, zoom, picture), picture);
      expect(area.width).toBe(area.height);
      expect(area.width).toBeGreaterThanOrEqual(1);
      expect(area.x).toBeGreaterThanOrEqual(0);
      expect(area.y).toBeGreaterThanOrEqual(0);
      expect(area.x + area.width).toBeLessThanOrEqual(width);
      expect(area.y + area.height).toBeLessThanOrEqual(height);
    }),
  );
});
