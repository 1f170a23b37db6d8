import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const WORKER = "worker.js";
const PLACES = { build: 'const BUILD = "development";', first: 'const FIRST = ["/"];' } as const;
const HASH_LENGTH = 12;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/**
 * Adds build id and initial files to the built worker: browsers detect a new build by the id, and the worker caches the
 * files on installation.
 */
export function workerPlugin(): Plugin {
  let directory = "";
  return {
    name: "candor-worker",
    apply: "build",
    configResolved: ({ root, build }) => {
      directory = resolve(root, build.outDir);
    },
    // Before compression.
    writeBundle: {
      order: "post",
      handler() {
        const file = join(directory, WORKER);
        const source = readFileSync(file, "utf8");
        if (Object.values(PLACES).some((place) => !source.includes(place)))
          this.error("the worker has no place for its build");
        const first = ["/", ...firstFiles(directory).map((name) => `/${name}`)];
        const filled = source
          .replace(PLACES.build, `const BUILD = ${JSON.stringify(buildName(directory))};`)
          .replace(PLACES.first, `const FIRST = ${JSON.stringify(first)};`);
        writeFileSync(file, filled);
      },
    },
  };
}

/** Returns the files the page loads initially, from Vite's manifest. */
function firstFiles(directory: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(directory, ".vite/manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) visit(next);
  };
  visit("index.html");
  return [...files];
}

/** Changes whenever the page or any file changes. */
function buildName(directory: string): string {
  const hash = createHash("sha256").update(readFileSync(join(directory, "index.html")));
  const assets = readdirSync(join(directory, "assets"), { recursive: true, encoding: "utf8" }).sort();
  return hash.update(assets.join("\n")).digest("hex").slice(0, HASH_LENGTH);
}
