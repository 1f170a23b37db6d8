import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { AcceptedLoss } from "@candor/domain/commands/store-commands";
import { INSTANCE_FILE } from "../../config/instance.ts";
import { digestOfFile, placeOfFile, SEALING_KEY, SIGNER_SEED } from "./check-files.ts";
import { FILES_STORE, type FileRegister } from "./file-register.ts";

/** Written once by their first user, some by another process. */
export const SINGLE_FILES = [
  INSTANCE_FILE,
  SEALING_KEY,
  "keys/push.json",
  "identity/outbox.json",
  SIGNER_SEED,
  "chain/development/faucet-key",
  "chain/development/state.json",
] as const;
/**
 * Folders whose files are registered when written; files of an older version's home are registered at its first start.
 */
const FOLDERS = ["keys/users", "liabilities", "content/pictures", "uploads"] as const;
/** Left over from an interrupted write. */
const DRAFT = /\.new$/;

/**
 * Registers files that exist but are not in the register: all files of a home from an older version, and those written
 * by other processes. A file whose loss was accepted is registered in its current state.
 */
export async function adoptFiles(
  home: string,
  keyFile: string,
  files: FileRegister,
  accepted: readonly AcceptedLoss[],
): Promise<void> {
  const acceptedNames = new Set(accepted.map(({ store }) => store));
  const isNew = files.files.size === 0 || acceptedNames.has(FILES_STORE);
  const names = [...SINGLE_FILES, ...(isNew ? FOLDERS.flatMap((folder) => filesBelow(home, folder)) : [])];
  for (const file of new Set(
    [...names, ...acceptedNames].filter((name) => isWanted(name, files, acceptedNames)),
  )) {
    const where = placeOfFile(home, keyFile, file);
    if (existsSync(where)) await files.keep(file, digestOfFile(where));
  }
}

/** Registers files that other processes have written since; cheap if there are none. */
export async function adoptSingleFiles(home: string, keyFile: string, files: FileRegister): Promise<void> {
  for (const file of SINGLE_FILES) {
    const where = placeOfFile(home, keyFile, file);
    if (!files.files.has(file) && existsSync(where)) await files.keep(file, digestOfFile(where));
  }
}

/** Names in `accepted` may be stores, which are not files. */
function isWanted(name: string, { files }: FileRegister, asTheyAre: ReadonlySet<string>): boolean {
  return asTheyAre.has(name) ? files.has(name) : !files.has(name);
}

function filesBelow(home: string, folder: string): string[] {
  const directory = path.join(home, folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !DRAFT.test(entry.name))
    .map((entry) => path.relative(home, path.join(entry.parentPath, entry.name)));
}
