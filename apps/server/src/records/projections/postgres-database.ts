import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { isTransientError } from "./passing-error.ts";
import { CONNECT_TIMEOUT_MS, KEEP_ALIVE_MS, postgresPool, SILENCE_MS } from "./postgres-pool.ts";
import { openPostgresProjector } from "./postgres-projector.ts";
import { prepareSchema } from "./prepare-schema.ts";
import type { DatabaseListener, ReadModelDatabase } from "./read-model-database.ts";
import type { RemoteProjector } from "./remote-projector.ts";
import type { ReadModelTables } from "./tables.ts";

const POOL_CONNECTIONS = 8;
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
  const pool = postgresPool(url, POOL_CONNECTIONS, listener, silenceMs);
  const db = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) });
  let discarded: string | undefined;
  try {
    discarded = await prepareSchema(db);
  } catch (error) {
    await db.destroy();
    await writer.release();
    throw error;
  }
  const projectors: RemoteProjector[] = [];
  const distrust = (): void => {
    // Nothing to discard: the database belongs to its owners, who are notified.
  };
  return {
    db,
    adapter: "postgres",
    discarded,
    isTransient: isTransientError,
    distrust,
    async maintain() {
      // The server's autovacuum does this.
    },
    async openProjector({ journalId = "", limits = {}, ...options }) {
      const projector = await openPostgresProjector(
        { url, silenceMs },
        { journalId, limits, discarded },
        { ...options, limits, distrust, listener },
      );
      projectors.push(projector);
      return projector;
    },
    async close() {
      await Promise.all(projectors.map((projector) => projector.close()));
      await db.destroy();
      await writer.release();
    },
  };
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
