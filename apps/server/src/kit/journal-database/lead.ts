import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionLostError, DatabaseUnusableError } from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { deleteJournals } from "./database-writer.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { CREATE_SCHEMA, EXCHANGE_JOURNAL_PATH, SCHEMA, WRITER_NAME } from "./schema.ts";

const TERMINATE_EVERY_MS = 20;
const GIVE_UP_AFTER_MS = 60_000;
/** Key of the lock under which the schema is created. */
const CREATION_LOCK = "candor.journal.schema";

export interface Candidate {
  /** Name of the node. */
  readonly name: string;
  /** Where gateways and standbys reach it; "" if nowhere. */
  readonly address: string;
  readonly reason: string;
}

/** The right to write, until another process takes over. */
export interface Leadership {
  readonly term: number;
  /** Identifies the exchange whose history is in the database. */
  readonly exchange: string;
}

/**
 * Takes over: begins a new term, ends the sessions of all other writers and drops generations that they did not finish.
 * On return, everything that any of them committed is replicated and visible, and they can write nothing more. Creates
 * the tables in an empty database. Throws DatabaseUnusableError.
 */
export async function lead(settings: DatabaseSettings, candidate: Candidate): Promise<Leadership> {
  for (;;) {
    const connection = await PrimaryConnection.open(settings, `${WRITER_NAME} ${candidate.name}`);
    try {
      await ensureSchema(connection);
      const leadership = await connection.transaction(() => beginTerm(connection, candidate));
      await endOtherWriters(connection);
      // Ending a session cuts short its wait for a standby. When this write is confirmed, so is everything before it.
      await connection.query(`update ${SCHEMA}.leader set since = since where term = $1`, [leadership.term]);
      return leadership;
    } catch (error) {
      // Whether the term began is unknown. Another one does no harm.
      if (!(error instanceof ConnectionLostError)) throw error;
    } finally {
      await connection.close();
    }
  }
}

export async function ensureSchema(connection: PrimaryConnection): Promise<void> {
  if (await hasSchema(connection)) return;
  await connection.transaction(async () => {
    await connection.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [CREATION_LOCK]);
    if (!(await hasSchema(connection))) await connection.query(CREATE_SCHEMA);
  });
}

export async function hasSchema(connection: PrimaryConnection): Promise<boolean> {
  const { rowCount } = await connection.query("select from pg_namespace where nspname = $1", [SCHEMA]);
  return rowCount === 1;
}

/** Must run in a transaction. */
export async function beginTerm(
  connection: PrimaryConnection,
  { name, address, reason }: Candidate,
): Promise<Leadership> {
  const { rows } = await connection.query<{ term: string; exchange: string }>(
    `update ${SCHEMA}.leader set term = term + 1, name = $1, address = $2, since = now()
     returning term, exchange`,
    [name, address],
  );
  const [leader] = rows;
  if (leader === undefined) throw new DatabaseUnusableError("its leader is missing");
  await connection.query(
    `insert into ${SCHEMA}.take_over (term, address, name, reason, exchange_seq)
     select $1::bigint, $2::text, $3::text, $4::text,
       coalesce((select max(last_seq) from ${SCHEMA}.frame where journal = $5), 0)`,
    [leader.term, address, name, reason, EXCHANGE_JOURNAL_PATH],
  );
  await deleteJournals(connection, "is_draft", []);
  return { term: Number(leader.term), exchange: leader.exchange };
}

/** A session that is ending may still commit, so this waits until all are gone. */
async function endOtherWriters(connection: PrimaryConnection): Promise<void> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const { rowCount } = await connection.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like $1 and datname = current_database() and pid <> pg_backend_pid()`,
      [`${WRITER_NAME}%`],
    );
    if (rowCount === 0) return;
    if (performance.now() > deadline)
      throw new DatabaseUnusableError(`${rowCount} sessions of other writers do not end`);
    await sleep(TERMINATE_EVERY_MS);
  }
}
