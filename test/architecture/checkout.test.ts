import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SOURCES = ["{apps,packages,bench}/*/{src,vite}/**/*.{ts,tsx}", "{bench,scripts,test}/**/*.{ts,mjs}"];
/** URLs have percent signs where paths have blanks and letters of other alphabets. */
const URL_AS_PATH = /import\.meta\.url\)\s*\.pathname/;

const git = (cwd: string, ...args: readonly string[]): string => {
  const settings = [
    "-c",
    "user.name=test",
    "-c",
    "user.email=test@example.com",
    "-c",
    "commit.gpgsign=false",
  ];
  return execFileSync("git", [...settings, ...args], { cwd, encoding: "utf8", stdio: "pipe" });
};

test("ARCH-03 a checkout has the same bytes on systems whose git converts line ends", () => {
  const parent = mkdtempSync(path.join(tmpdir(), "candor-checkout-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const [source, copy] = [path.join(parent, "source"), path.join(parent, "copy")];
  git(parent, "init", "--quiet", source);
  copyFileSync(path.join(ROOT, ".gitattributes"), path.join(source, ".gitattributes"));
  for (const name of ["a.ts", "a.md", "a.json", "a.sol", "no-ending"])
    writeFileSync(path.join(source, name), "one\ntwo\n");
  git(source, "add", ".");
  git(source, "commit", "--quiet", "--message", "add files");
  git(parent, "-c", "core.autocrlf=true", "clone", "--quiet", source, copy);
  for (const name of globSync("*", { cwd: copy }))
    expect(readFileSync(path.join(copy, name), "utf8"), name).not.toContain("\r");
});

test("ARCH-03 no source takes the path of a URL for the path of a file", () => {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ["**/node_modules/**"] });
  expect(files.length).toBeGreaterThan(1_000);
  const own = path.relative(ROOT, import.meta.filename);
  const wrong = files.filter(
    (file) => file !== own && URL_AS_PATH.test(readFileSync(path.join(ROOT, file), "utf8")),
  );
  expect(wrong).toEqual([]);
});
