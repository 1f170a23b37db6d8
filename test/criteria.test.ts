import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const CODE = /\b(?!SHA-)[A-Z][A-Z0-9]{2,5}-[0-9]{2,3}\b/g;

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

function criteria(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync("docs/criteria/*.md", { cwd: root })) {
    for (const line of read(file).split("\n")) {
      const code = /^\|\s*([A-Z][A-Z0-9]{2,5}-[0-9]{2,3})\s*\|/.exec(line)?.[1];
      if (code === undefined) continue;
      expect(found.get(code), `${code} stands twice`).toBeUndefined();
      found.set(code, file);
    }
  }
  return found;
}

function cited(): Map<string, string> {
  const found = new Map<string, string>();
  const files = globSync(["packages/**/*.test.{ts,tsx}", "apps/**/*.test.{ts,tsx}", "test/**/*.test.ts"], {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  for (const file of files) {
    const titles = read(file).matchAll(/\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*[`"']([^`"']*)/g);
    for (const [, title] of titles) for (const [code] of (title ?? "").matchAll(CODE)) found.set(code, file);
  }
  return found;
}

test("DOCS-01 every acceptance criterion is cited by a test, and every cited code is a criterion", () => {
  const stated = criteria();
  const proven = cited();
  expect(stated.size).toBeGreaterThan(0);
  expect([...stated.keys()].filter((code) => !proven.has(code))).toEqual([]);
  expect([...proven.keys()].filter((code) => !stated.has(code))).toEqual([]);
});
