import { numberMarks } from "@candor/protocol/decimal-text";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cleanPastedDecimal,
  cleanTypedDecimal,
  editDecimal,
  finishDecimalEntry,
  showDecimalEntry,
} from "./decimal-entry.ts";

const english = numberMarks("en");
const german = numberMarks("de");

test("WEB-11 comma and point are both the decimal mark while typing, in any language", () => {
  expect(cleanTypedDecimal("1,5", 8)).toBe("1.5");
  expect(cleanTypedDecimal("1.5", 8)).toBe("1.5");
  expect(cleanTypedDecimal(",5", 8)).toBe("0.5");
  expect(cleanTypedDecimal("1.2.3", 8)).toBe("1.23");
  expect(cleanTypedDecimal("007", 8)).toBe("7");
  expect(cleanTypedDecimal("abc", 8)).toBe("");
});

test("WEB-11 surplus decimals are not taken, and none at all where a number is whole", () => {
  expect(cleanTypedDecimal("0.123456789", 4)).toBe("0.1234");
  expect(cleanTypedDecimal("12.9", 0)).toBe("129");
});

test("WEB-11 pasted numbers are understood with the thousands marks of any language", () => {
  expect(cleanPastedDecimal("67,412.50", english, 8)).toBe("67412.50");
  expect(cleanPastedDecimal("67.412,50 USDT", english, 8)).toBe("67412.50");
  expect(cleanPastedDecimal("67 412,50", german, 8)).toBe("67412.50");
  expect(cleanPastedDecimal("1,234,567", german, 8)).toBe("1234567");
  expect(cleanPastedDecimal("1,234", english, 8)).toBe("1234");
  expect(cleanPastedDecimal("1,234", german, 8)).toBe("1.234");
  expect(cleanPastedDecimal("1.234", german, 8)).toBe("1234");
  expect(cleanPastedDecimal("0.123", german, 8)).toBe("0.123");
  expect(cleanPastedDecimal("1234.567", german, 8)).toBe("1234.567");
});

test("WEB-11 a pasted number in scientific form is that number, and one below zero is none", () => {
  expect(cleanPastedDecimal("1e-7", english, 8)).toBe("0.0000001");
  expect(cleanPastedDecimal("1.5E3", english, 8)).toBe("1500.");
  expect(cleanPastedDecimal("2,5e+2", german, 8)).toBe("250.");
  expect(cleanPastedDecimal("12.3456e2", english, 8)).toBe("1234.56");
  expect(cleanPastedDecimal("-5", english, 8)).toBe("");
  expect(cleanPastedDecimal("\u22121.250,5", german, 8)).toBe("");
  expect(editDecimal("", "1e-7", 4, english, 8).value).toBe("0.0000001");
  expect(editDecimal("", "-5", 2, english, 8).value).toBe("");
});

test("WEB-11 wide digits and marks of East Asian keyboards are digits and marks", () => {
  expect(editDecimal("", "\uff11", 1, english, 8)).toEqual({ value: "1", caret: 1 });
  expect(editDecimal("1", "1\u3002", 2, english, 8).value).toBe("1.");
  expect(editDecimal("1.", "1.\uff15", 3, english, 8).value).toBe("1.5");
  expect(cleanPastedDecimal("\uff16\uff17\uff0c\uff14\uff11\uff12\uff0e\uff15", english, 8)).toBe("67412.5");
});

test("WEB-11 an entry shows the language's mark, thousands only when nobody types, and ends properly", () => {
  expect(showDecimalEntry("67412.5", german, true)).toBe("67412,5");
  expect(showDecimalEntry("67412.5", german, false)).toBe("67.412,5");
  expect(showDecimalEntry("67412.", english, true)).toBe("67412.");
  expect(finishDecimalEntry("12.")).toBe("12");
  expect(finishDecimalEntry("")).toBe("");
});

test("WEB-11 an edit inside a grouped number changes only what was touched, and the caret stays", () => {
  // "4,999" with a 5 put in after the comma; then the last digit taken away; then a decimal comma added.
  expect(editDecimal("4,999", "4,5999", 3, english, 8)).toEqual({ value: "45999", caret: 2 });
  expect(editDecimal("4,999", "4,99", 4, english, 8)).toEqual({ value: "499", caret: 3 });
  expect(editDecimal("4,999", "4,999,", 6, english, 8)).toEqual({ value: "4999.", caret: 5 });
  expect(editDecimal("4.999,5", "4.9995", 5, german, 8)).toEqual({ value: "49995", caret: 4 });
  expect(editDecimal("4.999", "4.999.", 6, german, 8)).toEqual({ value: "4999.", caret: 5 });
});

test("WEB-11 putting something new in place of everything leaves nothing of the old", () => {
  expect(editDecimal("4,999", "40,25", 5, english, 8)).toEqual({ value: "40.25", caret: 5 });
  expect(editDecimal("9,999.5", "1,234.50", 8, english, 8)).toEqual({ value: "1234.50", caret: 7 });
  expect(editDecimal("", "67.412,50", 9, german, 8)).toEqual({ value: "67412.50", caret: 8 });
  expect(editDecimal("4,999", "", 0, english, 8)).toEqual({ value: "", caret: 0 });
  // The first digit happens to be the same; the zeros after it count.
  expect(editDecimal("67,007.0", "60500.5", 7, english, 1)).toEqual({ value: "60500.5", caret: 7 });
});

test("WEB-11 whatever is typed becomes nothing or a plain decimal that typing again does not change", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.integer({ min: 0, max: 18 }), (typed, decimals) => {
      const value = cleanTypedDecimal(typed, decimals);
      expect(value).toMatch(/^((0|[1-9][0-9]*)(\.[0-9]*)?)?$/);
      expect(cleanTypedDecimal(showDecimalEntry(value, german, true), decimals)).toBe(value);
    }),
  );
});
