import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
/** A regular expression that strips zeros from the end of a text. The journal's one strips NUL bytes. */
const STRIPS_ZEROS = /replace\(\/[^/\n]*(?<!\\)0[+*]\)?\$\//;

test("NUM-03 one function drops trailing zeros, and no other expression does", () => {
  const files = globSync(
    ["packages/*/src/**/*.{ts,tsx}", "apps/*/src/**/*.{ts,tsx}", "test/**/*.ts", "bench/**/*.ts"],
    {
      cwd: root,
      exclude: ["**/node_modules/**"],
    },
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => STRIPS_ZEROS.test(readFileSync(path.join(root, file), "utf8")));
  expect(found.map((file) => file.replaceAll(path.sep, "/"))).toEqual(["packages/money/src/decimal.ts"]);
});
