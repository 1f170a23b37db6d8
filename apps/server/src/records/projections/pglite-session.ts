import type { Turn } from "./session-turns.ts";

export interface PGliteResult {
  readonly rows: readonly unknown[];
  /** `undefined` if the statement changes nothing. */
  readonly affectedRows: number | undefined;
}

/** One of the connections that share the embedded database's session in turn, see SessionTurns. */
export interface PGliteConnection {
  /** Throws PGliteError. */
  query(sql: string, parameters: readonly unknown[], turn?: Turn): Promise<PGliteResult>;
}

/** Access to the embedded database, from its own thread or from another one. */
export interface PGliteSession {
  connect(): PGliteConnection;
  close(): Promise<void>;
}
