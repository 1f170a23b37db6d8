import { expect, test } from "vitest";
import { sharesOf, tileMap } from "./tile-map.ts";

const mapOf = (sizes: readonly number[], ratio: number) =>
  tileMap(
    sharesOf(sizes, (size) => size),
    ratio,
  );

test("WEB-33 the tiles of a map fill it without overlaps, in proportion to the sizes", () => {
  for (const ratio of [0.6, 1, 2.4])
    for (const sizes of [[1], [5, 5], [60, 30, 20, 10, 8, 7, 7, 6], Array.from({ length: 30 }, () => 1)]) {
      const tiles = mapOf(sizes, ratio);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      for (const { of, x, y, width, height } of tiles) {
        expect(width * height).toBeCloseTo((10_000 * Math.max(of, 0.035 * total)) / total, -2);
        expect(Math.min(x, y, 100 - x - width, 100 - y - height)).toBeGreaterThan(-1e-9);
      }
      expect(tiles.reduce((sum, { width, height }) => sum + width * height, 0)).toBeCloseTo(10_000, 3);
      for (const [index, a] of tiles.entries())
        for (const b of tiles.slice(index + 1)) {
          const isApart =
            a.x + a.width <= b.x + 1e-9 ||
            b.x + b.width <= a.x + 1e-9 ||
            a.y + a.height <= b.y + 1e-9 ||
            b.y + b.height <= a.y + 1e-9;
          expect(isApart).toBe(true);
        }
    }
});

test("WEB-33 a market without volume has a tile that can be read, and no markets make no map", () => {
  const tiles = mapOf([1_000_000, 0, 0], 1.5);
  expect(tiles.map(({ of }) => of)).toEqual([1_000_000, 0, 0]);
  for (const { width, height } of tiles) expect(width * height).toBeGreaterThan(300);
  expect(mapOf([0, 0], 1).map(({ width, height }) => Math.round(width * height))).toEqual([5_000, 5_000]);
  expect(mapOf([], 1)).toEqual([]);
});
