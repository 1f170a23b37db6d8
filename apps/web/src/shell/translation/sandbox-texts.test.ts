import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const SOURCES = path.join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(SOURCES, file), "utf8");
const sources = () => globSync("**/*.{ts,tsx}", { cwd: SOURCES }).filter((file) => !file.includes(".test."));

test("WEB-112 nothing takes an exchange whose mode is not known yet for a sandbox", () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => /mode !== "live"/.test(read(file)))).toEqual(["shell/page/shell.tsx"]);
});

test("WEB-112 the first page of a live exchange has no word of play money", () => {
  const welcome = JSON.parse(read("locales/home/en.json")) as Record<string, string>;
  expect(welcome["welcomeText"]).toMatch(/play money/);
  expect(welcome["welcomeLive"]).not.toMatch(/play money|sandbox/i);
  expect(read("features/home/welcome-hero.tsx")).toMatch(/isSandbox \? "home\.welcomeText"/);
});

test("WEB-112 getting started begins with a deposit where there is no play money", () => {
  expect(read("features/home/getting-started.tsx")).toMatch(
    /mode === "sandbox" \? \{ key: "Faucet", isDone \} : \{ key: "Deposit"/,
  );
});
