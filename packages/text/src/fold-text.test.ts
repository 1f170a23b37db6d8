import { expect, test } from "vitest";
import { foldText, wordsOf } from "./fold-text.ts";

test.each([
  ["ZURUCK", "zurück"],
  ["İŞLEM", "işlem"],
  ["ISLEM", "işlem"],
  ["ISIK", "ışık"],
  ["wypłata", "WYPLATA"],
  ["GROSSE", "Größe"],
  ["ΑΓΟΡΈΣ", "αγορες"],
  ["ＢＴＣ", "btc"],
  ["提現", "提現"],
])("CONT-04 %s is found as %s", (typed, written) => {
  expect(foldText(typed)).toBe(foldText(written));
});

test("CONT-04 a question is the words in it", () => {
  expect(wordsOf("  Größe\u3000ändern ")).toEqual(["grosse", "andern"]);
  expect(wordsOf(" ")).toEqual([]);
});
