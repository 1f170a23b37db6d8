import { expect, test } from "vitest";
import {
  addDecimals,
  ceilDecimals,
  compareDecimals,
  divideDecimals,
  floorDecimals,
  multiplyDecimals,
  stepDecimal,
  subtractDecimals,
} from "./decimal-math.ts";

test("WEB-10 sums, differences, products, quotients and comparisons of amounts are exact", () => {
  expect(addDecimals("0.1", "0.2")).toBe("0.3");
  expect(addDecimals("9007199254740993.000000", "0.000001")).toBe("9007199254740993.000001");
  expect(subtractDecimals("0.3", "0.1")).toBe("0.2");
  expect(subtractDecimals("1", "2.5")).toBe("-1.5");
  expect(multiplyDecimals("0.03614", "67412.50", 2)).toBe("2436.28");
  expect(multiplyDecimals("3", "2", 4)).toBe("6.0000");
  expect(divideDecimals("1", "0.000016", 2)).toBe("62500.00");
  expect(divideDecimals("2", "3", 4)).toBe("0.6667");
  expect(() => divideDecimals("1", "0.00", 2)).toThrow(RangeError);
  expect(compareDecimals("10", "9.999999999999999999")).toBe(1);
  expect(compareDecimals("-1", "0")).toBe(-1);
  expect(compareDecimals("1.50", "1.5")).toBe(0);
});

test("WEB-10 a step adds exactly its size and stops at zero", () => {
  expect(stepDecimal("67400.00", "0.01", 1)).toBe("67400.01");
  expect(stepDecimal("0.3", "0.1", -1)).toBe("0.2");
  expect(stepDecimal("0.05", "0.1", -1)).toBe("0.00");
  expect(stepDecimal("5", "1", 10)).toBe("15");
});

test("PNLW-09 rounded down, a loss never looks smaller and a gain never larger than it is", () => {
  expect(floorDecimals("-10.016959", 2)).toBe("-10.02");
  expect(floorDecimals("-0.001", 2)).toBe("-0.01");
  expect(floorDecimals("-13.36", 2)).toBe("-13.36");
  expect(floorDecimals("-5", 2)).toBe("-5.00");
  expect(floorDecimals("10.019", 2)).toBe("10.01");
  expect(floorDecimals("0", 2)).toBe("0.00");
  expect(floorDecimals("-1.2", 0)).toBe("-2");
  expect(ceilDecimals("0.231001", 2)).toBe("0.24");
  expect(ceilDecimals("0.23", 2)).toBe("0.23");
  expect(ceilDecimals("-0.239", 2)).toBe("-0.23");
  expect(ceilDecimals("0", 2)).toBe("0.00");
});
