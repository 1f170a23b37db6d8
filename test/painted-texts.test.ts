import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const WRITES_TEXT =
  /\.(?:textContent|nodeValue|innerText|innerHTML|outerHTML|data) = |\.(?:replaceChildren|replaceWith|insertAdjacentHTML|insertAdjacentText|createTextNode)\(|\.(?:append|prepend|before|after)\(["'`]|new Text\(/;
const ALLOWED = [
  // A new element each time, never rewritten.
  "apps/web/src/features/location/place-labels.ts",
  // Restores React's own texts.
  "apps/web/src/shell/translation/painted-text.ts",
  "apps/web/src/shell/translation/survive-translation.ts",
];

test("WEB-92 outside of React only PaintedText writes a text more than once", () => {
  const files = globSync(["apps/{web,console}/src/**/*.{ts,tsx}", "packages/ui/src/**/*.{ts,tsx}"], {
    cwd: root,
    exclude: ["**/*.test.{ts,tsx}"],
  });
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => WRITES_TEXT.test(readFileSync(path.join(root, file), "utf8")));
  expect(found.map((file) => file.replaceAll(path.sep, "/")).sort()).toEqual(ALLOWED);
});
