/**
 * Flags of V8 for processes of tests: what runs for seconds gains nothing from optimising PostgreSQL's functions, which takes
 * 0.7 s of a processor and 600 MB each time. A server that stays does so, see projections/wasm-compiler.ts.
 */
export const BASELINE_WASM = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"] as const;
