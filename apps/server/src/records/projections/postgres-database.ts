import { Kysely, PostgresDialect } from "kysely";
import { isTransientError } from "./passing-error.ts";
import { postgresPool, SILENCE_MS } from "./postgres-pool.ts";
import { openPostgresProjector } from "./postgres-projector.ts";
import { prepareSchema } from "./prepare-schema.ts";
import type { DatabaseListener, ReadModelDatabase } from "./read-model-database.ts";
import type { RemoteProjector } from "./remote-projector.ts";
import type { ReadModelTables } from "./tables.ts";
import { WriterLock } from "./writer-lock.ts";

const POOL_CONNECTIONS = 8;

/** How a process that writes the read models opens their database. */
export interface PostgresOptions {
  /** Silence after which an awaited connection counts as lost. */
  readonly silenceMs?: number;
  /** Set to wait while another process writes to it, or while there is no primary; ends when aborted. */
  readonly waiting?: AbortSignal | undefined;
}

/**
 * Opens PostgreSQL at `url`; see openReadModels. Unless `waiting` is set, throws ReadModelsInUseError if another process
 * writes to it, DatabaseUnusableError if it cannot be reached.
 */
export async function openPostgresDatabase(
  url: string,
  listener: DatabaseListener,
  { silenceMs = SILENCE_MS, waiting }: PostgresOptions = {},
): Promise<ReadModelDatabase> {
  const writer =
    waiting === undefined
      ? await WriterLock.acquire(url, listener)
      : await WriterLock.await(url, listener, waiting);
  const pool = postgresPool(url, { connections: POOL_CONNECTIONS, silenceMs }, listener);
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
  pool.seenSeq = () => projectors.at(-1)?.reachedSeq ?? 0;
  const distrust = (): void => {
    // Nothing to discard: the database belongs to its owners, who are notified.
  };
  return {
    db,
    adapter: "postgres",
    projectorIs: "here",
    discarded,
    losesCommits: true,
    isTransient: isTransientError,
    distrust,
    async maintain() {
      // The server's autovacuum does this.
    },
    async openProjector({ journalId = "", limits = {}, ...options }) {
      const projector = await openPostgresProjector(
        { url, silenceMs },
        { journalId, limits, discarded },
        { ...options, limits, distrust, listener, onMoved: (at) => pool.moveTo(at) },
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
