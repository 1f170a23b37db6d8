import { expect, test } from "vitest";
import { priceRange } from "./price-range.ts";

const bar = (openTimeMs: number, low: string, high: string) => ({ openTimeMs, low, high });

test("WEB-33 the highest and lowest price of a market are found as numbers, with their times", () => {
  expect(priceRange([bar(1, "9.5", "11"), bar(2, "10.0", "100.5"), bar(3, "9.50", "99")])).toEqual({
    highest: { price: "100.5", atMs: 2 },
    lowest: { price: "9.5", atMs: 1 },
  });
  expect(priceRange([])).toBeUndefined();
});
