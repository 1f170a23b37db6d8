import { LANGUAGES, WALLETS } from "@candor/domain/enumerations";
import { expect, test } from "vitest";
import { FUND_NOTES } from "./fund-notes.ts";
import { placeholdersOf } from "./messages.ts";

const english = FUND_NOTES.en;
const { wallets: _, notes, ...sentences } = english;

test.each(LANGUAGES)(
  "FUND-08 every kind of entry has its words, with the same placeholders: %s",
  (language) => {
    const texts = FUND_NOTES[language];
    expect(Object.keys(texts.notes).sort()).toEqual(Object.keys(notes).sort());
    for (const [kind, text] of Object.entries(notes)) {
      const words = texts.notes[kind as keyof typeof notes];
      expect(placeholdersOf(words), kind).toEqual(placeholdersOf(text));
      expect(words.trim(), kind).not.toBe("");
      if (language !== "en") expect(words, kind).not.toBe(text);
    }
    for (const name of Object.keys(sentences) as (keyof typeof sentences)[])
      expect(placeholdersOf(texts[name]), name).toEqual(placeholdersOf(sentences[name]));
    for (const wallet of WALLETS) expect(texts.wallets[wallet].trim()).not.toBe("");
  },
);
