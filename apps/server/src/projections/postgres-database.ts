import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { readInt8 } from "./integer-column.ts";
import { migrate, SCHEMA } from "./migrations.ts";
import type { DatabaseListener, ReadModelDatabase } from "./read-model-database.ts";
import type { ReadModelTables } from "./tables.ts";

const POOL_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Key of the advisory lock that the one writer of these tables holds. */
const WRITER_LOCK = "candor.read-models.writer";
/** SQLSTATE classes that the next try may be rid of: connection, resources, operator intervention, conflicts. */
const TRANSIENT_CLASSES = new Set(["08", "53", "57", "40"]);
const TRANSIENT_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

export class ReadModelsInUseError extends Error {
  constructor() {
    super("another server writes the read models of this database");
    this.name = "ReadModelsInUseError";
  }
}

/** Opens PostgreSQL at `url`; see openReadModels. Throws ReadModelsInUseError when another process writes there. */
export async function openPostgresDatabase(
  url: string,
  listener: DatabaseListener,
): Promise<ReadModelDatabase> {
  const writer = await WriterLock.acquire(url, listener);
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: `-c search_path=${SCHEMA} -c jit=off`,
    application_name: "candor",
    types: { getTypeParser },
  });
  pool.on("error", (error) => listener.warned("an idle database connection was lost", error));
  // While a connection is in use the pool does not listen: lost between two statements, it would end the process.
  pool.on("connect", (client) =>
    client.on("error", (error) => listener.warned("a database connection was lost", error)),
  );
  const db = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    await writer.release();
    throw error;
  }
  return {
    db,
    adapter: "postgres",
    discarded: undefined,
    isTransient,
    async maintain() {
      // The server's autovacuum sees to it.
    },
    async close() {
      await db.destroy();
      await writer.release();
    },
  };
}

/** Says at the start that somebody else writes here; the checkpoint's own condition (projection-group.ts) is the fence. */
class WriterLock {
  private readonly client: pg.Client;

  private constructor(client: pg.Client) {
    this.client = client;
  }

  static async acquire(url: string, listener: DatabaseListener): Promise<WriterLock> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: "candor read-models writer",
      keepAlive: true,
    });
    client.on("error", (error) => listener.warned("the writer's lock on the read models was lost", error));
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
      [WRITER_LOCK],
    );
    if (rows[0]?.locked === true) return new WriterLock(client);
    await client.end();
    throw new ReadModelsInUseError();
  }

  async release(): Promise<void> {
    await this.client.end();
  }
}

function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>): unknown {
  return oid === pg.types.builtins.INT8 && format !== "binary"
    ? readInt8
    : pg.types.getTypeParser(oid, format);
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return /connection terminated|timeout|not queryable/i.test(error.message);
  return TRANSIENT_CODES.has(code) || (code.length === 5 && TRANSIENT_CLASSES.has(code.slice(0, 2)));
}
