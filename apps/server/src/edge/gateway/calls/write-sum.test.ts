import { formatDecimal } from "@candor/money/decimal";
import { expect, test } from "vitest";
import { writeSum } from "./write-sum.ts";

test("READ-43 sums are written exactly, also below zero and beyond the safe integers", () => {
  for (const scale of [0, 1, 6, 8])
    for (const units of [0, 1, -1, 99, -12_345_678, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])
      expect(writeSum(BigInt(units), scale)).toBe(formatDecimal(units, scale));
  expect(writeSum(9_007_199_254_740_993n, 6)).toBe("9007199254.740993");
  expect(writeSum(-9_007_199_254_740_993n, 6)).toBe("-9007199254.740993");
  expect(writeSum(90_071_992_547_409_930n, 0)).toBe("90071992547409930");
});
