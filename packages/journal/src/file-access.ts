import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The two calls on which durability hangs; tests put failing ones in their place. */
export interface FileAccess {
  /** Writes at `position`; may write less than `length`. @returns bytes written */
  write(fd: number, bytes: Uint8Array, offset: number, length: number, position: number): number;
  dataSync(fd: number): void;
}

export const REAL_FILES: FileAccess = {
  write: (fd, bytes, offset, length, position) => writeSync(fd, bytes, offset, length, position),
  dataSync: fdatasyncSync,
};

/** Writes all of `bytes` at `position`. */
export function writeFully(files: FileAccess, fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) {
    const written = files.write(fd, bytes, done, bytes.length - done, position + done);
    if (written <= 0) throw new Error(`wrote only ${done} of ${bytes.length} bytes`);
    done += written;
  }
}

/** Creates a directory with all above it that are missing, durably. */
export function makeDirectory(directory: string): void {
  const first = mkdirSync(directory, { recursive: true });
  if (first === undefined) return;
  const above = dirname(resolve(first));
  for (let created = resolve(directory); created !== above; created = dirname(created))
    syncDirectory(dirname(created));
}

/** Makes creations, renames and removals in a directory durable. */
export function syncDirectory(directory: string): void {
  const fd = openSync(directory, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
