import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { onceAMinute } from "../limits/once-a-minute.ts";
import { ConnectionLostError, DatabaseUnusableError, isRefusedForNow } from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { assertCandidate } from "./eligibility.ts";
import { LOCKING_SESSIONS, lockedBy } from "./locking-sessions.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { untilReplicated } from "./replication-proof.ts";
import {
  CANDIDATE_NAME,
  CREATE_SCHEMA,
  EARLIER_WRITERS,
  EXCHANGE_JOURNAL_PATH,
  LEAD,
  SCHEMA,
  SCHEMA_VERSION,
} from "./schema.ts";

const LOOK_EVERY_MS = 20;
/** How long sessions of earlier writers may take to end. */
const END_WITHIN_MS = 2_000;
const GIVE_UP_AFTER_MS = 60_000;
/** Pause before a statement that the server refused for now. */
const REPEAT_AFTER_MS = 1_000;
/** Key of the lock under which the schema is created: several nodes may start at once. */
const CREATION_LOCK = "candor.journal.schema";
/** The statement waited for a lock for longer than lock_timeout. It was not executed. */
const LOCK_NOT_AVAILABLE = "55P03";

/** One statement: a session that is lost between two would keep the leader's row locked. */
const BEGIN_TERM = `
with led as (
  update ${SCHEMA}.leader set term = term + 1, instance = $2, name = $3::text, address = $4::text, role = current_user, since = now()
  where term = $1 returning term, exchange, incarnation),
taken as (
  insert into ${SCHEMA}.take_over (term, address, name, reason, exchange_seq) select term, $4::text, $3::text, $5::text, 0 from led)
select term, exchange, incarnation from led`;

/** When this write is confirmed, so is everything before it. */
const CONFIRM_TERM = `update ${SCHEMA}.leader set since = since where instance = $1 returning term, exchange, incarnation`;

/** Drops what earlier writers did not finish. Rows first: frames only of what was really dropped. */
const CLEAR_UP = `
with ${LEAD},
gone as (delete from ${SCHEMA}.generation using lead where is_draft returning journal),
frames as (delete from ${SCHEMA}.frame using gone where frame.journal = gone.journal)
update ${SCHEMA}.take_over set exchange_seq =
  coalesce((select max(last_seq) from ${SCHEMA}.frame where journal = '${EXCHANGE_JOURNAL_PATH}'), 0)
from lead where term = $1 returning term`;

export interface Candidate {
  /** Name of the node. */
  readonly name: string;
  /** Where gateways and standbys reach it; "" if nowhere. */
  readonly address: string;
  readonly reason: string;
  /** Takes over only if this is still the newest term; by default the one that is the newest at the call. */
  readonly afterTerm?: number;
  /** Called with what an operator must look at. */
  readonly warn?: (message: string) => void;
}

/** Another process has taken over first. */
export class OvertakenError extends Error {
  constructor(afterTerm: number) {
    super(`another process has taken over since term ${afterTerm}`);
    this.name = "OvertakenError";
  }
}

/** The right to write, until another process takes over. */
export interface Leadership {
  readonly term: number;
  /** Identifies the exchange whose history is in the database. */
  readonly exchange: string;
  /** Changes whenever operators accept that the database was restored to an earlier state. */
  readonly incarnation: string;
}

interface LeaderRow {
  readonly term: string;
  readonly exchange: string;
  readonly incarnation: string;
}

/**
 * Takes over: begins the next term, ends the sessions of earlier writers and drops generations that they did not finish.
 * On return, everything that any of them committed is replicated and visible, and they can write nothing more. Creates the
 * tables in an empty database. Throws OvertakenError if another process began the next term, which is no failure, and
 * DatabaseUnusableError.
 */
export async function lead(settings: DatabaseSettings, candidate: Candidate): Promise<Leadership> {
  const instance = randomUUID();
  const warn = onceAMinute((message) => candidate.warn?.(message));
  let seen = candidate.afterTerm;
  for (;;) {
    // No other process ends this session: a term is taken by comparison, so several candidates do no harm.
    const connection = await PrimaryConnection.open(settings, `${CANDIDATE_NAME} ${candidate.name}`);
    try {
      await ensureSchema(connection);
      await assertCandidate(connection, candidate);
      seen ??= await newestTerm(connection);
      const leadership = await beginTerm(connection, candidate, seen, instance);
      await connection.assertReplicated(settings.standbys);
      const left = await endEarlierWriters(connection, seen);
      // They can write nothing any more, so they are no reason to wait.
      if (left.length > 0) candidate.warn?.(`sessions of an earlier leader do not end: ${left.join(", ")}`);
      const cleared = await whenUnlocked(connection, seen, CLEAR_UP, [leadership.term], candidate.warn);
      if (cleared.length === 0) throw new OvertakenError(leadership.term);
      await untilReplicated(connection, settings.standbys);
      return leadership;
    } catch (error) {
      // Repeating finds out whether the term has begun.
      if (isRefusedForNow(error)) {
        warn(`the journal's database refuses to write: ${error.message}`);
        await sleep(REPEAT_AFTER_MS);
      } else if (!(error instanceof ConnectionLostError)) throw error;
    } finally {
      await connection.close();
    }
  }
}

