import { LANGUAGE_TAGS, LANGUAGES, type Language } from "@candor/domain/enumerations";
import { formatDecimal, trimZeros } from "@candor/money/decimal";
import { formatDecimalText, type NumberMarks, numberMarks } from "@candor/text/decimal-text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DecimalReading,
  entryValue,
  firstEdit,
  narrowDigits,
  readDecimal,
  refusedEntry,
  showDecimalEntry,
} from "./decimal-entry.ts";

const MARKS = Object.fromEntries(
  LANGUAGES.map((language) => [language, numberMarks(LANGUAGE_TAGS[language])]),
) as Record<Language, NumberMarks>;
const marksOf = (language: Language): NumberMarks => MARKS[language];

/** Returns "1000" if taken as typed, "= 1000" if the field shows its interpretation, "!" and the reason if rejected. */
function outcome(reading: DecimalReading): string {
  switch (reading.kind) {
    case "number":
      return (reading.isPlain ? "" : "= ") + reading.value;
    case "refused":
      return `! ${reading.reason}`;
    default:
      return reading.kind;
  }
}

const read = (language: Language, text: string, decimals = 8, unit?: string): string =>
  outcome(readDecimal(text, { marks: marksOf(language), decimals, unit }));

/** Returns the field's final text after typing key by key, or pasting. */
function enter(pieces: readonly string[], language: Language, start = ""): string {
  const marks = marksOf(language);
  let text = showDecimalEntry(start, marks);
  let isFirst = true;
  for (const piece of pieces) {
    // Initially everything is selected; afterwards the caret is at the end.
    const [from, to] = isFirst ? [0, text.length] : [text.length, text.length];
    const after = text.slice(0, from) + piece + text.slice(to);
    text = isFirst ? firstEdit(text, after, after.length, [from, to], marks).text : after;
    isFirst = false;
  }
  return entryValue(text, readDecimal(text, { marks, decimals: 8 }));
}

