import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { LANGUAGES } from "@candor/domain/enumerations";
import { beforeAll, expect, test } from "vitest";
import { wordsOfScreen } from "../apps/web/src/i18n/word-groups.ts";
import { setup as buildWebApp, CONSOLE_DIST, DIST } from "./support/runner/build-web-app.ts";

const manifestFile = path.join(DIST, ".vite/manifest.json");

const KILOBYTE = 1000;
const ENTRY_LIMIT = 132 * KILOBYTE;
/** Browsers accept Brotli from an exchange behind TLS, and gzip from a sandbox on plain HTTP. */
const TRADE_LIMITS = { brotli: 197 * KILOBYTE, gzip: 227 * KILOBYTE } as const;
const LANGUAGE_LIMIT = 20 * KILOBYTE;
const TRADE_SCREEN = "src/features/spot/trade-screen.tsx";
/** Parts loaded with the trade screen; the list of pairs and past records are loaded when opened. */
const TRADE_PARTS = /^src\/(features\/trade|trading\/(?!records))\/(?!.*pair-list)/;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

let manifest: Manifest;

beforeAll(() => {
  buildWebApp();
  manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
});

/** Returns a chunk with its static imports; `also` adds dynamic ones. */
function closure(
  key: string,
  also: (dynamic: string) => boolean = () => false,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  const chunk = manifest[key];
  for (const next of chunk?.imports ?? []) closure(next, also, seen);
  for (const next of chunk?.dynamicImports ?? []) if (also(next)) closure(next, also, seen);
  return seen;
}

type Encoding = keyof typeof TRADE_LIMITS;

function compressedBytes(file: string, encoding: Encoding): number {
  const content = readFileSync(file);
  return encoding === "brotli" ? brotliCompressSync(content).length : gzipSync(content, { level: 9 }).length;
}

/** Size of these chunks' scripts, and with "all" their styles, each compressed separately as a server sends it. */
function sentBytes(
  keys: Iterable<string>,
  kind: "scripts" | "all" = "scripts",
  encoding: Encoding = "gzip",
): number {
  const files = new Set<string>();
  for (const key of keys) {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`no such chunk: ${key}`);
    files.add(chunk.file);
    if (kind === "all") for (const css of chunk.css ?? []) files.add(css);
  }
  return [...files].reduce((sum, file) => sum + compressedBytes(path.join(DIST, file), encoding), 0);
}

test("WEB-40 the entry script with all that it imports is at most 132 kB gzip", () => {
  const bytes = sentBytes(closure("index.html"));
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(ENTRY_LIMIT);
});

/** Returns the compressed size of these groups' texts in a language. */
function wordBytes(language: string, groups: readonly string[], encoding: Encoding = "gzip"): number {
  const folders = readdirSync(path.join(DIST, "assets")).filter((name) => name.startsWith("words-"));
  expect(folders).toHaveLength(1);
  return groups.reduce((sum, group) => {
    const file = path.join(DIST, "assets", folders[0] ?? "", `${group}-${language}.js`);
    return sum + compressedBytes(file, encoding);
  }, 0);
}

test("WEB-40 the trade screen in all, chart, styles and words included, is at most 197 kB Brotli and 227 kB gzip in every language", () => {
  // A market's page and a phone's chart are separate pages.
  const trade = closure(TRADE_SCREEN, (key) => TRADE_PARTS.test(key));
  const keys = new Set([...closure("index.html"), ...trade]);
  for (const encoding of ["brotli", "gzip"] as const) {
    const code = sentBytes(keys, "all", encoding);
    for (const language of LANGUAGES) {
      const words = wordBytes(language, ["first", ...wordsOfScreen("spot/trade")], encoding);
      expect(code + words, `${language} ${encoding}`).toBeLessThanOrEqual(TRADE_LIMITS[encoding]);
    }
  }
});

test("WEB-40 the first texts of a language are at most 20 kB gzip, and the scripts of the first load contain none", () => {
  const english = readFileSync(path.resolve(DIST, "../src/locales/shell/en.json"), "utf8");
  const { requestFailed } = JSON.parse(english) as { readonly requestFailed: string };
  for (const key of closure("index.html")) {
    const file = manifest[key]?.file ?? "";
    expect(readFileSync(path.join(DIST, file), "utf8").includes(requestFailed), file).toBe(false);
  }
  for (const language of LANGUAGES) {
    const bytes = wordBytes(language, ["first"]);
    expect(bytes, language).toBeGreaterThan(KILOBYTE);
    expect(bytes, language).toBeLessThanOrEqual(LANGUAGE_LIMIT);
  }
});

test("WEB-41 the app can be installed: manifest, icons and marks of all languages are in place", () => {
  const installable = JSON.parse(readFileSync(path.join(DIST, "manifest.webmanifest"), "utf8")) as {
    readonly name: string;
    readonly display: string;
    readonly icons: readonly { readonly src: string; readonly purpose: string }[];
  };
  expect(installable).toMatchObject({ name: "Candor", display: "standalone" });
  for (const { src } of installable.icons) expect(existsSync(path.join(DIST, src)), src).toBe(true);
  expect(installable.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  expect(readdirSync(path.join(DIST, "flags")).sort()).toEqual(
    LANGUAGES.map((language) => `${language}.svg`).sort(),
  );
});

test.each([
  ["the web app", DIST],
  ["the console", CONSOLE_DIST],
])(
  "SEC-14 the build compresses every file of %s that can be, and each form holds the same",
  (_app, directory) => {
    const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(js|css|html|svg|webmanifest)$/.test(name))
      .map((name) => path.join(directory, name))
      .filter((file) => statSync(file).size >= 1_024);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const bytes = readFileSync(file);
      expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(bytes), file).toBe(true);
      expect(gunzipSync(readFileSync(`${file}.gz`)).equals(bytes), file).toBe(true);
    }
  },
);
