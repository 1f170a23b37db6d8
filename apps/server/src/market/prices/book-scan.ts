import { type BookFile, readBookRows } from "./book-rows.ts";
import type { RecordedBooks } from "./recorded-book.ts";
import { RecordingError } from "./recording-error.ts";
import { inOrder } from "./recording-span.ts";

/**
 * Reads all files with books of one symbol, so that a bad one is found before anything starts. Returns undefined if there
 * are none: messages of streams need not contain whole books. Throws RecordingError and file system errors.
 */
export async function scanBooks(files: readonly BookFile[]): Promise<RecordedBooks | undefined> {
  const scanned: ScannedBooks[] = [];
  for (const file of files) {
    const read = await scanFile(file);
    if (read !== undefined) scanned.push(read);
  }
  const ordered = inOrder(scanned);
  const last = ordered.at(-1);
  if (last === undefined || !ordered.some(({ snapshots }) => snapshots > 0)) {
    const [first] = files;
    if (first === undefined || first.form === "stream") return undefined;
    throw new RecordingError(first.file, "has no snapshot of a book, so its changes are of no use");
  }
  return { label: last.label, files: ordered, endMs: last.endMs };
}

type ScannedBooks = BookFile & {
  readonly beginMs: number;
  readonly endMs: number;
  readonly snapshots: number;
};

/** Returns undefined for a file without books. */
async function scanFile(source: BookFile): Promise<ScannedBooks | undefined> {
  let beginMs: number | undefined;
  let endMs = 0;
  let snapshots = 0;
  for await (const rows of readBookRows(source)) {
    beginMs ??= rows[0]?.timeMs;
    endMs = rows.at(-1)?.timeMs ?? endMs;
    snapshots += rows.filter(({ isSnapshot }) => isSnapshot).length;
  }
  return beginMs === undefined ? undefined : { ...source, beginMs, endMs, snapshots };
}