describe("WEB-11", () => {
  test.each([
    // The locale's own format.
    ["en", "1234.5", "1234.5"],
    ["de", "1234,5", "1234.5"],
    ["fr", "1234,5", "1234.5"],
    ["en", "1.", "1"],
    ["de", "1,", "1"],
    ["en", "007", "7"],
    ["en", ".5", "0.5"],
    // Thousands in a position for thousands, shown as interpreted.
    ["en", "1,000", "= 1000"],
    ["de", "1.000", "= 1000"],
    ["esp", "1.000", "= 1000"],
    ["zh", "66,900", "= 66900"],
    ["en", "990,099", "= 990099"],
    ["en", "1,234,567.5", "= 1234567.5"],
    ["fr", "1 234,5", "= 1234.5"],
    ["fr", "1\u202f234,5", "= 1234.5"],
    ["pl", "12 345", "= 12345"],
    ["en", "1'234.50", "= 1234.50"],
    ["en", "12,34,567", "= 1234567"],
    // Decimal separator of another keyboard layout.
    ["en", "1,5", "= 1.5"],
    ["en", "10,25", "= 10.25"],
    ["de", "1.5", "= 1.5"],
    ["en", "0,024", "= 0.024"],
    ["de", "1234.567", "= 1234.567"],
    ["fr", "1.5", "= 1.5"],
    ["fr", "1.000", "= 1.000"],
    ["de", "67,412.50", "= 67412.50"],
    ["en", "67.412,50", "= 67412.50"],
    // The locale's decimal separator, but a thousands separator elsewhere.
    ["en", "1.000", "= 1.000"],
    ["de", "1,000", "= 1.000"],
    ["en", "1.234", "1.234"],
    ["en", "0.500", "0.500"],
    ["en", "1.5000", "1.5000"],
  ] as const)("in %s %s is %s", (language, text, right) => {
    expect(read(language, text)).toBe(right);
  });

  test.each([
    ["1.2.3", "! unreadable"],
    ["1.234,567.8", "! unreadable"],
    ["12,34", "= 12.34"],
    ["1,23,4", "unfinished"],
    ["1,234,56", "unfinished"],
    ["1 23", "unfinished"],
    ["0,123,456", "! unreadable"],
    ["abc", "! unreadable"],
    ["10k", "! unreadable"],
    ["1.5 Mrd", "! unreadable"],
    ["10²", "! unreadable"],
    ["½", "! unreadable"],
    ["1/2", "! unreadable"],
    ["-5", "! negative"],
    ["\u22121,250.5", "! negative"],
    ["1234567890123456789", "! unreadable"],
    [".", "unfinished"],
    ["1e", "unfinished"],
    ["1e-", "unfinished"],
    ["1e-7", "= 0.0000001"],
    ["1.5E3", "= 1500"],
    ["2,5e+2", "= 250"],
    ["12.3456e2", "= 1234.56"],
    ["1e-9", "! decimals"],
    ["+5", "= 5"],
    ["", "empty"],
    ["   ", "empty"],
    [" 12 ", "12"],
    ["\u200e12\u202c", "= 12"],
  ])("in English %s is %s, never another number", (text, right) => {
    expect(read("en", text)).toBe(right);
  });

  test("decimals that the field does not accept are rejected, not truncated; trailing zeros are not decimals", () => {
    expect(read("en", "0.12345", 4)).toBe("! decimals");
    expect(read("en", "0.12340000", 4)).toBe("0.1234");
    expect(read("en", "12.9", 0)).toBe("! decimals");
    expect(read("en", "12.0", 0)).toBe("12");
    expect(read("en", "1,000", 0)).toBe("= 1000");
    expect(read("de", "1.000", 0)).toBe("= 1000");
    expect(read("en", "1,5", 0)).toBe("! decimals");
  });

  test("the field's own unit may follow the number, another one may not", () => {
    expect(read("de", "67.412,50 USDT", 8, "USDT")).toBe("= 67412.50");
    expect(read("en", "usdt 12", 8, "USDT")).toBe("= 12");
    expect(read("en", "2.5%", 1, "%")).toBe("= 2.5");
    expect(read("en", "2.5 BTC", 8, "USDT")).toBe("! unreadable");
    expect(read("en", "2.5 USDT")).toBe("! unreadable");
  });

  test("a rejected entry is never read as a decimal, and is shown as it was typed", () => {
    const value = entryValue("1.2.3", readDecimal("1.2.3", { marks: marksOf("en"), decimals: 8 }));
    expect(value).not.toBe("");
    expect(formatDecimalText(value, marksOf("en"))).toBe("–");
    expect(refusedEntry(value)).toBe("1.2.3");
    expect(showDecimalEntry(value, marksOf("en"))).toBe("1.2.3");
    expect(refusedEntry("12")).toBeNull();
  });

  test("an edit inside a grouped number changes only the edited part, and the caret stays", () => {
    const en = marksOf("en");
    const de = marksOf("de");
    // "4,999" with a 5 inserted after the comma; the last digit deleted; a decimal separator added; the comma deleted.
    expect(firstEdit("4,999", "4,5999", 3, [2, 2], en)).toEqual({ text: "45999", caret: 2 });
    expect(firstEdit("4,999", "4,99", 4, [5, 5], en)).toEqual({ text: "499", caret: 3 });
    expect(firstEdit("4,999", "4,999.", 6, [5, 5], en)).toEqual({ text: "4999.", caret: 5 });
    expect(firstEdit("4,999", "4999", 1, [2, 2], en)).toEqual({ text: "4999", caret: 1 });
    expect(firstEdit("4.999,5", "4.9995", 5, [6, 6], de)).toEqual({ text: "49995", caret: 4 });
    expect(firstEdit("5.555", "5.55", 4, [5, 5], de)).toEqual({ text: "555", caret: 3 });
    expect(firstEdit("5.555", "5.5555", 3, [2, 2], de)).toEqual({ text: "55555", caret: 2 });
  });

  test("a text that replaces everything is accepted as it is, whatever its first character", () => {
    const de = marksOf("de");
    expect(firstEdit("1.500", "1.25", 4, [0, 5], de).text).toBe("1.25");
    expect(firstEdit("1.500", "1.25", 4, null, de).text).toBe("1.25");
    expect(firstEdit("67.007", "", 0, [0, 6], de).text).toBe("");
  });
});

const ZERO = "0".charCodeAt(0);
const SCRIPTS = { latin: ZERO, arabic: 0x660, persian: 0x6f0, devanagari: 0x966, wide: 0xff10 } as const;

