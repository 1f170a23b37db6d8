import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { readLimits, type SignerLimits } from "../../config/chain/signer-limits.ts";
import { SettingError } from "../../config/setting-error.ts";
import { writeDurably } from "../../kit/durable/write-durably.ts";
import { isPublished, newMnemonic, SignerKeys } from "./signer-keys.ts";

const SEED_FILE = "seed";
const OTHERS_MAY_READ = 0o077;
const WORDS = "CANDOR_SIGNER_MNEMONIC";
const FILE = "CANDOR_SIGNER_MNEMONIC_FILE";

export interface SignerSettings {
  /** Directory of its journal and, in the sandbox, its seed. */
  readonly directory: string;
  readonly mode: "sandbox" | "live";
  readonly keys: SignerKeys;
  readonly limits: SignerLimits;
}

interface GivenSettings {
  readonly mode: "sandbox" | "live";
  readonly limits: SignerLimits;
  /** `undefined` if no mnemonic was given and the sandbox has its own. */
  readonly keys: SignerKeys | undefined;
}

/**
 * Checks the settings without writing anything: in live mode the mnemonic is required and must not be a public one.
 * Throws SettingError with the variable's name, never with its value.
 */
export function readGivenSettings(variables: Readonly<Record<string, string | undefined>>): GivenSettings {
  const mode = variables.CANDOR_MODE === "live" ? "live" : "sandbox";
  const given = givenMnemonic(variables);
  if (mode === "live" && given === undefined)
    throw new SettingError(FILE, `is required in live mode, or ${WORDS}: the seed of the wallets`);
  if (mode === "live" && given !== undefined && isPublished(given.words))
    throw new SettingError(given.variable, "must not be a publicly known mnemonic");
  return { mode, limits: readLimits(variables.CANDOR_SIGNER_LIMITS), keys: given && keysOf(given) };
}

/** Returns all of the signer's settings. The sandbox generates a seed at the first start and keeps it. */
export function readSignerSettings(variables: Readonly<Record<string, string | undefined>>): SignerSettings {
  const directory = variables.CANDOR_SIGNER_DIRECTORY;
  if (directory === undefined || directory === "") throw new Error("CANDOR_SIGNER_DIRECTORY is not set");
  const { mode, limits, keys } = readGivenSettings(variables);
  return { directory, mode, limits, keys: keys ?? new SignerKeys(keptMnemonic(directory)) };
}

interface GivenMnemonic {
  readonly variable: string;
  readonly words: string;
}

function givenMnemonic(variables: Readonly<Record<string, string | undefined>>): GivenMnemonic | undefined {
  const { [WORDS]: words, [FILE]: file } = variables;
  if (words !== undefined && words !== "") return { variable: WORDS, words };
  if (file === undefined || file === "") return undefined;
  return { variable: FILE, words: readPrivateFile(file, FILE) };
}

function keysOf({ variable, words }: GivenMnemonic): SignerKeys {
  try {
    return new SignerKeys(words);
  } catch {
    throw new SettingError(
      variable,
      "must contain the 12 to 24 words of a BIP-39 mnemonic; one of them is wrong",
    );
  }
}

function keptMnemonic(directory: string): string {
  const file = path.join(directory, SEED_FILE);
  if (!existsSync(file)) writeDurably(file, newMnemonic());
  return readPrivateFile(file, file);
}

/** @param name name of the file in error messages */
function readPrivateFile(file: string, name: string): string {
  let mode: number;
  let text: string;
  try {
    mode = statSync(file).mode;
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new SettingError(name, `cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  if ((mode & OTHERS_MAY_READ) !== 0)
    throw new SettingError(name, "is readable by others; its mode must be 0600");
  return text;
}
