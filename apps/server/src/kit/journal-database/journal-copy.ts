import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { makeDirectory, UNSYNCED_FILES } from "@candor/journal/file-access";
import { Journal } from "@candor/journal/journal";
import { JournalCorruptError } from "@candor/journal/journal-errors";
import { GENERATION, ORIGIN, UNFINISHED } from "../durable/generations.ts";
import { writeDurably } from "../durable/write-durably.ts";
import { ForeignHistoryError } from "./database-errors.ts";
import type { DatabaseReader, ReadJournal } from "./database-reader.ts";

/** Where copies that the database does not continue are kept, below the home. */
const LOST = "lost";

export interface CopyOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly reader: DatabaseReader;
  /** Whether the copies may be damaged anywhere, and not only at their ends. */
  readonly isUnsure: boolean;
  /** Number of the journal's newest frame that was surely confirmed; 0 for none. */
  readonly confirmed: number;
  /** Called before a copy is read again from its first frame. */
  readonly rebuilt: (why: string) => void;
}

/**
 * Opens the local copy of a journal so that it can be continued from the database. A damaged copy is removed. One with
 * frames that the database does not have is set aside, because it may be the only evidence of them. Throws
 * ForeignHistoryError if these frames were confirmed.
 */
export async function openCopy(journal: ReadJournal, options: CopyOptions): Promise<Journal> {
  const { home, isUnsure, reader, rebuilt } = options;
  const directory = path.join(home, journal.path);
  if (journal.store !== undefined) await removeOthers(home, journal.store, path.basename(directory), reader);
  const start = (): Journal => Journal.open(directory, optionsOf(journal, isUnsure));
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
    const { lastFrameNumber } = copy;
    copy.close();
    const last = (await reader.lastFrameOf(journal.path)) ?? 0;
    assertNotConfirmed(journal, options, lastFrameNumber, last);
    const aside = setAside(home, journal.path);
    rebuilt(
      `its frame ${lastFrameNumber} is not in the database, which ends with frame ${last}; it is kept in ${aside}`,
    );
    copy = start();
  }
  writeOriginCopy(directory, journal.origin);
  return copy;
}

/** Moves part of a home to where nothing reads it. @returns the new place */
export function setAside(home: string, below: string): string {
  const aside = path.join(home, LOST, new Date().toISOString().replaceAll(":", "-"), below);
  makeDirectory(path.dirname(aside));
  renameSync(path.join(home, below), aside);
  return aside;
}

function assertNotConfirmed(
  journal: ReadJournal,
  { home, confirmed }: CopyOptions,
  lastLocal: number,
  last: number,
): void {
  if (lastLocal > confirmed) return;
  throw setBack(home, confirmed, `${journal.path} ends with frame ${last}, or with another history`);
}

/** The database has less than it once confirmed. */
export const setBack = (home: string, confirmed: number, what: string): ForeignHistoryError =>
  new ForeignHistoryError(
    `the journal's database has lost confirmed frames: ${what}, and ${home} knows frame ${confirmed} as confirmed. ` +
      'If it was restored from a backup on purpose, run "npm run journal -- accept-restore"; ' +
      "otherwise keep this home and correct CANDOR_JOURNAL_URL",
  );

function optionsOf({ name, segmentBytes }: ReadJournal, isUnsure: boolean) {
  const size = segmentBytes === undefined ? {} : { segmentBytes };
  return { name, files: UNSYNCED_FILES, checksLastSegmentOnly: !isUnsure, ...size };
}

/** Its last frame names all before it. */
async function isOf(copy: Journal, { path: journal }: ReadJournal, reader: DatabaseReader): Promise<boolean> {
  if (copy.lastFrameNumber === 0) return true;
  const hash = await reader.hashOf(journal, copy.lastFrameNumber);
  return hash !== undefined && Buffer.compare(hash, copy.lastHash) === 0;
}

/**
 * Removes what a store has in addition to its active generation: unfinished ones, and those that were replaced. Sets aside
 * generations that the database does not know.
 */
async function removeOthers(
  home: string,
  store: string,
  active: string,
  reader: DatabaseReader,
): Promise<void> {
  const directory = path.join(home, store);
  if (!existsSync(directory)) return;
  const names = readdirSync(directory);
  const unfinished = names.flatMap((name) => {
    const digits = UNFINISHED.exec(name)?.[1];
    return digits === undefined ? [] : [name, `generation-${digits}`];
  });
  const others = names.filter((name) => GENERATION.test(name) && name !== active);
  const dropped = others.length === 0 ? [] : await reader.droppedJournals();
  for (const name of new Set([...unfinished, ...others])) {
    if (name === active || !names.includes(name)) continue;
    const below = `${store}/${name}`;
    if (unfinished.includes(name) || dropped.includes(below))
      rmSync(path.join(home, below), { recursive: true });
    else setAside(home, below);
  }
}

/** Writes the file that names the generations before this one. */
function writeOriginCopy(directory: string, origin: string | undefined): void {
  if (origin === undefined) return;
  const file = path.join(directory, ORIGIN);
  if (!existsSync(file) || readFileSync(file, "utf8") !== origin) writeDurably(file, origin);
}
