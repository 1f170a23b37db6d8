import { type Kysely, sql } from "kysely";
import { openEmbeddedDatabase } from "./embedded-database.ts";
import { openPostgresDatabase } from "./postgres-database.ts";
import type { ReadModelTables } from "./tables.ts";

/** The read models' database: one code path in kysely over two adapters. */
export interface ReadModelDatabase {
  readonly db: Kysely<ReadModelTables>;
  readonly adapter: "pglite" | "postgres";
  /** Why the tables are empty although there were some; undefined when they are as they were left. */
  readonly discarded: string | undefined;
  /** True for an error that may be gone on the next try, such as a lost connection. */
  isTransient(error: unknown): boolean;
  /**
   * What a database server does by itself and the embedded one must be told: statistics, visibility for index-only
   * scans, room in the log. Called between two groups, after `rowsWritten` rows since the last call.
   */
  maintain(rowsWritten: number): Promise<void>;
  close(): Promise<void>;
}

export type DatabaseLocation =
  /** PGlite in a directory of its own, which it locks; `cache` is where an empty one is kept for copies. */
  | { readonly kind: "directory"; readonly directory: string; readonly cache?: string | undefined }
  /** PGlite in memory. */
  | { readonly kind: "memory" }
  /** PostgreSQL 15 or newer. */
  | { readonly kind: "postgres"; readonly url: string };

/** Hears of what happens between statements, such as the loss of an idle connection. */
export interface DatabaseListener {
  warned(message: string, error: unknown): void;
}

/**
 * Opens the read models and brings their schema up to date. An embedded database that cannot be opened, or may be
 * torn after a power cut, is thrown away and made anew: the journal has all that was in it.
 * Throws when the location is locked by another process or the server cannot be reached.
 */
export async function openReadModels(
  location: DatabaseLocation,
  listener: DatabaseListener = { warned: () => undefined },
): Promise<ReadModelDatabase> {
  if (location.kind === "postgres") return openPostgresDatabase(location.url, listener);
  if (location.kind === "memory") return openEmbeddedDatabase(undefined, undefined);
  return openEmbeddedDatabase(location.directory, location.cache);
}

/** What each table is made of: the journal alone, or something that cannot be made again. */
const ORIGINS: Readonly<Record<keyof ReadModelTables, "journal" | "elsewhere">> = {
  klines: "journal",
  balance_outcomes: "journal",
  contract_leverages: "journal",
  live_contract_orders: "journal",
  funding_rounds: "journal",
  funding_payments: "journal",
  liquidation_steps: "journal",
  miners: "journal",
  conversions: "journal",
  miner_changes: "journal",
  options: "journal",
  option_ticks: "journal",
  referral_contributions: "journal",
  loans: "journal",
  lever_liquidations: "journal",
  corrections: "journal",
  setting_versions: "journal",
  withdrawal_steps: "journal",
  withdrawals: "journal",
  deposits: "journal",
  fund_records: "journal",
  fills: "journal",
  trades: "journal",
  order_outcomes: "journal",
  orders: "journal",
  accounts: "journal",
  markets: "journal",
  assets: "journal",
  // Bars that a price source gave, and how far the rows reach.
  kline_history: "elsewhere",
  checkpoint: "elsewhere",
};
const DERIVED_TABLES = Object.entries(ORIGINS)
  .filter(([, origin]) => origin === "journal")
  .map(([table]) => table);

/** Empties everything that comes from the journal and sets the checkpoint to the beginning, at once. */
export async function discardDerived(db: Kysely<ReadModelTables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`truncate ${sql.join(DERIVED_TABLES.map((table) => sql.table(table)))}`.execute(tx);
    await tx
      .updateTable("checkpoint")
      .set({ seq: 0, time_ms: 0, projection_version: 0, journal_id: "" })
      .execute();
  });
}
