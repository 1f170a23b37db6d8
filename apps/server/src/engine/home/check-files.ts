import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import type { FileDigest } from "../../kit/durable/file-keeper.ts";
import type { KnownFile } from "./file-register-state.ts";

/** The server's sealing key; its path is CANDOR_KEY_FILE. */
export const SEALING_KEY = "keys/sealing.key";
/** The sandbox's signer words. In live mode they are where CANDOR_SIGNER_MNEMONIC_FILE points. */
export const SIGNER_SEED = "signer/seed";
/**
 * Bytes read at a start; files beyond this are only compared by size. Keys come first. Pictures are sealed, so a
 * changed one is found when it is opened, and `npm run journal -- verify` reads all of them.
 */
const START_BUDGET_BYTES = 128 * 1024 * 1024;
const WINDOW_BYTES = 1024 * 1024;
const LAST = "uploads/";

export interface FileProblem {
  readonly file: string;
  /** A sentence with "it" as the subject. */
  readonly problem: string;
  readonly known: KnownFile;
  /** "" for a missing file. */
  readonly sha256: string;
}

/** Returns the path of a file in the register. */
export function placeOfFile(home: string, keyFile: string, file: string): string {
  return file === SEALING_KEY ? keyFile : path.join(home, file);
}

/** Compares the files of a home with the register. */
export function checkFiles(
  home: string,
  keyFile: string,
  files: ReadonlyMap<string, KnownFile>,
  budgetBytes: number = START_BUDGET_BYTES,
): FileProblem[] {
  const problems: FileProblem[] = [];
  let leftBytes = budgetBytes;
  const inOrder = [...files].sort(([a], [b]) => Number(a.startsWith(LAST)) - Number(b.startsWith(LAST)));
  for (const [file, known] of inOrder) {
    const where = placeOfFile(home, keyFile, file);
    const stat = statSync(where, { throwIfNoEntry: false });
    const add = (problem: string, sha256: string): number => problems.push({ file, known, sha256, problem });
    if (stat === undefined) add("it is missing", "");
    else if (stat.size !== known.bytes && known.before === undefined)
      add(`it has ${stat.size} of ${known.bytes} bytes`, digestOfFile(where).sha256);
    else if (leftBytes >= stat.size) {
      leftBytes -= stat.size;
      const found = digestOfFile(where).sha256;
      if (found !== known.sha256 && found !== known.before) add("it is not the file that was written", found);
    }
  }
  return problems;
}

/** Read in chunks: a liability tree may be too large for memory. */
export function digestOfFile(where: string): FileDigest {
  const digest = createHash("sha256");
  const window = Buffer.allocUnsafe(WINDOW_BYTES);
  const fd = openSync(where, "r");
  let bytes = 0;
  try {
    for (;;) {
      const length = readSync(fd, window, 0, window.length, null);
      if (length === 0) return { bytes, sha256: digest.digest("hex") };
      digest.update(window.subarray(0, length));
      bytes += length;
    }
  } finally {
    closeSync(fd);
  }
}
