import { LANGUAGE_TAGS, LANGUAGES, type Language } from "@candor/domain/enumerations";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";

type Texts = Readonly<Record<string, string>>;

const FILES = import.meta.glob<Texts>("../locales/*/*.json", { eager: true, import: "default" });
const SOURCE = "en";
/** Shorter texts may be identical in two languages. */
const SURELY_A_SENTENCE = 40;

const features = [...new Set(Object.keys(FILES).map((path) => path.split("/")[2] ?? ""))].sort();
const fileOf = (feature: string, language: Language): string =>
  `../locales/${feature}/${LANGUAGE_TAGS[language]}.json`;
const textsOf = (feature: string, language: Language): Texts => FILES[fileOf(feature, language)] ?? {};

/** Returns the placeholders of a message, including those inside plurals and selects. */
function placeholders(message: string): readonly string[] {
  const names = new Set<string>();
  const visit = (token: unknown): void => {
    if (!Array.isArray(token)) return;
    const [name, , choices] = token as unknown as readonly [unknown, unknown, unknown];
    if (typeof name === "string") names.add(name);
    if (typeof choices === "object" && choices !== null) {
      for (const choice of Object.values(choices))
        if (Array.isArray(choice)) for (const part of choice) visit(part);
    }
  };
  const tokens = compileMessage(message);
  if (Array.isArray(tokens)) for (const token of tokens) visit(token);
  return [...names].sort();
}

test("WEB-20 there are words for every feature in all 11 languages", () => {
  expect(features.length).toBeGreaterThan(5);
  expect(LANGUAGES).toHaveLength(11);
  for (const feature of features) {
    for (const language of LANGUAGES)
      expect(FILES, `${feature}/${language}`).toHaveProperty([fileOf(feature, language)]);
  }
});

test.each(LANGUAGES.filter((language) => language !== SOURCE))(
  "WEB-20 %s has every text of the app, with the same placeholders",
  (language) => {
    for (const feature of features) {
      const source = textsOf(feature, SOURCE);
      const texts = textsOf(feature, language);
      expect(Object.keys(texts).sort(), feature).toEqual(Object.keys(source).sort());
      for (const [key, text] of Object.entries(texts)) {
        expect(text.trim(), `${feature}.${key}`).not.toBe("");
        expect(placeholders(text), `${feature}.${key}`).toEqual(placeholders(source[key] ?? ""));
      }
    }
  },
);

test.each(LANGUAGES.filter((language) => language !== SOURCE))(
  "WEB-20 no sentence was left in English in %s",
  (language) => {
    for (const feature of features) {
      const source = textsOf(feature, SOURCE);
      for (const [key, text] of Object.entries(textsOf(feature, language))) {
        if (text.length >= SURELY_A_SENTENCE) expect(text, `${feature}.${key}`).not.toBe(source[key]);
      }
    }
  },
);

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
