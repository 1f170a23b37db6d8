import { join } from "node:path";

/** The journal's name in its segments. */
export const EXCHANGE_JOURNAL = "exchange";

/** Where the exchange's history lies. */
export interface ExchangeHome {
  readonly journalDirectory: string;
  readonly snapshotDirectory: string;
}

/** The folders of the exchange in the server's home directory. */
export function exchangeHome(homeDirectory: string): ExchangeHome {
  return {
    journalDirectory: join(homeDirectory, "exchange", "journal"),
    snapshotDirectory: join(homeDirectory, "exchange", "snapshots"),
  };
}
