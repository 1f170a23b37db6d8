import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  bundleOf,
  inputOf,
  NOT_BUNDLED,
  PROGRAMS,
  SERVER,
  TOOLS,
} from "../../../scripts/package/programs.ts";

/**
 * Bundles the programs that tests start, in the directory given as argument. A server loads 1,200 modules: from a bundle it is
 * ready after half of the processor time. `use-programs.mjs` there, imported by a process of Node and inherited by its threads
 * and children, runs the bundle of a program instead of its source. scripts/run-checks.ts makes them once per run; a
 * single test file runs the sources, and so does the first start of a server.
 */
/** Programs that tests start, kill and start again. */
const TARGETS = [
  "chain/custody-failover-target",
  "chain/embedded-kill-target",
  "chain/withdrawal-kill-target",
  "cluster/cluster-target",
  "cluster/partition-load-target",
  "cluster/role-target",
  "crash/disk-full-target",
  "crash/kill-target",
  "identity/kill-target",
  "projections/kill-target",
  "uploads/kill-target",
].map((name) => path.resolve(import.meta.dirname, "../..", `${name}.ts`));
const BUNDLED = [...PROGRAMS, ...TOOLS, ...TARGETS];

const SIGNER = path.join(SERVER, "src/custody/signer/main.ts");

/** The parts of the bundler used here. */
interface Bundler {
  build(this: void, options: object): Promise<unknown>;
}

/** Files next to a source are found from its bundle. */
const keepsPlaces = (directory: string) => ({
  name: "keeps places",
  transform: {
    filter: { code: "import.meta." },
    handler: (code: string, id: string) => ({
      code: code
        // The signer gets no environment from which it could learn of its bundle.
        .replaceAll(/path\.join\(import\.meta\.dirname, "([^"]+)"\)/g, (text, file: string) =>
          path.join(path.dirname(id), file) === SIGNER
            ? JSON.stringify(path.join(directory, bundleOf(SIGNER)))
            : text,
        )
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
        .replaceAll("import.meta.dirname", JSON.stringify(path.dirname(id))),
      map: null,
    }),
  },
});

/** Code that runs bundles instead of their sources, in this process and in its threads. */
const hook = (
  places: Readonly<Record<string, string>>,
): string => `import { registerHooks } from "node:module";
const places = ${JSON.stringify(places, undefined, 2)};
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const url = places[found.url];
    return url === undefined ? found : { ...found, url, format: "module" };
  },
});
`;

async function bundlePrograms(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const { build } = createRequire(path.join(SERVER, "package.json"))("rolldown") as Bundler;
  await build({
    input: inputOf(BUNDLED),
    platform: "node",
    external: NOT_BUNDLED,
    plugins: [keepsPlaces(directory)],
    output: {
      dir: directory,
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
      // Errors and log lines contain names of classes.
      keepNames: true,
    },
  });
  const urlOf = (file: string): string => pathToFileURL(file).href;
  const places = BUNDLED.map((program) => [urlOf(program), urlOf(path.join(directory, bundleOf(program)))]);
  writeFileSync(path.join(directory, "use-programs.mjs"), hook(Object.fromEntries(places)));
}

const [, , directory] = process.argv;
if (directory === undefined) throw new Error("expected the directory of the bundles as argument");
await bundlePrograms(path.resolve(directory));
