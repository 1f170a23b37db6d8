import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs";
import path from "node:path";

/** Returns when everything below a directory is on the disk. */
export function syncFiles(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const place = path.join(directory, entry.name);
    if (entry.isDirectory()) syncFiles(place);
    else if (entry.isFile()) sync(place);
  }
  sync(directory);
}

function sync(place: string): void {
  const handle = openSync(place, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
