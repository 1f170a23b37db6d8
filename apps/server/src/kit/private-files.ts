import { chmodSync, lstatSync, readdirSync } from "node:fs";
import path from "node:path";

const OTHERS = 0o077;

/**
 * Everything that this process writes is for its own account alone, whatever writes it: a copy of a home somewhere else, or a
 * restored one, is as closed as the home.
 */
export function writePrivately(): void {
  process.umask(OTHERS);
}

/** Closes what earlier versions, or a copy, left open to others. @returns how many files and directories */
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

/** undefined: it has gone meanwhile. */
function modeOf(file: string): number | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.mode;
}
