import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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
 * Returns the creation code of each contract in a Solidity file. Compiled once per content and cached in `directory`. A
 * cache that is damaged or cannot be written to costs time but does not fail the start.
 */
export async function compiledContracts(
  sourceFile: string,
  directory: string,
): Promise<Readonly<Record<string, Hex>>> {
  const digest = createHash("sha256").update(readFileSync(sourceFile)).digest("hex").slice(0, 16);
  const name = `${path.basename(sourceFile, ".sol")}-${digest}.json`;
  const kept = readCompiled(path.join(directory, name));
  if (kept !== undefined) return kept;
  const drafts = mkdtempSync(path.join(tmpdir(), "candor-contracts-"));
  try {
    const draft = path.join(drafts, name);
    const child = fork(COMPILER, [sourceFile, draft], { execArgv: [] });
    const [code] = await once(child, "exit");
    const made = code === 0 ? readCompiled(draft) : undefined;
    if (made === undefined) throw new Error(`${path.basename(sourceFile)} could not be compiled`);
    keepIn(directory, name, draft);
    return made;
  } finally {
    rmSync(drafts, { recursive: true, force: true });
  }
}

/** @returns undefined when the file is missing or damaged */
function readCompiled(file: string): Readonly<Record<string, Hex>> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return compiled.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** Writes a copy under another name first: several processes may do this at once, and any may be killed. */
function keepIn(directory: string, name: string, draft: string): void {
  const making = path.join(directory, `${name}.${process.pid}`);
  try {
    mkdirSync(directory, { recursive: true });
    copyFileSync(draft, making);
    renameSync(making, path.join(directory, name));
  } catch {
    // The next start compiles again.
    if (existsSync(making)) rmSync(making);
  }
}
