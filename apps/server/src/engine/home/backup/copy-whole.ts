import { constants, copyFileSync, linkSync, statSync } from "node:fs";
import { syncPath } from "@candor/journal/file-access";

/**
 * Copies a file that never changes again, durably.
 * @param earlier the same file in an earlier backup: a second name of it takes no space. Its content is checked with
 * everything else of the backup
 */
export function copyWhole(from: string, to: string, earlier?: string): void {
  if (earlier !== undefined && statSync(earlier, { throwIfNoEntry: false })?.size === statSync(from).size) {
    linkSync(earlier, to);
    return;
  }
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  syncPath(to);
}
