import { type Kysely, sql } from "kysely";
import { openEmbeddedDatabase } from "./embedded-database.ts";
import { openPostgresDatabase } from "./postgres-database.ts";
import type { DatabaseListener, ReadModelDatabase } from "./read-model-database.ts";
import type { ReadModelTables } from "./tables.ts";
import type { DatabaseWork } from "./wasm-compiler.ts";

export type DatabaseLocation =
  /** PGlite in its own locked directory; `cache` is where an empty one is kept for copies. */
  | {
      readonly kind: "directory";
      readonly directory: string;
      readonly cache?: string | undefined;
      readonly work?: DatabaseWork;
    }
  /** PGlite in memory. */
  | { readonly kind: "memory" }
  /** PostgreSQL 15 or newer. */
  | { readonly kind: "postgres"; readonly url: string };

/**
 * Opens the read models and brings their schema up to date. An embedded database that cannot be opened, or may be
 * corrupt after a power failure, is deleted and rebuilt from the journal. Throws if the location is locked by another
 * process or the server cannot be reached.
 */
export async function openReadModels(
  location: DatabaseLocation,
  listener: DatabaseListener = { warned: () => undefined },
): Promise<ReadModelDatabase> {
  if (location.kind === "postgres") return openPostgresDatabase(location.url, listener);
  if (location.kind === "memory") return openEmbeddedDatabase(undefined, undefined);
  return openEmbeddedDatabase(location.directory, location.cache, location.work);
}

/** Source of each table: only the journal, or something that cannot be rebuilt. */
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
  order_days: "journal",
  option_days: "journal",
  accounts: "journal",
  markets: "journal",
  assets: "journal",
  // Bars from a price source, and the progress of the rows.
  kline_history: "elsewhere",
  checkpoint: "elsewhere",
};
const DERIVED_TABLES = Object.entries(ORIGINS)
  .filter(([, origin]) => origin === "journal")
  .map(([table]) => table);

/** Empties all tables derived from the journal and resets the checkpoint, in one transaction. */
export async function discardDerived(db: Kysely<ReadModelTables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`truncate ${sql.join(DERIVED_TABLES.map((table) => sql.table(table)))}`.execute(tx);
    await tx
      .updateTable("checkpoint")
      .set({ seq: 0, time_ms: 0, projection_version: 0, journal_id: "" })
      .execute();
  });
}
