import { expect, test } from "vitest";
import { LANGUAGES } from "../enumerations.ts";
import { NOTICE_KINDS } from "../notice-kinds.ts";
import { placeholdersOf } from "./messages.ts";
import { NOTICES } from "./notices.ts";

const { titles: _, ...english } = NOTICES.en;

test.each(LANGUAGES)("NOTE-01 every notice has its words, with the same placeholders: %s", (language) => {
  const texts = NOTICES[language];
  expect(Object.keys(texts.titles)).toEqual([...NOTICE_KINDS]);
  for (const kind of NOTICE_KINDS) expect(texts.titles[kind].trim(), kind).not.toBe("");
  for (const name of Object.keys(english) as (keyof typeof english)[]) {
    expect(placeholdersOf(texts[name]), name).toEqual(placeholdersOf(english[name]));
    if (language !== "en") expect(texts[name], name).not.toBe(english[name]);
  }
});
