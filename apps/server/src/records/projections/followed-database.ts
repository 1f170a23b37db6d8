import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { FollowedProjector, type SeenCheckpoint } from "./followed-projector.ts";
import { ForeignTablesError } from "./foreign-tables-error.ts";
import { SCHEMA } from "./migrations.ts";
import { isTransientError } from "./passing-error.ts";
import { postgresPool, SILENCE_MS } from "./postgres-pool.ts";
import { OtherTablesError, type PrimaryPool } from "./primary-pool.ts";
import { PROJECTION_VERSION } from "./projection-version.ts";
import type { DatabaseListener, ReadModelDatabase } from "./read-model-database.ts";
import type { ReadModelTables } from "./tables.ts";

const POOL_CONNECTIONS = 8;
const WAIT_EVERY_MS = 250;
/** Ends a session that keeps the tables unchanged and whose process hangs. */
const MAX_HOLD_MS = 60_000;

interface Checkpoint {
  readonly seq: number;
  readonly projection_version: number;
  readonly journal_id: string;
}

/**
 * Opens PostgreSQL at `url` for a process whose projector is another process, which also makes the tables. Never changes
 * them.
 */
export function openFollowedDatabase(
  url: string,
  listener: DatabaseListener,
  silenceMs = SILENCE_MS,
): ReadModelDatabase {
  const pool = postgresPool(url, { connections: POOL_CONNECTIONS, silenceMs }, listener);
  const db = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) });
  const unchecked = new Kysely<ReadModelTables>({
    dialect: new PostgresDialect({
      pool: { options: {}, connect: () => pool.connectUnchecked(), end: () => Promise.resolve() },
    }),
  });
  const closing = new AbortController();
  let projector: FollowedProjector | undefined;
  return {
    db,
    adapter: "postgres",
    projectorIs: "elsewhere",
    discarded: undefined,
    losesCommits: true,
    isTransient: isTransientError,
    distrust: () => undefined,
    maintain: () => Promise.resolve(),
    async openProjector({ journalId = "", onRetry, limits }) {
      const first = await firstCheckpoint(unchecked, journalId, listener, closing.signal);
      const opened = new FollowedProjector(first, {
        look: async () => seen(await checkpointOf(unchecked), journalId),
        hold: (read) => hold(db, read),
        onLess: () => pool.readmit(),
        onRetry,
        maxBacklogBytes: limits?.maxBacklogBytes,
      });
      admitOnly(pool, opened, journalId);
      projector = opened;
      return opened;
    },
    async close() {
      closing.abort();
      await projector?.close();
      await unchecked.destroy();
      await db.destroy();
    },
  };
}

/** Readers use connections whose tables are of this journal and version, and have what was seen. */
function admitOnly(pool: PrimaryPool, projector: FollowedProjector, journalId: string): void {
  pool.translate = (error) => (isMissing(error) ? new OtherTablesError(error) : error);
  pool.seenSeq = () => projector.reachedSeq;
  pool.reachedSeq = async (client: pg.ClientBase) => {
    const { rows } = await client.query<Checkpoint>(
      "select seq, projection_version, journal_id from checkpoint",
    );
    const { seq, isOurs } = seen(rows[0], journalId);
    return isOurs ? seq : 0;
  };
}

/** A table or a column that this version knows is not there. */
function isMissing(error: unknown): boolean {
  return ["42P01", "42703", "3F000"].includes((error as { readonly code?: string }).code ?? "");
}

async function checkpointOf(db: Kysely<ReadModelTables>): Promise<Checkpoint | undefined> {
  return await db
    .selectFrom("checkpoint")
    .select(["seq", "projection_version", "journal_id"])
    .executeTakeFirst();
}

function seen(checkpoint: Checkpoint | undefined, journalId: string): SeenCheckpoint {
  if (checkpoint === undefined || checkpoint.seq === 0) return { seq: 0, isOurs: true };
  const { seq, projection_version, journal_id } = checkpoint;
  return { seq, isOurs: projection_version === PROJECTION_VERSION && journal_id === journalId };
}

/** Waits until the projector has made the tables for this version. Throws ForeignTablesError for another journal's. */
async function firstCheckpoint(
  db: Kysely<ReadModelTables>,
  journalId: string,
  listener: DatabaseListener,
  signal: AbortSignal,
): Promise<SeenCheckpoint> {
  let warned = "";
  for (;;) {
    signal.throwIfAborted();
    let problem = "the read models have no tables of this version yet: waiting for the projector";
    let cause: unknown;
    try {
      const checkpoint = await existingCheckpoint(db);
      if (checkpoint !== undefined) {
        const { seq, journal_id } = checkpoint;
        if (seq > 0 && journal_id !== journalId) throw new ForeignTablesError(seq);
        const first = seen(checkpoint, journalId);
        if (first.isOurs) return first;
      }
    } catch (error) {
      if (!isTransientError(error)) throw error;
      problem = "the database of DATABASE_URL cannot be reached: trying again";
      cause = error;
    }
    if (problem !== warned) listener.warned(problem, cause);
    warned = problem;
    await sleep(WAIT_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function existingCheckpoint(db: Kysely<ReadModelTables>): Promise<Checkpoint | undefined> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass(${`${SCHEMA}.checkpoint`}) is not null as "is"`.execute(db);
  return rows[0]?.is === true ? await checkpointOf(db) : undefined;
}

/** The projector's transactions begin by moving the checkpoint, so they wait for this one. */
async function hold<T>(db: Kysely<ReadModelTables>, read: (seq: number) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(MAX_HOLD_MS)}, true)`.execute(
      tx,
    );
    const { seq } = await tx.selectFrom("checkpoint").select("seq").forShare().executeTakeFirstOrThrow();
    return await read(seq);
  });
}
