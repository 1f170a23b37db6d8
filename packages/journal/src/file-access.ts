import { closeSync, existsSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The two calls that durability depends on. Tests replace them with failing ones. */
export interface FileAccess {
  /**
   * Writes at `position`; may write less than `length`.
   * @returns bytes written
   */
  write(fd: number, bytes: Uint8Array, offset: number, length: number, position: number): number;
  dataSync(fd: number): void;
}

export const REAL_FILES: FileAccess = {
  write: (fd, bytes, offset, length, position) => writeSync(fd, bytes, offset, length, position),
  dataSync: fdatasyncSync,
};

/** For copies of what is durable elsewhere: the system writes them to disk when it likes. */
export const UNSYNCED_FILES: FileAccess = { ...REAL_FILES, dataSync: () => undefined };

/** Writes all of `bytes` at `position`. */
export function writeFully(files: FileAccess, fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) {
    const written = files.write(fd, bytes, done, bytes.length - done, position + done);
    if (written <= 0) throw new Error(`wrote only ${done} of ${bytes.length} bytes`);
    done += written;
  }
}

/** Only the owner may enter the server's directories, even if the parent directory is open to everyone. */
const OWNER_ONLY = 0o700;

/**
 * Creates a directory and its missing parents, durably, accessible to their owner only. One by one, because Node's
 * recursive option never returns where creation fails with ENOENT, as it does below /proc.
 */
export function makeDirectory(directory: string): void {
  const missing: string[] = [];
  for (let path = resolve(directory); !existsSync(path) && path !== dirname(path); path = dirname(path))
    missing.unshift(path);
  for (const path of missing) {
    try {
      mkdirSync(path, OWNER_ONLY);
    } catch (error) {
      // Another process created it first.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    syncPath(dirname(path));
  }
}

/** Makes a file's content durable; for a directory, the creations, renames and removals in it. */
export function syncPath(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
