import { createHash } from "node:crypto";

export interface FileDigest {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Notes files that have to be there from now on. Paths are below the home, with slashes. */
export interface FileKeeper {
  /** Whether the file has to be there. */
  has(file: string): boolean;
  /** Notes a file that was just written; resolves when that is on disk. */
  keep(file: string, digest: FileDigest): Promise<void>;
  /** Crosses a file out, before it is removed. */
  drop(file: string): Promise<void>;
  /** The same of all files below a folder. */
  dropFolder(folder: string): Promise<void>;
  /** Writes a file that is replaced again and again; after a crash it is this one or the one before. */
  replace(file: string, content: Uint8Array): Promise<void>;
}

export function digestOf(content: Uint8Array): FileDigest {
  return { bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}
