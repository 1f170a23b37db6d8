import { LANGUAGES } from "@candor/domain/enumerations";
import { expect, test } from "vitest";
import { isLanguage, LANGUAGE_LABELS, preferredLanguage } from "./languages.ts";

test("WEB-22 the first visit speaks the first of the browser's languages that the app has, otherwise English", () => {
  expect(preferredLanguage(["de-AT", "en"])).toBe("de");
  expect(preferredLanguage(["pt-PT"])).toBe("br");
  expect(preferredLanguage(["es-419", "en-US"])).toBe("esp");
  expect(preferredLanguage(["zh-TW"])).toBe("zh");
  expect(preferredLanguage(["sv", "hu"])).toBe("hu");
  expect(preferredLanguage(["sv", "ja"])).toBe("en");
  expect(preferredLanguage([])).toBe("en");
});

test("WEB-22 every language is named in its own words, and nothing else counts as a language", () => {
  expect(Object.keys(LANGUAGE_LABELS).sort()).toEqual([...LANGUAGES].sort());
  expect(isLanguage("el")).toBe(true);
  expect(isLanguage("gr")).toBe(false);
  expect(isLanguage(undefined)).toBe(false);
});
