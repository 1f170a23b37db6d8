import { workerData } from "node:worker_threads";
import { Kysely, PostgresDialect } from "kysely";
import { lowerPriority } from "../../kit/threads/lower-priority.ts";
import { isTransientError } from "./passing-error.ts";
import { postgresPool } from "./postgres-pool.ts";
import type { PostgresProjectorStart } from "./postgres-projector.ts";
import { ProjectorHost } from "./projector-host.ts";
import type { FromProjector } from "./projector-messages.ts";
import { ROWS_NICE } from "./rows-priority.ts";
import type { ReadModelTables } from "./tables.ts";
import { threadErrorOf } from "./thread-error.ts";

/** A projector uses one connection at a time. */
const CONNECTIONS = 1;

/** Thread of a projector that writes to a database server: making rows would keep the caller's thread busy. */
async function run({ port, url, silenceMs, settings }: PostgresProjectorStart): Promise<void> {
  lowerPriority(ROWS_NICE);
  const post = (message: FromProjector): void => port.postMessage(message);
  const listener = {
    warned: (message: string, error: unknown) =>
      post({ kind: "warned", message, error: threadErrorOf(error) }),
  };
  // Waiting for standbys would cost more than writing a few rows again after a failover.
  const pool = postgresPool(url, { connections: CONNECTIONS, silenceMs, synchronousCommit: false }, listener);
  pool.onMoved = (at) => post({ kind: "moved", at });
  const db = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  port.once("close", resolve);
  // The server's autovacuum does the maintenance.
  const database = { db, losesCommits: true, isTransient: isTransientError, maintain: async () => {} };
  await ProjectorHost.open(port, database, settings);
  await closed;
  await db.destroy();
}

await run(workerData as PostgresProjectorStart);
