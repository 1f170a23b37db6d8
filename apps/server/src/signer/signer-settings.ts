import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { writeDurably } from "../durable/write-durably.ts";
import { isPublished, newMnemonic, SignerKeys } from "./signer-keys.ts";
import { DEFAULT_LIMITS, SignerLimits } from "./signer-limits.ts";

const SEED_FILE = "seed";
const OTHERS_MAY_READ = 0o077;

export interface SignerSettings {
  /** Of its journal and, in the sandbox, its seed. */
  readonly directory: string;
  readonly mode: "sandbox" | "live";
  readonly keys: SignerKeys;
  readonly limits: SignerLimits;
}

/**
 * Reads the signer's own settings. The sandbox draws a seed at the first start and keeps it; in live mode it has to be
 * given, and must not be one that everybody knows. Throws with the variable's name, never with its value.
 */
export function readSignerSettings(variables: Readonly<Record<string, string | undefined>>): SignerSettings {
  const directory = variables.CANDOR_SIGNER_DIRECTORY;
  if (directory === undefined || directory === "") throw new Error("CANDOR_SIGNER_DIRECTORY is not set");
  const mode = variables.CANDOR_MODE === "live" ? "live" : "sandbox";
  const given = givenMnemonic(variables);
  if (mode === "live" && given === undefined)
    throw new Error("live mode needs CANDOR_SIGNER_MNEMONIC or CANDOR_SIGNER_MNEMONIC_FILE");
  if (mode === "live" && given !== undefined && isPublished(given))
    throw new Error("CANDOR_SIGNER_MNEMONIC is one that everybody knows");
  const limits = new SignerLimits(variables.CANDOR_SIGNER_LIMITS || DEFAULT_LIMITS);
  return { directory, mode, keys: new SignerKeys(given ?? keptMnemonic(directory)), limits };
}

function givenMnemonic(variables: Readonly<Record<string, string | undefined>>): string | undefined {
  const { CANDOR_SIGNER_MNEMONIC: words, CANDOR_SIGNER_MNEMONIC_FILE: file } = variables;
  if (words !== undefined && words !== "") return words;
  if (file === undefined || file === "") return undefined;
  return readPrivately(file, "CANDOR_SIGNER_MNEMONIC_FILE");
}

function keptMnemonic(directory: string): string {
  const file = path.join(directory, SEED_FILE);
  if (!existsSync(file)) writeDurably(file, newMnemonic());
  return readPrivately(file, file);
}

function readPrivately(file: string, name: string): string {
  if ((statSync(file).mode & OTHERS_MAY_READ) !== 0)
    throw new Error(`${name}: others may read it; its mode has to be 0600`);
  return readFileSync(file, "utf8");
}
