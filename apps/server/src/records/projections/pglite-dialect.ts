import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type { PGliteConnection, PGliteSession } from "./pglite-session.ts";
import type { Turn } from "./session-turns.ts";

/** PostgreSQL dialect over PGlite. Its connections share one session, see SessionTurns. */
export class PGliteDialect implements Dialect {
  private readonly session: PGliteSession;

  constructor(session: PGliteSession) {
    this.session = session;
  }

  createDriver(): Driver {
    return new PGliteDriver(this.session);
  }

  createAdapter(): PostgresAdapter {
    return new PGliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }
}

class PGliteAdapter extends PostgresAdapter {
  /** No lock needed, because only one process has the directory. */
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class PGliteDriver implements Driver {
  private readonly session: PGliteSession;

  constructor(session: PGliteSession) {
    this.session = session;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<TurnConnection> {
    return new TurnConnection(this.session.connect());
  }

  async beginTransaction(connection: TurnConnection, settings: TransactionSettings): Promise<void> {
    const isolation =
      settings.isolationLevel === undefined ? "" : ` isolation level ${settings.isolationLevel}`;
    const access = settings.accessMode === undefined ? "" : ` ${settings.accessMode}`;
    await connection.run(CompiledQuery.raw(`begin${isolation}${access}`), "begin");
  }

  async commitTransaction(connection: TurnConnection): Promise<void> {
    await connection.run(CompiledQuery.raw("commit"), "end");
  }

  async rollbackTransaction(connection: TurnConnection): Promise<void> {
    await connection.run(CompiledQuery.raw("rollback"), "end");
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.session.close();
  }
}

class TurnConnection implements DatabaseConnection {
  private readonly connection: PGliteConnection;

  constructor(connection: PGliteConnection) {
    this.connection = connection;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.run(query);
  }

  async run<R>(query: CompiledQuery, turn?: Turn): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.connection.query(query.sql, query.parameters, turn);
    const result = { rows: rows as R[] };
    return affectedRows === undefined ? result : { ...result, numAffectedRows: BigInt(affectedRows) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("the embedded database does not support streaming");
  }
}
