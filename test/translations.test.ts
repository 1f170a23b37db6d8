import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { LANGUAGE_TAGS, LANGUAGES } from "@candor/domain/enumerations";
import { placeholdersOf } from "@candor/wire/translations/messages";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import {
  accepted,
  englishTexts,
  LOCALES,
  readRecord,
  sectionsOf,
  sectionTexts,
  sourceHash,
  staleSources,
} from "../scripts/translation-sources.ts";

const SOURCE = "en";
const TAGS = LANGUAGES.map((language) => LANGUAGE_TAGS[language]);
const [APP] = LOCALES;
const SECTIONS = LOCALES.flatMap((folder) => sectionsOf(folder).map((section) => [folder, section] as const));
/** Sections of whole sentences; in the others, shorter texts may be identical in two languages. */
const SENTENCES: ReadonlySet<string> = new Set(["errors", "fund-notes", "notices", "wordings"]);
const SURELY_A_SENTENCE = 40;

/** Returns the placeholders of an ICU message, including those inside plurals and selects. */
function icuPlaceholders(message: string): readonly string[] {
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

test("WEB-20 every section of the app and the server has one file for each of the 11 languages", () => {
  expect(TAGS).toHaveLength(11);
  expect(SECTIONS.length).toBeGreaterThan(30);
  for (const [folder, section] of SECTIONS) {
    const files = readdirSync(path.resolve(import.meta.dirname, "..", folder, section));
    // English errors are in domain/errors.ts, where each has its code.
    const tags = section === "errors" ? TAGS.filter((tag) => tag !== SOURCE) : TAGS;
    expect(files.sort(), section).toEqual(tags.map((tag) => `${tag}.json`).sort());
  }
});

test.each(TAGS.filter((tag) => tag !== SOURCE))(
  "WEB-20 WIRE-13 NOTE-01 FUND-08 %s has every text of the app and the server, with the same placeholders, none left in English",
  (tag) => {
    for (const [folder, section] of SECTIONS) {
      const placeholders = folder === APP ? icuPlaceholders : placeholdersOf;
      const isSentences = folder !== APP && SENTENCES.has(section);
      const source = sectionTexts(folder, section, SOURCE);
      const texts = sectionTexts(folder, section, tag);
      expect(Object.keys(texts).sort(), section).toEqual(Object.keys(source).sort());
      for (const [key, text] of Object.entries(texts)) {
        const name = `${section}.${key}`;
        expect(text.trim(), name).not.toBe("");
        expect(placeholders(text), name).toEqual(placeholders(source[key] ?? ""));
        if (isSentences || text.length >= SURELY_A_SENTENCE) expect(text, name).not.toBe(source[key]);
      }
    }
  },
);

test.each(TAGS)("WIRE-13 no text of the server in %s shows a brace, and no file has a key twice", (tag) => {
  for (const [folder, section] of SECTIONS) {
    const texts = sectionTexts(folder, section, tag);
    for (const [key, text] of Object.entries(texts))
      if (folder !== APP) expect(text.replaceAll(/\{\w+\}/g, ""), `${section}.${key}`).not.toMatch(/[{}]/);
    if (section === "errors" && tag === SOURCE) continue;
    const file = path.resolve(import.meta.dirname, "..", folder, section, `${tag}.json`);
    const keys = readFileSync(file, "utf8").match(/^ {2}"(?:[^"\\]|\\.)*":/gm) ?? [];
    expect(keys.length, file).toBe(Object.keys(texts).length);
  }
});

test("I18N-01 every translation was made from the current English text", () => {
  const { changed, gone } = staleSources(englishTexts(), readRecord());
  const toDo = "translate these into all languages, then: node scripts/accept-translations.ts <name>…";
  expect(changed, toDo).toEqual([]);
  expect(gone, "gone: node scripts/accept-translations.ts all").toEqual([]);
});

test("I18N-01 a changed or new English text is found, and stays found until its translations are accepted", () => {
  const before = new Map([
    ["trade.buy", "Buy"],
    ["trade.sell", "Sell"],
    ["article.fees", "# Fees"],
  ]);
  const record = accepted(before, {}, new Set(before.keys()));
  expect(record["trade.buy"]).toBe(sourceHash("Buy"));
  expect(staleSources(before, record)).toEqual({ changed: [], gone: [] });
  const now = new Map([
    ["trade.buy", "Buy now"],
    ["trade.cost", "Cost"],
    ["article.fees", "# Fees"],
  ]);
  expect(staleSources(now, record)).toEqual({ changed: ["trade.buy", "trade.cost"], gone: ["trade.sell"] });
  const half = accepted(now, record, new Set(["trade.cost"]));
  expect(staleSources(now, half)).toEqual({ changed: ["trade.buy"], gone: [] });
  expect(staleSources(now, accepted(now, half, new Set(["trade.buy"])))).toEqual({ changed: [], gone: [] });
});

test("I18N-01 the texts of the app, the server's messages and the articles are all recorded", () => {
  const names = [...englishTexts().keys()];
  for (const prefix of [
    "shell.",
    "trade.",
    "server.errors.",
    "server.notices.",
    "server.fund-notes.",
    "article.",
  ])
    expect(names.filter((name) => name.startsWith(prefix)).length, prefix).toBeGreaterThan(5);
  // Errors are translated from the app's plain English, not from the wire's.
  expect(englishTexts().get("server.errors.user.emailExists")).toBe("This e-mail is already in use");
});
