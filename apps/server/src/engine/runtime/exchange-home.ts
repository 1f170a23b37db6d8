import { join } from "node:path";

/** The journal's name in its segment files. */
export const EXCHANGE_JOURNAL = "exchange";

/** Directories of the exchange's history. */
export interface ExchangeHome {
  readonly journalDirectory: string;
  readonly snapshotDirectory: string;
}

/** Returns the exchange's directories in the server's home directory. */
export function exchangeHome(homeDirectory: string): ExchangeHome {
  return {
    journalDirectory: join(homeDirectory, "exchange", "journal"),
    snapshotDirectory: join(homeDirectory, "exchange", "snapshots"),
  };
}
