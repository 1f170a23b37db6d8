import { readdirSync } from "node:fs";
import path from "node:path";
import { syncPath } from "@candor/journal/file-access";

/** Returns when everything in a directory is on disk. */
export function syncFiles(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const place = path.join(directory, entry.name);
    if (entry.isDirectory()) syncFiles(place);
    else if (entry.isFile()) syncPath(place);
  }
  syncPath(directory);
}
