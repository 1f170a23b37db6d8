import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { WordGroup } from "../apps/web/src/i18n/word-groups.ts";
import { WORD_GROUPS, wordsOfScreen } from "../apps/web/src/i18n/word-groups.ts";

const source = path.resolve(import.meta.dirname, "../apps/web/src");
const FEATURES = readdirSync(path.join(source, "locales"));
const IMPORT = /(?:from\s+|import\s*\(\s*|import\s+)["'](\.[^"']+)["']/g;
/** A part with its own translations: `withWords(["wallet"], () => import("…"))`. */
const WITH_WORDS = /withWords\(\s*\[([^\]]*)\],\s*\(\) => import\("(\.[^"]+)"\)/g;
const TEXT = new RegExp(`["'\`]((?:${FEATURES.join("|")})\\.[a-zA-Z0-9]*)(\\$\\{)?`, "g");

const keysOf = (feature: string): readonly string[] =>
  Object.keys(JSON.parse(readFileSync(path.join(source, `locales/${feature}/en.json`), "utf8")) as object);

const allTexts = new Set(FEATURES.flatMap((feature) => keysOf(feature).map((key) => `${feature}.${key}`)));

function textsOf(groups: Iterable<WordGroup>): Set<string> {
  const texts = new Set<string>();
  for (const group of groups) {
    for (const entry of WORD_GROUPS[group] as readonly string[]) {
      if (entry.includes(".")) texts.add(entry);
      else for (const key of keysOf(entry)) texts.add(`${entry}.${key}`);
    }
  }
  return texts;
}

interface Unit {
  readonly imports: readonly string[];
  readonly withWords: readonly { readonly groups: readonly WordGroup[]; readonly file: string }[];
  readonly texts: readonly string[];
}

const units = new Map<string, Unit>();

/** Returns a file's imports and the text keys it uses; a key with a placeholder matches every key with that prefix. */
function unitOf(file: string): Unit {
  const read = units.get(file);
  if (read !== undefined) return read;
  // The list of groups itself contains no texts.
  const code = file.endsWith("/word-groups.ts") ? "" : readFileSync(file, "utf8");
  const target = (name: string) => path.resolve(path.dirname(file), name);
  const isCode = (name: string) => /\.tsx?$/.test(name) && existsSync(name);
  const withWords = [...code.matchAll(WITH_WORDS)].map(([, groups = "", name = ""]) => ({
    groups: [...groups.matchAll(/"(\w+)"/g)].map(([, group]) => group as WordGroup),
    file: target(name),
  }));
  const texts = [...code.matchAll(TEXT)].flatMap(([, text = "", placeholder]) =>
    placeholder === undefined && allTexts.has(text)
      ? [text]
      : [...allTexts].filter((each) => placeholder !== undefined && each.startsWith(text)),
  );
  const guarded = new Set(withWords.map((part) => part.file));
  const imports = [...code.matchAll(IMPORT)]
    .map(([, name = ""]) => target(name))
    .filter((name) => isCode(name) && !guarded.has(name));
  const unit = { imports, withWords, texts };
  units.set(file, unit);
  return unit;
}

/** Returns the texts used in a file and everything it loads that are missing from the groups. */
function lacking(
  file: string,
  groups: readonly WordGroup[],
  seen = new Map<string, string>(),
): readonly string[] {
  const held = textsOf(groups);
  const missing: string[] = [];
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.set(name, name);
    const unit = unitOf(name);
    for (const text of unit.texts)
      if (!held.has(text)) missing.push(`${path.relative(source, name)}: ${text}`);
    for (const next of unit.imports) visit(next);
    for (const part of unit.withWords) missing.push(...lacking(part.file, [...groups, ...part.groups]));
  };
  visit(file);
  return missing;
}

test("WEB-23 every feature's words belong to exactly one group", () => {
  const whole = Object.values<readonly string[]>(WORD_GROUPS)
    .flat()
    .filter((entry) => !entry.includes("."));
  expect(whole.toSorted()).toEqual(FEATURES.toSorted());
  const single = Object.values<readonly string[]>(WORD_GROUPS)
    .flat()
    .filter((entry) => entry.includes("."));
  expect(single.filter((text) => !allTexts.has(text))).toEqual([]);
});

test("WEB-23 the app's frame uses only the first texts", () => {
  expect(lacking(path.join(source, "main.tsx"), ["first"])).toEqual([]);
});

test("WEB-23 every text that a screen names is loaded with the screen", () => {
  const screens = globSync("features/*/*-screen.tsx", { cwd: source });
  expect(screens.length).toBeGreaterThan(20);
  const missing = screens.flatMap((screen) => {
    const name = screen.replace(/^features\//, "").replace(/-screen\.tsx$/, "");
    return lacking(path.join(source, screen), ["first", ...wordsOfScreen(name)]);
  });
  expect([...new Set(missing)]).toEqual([]);
});

test("WEB-23 a text that no group holds would be found", () => {
  const trade = path.join(source, "features/spot/trade-screen.tsx");
  expect(lacking(trade, ["first"]).length).toBeGreaterThan(20);
  const home = path.join(source, "features/home/home-screen.tsx");
  expect(lacking(home, [])).not.toEqual([]);
});
