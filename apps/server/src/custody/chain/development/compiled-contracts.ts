import { fork } from "node:child_process";
import { createHash, hash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
/** The contracts as text, and its SHA-256 in hexadecimal: a cache may be damaged and still be well formed. */
const sealed = z.object({ contracts: z.string(), sha256: z.string() });

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
    if (code !== 0) throw new Error(`${path.basename(sourceFile)} could not be compiled`);
    const contracts = readFileSync(draft, "utf8");
    keepIn(directory, name, JSON.stringify({ contracts, sha256: hash("sha256", contracts) }));
    return compiled.parse(JSON.parse(contracts));
  } finally {
    rmSync(drafts, { recursive: true, force: true });
  }
}

/** @returns undefined when the file is missing or damaged */
function readCompiled(file: string): Readonly<Record<string, Hex>> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { contracts, sha256 } = sealed.parse(JSON.parse(readFileSync(file, "utf8")));
    return hash("sha256", contracts) === sha256 ? compiled.parse(JSON.parse(contracts)) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes under another name first: several processes may do this at once, and any may be killed. */
function keepIn(directory: string, name: string, content: string): void {
  const making = path.join(directory, `${name}.${process.pid}`);
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(making, content);
    renameSync(making, path.join(directory, name));
  } catch {
    // The next start compiles again.
    if (existsSync(making)) rmSync(making);
  }
}
