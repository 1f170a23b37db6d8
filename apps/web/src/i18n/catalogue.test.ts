import { LANGUAGE_TAGS, LANGUAGES, type Language } from "@candor/domain/enumerations";
import { expect, test } from "vitest";

type Texts = Readonly<Record<string, string>>;

const FILES = import.meta.glob<Texts>("../locales/*/*.json", { eager: true, import: "default" });
const SOURCE = "en";

const features = [...new Set(Object.keys(FILES).map((path) => path.split("/")[2] ?? ""))].sort();
const fileOf = (feature: string, language: Language): string =>
  `../locales/${feature}/${LANGUAGE_TAGS[language]}.json`;
const textsOf = (feature: string, language: Language): Texts => FILES[fileOf(feature, language)] ?? {};

test("WEB-24 what is entered in money is not called a quantity", () => {
  for (const language of LANGUAGES) {
    const { amountIn, moneyIn } = textsOf("trade", language);
    expect(moneyIn, language).toBeDefined();
    if (language !== SOURCE) expect(moneyIn, language).not.toBe(amountIn);
  }
});

test("WEB-21 the words are calm: no exclamation marks in any language", () => {
  for (const [path, texts] of Object.entries(FILES)) {
    for (const [key, text] of Object.entries(texts)) expect(text, `${path} ${key}`).not.toMatch(/[!！¡]/);
  }
});

test("WEB-25 French keeps ; : ? ! % and » on the line of the word before them, and « on that of the next", () => {
  for (const feature of features) {
    for (const [key, text] of Object.entries(textsOf(feature, "fr")))
      expect(text, `${feature}.${key}`).not.toMatch(/ [;:?!%»]|« /);
  }
});

const SOURCES = import.meta.glob<string>("../**/*.{ts,tsx}", {
  eager: true,
  import: "default",
  query: "?raw",
});
const DATED_CALL = /\bt\(\s*"(\w+)\.(\w+)",\s*\{([^{}]*"day-time"[^{}]*)\}/g;
const DATED_VALUE = /(\w+):\s*formats\.date\([^"]*"day-time"\)/g;
/** Words that come before an hour only: "de las 18:16", "godz. 18:16". */
const OF_AN_HOUR = /\b(?:las|a la|godz\.|at|um|ora|ore|saat|à|às)\s$/;

test("WEB-25 a text that shows a day and an hour does not announce only an hour", () => {
  const seen: string[] = [];
  for (const source of Object.values(SOURCES)) {
    for (const [, feature = "", key = "", values = ""] of source.matchAll(DATED_CALL)) {
      for (const [, name = ""] of values.matchAll(DATED_VALUE)) {
        seen.push(`${feature}.${key}`);
        for (const language of LANGUAGES) {
          const before = textsOf(feature, language)[key]?.split(`{${name}}`).slice(0, -1) ?? [];
          expect(before.length, `${feature}.${key} ${language}`).toBeGreaterThan(0);
          for (const words of before) expect(words, `${feature}.${key} ${language}`).not.toMatch(OF_AN_HOUR);
        }
      }
    }
  }
  expect(seen).toContain("shell.figuresOf");
});
