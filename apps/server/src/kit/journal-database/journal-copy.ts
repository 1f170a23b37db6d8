import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { UNSYNCED_FILES } from "@candor/journal/file-access";
import { Journal } from "@candor/journal/journal";
import { JournalCorruptError } from "@candor/journal/journal-errors";
import { ORIGIN, UNFINISHED } from "../durable/generations.ts";
import { writeDurably } from "../durable/write-durably.ts";
import type { DatabaseReader, ReadJournal } from "./database-reader.ts";

/**
 * Opens the local copy of a journal so that it can be continued from the database. A copy that was damaged, or has frames
 * that were never confirmed, is removed first.
 */
export async function openCopy(
  home: string,
  journal: ReadJournal,
  reader: DatabaseReader,
  rebuilt: (why: string) => void,
): Promise<Journal> {
  const directory = path.join(home, journal.path);
  if (journal.store !== undefined) removeOthers(path.join(home, journal.store), path.basename(directory));
  const start = (): Journal => Journal.open(directory, optionsOf(journal));
  let copy: Journal;
  try {
    copy = start();
  } catch (error) {
    if (!(error instanceof JournalCorruptError)) throw error;
    rebuilt(error.message);
    rmSync(directory, { recursive: true });
    copy = start();
  }
  if (!(await isOf(copy, journal, reader))) {
    rebuilt(`frame ${copy.lastFrameNumber} is not in the database`);
    copy.close();
    rmSync(directory, { recursive: true });
    copy = start();
  }
  writeOriginCopy(directory, journal.origin);
  return copy;
}

function optionsOf({ name, segmentBytes }: ReadJournal) {
  const size = segmentBytes === undefined ? {} : { segmentBytes };
  return { name, files: UNSYNCED_FILES, checksLastSegmentOnly: true, ...size };
}

/** Its last frame names all before it. */
async function isOf(copy: Journal, { path: journal }: ReadJournal, reader: DatabaseReader): Promise<boolean> {
  if (copy.lastFrameNumber === 0) return true;
  const hash = await reader.hashOf(journal, copy.lastFrameNumber);
  return hash !== undefined && Buffer.compare(hash, copy.lastHash) === 0;
}

/** Removes everything of a store except its active generation, and the mark that this one is unfinished. */
function removeOthers(store: string, active: string): void {
  if (!existsSync(store)) return;
  for (const name of readdirSync(store)) {
    const isOther = name.startsWith("generation-") && name !== active;
    if (isOther || UNFINISHED.test(name)) rmSync(path.join(store, name), { recursive: true });
  }
}

/** Writes the file that names the generations before this one. */
function writeOriginCopy(directory: string, origin: string | undefined): void {
  if (origin === undefined) return;
  const file = path.join(directory, ORIGIN);
  if (!existsSync(file) || readFileSync(file, "utf8") !== origin) writeDurably(file, origin);
}
