import { line, text } from "@candor/wire/primitives";
import { expect, test } from "vitest";

const name = line(40);
const read = (given: string) => name.safeParse(given).data;

test.each([
  ["zero width space", "\u200b", ""],
  ["a name of fillers", "\u115f\u1160\u3164\uffa0\u2800", ""],
  ["a name that is written backwards", "nimda\u202eadmin", "nimdaadmin"],
  ["direction isolates", "\u2066Ada\u2069\u200e\u200f\u061c", "Ada"],
  ["a soft hyphen and a byte order mark", "\ufeffA\u00adda", "Ada"],
  ["joiners between letters", "A\u200dd\u200ca\u2060", "Ada"],
  ["tags and variation selectors", "Ada\u{e0041}\u{e007f}\u{e0101}", "Ada"],
  ["private and unassigned characters", "A\ue000d\u{e0fff}a", "Ada"],
  ["many blanks of many kinds", " A\u00a0\u2003\u3000 d\ta ", "A d a"],
  ["letters with marks, composed", "A\u0308da ő ş ł", "Äda ő ş ł"],
  ["other scripts", "Αδα 陳大文 Ада", "Αδα 陳大文 Ада"],
  ["a family, a flag and a skin", "👩‍👩‍👧 🇭🇺 👍🏽 ❤️", "👩‍👩‍👧 🇭🇺 👍🏽 ❤️"],
])("SEC-32 a name keeps visible characters only: %s", (_what, given, kept) => {
  expect(read(given)).toBe(kept);
});

test.each([
  "a\nFake line: 123456",
  "a\r\nb",
  "a\u2028b",
  "a\u2029b",
  "a\u0085b",
  "a\u0000b",
  "a\u001bb",
  "\ud800",
])("SEC-32 a name with a line break, a control character or half a character is rejected: %j", (given) => {
  expect(name.safeParse(given).success).toBe(false);
});

test("SEC-32 longer texts keep their lines and lose invisible characters", () => {
  expect(text(100).safeParse("first\nsecond\u202e\u200b 👩‍👧").data).toBe("first\nsecond 👩‍👧");
  expect(text(5).safeParse("\u200b".repeat(100)).data).toBe("");
  expect(text(5).safeParse("a\u0007").success).toBe(false);
});