const inScript = (text: string, zero: number): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCharCode(zero + digit.charCodeAt(0) - ZERO));

describe("NUM-01", () => {
  test("digits of every script are digits", () => {
    const zeros: number[] = [];
    for (let code = 0; code < 0x20000; code++) {
      const character = String.fromCodePoint(code);
      if (!/\p{Nd}/u.test(character)) continue;
      zeros.push(code);
      expect(narrowDigits(character), code.toString(16)).toBe(String((zeros.length - 1) % 10));
    }
    expect(zeros.length).toBeGreaterThan(600);
    expect(zeros.length % 10).toBe(0);
    expect(read("en", "\u0661\u066c\u0662\u0663\u0664\u066b\u0665")).toBe("= 1234.5");
    expect(read("de", "\u06f1\u06f2\u06f3.\u06f5")).toBe("= 123.5");
    expect(read("en", "\uff16\uff17\uff0c\uff14\uff11\uff12\uff0e\uff15")).toBe("= 67412.5");
    expect(read("zh", "1\u30025")).toBe("= 1.5");
  });

  test.each(
    LANGUAGES.flatMap((language) =>
      Object.entries(SCRIPTS).map(([script, zero]) => [language, script, zero] as const),
    ),
  )(
    "%s, %s digits: typed or pasted, plain or with thousands marks, a number is that number",
    (language, _, zero) => {
      const marks = marksOf(language);
      fc.assert(
        fc.property(fc.nat({ max: 2 ** 40 }), fc.nat({ max: 8 }), fc.nat(), (units, scale, start) => {
          const value = trimZeros(formatDecimal(units, scale));
          const plain = value.replace(".", marks.decimal);
          const grouped = formatDecimalText(value, { ...marks, groupingFrom: 4 });
          for (const written of [plain, grouped]) {
            const text = inScript(written, zero);
            expect(enter([text], language, String(start)), `${text} pasted`).toBe(value);
            expect(enter(Array.from(text), language, String(start)), `${text} typed`).toBe(value);
          }
        }),
      );
    },
  );

  test("a number in any language's format, in another language's app, is that number, is shown back, or is rejected", () => {
    const pairs = LANGUAGES.flatMap((writer) => LANGUAGES.map((reader) => [writer, reader] as const));
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.nat({ max: 2 ** 40 }),
        fc.nat({ max: 8 }),
        ([writer, reader], units, scale) => {
          const value = trimZeros(formatDecimal(units, scale));
          const text = formatDecimalText(value, { ...marksOf(writer), groupingFrom: 4 });
          const reading = readDecimal(text, { marks: marksOf(reader), decimals: 8 });
          if (reading.kind !== "number") return;
          if (trimZeros(reading.value) === value) return;
          // Only the ambiguous form (one separator, three digits) may change the number, and then the interpretation is
          // shown.
          expect(text).toMatch(/^[1-9]\d{0,2}[.,]\d{3}$/);
          const isReadersOwn = text.includes(marksOf(reader).decimal);
          if (reading.isPlain) expect(isReadersOwn && !text.endsWith("0")).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("any entry becomes empty, a plain decimal or a rejection, and never other digits", () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc
        .array(fc.constantFrom(...Array.from("0123456789.,' \u202f\u066b\u066ce-+")), { maxLength: 12 })
        .map((a) => a.join("")),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(...LANGUAGES), fc.nat({ max: 8 }), (text, language, decimals) => {
        const reading = readDecimal(text, { marks: marksOf(language), decimals });
        if (reading.kind !== "number") return;
        expect(reading.value).toMatch(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/);
        expect((reading.value.split(".")[1] ?? "").length).toBeLessThanOrEqual(decimals);
        // The text shown after leaving the field parses to the same number.
        const shown = showDecimalEntry(reading.value, marksOf(language));
        expect(entryValue(shown, readDecimal(shown, { marks: marksOf(language), decimals }))).toBe(
          reading.value,
        );
        if (/e/i.test(text)) return;
        const digits = (some: string) => some.replace(/[^1-9]/g, "");
        expect(digits(reading.value)).toBe(digits(narrowDigits(text)));
      }),
    );
  });
});
