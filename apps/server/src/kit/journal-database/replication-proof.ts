import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnusableError, InterruptedError } from "./database-errors.ts";
import type { PrimaryConnection } from "./primary-connection.ts";
import { confirmations, weaknessOf } from "./standby-names.ts";

/** Pauses between two looks at the standbys grow up to this. */
const MAX_PAUSE_MS = 50;

/**
 * The names, a place in the log after everything that this session has committed or seen, and how many of the named standbys
 * have the log up to there on their disks. The view pg_stat_replication, which calls the function, takes three times as long.
 */
const LOOK = `
select current_setting('synchronous_standby_names') as names, lsn::text, (
  select count(*)::int from pg_stat_get_wal_senders()
  where sync_state in ('sync', 'quorum') and flush_lsn >= lsn) as confirmed
from coalesce($1::pg_lsn, pg_current_wal_flush_lsn()) as lsn`;

interface Look {
  readonly names: string;
  readonly lsn: string;
  readonly confirmed: number;
}

export interface ProofOptions {
  /** How long the primary may name too few standbys, as for a moment after its promotion. 0 by default. */
  readonly weakForMs?: number;
  /** When aborted, the wait ends with InterruptedError. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Waits until the standbys have what this session has committed or seen: as many as the primary names, and at least
 * `standbys`; 0 waits for nothing. A commit that returns does not prove it. Sessions wait only if a flag in shared memory is
 * set, and the checkpointer sets it some time after the names have changed or the server has started.
 *
 * Throws DatabaseUnusableError if the role may not see the standbys or the names remain too weak, ConnectionLostError
 * also when another host becomes the primary, InterruptedError.
 */
export async function untilReplicated(
  connection: PrimaryConnection,
  standbys: number,
  { weakForMs = 0, stopping }: ProofOptions = {},
): Promise<void> {
  if (standbys === 0) return;
  let look = await lookAt(connection, null);
  if (isProven(look, standbys)) return;
  await assertSeesStandbys(connection);
  await connection.watched(async () => {
    let deadline = performance.now() + weakForMs;
    for (let pauseMs = 1; !isProven(look, standbys); pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      if (stopping?.aborted === true) throw new InterruptedError("stopped");
      if (!isWeak(look, standbys)) deadline = performance.now() + weakForMs;
      else if (performance.now() >= deadline) await connection.assertReplicated(standbys);
      await sleep(pauseMs);
      look = await lookAt(connection, look.lsn);
    }
  });
}

async function lookAt(connection: PrimaryConnection, lsn: string | null): Promise<Look> {
  const { rows } = await connection.query<Look>(LOOK, [lsn], "replication");
  const [look] = rows;
  if (look === undefined) throw new DatabaseUnusableError("it does not say which standbys it has");
  return look;
}

const isWeak = ({ names }: Look, standbys: number): boolean => weaknessOf(names, standbys) !== undefined;

const isProven = (look: Look, standbys: number): boolean =>
  !isWeak(look, standbys) && look.confirmed >= confirmations(look.names);

async function assertSeesStandbys(connection: PrimaryConnection): Promise<void> {
  const { rows } = await connection.query<{ sees: boolean; role: string }>(
    "select pg_has_role('pg_read_all_stats', 'usage') as sees, current_user as role",
  );
  const [row] = rows;
  if (row?.sees === true) return;
  throw new DatabaseUnusableError(
    `it hides from ${row?.role} which standbys it has; run: grant pg_monitor, pg_signal_backend to ${row?.role}`,
  );
}
