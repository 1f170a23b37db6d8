import { closeSync, fsyncSync, openSync, statSync } from "node:fs";
import path from "node:path";
import type { StorePosition } from "@candor/domain/commands/store-commands";
import type { Frame } from "@candor/journal/frame";
import { JournalReader } from "@candor/journal/journal-reader";
import { listSegments, readHeaderOf, segmentFile } from "@candor/journal/segment";
import { generationInForce, generationName } from "../../kit/durable/generations.ts";
import type { FoundStore } from "./find-stores.ts";

/** Location of a store's active journal. */
export interface StoreJournal {
  /** 0 if the store is a single journal. */
  readonly generation: number;
  readonly directory: string;
}

/** Returns `undefined` if nothing has been written yet. */
export function journalOf({ directory, hasGenerations }: FoundStore): StoreJournal | undefined {
  const generation = hasGenerations ? generationInForce(directory) : 0;
  if (generation === undefined) return undefined;
  const inForce = generation === 0 ? directory : path.join(directory, generationName(generation));
  return listSegments(inForce).length === 0 ? undefined : { generation, directory: inForce };
}

/** Returns the name set by the journal's writer. Throws JournalCorruptError. */
export function journalName(directory: string): string {
  const [number = 1] = listSegments(directory);
  return readHeaderOf(directory, number).name;
}

/**
 * Reads a store's position, even while it is being written. Throws JournalCorruptError.
 * @param known earlier position; only newer records are read
 */
export function readPosition(found: FoundStore, known?: StorePosition): StorePosition {
  const journal = journalOf(found);
  const { store } = found;
  if (journal === undefined) return { store, generation: 0, records: 0, hash: "", first: "" };
  const { generation, directory } = journal;
  const before = known?.generation === generation && known.records > 0 ? known : undefined;
  let first = before?.first ?? "";
  const end = new JournalReader(directory, journalName(directory)).read((frame: Frame) => {
    if (frame.frameNumber === 1) first = toHex(frame.hash);
  }, before?.records ?? 1);
  const records = end.nextSeq - 1;
  return { store, generation, records, hash: records === 0 ? "" : toHex(end.lastHash), first };
}

/** Returns a mark that changes with each write to the store, or `undefined` if nothing has been written yet. */
export function writeMark(found: FoundStore): string | undefined {
  const journal = journalOf(found);
  if (journal === undefined) return undefined;
  const last = listSegments(journal.directory).at(-1) as number;
  const { mtimeMs, ino } = statSync(path.join(journal.directory, segmentFile(last)));
  return `${journal.generation} ${last} ${ino} ${mtimeMs}`;
}

/** Makes what was read of a store durable: a recorded position must survive a power failure. */
export function syncStore(found: FoundStore): void {
  const journal = journalOf(found);
  const last = journal === undefined ? undefined : listSegments(journal.directory).at(-1);
  if (journal === undefined || last === undefined) return;
  const fd = openSync(path.join(journal.directory, segmentFile(last)), "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
