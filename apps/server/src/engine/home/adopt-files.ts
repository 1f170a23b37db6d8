import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { AcceptedLoss } from "@candor/domain/commands/store-commands";
import { INSTANCE_FILE } from "../../config/instance.ts";
import { digestOfFile, placeOfFile, SEALING_KEY } from "./check-files.ts";
import { FILES_STORE, type FileRegister } from "./file-register.ts";

/** Written once by their first user, some of them by another process. */
const SINGLE_FILES = [
  INSTANCE_FILE,
  SEALING_KEY,
  "keys/push.json",
  "identity/outbox.json",
  "signer/seed",
  "chain/development/faucet-key",
  "chain/development/state.json",
] as const;
/** Folders of files that are noted as they are written; of an older version's home they are noted at its first start. */
const FOLDERS = ["keys/users", "liabilities", "content/pictures", "uploads"] as const;
/** What an interrupted write leaves behind. */
const DRAFT = /\.new$/;

/**
 * Notes files that are there and not in the register: all of a home that an older version made, and those that other
 * processes write. A file whose loss was accepted is noted as it is.
 */
export async function adoptFiles(
  home: string,
  keyFile: string,
  files: FileRegister,
  accepted: readonly AcceptedLoss[],
): Promise<void> {
  const asTheyAre = new Set(accepted.map(({ store }) => store));
  const isNew = files.files.size === 0 || asTheyAre.has(FILES_STORE);
  const names = [...SINGLE_FILES, ...(isNew ? FOLDERS.flatMap((folder) => filesBelow(home, folder)) : [])];
  for (const file of new Set([...names, ...asTheyAre].filter((name) => isWanted(name, files, asTheyAre)))) {
    const where = placeOfFile(home, keyFile, file);
    if (existsSync(where)) await files.keep(file, digestOfFile(where));
  }
}

/** Notes what other processes have written since; cheap when there is nothing. */
export async function adoptSingleFiles(home: string, keyFile: string, files: FileRegister): Promise<void> {
  for (const file of SINGLE_FILES) {
    const where = placeOfFile(home, keyFile, file);
    if (!files.files.has(file) && existsSync(where)) await files.keep(file, digestOfFile(where));
  }
}

/** Names in `accepted` may be stores, which are no files. */
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
