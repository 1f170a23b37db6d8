import { existsSync } from "node:fs";
import path from "node:path";

/** The first file of a backup, removed once the backup is complete and checked. */
const MARK = "backup-incomplete";

export const incompleteMark = (home: string): string => path.join(home, MARK);

/** The directory is a backup that was interrupted. Nothing may start on it. */
export class IncompleteBackupError extends Error {
  constructor(home: string) {
    super(`${home} is an incomplete backup, because it was interrupted. Remove it and use another backup`);
    this.name = "IncompleteBackupError";
  }
}

/** Throws IncompleteBackupError for a backup that was interrupted. */
export function assertNoIncompleteBackup(home: string): void {
  if (existsSync(incompleteMark(home))) throw new IncompleteBackupError(home);
}
