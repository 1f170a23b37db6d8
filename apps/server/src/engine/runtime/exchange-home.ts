import { join } from "node:path";

/** The journal's name in its segment files. */
export const EXCHANGE_JOURNAL = "exchange";

/** Directories of the exchange's history. */
export interface ExchangeHome {
  readonly journalDirectory: string;
  readonly snapshotDirectory: string;
  /** Journal of the commands that operators decided to skip. */
  readonly skipDirectory: string;
  /** Names the command that stopped the exchange; absent if none did. */
  readonly stopFile: string;
}

/** Returns the exchange's directories in the server's home directory. */
export function exchangeHome(homeDirectory: string): ExchangeHome {
  return {
    journalDirectory: join(homeDirectory, "exchange", "journal"),
    snapshotDirectory: join(homeDirectory, "exchange", "snapshots"),
    skipDirectory: join(homeDirectory, "exchange", "skips"),
    stopFile: join(homeDirectory, "exchange", "stopped.json"),
  };
}
