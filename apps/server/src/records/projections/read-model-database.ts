import type { Kysely } from "kysely";
import type { ProjectorOptions } from "./projector-options.ts";
import type { ProjectorPort } from "./projector-port.ts";
import type { ReadModelTables } from "./tables.ts";

/** What a projector needs of the read models' database, in whichever thread it runs. */
export interface ProjectedDatabase {
  readonly db: Kysely<ReadModelTables>;
  /** Why existing tables were emptied; `undefined` if they are unchanged. */
  readonly discarded: string | undefined;
  /**
   * Whether a failover or a crash of the database may lose the last committed rows, together with their checkpoint. The
   * projector then writes them again.
   */
  readonly losesCommits: boolean;
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
}

/** The read models' database: one code path in kysely over two adapters. */
export interface ReadModelDatabase extends ProjectedDatabase {
  readonly adapter: "pglite" | "postgres";
  /** Whether this process writes the tables, or only follows what another one writes. */
  readonly projectorIs: "here" | "elsewhere";
  /**
   * Opens a projector that leaves this thread free: in the embedded database's thread, or in one of its own that writes to
   * the server. It closes with the database at the latest.
   */
  openProjector(options: ProjectorOptions): Promise<ProjectorPort>;
  close(): Promise<void>;
}

/** Receives events between statements, such as the loss of an idle connection. */
export interface DatabaseListener {
  warned(message: string, error: unknown): void;
}
