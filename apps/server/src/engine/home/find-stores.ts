import { type Dirent, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { GENERATION } from "../../kit/durable/generations.ts";

/** A directory in the home that contains records. */
export interface FoundStore {
  /**
   * Its path relative to the home, used as its name: `identity`, `funding/withdrawals`; `exchange` for the exchange's
   * journal.
   */
  readonly store: string;
  readonly directory: string;
  /** Whether it is rewritten in generations; otherwise it is a single journal. */
  readonly hasGenerations: boolean;
}

export const EXCHANGE_STORE = "exchange";
const EXCHANGE_PATH = "exchange/journal";
const SEGMENT = /^[0-9]{8}\.journal$/;
/** Folder for the remains of a store whose loss was accepted. */
export const LOST = "lost";
/** Folders without records: tables, indexes, files that the file register covers one by one. */
const WITHOUT_RECORDS = new Set([
  "read-models",
  "exchange/snapshots",
  "uploads",
  "keys",
  "liabilities",
  LOST,
]);
/** Stores that exist before the exchange does. */
const FIRST_STORES = /^(signer|chain|files)(\/|$)/;

/** Finds every store of a home by its file layout, so that a new one needs no entry here. Sorted by name. */
export function findStores(home: string): FoundStore[] {
  const found: FoundStore[] = [];
  if (existsSync(home)) search(home, "", found);
  return found.sort((a, b) => (a.store < b.store ? -1 : 1));
}

function search(home: string, below: string, found: FoundStore[]): void {
  const directory = path.join(home, below);
  const entries = readdirSync(directory, { withFileTypes: true });
  const store = below === EXCHANGE_PATH ? EXCHANGE_STORE : below;
  if (entries.some((entry) => entry.isDirectory() && GENERATION.test(entry.name)))
    found.push({ store, directory, hasGenerations: true });
  else if (entries.some((entry) => entry.isFile() && SEGMENT.test(entry.name)))
    found.push({ store, directory, hasGenerations: false });
  else for (const entry of entries) searchBelow(home, below, entry, found);
}

function searchBelow(home: string, below: string, entry: Dirent, found: FoundStore[]): void {
  const name = below === "" ? entry.name : `${below}/${entry.name}`;
  if (entry.isDirectory() && !WITHOUT_RECORDS.has(name)) search(home, name, found);
}

/** Returns the directory of a store. */
export function directoryOf(home: string, store: string): string {
  return path.join(home, store === EXCHANGE_STORE ? EXCHANGE_PATH : store);
}

/** Returns whether a store can exist before its home is created. */
export const precedesExchange = (store: string): boolean => FIRST_STORES.test(store);
