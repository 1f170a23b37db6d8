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
