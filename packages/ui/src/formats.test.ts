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
