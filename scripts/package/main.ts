import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import {
  compiledContracts,
  TEST_TOKEN_SOURCE,
} from "@candor/server/custody/chain/development/compiled-contracts";
import { oneModuleOf } from "@candor/server/engine/runtime/one-module";
import { bundlesOf, carryPlaces } from "./carry-places.ts";
import { inputOf, NOT_BUNDLED, PROGRAMS, SERVER, TOOLS } from "./programs.ts";

/**
 * Makes the code of the package that `npm pack` puts together: bundles in `dist`, because Node does not run TypeScript
 * below node_modules. The package's other files are named in package.json.
 */
const OUTPUT = path.resolve(import.meta.dirname, "../../dist");
const ENGINE = path.join(SERVER, "src/engine/runtime/exchange-thread.ts");
const ENGINE_BUNDLE = "exchange-thread.mjs";

/** The parts of the bundler used here. */
interface Bundler {
  build(this: void, options: object): Promise<unknown>;
}

/** A source with any other character takes twice the memory. Characters beyond ASCII occur in literals only. */
const inAscii = (code: string): string =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A cluster is run from a checkout. */
const programs = [...PROGRAMS, ...TOOLS].filter((program) => !program.includes("/cluster/"));
const places = carryPlaces(new Map([...bundlesOf(programs), [ENGINE, ENGINE_BUNDLE]]));

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT);
const { build } = createRequire(path.join(SERVER, "package.json"))("rolldown") as Bundler;
await build({
  input: inputOf(programs),
  platform: "node",
  external: NOT_BUNDLED,
  plugins: [places],
  output: {
    dir: OUTPUT,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
    // Errors and log lines contain names of classes.
    keepNames: true,
    // Node keeps the source of every module in memory.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  },
});
for (const name of readdirSync(OUTPUT)) {
  const file = path.join(OUTPUT, name);
  writeFileSync(file, inAscii(readFileSync(file, "utf8")));
}
const { code } = await oneModuleOf(ENGINE, places);
// Without its source map: the package has no sources.
writeFileSync(path.join(OUTPUT, ENGINE_BUNDLE), code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"));
// Which scripts/candor.mjs puts in its cache: the package has no compiler.
await compiledContracts(TEST_TOKEN_SOURCE, path.join(OUTPUT, "cache"));
