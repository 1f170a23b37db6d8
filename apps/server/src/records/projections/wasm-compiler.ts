/**
 * Optimising the largest of PostgreSQL's functions takes about 500 MB and a second of another core for a moment. It
 * makes writing rows about a third cheaper, so it is worth it under a sustained load, where there is plenty of memory.
 */
const PLENTY_BYTES = 4 * 1_024 ** 3;

/** About the bytes of code that a function has run before it is optimised: 150 times the usual. */
const SUSTAINED_LOAD = 2_000_000_000;

/** The same for a database that is about to be filled: it has nothing else to do, and gives its memory back at the end. */
const FILLED_AT_ONCE = 50_000_000;

/** What an embedded database is opened for: to serve for days, or to be filled anew and closed. */
export type DatabaseWork = "serving" | "filling";

/**
 * V8 keeps a list of the process's compiled code. When baseline code is freed while threads come and go, an entry can be
 * missing, and V8's own check then ends the process (nodejs/node issue 64500). What is kept costs a few megabytes.
 */
export const KEEP_CODE = "--no-wasm-code-gc";

/** Nothing is optimised: where memory is short, and for what ends within seconds. */
export const BASELINE_ONLY = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"] as const;

/**
 * Flags of V8 for the thread of the embedded database.
 * @param availableBytes memory that this process may still get
 */
export function wasmCompilerFlags(availableBytes: number, work: DatabaseWork): readonly string[] {
  return availableBytes >= PLENTY_BYTES
    ? [KEEP_CODE, `--wasm-tiering-budget=${work === "filling" ? FILLED_AT_ONCE : SUSTAINED_LOAD}`]
    : [KEEP_CODE, ...BASELINE_ONLY];
}
