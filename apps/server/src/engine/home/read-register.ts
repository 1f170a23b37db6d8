import { JournalCorruptError } from "@candor/journal/journal-errors";
import { JournalReader } from "@candor/journal/journal-reader";
import { type FileRecord, FileRegisterState } from "./file-register-state.ts";
import type { FoundStore } from "./find-stores.ts";
import { journalName, journalOf } from "./store-position.ts";

/** Reads the file register from disk; problems with its journal have been reported before. */
export function readRegister(found: FoundStore | undefined): FileRegisterState {
  const state = new FileRegisterState();
  const journal = found === undefined ? undefined : journalOf(found);
  if (journal === undefined) return state;
  const decoder = new TextDecoder();
  try {
    new JournalReader(journal.directory, journalName(journal.directory)).read(({ payload }) => {
      for (const line of decoder.decode(payload).split("\n")) state.apply(JSON.parse(line) as FileRecord);
    });
  } catch (error) {
    if (!(error instanceof JournalCorruptError)) throw error;
  }
  return state;
}
