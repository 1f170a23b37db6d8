import { closeSync, existsSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, writeSync } from "node:fs";
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

/** What the server keeps is nobody else's on this machine, also where its home was made beforehand for all to enter. */
const OWNER_ONLY = 0o700;

/**
 * Creates a directory with all above it that are missing, durably, for their owner alone. One by one, because Node's recursive way never returns
 * where nothing can be created and the system says that what is there is not, as it does below /proc.
 */
export function makeDirectory(directory: string): void {
  const missing: string[] = [];
  for (let path = resolve(directory); !existsSync(path) && path !== dirname(path); path = dirname(path))
    missing.unshift(path);
  for (const path of missing) {
    try {
      mkdirSync(path, OWNER_ONLY);
    } catch (error) {
      // Somebody else was faster.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    syncPath(dirname(path));
  }
}

/** Makes a file's content durable, or creations, renames and removals in a directory. */
export function syncPath(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
