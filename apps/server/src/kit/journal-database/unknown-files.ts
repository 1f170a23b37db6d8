import { readdirSync } from "node:fs";
import path from "node:path";
import { isLocal } from "../durable/replicated-home.ts";

/** What the database has of a home. */
export interface KnownPaths {
  readonly files: ReadonlySet<string>;
  /** Journals, and stores with all of their generations. */
  readonly directories: readonly string[];
}

/**
 * Returns the files in the directories of a home that its database does not know. After a restore, they are of the history
 * that was given up, and may be personal.
 */
export function unknownFiles(home: string, { files, directories }: KnownPaths): string[] {
  const isKnown = (below: string): boolean =>
    files.has(below) || directories.some((directory) => below.startsWith(`${directory}/`));
  return readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isLocal(entry.name))
    .flatMap(({ name }) => filesBelow(home, name))
    .filter((below) => !isLocal(below) && !isKnown(below));
}

function filesBelow(home: string, directory: string): string[] {
  return readdirSync(path.join(home, directory), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(home, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}
