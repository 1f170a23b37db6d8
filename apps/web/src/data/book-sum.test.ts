import { expect, test } from "vitest";
import { sumLevels } from "./book-sum.ts";

test("WEB-116 asks are added up exactly, their average rounded up; bids down", () => {
  // 0.5 at 100.1 and 0.25 at 100.4: total 75.15 for 0.75, average 100.2.
  const even = [
    [1001, 50],
    [1004, 25],
  ] as const;
  expect(sumLevels(even, "sell", 1, 2)).toEqual({ quantity: "0.75", quote: "75.150", average: "100.2" });
  // 0.01 at 100.0 and 0.02 at 100.1: average 100.0666…
  const uneven = [
    [1000, 1],
    [1001, 2],
  ] as const;
  expect(sumLevels(uneven, "sell", 1, 2)).toMatchObject({ quote: "3.002", average: "100.1" });
  expect(sumLevels(uneven, "buy", 1, 2)).toMatchObject({ quote: "3.002", average: "100.0" });
});

test("WEB-116 sums beyond the safe integers stay exact", () => {
  const levels = [
    [6_741_209_999_999, 900_000_000_000],
    [6_741_210_000_001, 1],
  ] as const;
  expect(sumLevels(levels, "sell", 8, 5)).toEqual({
    quantity: "9000000.00001",
    quote: "606708900000.5841210000001",
    average: "67412.10000000",
  });
});

test("WEB-116 whole prices and quantities have no point, and no levels no sum", () => {
  expect(sumLevels([[12, 3]], "sell", 0, 0)).toEqual({ quantity: "3", quote: "36", average: "12" });
  expect(sumLevels([], "buy", 1, 1)).toBeUndefined();
});
