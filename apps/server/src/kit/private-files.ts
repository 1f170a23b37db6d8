import { chmodSync, lstatSync, readdirSync } from "node:fs";
import path from "node:path";

const OTHERS = 0o077;

/**
 * Makes everything that this process writes readable by its own account only, so that a copied or restored home is as
 * private as the original.
 */
export function writePrivately(): void {
  process.umask(OTHERS);
}

/**
 * Removes other accounts' access that earlier versions or a copy left. @returns the number of files and directories
 * changed
 */
export function closeToOthers(home: string): number {
  let closed = 0;
  for (const entry of readdirSync(home, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() && !entry.isDirectory()) continue;
    const mode = modeOf(file);
    if (mode === undefined || (mode & OTHERS) === 0) continue;
    chmodSync(file, mode & ~OTHERS);
    closed++;
  }
  return closed;
}

/** undefined when the file no longer exists. */
function modeOf(file: string): number | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.mode;
}
