import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Hex } from "../../../kit/hex.ts";

const COMPILER = path.join(import.meta.dirname, "compile-contracts.ts");
export const TEST_TOKEN_SOURCE = path.join(import.meta.dirname, "test-token.sol");

const compiled = z.record(
  z.string(),
  z
    .string()
    .regex(/^0x(?:[0-9a-f]{2})+$/)
    .transform((text) => text as Hex),
);

/**
 * Returns the creation code of each contract in a Solidity file. Compiled once per content and cached in `directory`.
 */
export async function compiledContracts(
  sourceFile: string,
  directory: string,
): Promise<Readonly<Record<string, Hex>>> {
  const digest = createHash("sha256").update(readFileSync(sourceFile)).digest("hex").slice(0, 16);
  const target = path.join(directory, `${path.basename(sourceFile, ".sol")}-${digest}.json`);
  if (!existsSync(target)) {
    mkdirSync(directory, { recursive: true });
    const child = fork(COMPILER, [sourceFile, target], { execArgv: [] });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`${path.basename(sourceFile)} could not be compiled`);
  }
  return compiled.parse(JSON.parse(readFileSync(target, "utf8")));
}
