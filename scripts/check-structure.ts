import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { importsOf, layerProblems, readImports } from "./structure/check-layers.ts";
import { suiteProblems } from "./structure/check-suites.ts";
import { bannedInPage, bannedInSource } from "./structure/check-words.ts";
import { LAYERED_PACKAGES } from "./structure/layers.ts";

/**
 * Checks what the linter cannot: layers and rings of folders, imports between suites of tests, and banned words. Exits
 * with 1 after printing every problem.
 */
const ROOT = path.resolve(import.meta.dirname, "..");
const SOURCES = ["{apps,packages}/*/{src,vite}/**/*.{ts,tsx,css}", "{bench,scripts,test}/**/*.{ts,mjs}"];
const PAGES = ["*.md", "docs/**/*.md", "packages/*/*.md"];
const EXCLUDED = [
  "**/node_modules/**",
  "scripts/structure/check-words.ts",
  "test/architecture/structure.test.ts",
  "CHANGELOG.md",
  "docs/field-cases.md",
];

const files = (patterns: readonly string[]): readonly string[] =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: EXCLUDED }))
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => !EXCLUDED.includes(file))
    .toSorted();
const read = (file: string): string => readFileSync(path.join(ROOT, file), "utf8");

const problems = [
  ...LAYERED_PACKAGES.flatMap((each) =>
    layerProblems(readImports(path.join(ROOT, each.root)), each).map((problem) => `${each.root}: ${problem}`),
  ),
  ...suiteProblems(importsOf(ROOT, files(SOURCES))),
  ...files(SOURCES).flatMap((file) => bannedInSource(file, read(file))),
  ...files(PAGES).flatMap((file) => bannedInPage(file, read(file))),
];
for (const problem of problems) console.log(problem);
console.log(`${problems.length} structure problems`);
if (problems.length > 0) process.exitCode = 1;
