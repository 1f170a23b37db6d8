import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeDirectory } from "@candor/journal/file-access";
import type { DatabaseReader, ReadFile } from "./database-reader.ts";

const FILE_MODE = 0o600;

/**
 * Makes the local copy of a file equal to the database's. Not synced: the database can be read again.
 * @param isUnsure whether the copy may be damaged
 */
export async function copyFile(
  home: string,
  file: ReadFile,
  reader: DatabaseReader,
  isUnsure: boolean,
): Promise<void> {
  const place = path.join(home, file.path);
  if (file.isGone) {
    rmSync(place, { force: true });
    return;
  }
  if (isEqual(place, file, isUnsure)) return;
  const content = await reader.contentOf(file.path);
  // Gone or replaced since it was listed; it is listed again.
  if (content === undefined) return;
  makeDirectory(path.dirname(place));
  const draft = `${place}.new`;
  writeFileSync(draft, content, { mode: FILE_MODE });
  renameSync(draft, place);
}

/** A file that is never replaced is compared by its size: reading all pictures would take minutes. */
function isEqual(place: string, { bytes, sha256, isReplaced }: ReadFile, isUnsure: boolean): boolean {
  if (!existsSync(place) || statSync(place).size !== bytes) return false;
  return (
    (!isReplaced && !isUnsure) || createHash("sha256").update(readFileSync(place)).digest("hex") === sha256
  );
}
