import { type Dirent, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { GENERATION } from "../../kit/durable/generations.ts";

/** A directory of the home that holds records. */
export interface FoundStore {
  /** Its path below the home, which names it: `identity`, `funding/withdrawals`; `exchange` for the exchange's journal. */
  readonly store: string;
  readonly directory: string;
  /** It is rewritten, a generation after the other; otherwise it is one journal for ever. */
  readonly hasGenerations: boolean;
}

export const EXCHANGE_STORE = "exchange";
const EXCHANGE_PATH = "exchange/journal";
const SEGMENT = /^[0-9]{8}\.journal$/;
/** What is left of a store whose loss was accepted. */
export const LOST = "lost";
/** Nothing below these keeps records: tables, short cuts, files that the file register knows one by one. */
const WITHOUT_RECORDS = new Set([
  "read-models",
  "exchange/snapshots",
  "uploads",
  "keys",
  "liabilities",
  LOST,
]);
/** Stores that are there before the exchange is. */
const FIRST_STORES = /^(signer|chain|files)(\/|$)/;

/** Every store of a home, recognised by its form, so that a new one needs no entry here. Sorted by name. */
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

/** Where a store of this name lies. */
export function directoryOf(home: string, store: string): string {
  return path.join(home, store === EXCHANGE_STORE ? EXCHANGE_PATH : store);
}

/** Whether a store can be there before its home is founded. */
export const precedesExchange = (store: string): boolean => FIRST_STORES.test(store);
