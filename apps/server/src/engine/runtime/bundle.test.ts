import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundle } from "./bundle.ts";
import { EXCHANGE_THREAD } from "./worker-engine.ts";

let root = "";
let cache = "";
let entry: URL;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "candor-bundle-"));
  cache = path.join(root, "cache");
  mkdirSync(path.join(root, "sources"));
  entry = pathToFileURL(path.join(root, "sources", "entry.ts"));
  writeFileSync(entry, `import { answer } from "./answer.ts";\nexport const told: number = answer + 1;\n`);
  answerIs(1);
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Writes a file whose size differs for each answer. */
const answerIs = (answer: number): void =>
  writeFileSync(
    path.join(root, "sources", "answer.ts"),
    `export const answer: number = ${answer};${" ".repeat(answer)}\n`,
  );

const told = async (bundled: URL): Promise<unknown> =>
  ((await import(/* @vite-ignore */ bundled.href)) as { readonly told: unknown }).told;

test("ENG-14 a bundle changes exactly when its sources change", async () => {
  const [first, atOnce] = await Promise.all([bundle(entry, cache), bundle(entry, cache)]);
  expect(atOnce).toEqual(first);
  expect(await told(first)).toBe(2);
  const made = statSync(first);
  expect(await bundle(entry, cache)).toEqual(first);
  expect(statSync(first)).toMatchObject({ ino: made.ino, mtimeMs: made.mtimeMs });

  answerIs(2);
  const second = await bundle(entry, cache);
  expect(second).not.toEqual(first);
  expect(await told(second)).toBe(3);
  answerIs(1);
  expect(await bundle(entry, cache)).not.toEqual(second);
});

test("ENG-14 a damaged bundle is made again: emptied, cut, changed, or without one of its files", async () => {
  const first = await bundle(entry, cache);
  const code = readFileSync(first, "utf8");
  const damages: Readonly<Record<string, () => void>> = {
    emptied: () => writeFileSync(first, ""),
    cut: () => writeFileSync(first, code.slice(0, code.length / 2)),
    changed: () => writeFileSync(first, code.replace("1", "7")),
    "without code": () => rmSync(first),
    "without digest": () => rmSync(new URL(`${first.href}.sha256`)),
  };
  for (const [name, damage] of Object.entries(damages)) {
    damage();
    expect(await bundle(entry, cache), name).toEqual(first);
    expect(readFileSync(first, "utf8"), name).toBe(code);
  }
});

test("ENG-14 declared functions are constants of the bundle, and are found in their source", async () => {
  writeFileSync(
    entry,
    `import { answer } from "./answer.ts";
export const told: unknown = [async () => (await later(sum(3))) + first().length, () => [sum.name, later.name]];
export function sum(n: number): number {
  if (n < 0) throw new RangeError("below zero");
  return n === 0 ? answer : n + sum(n - 1);
}
async function later(n: number): Promise<number> { return [...each(n)].length; }
function* each(n: number): Generator<number> { for (let i = 0; i < n; i++) yield i; }
function first(): string { return "é"; }
`,
  );
  const bundled = await bundle(entry, cache);
  const [value, names] = (await told(bundled)) as [() => Promise<number>, () => string[]];
  expect(await value()).toBe(8);
  expect(names()).toEqual(["sum", "later"]);

  const lines = readFileSync(bundled, "utf8").split("\n");
  expect(lines.filter((line) => /^(async )?function/.test(line))).toEqual([]);
  const map = new SourceMap(
    JSON.parse(readFileSync(new URL(`${bundled.href}.map`), "utf8")) as SourceMapPayload,
  );
  const thrown = lines.findIndex((line) => line.includes("throw new RangeError"));
  const place = map.findEntry(thrown, (lines[thrown] as string).indexOf("throw"));
  expect(place).toMatchObject({ originalSource: entry.href, originalLine: 3 });
});

test("ENG-14 bundles of older sources are removed once no process can be about to load them", async () => {
  const bundles = () => readdirSync(cache).map((name) => path.join(cache, name));
  const first = path.dirname(fileURLToPath(await bundle(entry, cache)));
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(first, longAgo, longAgo);
  answerIs(2);
  const second = path.dirname(fileURLToPath(await bundle(entry, cache)));
  expect(bundles()).toEqual([second]);
  answerIs(3);
  const third = path.dirname(fileURLToPath(await bundle(entry, cache)));
  expect(bundles().toSorted()).toEqual([second, third].toSorted());
});

test("ENG-14 without a writable cache a bundle is built for this process only", async () => {
  const nowhere = path.join(root, "sources", "answer.ts", "cache");
  const made = await bundle(entry, nowhere);
  expect(await told(made)).toBe(2);
  expect(await bundle(entry, undefined)).toEqual(made);
  // Test threads are terminated from outside, so the "exit" handler that would remove this may not run.
  rmSync(path.dirname(path.dirname(fileURLToPath(made))), { recursive: true });
});

test("ENG-14 a bundle whose source changes would go unnoticed is rejected", async () => {
  writeFileSync(path.join(root, "elsewhere.ts"), "export const answer = 5;");
  writeFileSync(entry, `export { answer } from "../elsewhere.ts";\n`);
  await expect(bundle(entry, cache)).rejects.toThrow(/elsewhere\.ts is outside the allowed sources/);
});

test("ENG-14 code bundled with this engine can start it, as benches do: it finds its neighbors in the sources", async () => {
  const bundled = await bundle(new URL("./worker-engine.ts", import.meta.url), process.env.CANDOR_CACHE);
  const engine = (await import(/* @vite-ignore */ bundled.href)) as { readonly EXCHANGE_THREAD: URL };
  expect(engine.EXCHANGE_THREAD.href).toBe(EXCHANGE_THREAD.href);
});

test("ENG-15 the exchange's engine, journal and core are one module, and none of its buffers is detached", async () => {
  const code = readFileSync(await bundle(EXCHANGE_THREAD, process.env.CANDOR_CACHE), "utf8");
  const imported = [...code.matchAll(/^import .* from "(.*)";$/gm)].map(([, name]) => name);
  expect(imported.length).toBeGreaterThan(3);
  for (const name of imported) expect(name).toMatch(/^node:/);
  for (const part of ["engine-thread", "journal/src/journal", "core/src/exchange/exchange"])
    expect(code).toContain(`${part}.ts`);
  // Nothing may detach buffers: no transfer lists, no transferred or growable buffers, no WebAssembly memory.
  expect(code).toMatch(/\.postMessage\(\w+\)/);
  expect(code).not.toMatch(/\.postMessage\([^()]*,|\.transfer(ToFixedLength)?\(|maxByteLength|WebAssembly/);
});
