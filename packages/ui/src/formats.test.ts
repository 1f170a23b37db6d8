import { LANGUAGE_TAGS, LANGUAGES } from "@candor/domain/enumerations";
import { expect, test } from "vitest";
import { createFormats, isoDay, toMs } from "./formats.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

test("WEB-12 times are just now, minutes, hours, days and after 30 days a date of year, month and day", () => {
  const en = createFormats("en");
  expect(en.ago(NOW - 299_000, NOW)).toBeNull();
  expect(en.ago(NOW - 300_000, NOW)).toBe("5 minutes ago");
  expect(en.ago(NOW - 59 * MINUTE, NOW)).toBe("59 minutes ago");
  expect(en.ago(NOW - 60 * MINUTE, NOW)).toBe("1 hour ago");
  expect(en.ago(NOW - 24 * 60 * MINUTE, NOW)).toBe("1 day ago");
  const old = NOW - 30 * 24 * 60 * MINUTE;
  expect(en.ago(old, NOW)).toBe(isoDay(old));
  expect(isoDay(old)).toMatch(/^2026-10-2\d$/);
  expect(createFormats("de").ago(NOW - 7_200_000, NOW)).toBe("vor 2 Stunden");
});

test("WEB-12 a stamp of ten digits is in seconds", () => {
  expect(toMs(1_767_225_600)).toBe(1_767_225_600_000);
  expect(toMs(1_767_225_600_000)).toBe(1_767_225_600_000);
  const en = createFormats("en");
  expect(en.ago(Math.floor(NOW / 1000) - 600, NOW)).toBe("10 minutes ago");
});

test("WEB-10 percents, rates and large volumes follow the language", () => {
  const en = createFormats("en");
  const de = createFormats("de");
  const tr = createFormats("tr");
  expect(en.percent("2.14")).toBe("+2.14%");
  expect(en.percent("-0.94")).toBe("−0.94%");
  expect(en.percent(null)).toBe("–");
  expect(de.percent("2.14").replace(/\s/g, " ")).toBe("+2,14 %");
  expect(tr.percent("2.14")).toBe("+%2,14");
  expect(en.rate("0.001000")).toBe("0.1%");
  expect(en.rate("1.5")).toBe("150%");
  expect(en.compact("1924000000.5")).toBe("1.92B");
  expect(de.compact("1924000000").replace(/\s/g, " ")).toBe("1,92 Mrd.");
  expect(en.compact("412648000")).toBe("412.6M");
  expect(en.compact(null)).toBe("–");
});

test("WEB-10 abbreviated figures of a column have the same decimals in every language", () => {
  for (const language of LANGUAGES) {
    const formats = createFormats(LANGUAGE_TAGS[language]);
    const decimals = ["53000", "53420", "412648000", "1924000000.5", "999.9999", "7", "0"].map((text) => {
      const [, fraction] = formats.compact(text, { isInColumn: true }).split(formats.marks.decimal);
      return /^\d*/.exec(fraction ?? "")?.[0].length;
    });
    expect(new Set(decimals), language).toEqual(new Set([2]));
  }
  expect(createFormats("en").compact("53000", { isInColumn: true })).toBe("53.00K");
  expect(createFormats("en").compact("53999.9", { isInColumn: true })).toBe("53.99K");
});

test("WEB-10 the sign of a percentage is where each language writes it", () => {
  for (const language of LANGUAGES) {
    const tag = LANGUAGE_TAGS[language];
    const formats = createFormats(tag);
    const intl = new Intl.NumberFormat(tag, {
      style: "percent",
      minimumFractionDigits: 2,
      signDisplay: "exceptZero",
    });
    for (const [percent, value] of [
      ["3.80", 0.038],
      ["-0.58", -0.0058],
      ["0.00", 0],
    ] as const) {
      expect(formats.percent(percent), tag).toBe(intl.format(value).replace("-", "−"));
    }
    expect(formats.rate("-0.0058"), tag).toBe(formats.percent("-0.58"));
    expect(formats.rate("0.0058", { signed: true }), tag).toBe(formats.percent("0.58"));
    expect(formats.rate("0.0058"), tag).toBe(formats.percent("0.58", { signed: false }));
  }
});

test("WEB-10 no unit of a large figure reads as a billion unless it is one", () => {
  const plain = (tag: string, text: string) => createFormats(tag).compact(text).replace(/\s/g, " ");
  expect(plain("tr", "264200")).toBe("264,2 bin");
  expect(plain("tr", "1924000000")).toBe("1,92 Mr");
  expect(plain("hu", "264200")).toBe("264,2 ezer");
  expect(plain("fr", "1924000000000")).toBe("1,92 billion");
  expect(plain("es", "1924000000000")).toBe("1,92 billones");
  for (const language of LANGUAGES) {
    for (const text of ["1234", "264200", "1924000", "1924000000000"]) {
      expect(plain(LANGUAGE_TAGS[language], text), language).not.toMatch(/\d ?(?:b|bn|bln|e)$/i);
    }
  }
});
