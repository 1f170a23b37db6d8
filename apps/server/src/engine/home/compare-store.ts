import type { StorePosition } from "@candor/domain/commands/store-commands";
import type { Frame } from "@candor/journal/frame";
import { JournalCorruptError } from "@candor/journal/journal-errors";
import { JournalReader } from "@candor/journal/journal-reader";
import { readOrigin } from "../../kit/durable/generations.ts";
import type { FoundStore } from "./find-stores.ts";
import { journalName, journalOf, type StoreJournal, toHex } from "./store-position.ts";

/**
 * Result of a comparison: the problem as a sentence with "it" as the subject, and the store's position if it can be
 * read.
 */
export interface Comparison {
  readonly present: StorePosition | undefined;
  readonly problem: string | undefined;
}

const count = (records: number): string => records.toLocaleString("en");

/**
 * Compares a store with its recorded position. It may have gained records or been rewritten since, but must still
 * contain what was recorded. Bit flips are found by the journal's own checksums.
 * @param fromSeq `visit` gets at least the records from here on
 */
export function compareStore(
  noted: StorePosition,
  found: FoundStore | undefined,
  visit: (frame: Frame) => void = () => undefined,
  fromSeq = Math.max(1, noted.records),
): Comparison {
  try {
    const journal = found === undefined ? undefined : journalOf(found);
    if (journal === undefined) return { present: undefined, problem: missing(noted) };
    if (journal.generation === noted.generation) return compareRecords(noted, journal, visit, fromSeq);
    return compareGenerations(noted, journal);
  } catch (error) {
    if (error instanceof JournalCorruptError) return { present: undefined, problem: error.message };
    throw error;
  }
}

function missing({ records }: StorePosition): string | undefined {
  return records === 0 ? undefined : `it is missing, and had ${count(records)} records`;
}

function compareRecords(
  noted: StorePosition,
  { directory, generation }: StoreJournal,
  visit: (frame: Frame) => void,
  fromSeq: number,
): Comparison {
  let hashAtNoted = "";
  let { first } = noted;
  const reader = new JournalReader(directory, journalName(directory));
  const end = reader.read((frame) => {
    if (frame.lastSeq === noted.records) hashAtNoted = toHex(frame.hash);
    if (frame.frameNumber === 1) first = toHex(frame.hash);
    visit(frame);
  }, fromSeq);
  const records = end.nextSeq - 1;
  const present = { ...noted, generation, records, hash: records === 0 ? "" : toHex(end.lastHash), first };
  if (records < noted.records)
    return { present, problem: `it has only ${count(records)} of its ${count(noted.records)} records` };
  if (hashAtNoted !== noted.hash)
    return {
      present,
      problem: `it is a different store: record ${count(noted.records)} does not match the noted one`,
    };
  return { present, problem: undefined };
}

function compareGenerations(noted: StorePosition, { generation, directory }: StoreJournal): Comparison {
  let first = "";
  const end = new JournalReader(directory, journalName(directory)).read((frame) => {
    if (frame.frameNumber === 1) first = toHex(frame.hash);
  });
  const records = end.nextSeq - 1;
  const hash = records === 0 ? "" : toHex(end.lastHash);
  const present: StorePosition = { store: noted.store, generation, records, hash, first };
  if (generation < noted.generation) {
    const problem = `it is an older copy: it has generation ${generation}, but generation ${noted.generation} was noted`;
    return { present, problem };
  }
  const ended = readOrigin(directory)?.find((origin) => origin.generation === noted.generation);
  const follows =
    ended !== undefined &&
    ended.records >= noted.records &&
    (ended.records !== noted.records || ended.hash === noted.hash) &&
    (noted.first === "" || ended.first === noted.first);
  return {
    present,
    problem: follows ? undefined : "it is a different store: it was not rewritten from the noted one",
  };
}
