import type { Kysely } from "kysely";
import type { ReadModelTables } from "./tables.ts";

/** The read models' database: one code path in kysely over two adapters. */
export interface ReadModelDatabase {
  readonly db: Kysely<ReadModelTables>;
  readonly adapter: "pglite" | "postgres";
  /** Why the tables are empty although there were some; undefined when they are as they were left. */
  readonly discarded: string | undefined;
  /** True for an error that may be gone on the next try, such as a lost connection. */
  isTransient(error: unknown): boolean;
  /** Writing has failed for good. Where the rows are to blame the embedded database is made anew at its next opening. */
  distrust(error: unknown): void;
  /**
   * What a database server does by itself and the embedded one must be told: statistics, visibility for index-only
   * scans, room in the log. Called between two groups, after `rowsWritten` rows since the last call.
   */
  maintain(rowsWritten: number): Promise<void>;
  close(): Promise<void>;
}

/** Hears of what happens between statements, such as the loss of an idle connection. */
export interface DatabaseListener {
  warned(message: string, error: unknown): void;
}
