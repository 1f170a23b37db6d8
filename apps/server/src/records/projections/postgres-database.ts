import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { readInt8 } from "./integer-column.ts";
import { SCHEMA } from "./migrations.ts";
import { isTransientError } from "./passing-error.ts";
import { prepareSchema } from "./prepare-schema.ts";
import type { DatabaseListener, ReadModelDatabase } from "./read-model-database.ts";
import type { ReadModelTables } from "./tables.ts";

const POOL_CONNECTIONS = 8;
/** A start on a busy machine blocks its thread for seconds, during which no answer can be processed. */
const CONNECT_TIMEOUT_MS = 15_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** A server ends every statement by this timeout, so one that is silent for longer is gone or unreachable. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** Time after which the system checks idle connections. */
const KEEP_ALIVE_MS = 10_000;
const LOCK_RETRY_MS = 2_000;
/** Key of the advisory lock held by the single writer of these tables. */
const WRITER_LOCK = "candor.read-models.writer";

export class ReadModelsInUseError extends Error {
  constructor() {
    super("another server is writing the read models in this database");
    this.name = "ReadModelsInUseError";
  }
}

/** The configured server rejects our login. */
class DatabaseUnusableError extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`the database of DATABASE_URL cannot be used: ${reason}`, { cause });
    this.name = "DatabaseUnusableError";
  }
}

/**
 * Opens PostgreSQL at `url`; see openReadModels. Throws ReadModelsInUseError if another process writes to it,
 * DatabaseUnusableError if it cannot be reached.
 * @param silenceMs silence after which an awaited connection counts as lost
 */
export async function openPostgresDatabase(
  url: string,
  listener: DatabaseListener,
  silenceMs = SILENCE_MS,
): Promise<ReadModelDatabase> {
  const writer = await WriterLock.acquire(url, listener);
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: `-c search_path=${SCHEMA} -c jit=off`,
    application_name: "candor",
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream: () => socketWithTimeout(silenceMs),
    types: { getTypeParser },
  });
  pool.on("error", (error) => listener.warned("an idle database connection was lost", error));
  // The pool has no error listener on a connection in use: if it is lost between two statements, it would crash the
  // process.
  pool.on("connect", (client) =>
    client.on("error", (error) => listener.warned("a database connection was lost", error)),
  );
  const db = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) });
  let discarded: string | undefined;
  try {
    discarded = await prepareSchema(db);
  } catch (error) {
    await db.destroy();
    await writer.release();
    throw error;
  }
  return {
    db,
    adapter: "postgres",
    discarded,
    isTransient: isTransientError,
    distrust() {
      // Nothing to discard: the database belongs to its owners, who are notified.
    },
    async maintain() {
      // The server's autovacuum does this.
    },
    async close() {
      await db.destroy();
      await writer.release();
    },
  };
}

/** A socket that ends when the other side is silent: only awaited ones can time out, because idle ones end before. */
function socketWithTimeout(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () =>
    socket.destroy(new Error(`connection terminated: the database was silent for ${silenceMs / 1_000} s`)),
  );
  return socket;
}

/**
 * Detects another writer at startup; the checkpoint's own condition (projection-group.ts) is the fence. A lock lost
 * with its connection is reacquired, or the next server would start on these tables and empty them.
 */
class WriterLock {
  private readonly url: string;
  private readonly listener: DatabaseListener;
  private readonly closing = new AbortController();
  private client: pg.Client | undefined;
  private regaining: Promise<void> = Promise.resolve();

  private constructor(url: string, listener: DatabaseListener) {
    this.url = url;
    this.listener = listener;
  }

  static async acquire(url: string, listener: DatabaseListener): Promise<WriterLock> {
    const lock = new WriterLock(url, listener);
    const isTaken = await lock.take().catch((error: unknown) => {
      throw new DatabaseUnusableError(error);
    });
    if (isTaken) return lock;
    throw new ReadModelsInUseError();
  }

  async release(): Promise<void> {
    this.closing.abort();
    await this.regaining;
    await this.client?.end();
  }

  /** @returns false if another process has it */
  private async take(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      application_name: "candor read-models writer",
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    client.on("error", (error) => this.lost(client, error));
    try {
      await client.connect();
      const { rows } = await client.query<{ locked: boolean }>(
        "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
        [WRITER_LOCK],
      );
      if (rows[0]?.locked === true) {
        this.client = client;
        return true;
      }
    } catch (error) {
      void client.end().catch(() => undefined); // It may never have been connected.
      throw error;
    }
    await client.end();
    return false;
  }

  private lost(client: pg.Client, error: Error): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.listener.warned("lost the writer lock on the read models", error);
    this.regaining = this.regain();
  }

  private async regain(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await sleep(LOCK_RETRY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // Fails until the server is back and has detected that the first connection is gone.
      if (await this.take().catch(() => false)) return;
    }
  }
}

function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>): unknown {
  return oid === pg.types.builtins.INT8 && format !== "binary"
    ? readInt8
    : pg.types.getTypeParser(oid, format);
}
