import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { KEEP_CODE } from "@candor/server/records/projections/wasm-compiler";

/** The part used here; Node's types leave it to the browser's types. */
const assembly = Reflect.get(globalThis, "WebAssembly") as {
  compile(this: void, bytes: Uint8Array): Promise<object>;
};
/** Kept for the duration of the tests. */
const kept: object[] = [];

/**
 * Tests open and close dozens of embedded databases in threads of one process. All share this compiled module, so that
 * closing the last one frees no code, which can crash V8: see projections/wasm-compiler.ts.
 */
export async function setup(): Promise<void> {
  setFlagsFromString(KEEP_CODE);
  const require = createRequire(new URL("../../../apps/server/package.json", import.meta.url));
  const directory = path.dirname(require.resolve("@electric-sql/pglite"));
  kept.push(await assembly.compile(readFileSync(path.join(directory, "pglite.wasm"))));
}
