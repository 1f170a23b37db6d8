import { expect, test } from "vitest";
import { convertValue } from "./convert-value.ts";

test("PNLW-04 a value is converted exactly, and rounded once to the nearest digit", () => {
  expect(convertValue("10359.3900000000000000", "63500.00000000", 6)).toBe("0.163140");
  expect(convertValue("-43.0700000000000000", "63500.00000000", 6)).toBe("-0.000678");
  expect(convertValue("-0.0000000000000001", "63500.00000000", 6)).toBe("0.000000");
  expect(convertValue("100", "0.12500000", 2)).toBe("800.00");
});
