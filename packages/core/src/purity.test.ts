import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const PACKAGES = fileURLToPath(new URL("../../", import.meta.url));

/** Clocks, randomness, I/O, promises, and anything that depends on machine or locale. */
const FORBIDDEN = [
  /\bDate\b/,
  /\bperformance\b/,
  /\bMath\.(?:random|sqrt|cbrt|pow|exp|log|sin|cos|tan|hypot)\w*/,
  /\bcrypto\b/,
  /\bset(?:Timeout|Interval|Immediate)\b/,
  /\bqueueMicrotask\b/,
  /\b(?:async|await|Promise)\b/,
  /\bprocess\b/,
  /["']node:/,
  /\bfetch\b/,
  /\bconsole\b/,
  /\bglobalThis\b/,
  /\bIntl\b/,
  /\btoLocale\w*/,
  /\bWeak(?:Map|Set|Ref)\b/,
  /\bparseFloat\b/,
  /\btoFixed\b/,
  /\bFloat32Array\b/,
];
/** 1.5, .5, 1e-3. */
const DECIMAL_LITERAL = /(?<![\w.])(?:\d[\d_]*\.\d|\.\d|\d[\d_]*e-\d)/i;

function sourcesOf(name: string): string[] {
  const root = join(PACKAGES, name, "src");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join(root, file));
}

/** The source without comments; with `bare` also without string literals and regular expressions. */
function codeOf(file: string, bare: boolean): string {
  const withoutComments = readFileSync(file, "utf8").replace(
    /\/\*[\s\S]*?\*\/|("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\/[^\n]*/g,
    (_, text: string | undefined) => text ?? "",
  );
  if (!bare) return withoutComments;
  return withoutComments
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replace(/(?<=[=(,:]\s*)\/(?:[^/\\\n]|\\.)+\/[a-z]*/g, "regex");
}

function offences(file: string, mayDivide: boolean): string[] {
  const name = relative(PACKAGES, file);
  const texts = codeOf(file, false);
  const bare = codeOf(file, true);
  const found = FORBIDDEN.filter((pattern) => pattern.test(texts)).map(
    (pattern) => `${name}: ${pattern.source}`,
  );
  if (DECIMAL_LITERAL.test(bare)) found.push(`${name}: a decimal literal`);
  // A template's ${…} may divide too, so `bare` keeps templates; their texts contain no "/".
  if (!mayDivide && /\/(?![/*])/.test(bare)) found.push(`${name}: a division`);
  return found;
}

test("CORE-03 the core knows no clock, chance, input, output, promise or float, and divides only through money", () => {
  const files = sourcesOf("core");
  expect(files.length).toBeGreaterThan(30);
  expect(files.flatMap((file) => offences(file, false))).toEqual([]);
});

test("CORE-03 money knows no clock, chance, input, output or float, and divides in one file", () => {
  const files = sourcesOf("money");
  expect(files.length).toBeGreaterThan(3);
  expect(files.flatMap((file) => offences(file, file.endsWith("integer.ts")))).toEqual([]);
});

test("CORE-03 the check detects each violation", () => {
  expect(FORBIDDEN.some((pattern) => pattern.test("const now = Date.now();"))).toBe(true);
  expect(DECIMAL_LITERAL.test("const rate = 0.001;")).toBe(true);
  expect(DECIMAL_LITERAL.test("const rate = 1e-3;")).toBe(true);
  expect(DECIMAL_LITERAL.test("const many = 1_000; a.b; list[0].c")).toBe(false);
});
