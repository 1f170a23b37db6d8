import type { Kysely } from "kysely";
import type { ReadModelTables } from "./tables.ts";

/** The read models' database: one code path in kysely over two adapters. */
export interface ReadModelDatabase {
  readonly db: Kysely<ReadModelTables>;
  readonly adapter: "pglite" | "postgres";
  /** Why existing tables were emptied; `undefined` if they are unchanged. */
  readonly discarded: string | undefined;
  /** Returns whether an error may be gone on the next try, such as a lost connection. */
  isTransient(error: unknown): boolean;
  /**
   * Called when writing has failed permanently. If the rows are the cause, the embedded database is rebuilt the next
   * time it is opened.
   */
  distrust(error: unknown): void;
  /**
   * Does what a database server does by itself: statistics, visibility for index-only scans, freeing the log. Called
   * between two groups, after `rowsWritten` rows since the last call.
   */
  maintain(rowsWritten: number): Promise<void>;
  close(): Promise<void>;
}

/** Receives events between statements, such as the loss of an idle connection. */
export interface DatabaseListener {
  warned(message: string, error: unknown): void;
}
