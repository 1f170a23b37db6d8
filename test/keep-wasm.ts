import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { KEEP_CODE } from "../apps/server/src/records/projections/wasm-compiler.ts";

/** The part of it that is used here; Node's types leave it to the browser's. */
const assembly = Reflect.get(globalThis, "WebAssembly") as {
  compile(this: void, bytes: Uint8Array): Promise<object>;
};
/** For as long as the tests run. */
const kept: object[] = [];

/**
 * Tests open and close dozens of embedded databases in threads of one process. All of them share this compiled module, so
 * that the last one to close frees no code: V8 may end the process over that, see projections/wasm-compiler.ts.
 */
export async function setup(): Promise<void> {
  setFlagsFromString(KEEP_CODE);
  const require = createRequire(new URL("../apps/server/package.json", import.meta.url));
  const directory = path.dirname(require.resolve("@electric-sql/pglite"));
  kept.push(await assembly.compile(readFileSync(path.join(directory, "pglite.wasm"))));
}
