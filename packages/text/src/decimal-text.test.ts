import { expect, test } from "vitest";
import { formatDecimalText, numberMarks, signOfDecimal } from "./decimal-text.ts";

const english = numberMarks("en");
const german = numberMarks("de");
const spanish = numberMarks("es");

test("WEB-10 an amount is written digit by digit, however many digits it has", () => {
  expect(formatDecimalText("12345678901234567890.123456789012345678", english)).toBe(
    "12,345,678,901,234,567,890.123456789012345678",
  );
  expect(formatDecimalText("0.1", english, { decimals: 18 })).toBe("0.100000000000000000");
});

test("WEB-10 each language has its own separators, and omits the thousands separator of small numbers where it should", () => {
  expect(formatDecimalText("67412.50", english)).toBe("67,412.50");
  expect(formatDecimalText("67412.50", german)).toBe("67.412,50");
  expect(formatDecimalText("67412.50", numberMarks("el"))).toBe("67.412,50");
  expect(formatDecimalText("1234.5", spanish)).toBe("1234,5");
  expect(formatDecimalText("12345.5", spanish)).toBe("12.345,5");
});

test("WEB-10 shortening truncates, so that a balance is never overstated", () => {
  expect(formatDecimalText("0.999999", english, { decimals: 2 })).toBe("0.99");
  expect(formatDecimalText("-0.999999", english, { decimals: 2 })).toBe("−0.99");
  expect(formatDecimalText("24083.190000", english, { minDecimals: 2 })).toBe("24,083.19");
  expect(formatDecimalText("5.000000", english, { minDecimals: 0 })).toBe("5");
  expect(formatDecimalText("1.23456789", english, { minDecimals: 2, maxDecimals: 4 })).toBe("1.2345");
});

test("WEB-10 the minus is U+2212, a plus is shown on request, and a value that shows as zero has no sign", () => {
  expect(formatDecimalText("-5.00", english)).toBe("−5.00");
  expect(formatDecimalText("5.00", english, { sign: "always" })).toBe("+5.00");
  expect(formatDecimalText("-0.001", english, { decimals: 2 })).toBe("0.00");
  expect(formatDecimalText("0", english, { sign: "always" })).toBe("0");
});

test("WEB-10 an unknown value is a dash, never a zero", () => {
  for (const value of [null, undefined, "", "1e5", "NaN", "1,5"]) {
    expect(formatDecimalText(value, english)).toBe("–");
  }
  expect(signOfDecimal(null)).toBe(0);
  expect(signOfDecimal("-0.00")).toBe(0);
  expect(signOfDecimal("-0.01")).toBe(-1);
  expect(signOfDecimal("0.01")).toBe(1);
});
