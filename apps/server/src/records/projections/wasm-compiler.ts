/**
 * Optimizing the largest of PostgreSQL's functions briefly takes about 500 MB and a second of another core. It makes
 * writing rows about a third cheaper, so it is worth it under sustained load, if there is plenty of memory.
 */
const PLENTY_BYTES = 4 * 1_024 ** 3;

/** Approximate bytes of code that a function runs before it is optimized: 150 times the default. */
const SUSTAINED_LOAD = 2_000_000_000;

/** The same for a database about to be filled: it does nothing else, and frees its memory at the end. */
const FILLED_AT_ONCE = 50_000_000;

/** Purpose of an embedded database: serving for days, or being filled once and closed. */
export type DatabaseWork = "serving" | "filling";

/**
 * V8 keeps a list of the process's compiled code. If baseline code is freed while threads start and end, an entry can
 * be missing, and V8's own check then crashes the process (nodejs/node issue 64500). Keeping the code costs a few
 * megabytes.
 */
export const KEEP_CODE = "--no-wasm-code-gc";

/** Disables optimization, for low memory and for work that ends within seconds. */
export const BASELINE_ONLY = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"] as const;

/**
 * Returns V8 flags for the embedded database's thread.
 * @param availableBytes memory still available to this process
 */
export function wasmCompilerFlags(availableBytes: number, work: DatabaseWork): readonly string[] {
  return availableBytes >= PLENTY_BYTES
    ? [KEEP_CODE, `--wasm-tiering-budget=${work === "filling" ? FILLED_AT_ONCE : SUSTAINED_LOAD}`]
    : [KEEP_CODE, ...BASELINE_ONLY];
}
