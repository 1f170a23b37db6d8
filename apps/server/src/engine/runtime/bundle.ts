import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makeDirectory } from "@candor/journal/file-access";
import type { OneModule } from "./one-module.ts";
import { oneModuleApart } from "./one-module-apart.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../../..");
/** Source folders of bundles, in addition to the entry's own. */
const SOURCES = [
  "packages/core/src",
  "packages/journal/src",
  "packages/money/src",
  "packages/domain/src",
  "packages/codec/src",
  "packages/formulas/src",
  "packages/text/src",
  "packages/simulator/src",
  "apps/server/src/engine/runtime",
  "apps/server/src/kit/durable",
  "apps/server/src/kit/journal-database",
  "apps/server/src/kit/threads",
  "package-lock.json",
].map((place) => path.join(ROOT, place));
const DIGEST_LENGTH = 16;
/** Of the file with the digest of a bundle's code. */
const DIGEST_SUFFIX = ".sha256";
/** A process that just received a bundle of older sources may still have to load it. */
const UNUSED_MS = 60_000;

/**
 * Bundles a TypeScript entry and all its imports into one module. V8 treats constants and functions of the same module
 * as known at compile time, but loads and checks imported ones at each use (docs/adr/0016-engine-as-one-module.md).
 * Entry and imports must be in SOURCES, the entry's folder or packages without native parts. Dynamic imports stay where
 * they are.
 *
 * The bundle is cached in `cache` under the fingerprint of its sources, so each version is built once; without a cache,
 * in a temporary directory until this process exits. An entry that is a bundle already is returned: a packaged server
 * has no sources.
 * @returns the URL of the bundle; its source map is next to it
 */
export async function bundle(entry: URL, cache: string | undefined): Promise<URL> {
  const source = fileURLToPath(entry);
  if (path.extname(source) === ".mjs") return entry;
  const places = [...SOURCES, path.dirname(source)];
  const prefix = `bundle-${path.basename(source, ".ts")}-${digestOf(source)}-`;
  const name = prefix + digestOf(fingerprint(places));
  const file = path.join(name, `${path.basename(source, ".ts")}.mjs`);
  const kept = [cache, temporary].find(
    (directory) => directory !== undefined && isKept(path.resolve(directory, file)),
  );
  if (kept !== undefined) return pathToFileURL(path.resolve(kept, file));
  const made = await oneModuleApart(source);
  for (const part of made.sources) refuseForeign(part, places);
  const keep = (directory: string): URL => {
    removeUnused(directory, prefix);
    keepIn(directory, name, path.basename(file), made);
    return pathToFileURL(path.resolve(directory, file));
  };
  try {
    return keep(cache ?? temporaryDirectory());
  } catch (error) {
    // An unwritable cache costs time but does not fail the start.
    if (cache === undefined) throw error;
    return keep(temporaryDirectory());
  }
}

/** Fingerprints the names, sizes and times of all files in these folders. */
function fingerprint(places: readonly string[]): string {
  const lines: string[] = [];
  const visit = (file: string): void => {
    const { size, mtimeMs } = statSync(file);
    lines.push(`${file} ${size} ${mtimeMs}`);
  };
  for (const place of new Set(places)) {
    if (!statSync(place).isDirectory()) visit(place);
    else
      for (const entry of readdirSync(place, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) visit(path.join(entry.parentPath, entry.name));
  }
  return lines.toSorted().join("\n");
}

/** Rejects sources outside the fingerprint, whose changes would go unnoticed. */
function refuseForeign(source: string, places: readonly string[]): void {
  if (source.includes(`${path.sep}node_modules${path.sep}`)) return;
  if (!places.some((place) => source.startsWith(place + path.sep)))
    throw new Error(`${source} is outside the allowed sources of a bundle`);
}

/** Whether the bundle exists undamaged; notes that it is in use. A damaged one is removed. */
function isKept(file: string): boolean {
  const directory = path.dirname(file);
  if (!existsSync(directory)) return false;
  if (!isIntact(file)) {
    removeIfAllowed(directory);
    return false;
  }
  const now = new Date();
  try {
    utimesSync(directory, now, now);
  } catch {
    // The bundle may belong to another user but can still be used.
  }
  return true;
}

function isIntact(file: string): boolean {
  try {
    return readFileSync(`${file}${DIGEST_SUFFIX}`, "utf8") === digestOf(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}

function removeIfAllowed(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // It may belong to another user: keepIn fails then, and the bundle is made for this process.
  }
}

/** Safe for concurrent processes: the first to finish wins. Atomic, even on power failure. */
function keepIn(directory: string, name: string, file: string, { code, sourceMap }: OneModule): void {
  const target = path.join(directory, name);
  const making = mkdtempSync(`${target}-`);
  try {
    writeFileSync(path.join(making, file), code, { flush: true });
    writeFileSync(path.join(making, `${file}.map`), sourceMap, { flush: true });
    writeFileSync(path.join(making, `${file}${DIGEST_SUFFIX}`), digestOf(code), { flush: true });
    renameSync(making, target);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!isIntact(path.join(target, file))) throw error;
  }
}

/** Removes bundles of older sources, and leftovers of processes killed while bundling. */
function removeUnused(directory: string, prefix: string): void {
  makeDirectory(directory);
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(prefix)) continue;
    const bundled = path.join(directory, name);
    const info = statSync(bundled, { throwIfNoEntry: false });
    if (info !== undefined && Date.now() - info.mtimeMs > UNUSED_MS)
      rmSync(bundled, { recursive: true, force: true });
  }
}

let temporary: string | undefined;

function temporaryDirectory(): string {
  if (temporary !== undefined) return temporary;
  const made = mkdtempSync(path.join(tmpdir(), "candor-bundles-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  temporary = made;
  return made;
}

const digestOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, DIGEST_LENGTH);