/** Throws DatabaseUnusableError if a newer version of Candor has made the tables. */
export async function ensureSchema(connection: PrimaryConnection): Promise<void> {
  if (!(await hasSchema(connection))) await connection.transaction(() => createSchema(connection));
  await assertKnownSchema(connection);
}

/** Creates the tables, if there are none, in a transaction that has begun: they exist once it is committed. */
export async function createSchema(connection: PrimaryConnection): Promise<void> {
  await connection.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [CREATION_LOCK]);
  if (!(await hasSchema(connection))) await connection.query(CREATE_SCHEMA);
}

async function assertKnownSchema(connection: PrimaryConnection): Promise<void> {
  const { rows } = await connection.query<{ version: number }>(
    `select version from ${SCHEMA}.schema_version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version > SCHEMA_VERSION)
    throw new DatabaseUnusableError(
      `its tables have version ${version}, and this program knows ${SCHEMA_VERSION}; start a newer version of Candor`,
    );
}

export async function hasSchema(connection: PrimaryConnection): Promise<boolean> {
  const { rowCount } = await connection.query("select from pg_namespace where nspname = $1", [SCHEMA]);
  return rowCount === 1;
}

async function newestTerm(connection: PrimaryConnection): Promise<number> {
  const { rows } = await connection.query<{ term: string }>(`select term from ${SCHEMA}.leader`);
  const [leader] = rows;
  if (leader === undefined) throw new DatabaseUnusableError("its leader is missing");
  return Number(leader.term);
}

/** Begins the next term in a transaction that has locked the leader's row. */
export async function beginNextTerm(
  connection: PrimaryConnection,
  candidate: Candidate,
): Promise<Leadership> {
  const leadership = await beginTerm(connection, candidate, await newestTerm(connection), randomUUID());
  await connection.query(CLEAR_UP, [leadership.term]);
  return leadership;
}

/** @param instance identifies this attempt; an earlier connection of the same attempt may have begun the term */
async function beginTerm(
  connection: PrimaryConnection,
  { name, address, reason, warn }: Candidate,
  seen: number,
  instance: string,
): Promise<Leadership> {
  const values = [seen, instance, name, address, reason];
  const [led] = await whenUnlocked(connection, seen, BEGIN_TERM, values, warn);
  const [own] =
    led === undefined ? await whenUnlocked(connection, seen, CONFIRM_TERM, [instance], warn) : [led];
  if (own === undefined) throw new OvertakenError(seen);
  return { ...own, term: Number(own.term) };
}

/**
 * Repeats a statement until it gets the leader's row, which a writer keeps locked until its statement is confirmed. Ends
 * the sessions of writers of terms up to `seen` if they keep it for long, and names those of people.
 */
async function whenUnlocked(
  connection: PrimaryConnection,
  seen: number,
  statement: string,
  values: readonly unknown[],
  warn: Candidate["warn"],
): Promise<readonly LeaderRow[]> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS;
  // It expires before a commit only, so it does not cut short the wait for a standby.
  await connection.query("set lock_timeout = '1s'");
  for (;;)
    try {
      return (await connection.query<LeaderRow>(statement, values)).rows;
    } catch (error) {
      if ((error as { readonly code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      const left = await endEarlierWriters(connection, seen);
      const { rows } = await connection.query<{ holders: string | null }>(LOCKING_SESSIONS);
      const holders = rows[0]?.holders ?? undefined;
      if (holders !== undefined) warn?.(`the journal's database: ${lockedBy(holders)}`);
      if (performance.now() < deadline) continue;
      if (holders !== undefined) throw new DatabaseUnusableError(lockedBy(holders));
      const sessions =
        left.length === 0 ? "another candidate" : `sessions ${left.join(", ")}, which do not end`;
      throw new DatabaseUnusableError(`its leader is locked by ${sessions}`);
    }
}

/** @returns the process numbers of sessions that have not ended in time */
async function endEarlierWriters(
  connection: PrimaryConnection,
  upToTerm: number,
): Promise<readonly number[]> {
  const deadline = performance.now() + END_WITHIN_MS;
  // A session that has ended already is a warning, which this connection takes for a canceled wait.
  await connection.query("set client_min_messages = error");
  for (;;) {
    const { rows } = await connection.query<{ pid: number }>(
      `select pid, pg_terminate_backend(pid) from pg_stat_activity where ${EARLIER_WRITERS}`,
      [upToTerm],
    );
    if (rows.length === 0 || performance.now() > deadline) {
      await connection.query("set client_min_messages = notice");
      return rows.map(({ pid }) => pid);
    }
    await sleep(LOOK_EVERY_MS);
  }
}
