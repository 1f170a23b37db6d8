import { closeSync, copyFileSync, openSync, statSync, truncateSync } from "node:fs";
import path from "node:path";
import { makeDirectory, syncPath } from "@candor/journal/file-access";
import { JournalCorruptError } from "@candor/journal/journal-errors";
import { listSegments, readSegmentHeader, segmentFile } from "@candor/journal/segment";
import type { FoundStore } from "./find-stores.ts";
import { journalOf } from "./store-position.ts";

/**
 * Makes a store whose last file was truncated readable up to the cut: the file is padded with zeros to its original
 * size, as if the missing part had never been written. The truncated file is kept in `lost`.
 * @returns what was done, as lines
 */
export function fillUpSegments(found: readonly FoundStore[], store: string, lost: string): string[] {
  const there = found.find((each) => each.store === store);
  const journal = there === undefined ? undefined : journalOf(there);
  if (journal === undefined) return [];
  const done: string[] = [];
  for (const number of listSegments(journal.directory)) {
    const file = path.join(journal.directory, segmentFile(number));
    const capacity = capacityOf(file, number);
    const { size } = statSync(file);
    if (capacity === undefined || size >= capacity) continue;
    makeDirectory(lost);
    copyFileSync(file, path.join(lost, segmentFile(number)));
    truncateSync(file, capacity);
    syncPath(file);
    done.push(`${file} was truncated at byte ${size} and is read up to there; a copy is in ${lost}`);
  }
  return done;
}

/** Returns `undefined` if not even the header is left. */
function capacityOf(file: string, number: number): number | undefined {
  const fd = openSync(file, "r");
  try {
    return readSegmentHeader(fd, file, number).capacityBytes;
  } catch (error) {
    if (error instanceof JournalCorruptError) return undefined;
    throw error;
  } finally {
    closeSync(fd);
  }
}
