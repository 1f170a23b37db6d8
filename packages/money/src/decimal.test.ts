import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDecimal, parseDecimal, powerOfTen, trimZeros } from "./decimal.ts";

test("MONEY-04 a decimal string becomes an exact count of the smallest unit", () => {
  expect(parseDecimal("0", 6)).toBe(0);
  expect(parseDecimal("1.5", 6)).toBe(1_500_000);
  expect(parseDecimal("0.000001", 6)).toBe(1);
  expect(parseDecimal("12", 0)).toBe(12);
  expect(parseDecimal("1.500", 1)).toBe(15);
  expect(parseDecimal("9007199254.740991", 6)).toBe(Number.MAX_SAFE_INTEGER);
});

test("MONEY-04 an invalid, too precise or too large decimal is reported, never rounded", () => {
  for (const text of [
    "",
    ".5",
    "5.",
    "01",
    "-1",
    "+1",
    "1e3",
    "1,5",
    " 1",
    "0x1",
    "١",
    "NaN",
    "1.2.3",
    "1_000",
  ])
    expect(parseDecimal(text, 6), JSON.stringify(text)).toBe("format");
  expect(parseDecimal("1".repeat(19), 0)).toBe("format");
  expect(parseDecimal("0.0000001", 6)).toBe("precision");
  expect(parseDecimal("0.0000000000000000001", 6)).toBe("format");
  expect(parseDecimal("9007199254.740992", 6)).toBe("range");
  expect(parseDecimal("999999999999999999", 8)).toBe("range");
});

test("MONEY-04 formatting and parsing return the same number, at any scale", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: 0, max: 8 }),
      (units, scale) => {
        expect(parseDecimal(formatDecimal(units, scale), scale)).toBe(units);
      },
    ),
  );
});

test("MONEY-05 an amount is written with all its decimals, or with fewer, cut, or with more", () => {
  expect(formatDecimal(1_500_000, 6)).toBe("1.500000");
  expect(formatDecimal(1, 6)).toBe("0.000001");
  expect(formatDecimal(-1_234, 2)).toBe("-12.34");
  expect(formatDecimal(129_999, 4, 2)).toBe("12.99");
  expect(formatDecimal(129_999, 4, 0)).toBe("12");
  expect(formatDecimal(5, 0, 2)).toBe("5.00");
  expect(() => formatDecimal(0.5, 2)).toThrow(RangeError);
  expect(() => formatDecimal(Number.MAX_SAFE_INTEGER + 1, 2)).toThrow(RangeError);
});

test("MONEY-05 powers of ten are exact, and end at the safe integers", () => {
  expect([powerOfTen(0), powerOfTen(8), powerOfTen(15)]).toEqual([1, 100_000_000, 1_000_000_000_000_000]);
  expect(() => powerOfTen(16)).toThrow(RangeError);
  expect(() => powerOfTen(-1)).toThrow(RangeError);
});

test("NUM-03 zeros go only behind the point: whole numbers keep theirs", () => {
  expect(trimZeros("12.500")).toBe("12.5");
  expect(trimZeros("10.00")).toBe("10");
  expect(trimZeros("0.000")).toBe("0");
  expect(trimZeros("2500")).toBe("2500");
  expect(trimZeros("0")).toBe("0");
  expect(trimZeros("-1500")).toBe("-1500");
  expect(trimZeros("150.")).toBe("150");
  expect(trimZeros("")).toBe("");
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000 }), fc.integer({ min: 0, max: 8 }), (value, scale) => {
      const trimmed = trimZeros(formatDecimal(value, scale));
      expect(parseDecimal(trimmed, scale)).toBe(value);
      expect(trimmed).not.toMatch(/\.\d*0$|\.$/);
    }),
  );
});
