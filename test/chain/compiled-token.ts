import { cpSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  compiledContracts,
  TEST_TOKEN_SOURCE,
} from "../../apps/server/src/chain/development/compiled-contracts.ts";

/** Compiled once for all test files of all runs; named by the source's hash. */
export const CONTRACT_CACHE = path.join(tmpdir(), "candor-test-contracts");

/** Spares an embedded chain's first start the compiler, which takes seconds; one test has it compile for itself. */
export async function bringCompiledToken(directory: string): Promise<void> {
  mkdirSync(CONTRACT_CACHE, { recursive: true });
  await compiledContracts(TEST_TOKEN_SOURCE, CONTRACT_CACHE);
  cpSync(CONTRACT_CACHE, directory, {
    recursive: true,
    filter: (source) => source === CONTRACT_CACHE || path.basename(source).startsWith("test-token-"),
  });
}
