import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { wasmCompilerFlags } from "./wasm-compiler.ts";

const GIBIBYTE = 1_024 ** 3;

test("READ-40 (embedded) where memory is short the database's code is never optimised, elsewhere under a sustained load, or while it is filled", () => {
  const small = ["--no-wasm-code-gc", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
  for (const bytes of [0, GIBIBYTE, 4 * GIBIBYTE - 1]) {
    expect(wasmCompilerFlags(bytes, "serving")).toEqual(small);
    expect(wasmCompilerFlags(bytes, "filling")).toEqual(small);
  }
  const optimised = (budget: number) => ["--no-wasm-code-gc", `--wasm-tiering-budget=${budget}`];
  for (const bytes of [4 * GIBIBYTE, 64 * GIBIBYTE]) {
    expect(wasmCompilerFlags(bytes, "serving")).toEqual(optimised(2_000_000_000));
    expect(wasmCompilerFlags(bytes, "filling")).toEqual(optimised(50_000_000));
  }
});

test("READ-40 this Node knows the flags", () => {
  for (const bytes of [0, 64 * GIBIBYTE])
    expect(
      execFileSync(process.execPath, [...wasmCompilerFlags(bytes, "filling"), "-p", "1"], {
        encoding: "utf8",
      }),
    ).toBe("1\n");
});
