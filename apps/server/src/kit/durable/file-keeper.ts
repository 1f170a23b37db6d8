import { createHash } from "node:crypto";

export interface FileDigest {
  readonly bytes: number;
  /** Signatures in hexadecimal. */
  readonly sha256: string;
}

/** Registers files that must exist from now on. Paths are relative to the home, with forward slashes. */
export interface FileKeeper {
  /** Returns whether the file must exist. */
  has(file: string): boolean;
  /** Registers a file that was just written; resolves when the record is on disk. */
  keep(file: string, digest: FileDigest): Promise<void>;
  /** Unregisters a file before it is removed. */
  drop(file: string): Promise<void>;
  /** Unregisters all files in a folder. */
  dropFolder(folder: string): Promise<void>;
  /** Writes a file that is replaced often; after a crash either the new or the previous version exists. */
  replace(file: string, content: Uint8Array): Promise<void>;
}

export function digestOf(content: Uint8Array): FileDigest {
  return { bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}
