import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { DirectoryLock } from "@candor/journal/directory-lock";
import { listSegments, readHeaderOf } from "@candor/journal/segment";
import { ORIGIN } from "../../kit/durable/generations.ts";
import { isLocal } from "../../kit/durable/replicated-home.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import { assertNotMirror, markAsMirror } from "../../kit/journal-database/home-identity.ts";
import {
  type ImportedFile,
  type ImportedJournal,
  importHistory,
} from "../../kit/journal-database/import-history.ts";
import { exchangeHome } from "../runtime/exchange-home.ts";
import { SINGLE_FILES } from "./adopt-files.ts";
import { digestOfFile } from "./check-files.ts";
import { checkHome } from "./check-home.ts";
import type { FoundStore } from "./find-stores.ts";
import { journalOf } from "./store-position.ts";
import { type Moved, verifyMoved } from "./verify-moved.ts";

/**
 * Copies the exchange of a stopped home into an empty database, compares both, and makes the home a copy of the database.
 * The signer's journal and the sealing key stay. Throws Error if the directory is no home, StoreLossError, ForeignHistoryError, DirectoryLockedError while a
 * server runs, and the errors of `importHistory`.
 */
export async function importHome(home: string, keyFile: string, database: DatabaseSettings): Promise<Moved> {
  assertHome(home);
  assertNotMirror(home);
  const lock = DirectoryLock.acquire(exchangeHome(home).journalDirectory);
  try {
    const { found, files } = checkHome(home, keyFile);
    const journals = found.flatMap((store) => importedJournal(home, store));
    const names = new Set([...files.files.keys(), ...SINGLE_FILES]);
    const imported = [...names].flatMap((file) => importedFile(home, file));
    const candidate = { name: hostname(), address: "", reason: "import" };
    const { exchange } = await importHistory(database, candidate, journals, imported);
    const moved = await verifyMoved(home, database);
    markAsMirror(home, exchange);
    return moved;
  } finally {
    lock.release();
  }
}

/** A lock on the journal would create a directory that is missing. */
function assertHome(home: string): void {
  const { journalDirectory } = exchangeHome(home);
  if (!existsSync(home)) throw new Error(`${home} does not exist; name the home of the exchange`);
  if (!existsSync(journalDirectory) || listSegments(journalDirectory).length === 0)
    throw new Error(
      `${home} is not the home of an exchange: it has no exchange/journal; name the directory that was CANDOR_HOME`,
    );
}

function importedJournal(home: string, found: FoundStore): ImportedJournal[] {
  const journal = journalOf(found);
  if (journal === undefined) return [];
  const { directory } = journal;
  const below = (place: string): string => path.relative(home, place).replaceAll(path.sep, "/");
  if (isLocal(below(directory))) return [];
  const origin = path.join(directory, ORIGIN);
  const [first = 1] = listSegments(directory);
  const { name, capacityBytes } = readHeaderOf(directory, first);
  return [
    {
      path: below(directory),
      directory,
      store: found.hasGenerations ? below(found.directory) : undefined,
      name,
      segmentBytes: capacityBytes,
      isDraft: false,
      origin: existsSync(origin) ? readFileSync(origin, "utf8") : undefined,
    },
  ];
}

function importedFile(home: string, file: string): ImportedFile[] {
  const place = path.join(home, file);
  if (isLocal(file) || !existsSync(place)) return [];
  return [{ path: file, sha256: digestOfFile(place).sha256, read: () => readFileSync(place) }];
}
