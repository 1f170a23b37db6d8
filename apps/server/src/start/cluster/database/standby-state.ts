import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseServer } from "./database-server.ts";
import { type LogPosition, parseLogPosition } from "./log-position.ts";

const POLL_MS = 50;
/** A standby that waits for more log has replayed all that it has. */
const WAITING = new Set(["RecoveryRetrieveRetryInterval", "RecoveryWalStream"]);

/**
 * Returns the end of a standby's log, once it receives nothing and has replayed everything. The caller makes sure that
 * it can no longer receive from the former primary. @returns undefined if the standby does not answer in time
 */
export async function finalPosition(
  server: DatabaseServer,
  deadlineMs: number,
): Promise<LogPosition | undefined> {
  while (Date.now() < deadlineMs) {
    const position = await settledPosition(server).catch(() => undefined);
    if (position !== undefined) return position;
    await sleep(POLL_MS);
  }
  return undefined;
}

/** @returns undefined while the standby receives or replays */
async function settledPosition(server: DatabaseServer): Promise<LogPosition | undefined> {
  const [row] = await server.query<{
    standby: boolean;
    source: string;
    receivers: number;
    received: string | null;
    replayed: string | null;
    waits: string | null;
  }>(
    `select pg_is_in_recovery() as standby, current_setting('primary_conninfo') as source,
       (select count(*)::int from pg_stat_wal_receiver where status <> 'stopped') as receivers,
       pg_last_wal_receive_lsn()::text as received, pg_last_wal_replay_lsn()::text as replayed,
       (select wait_event from pg_stat_activity where backend_type = 'startup') as waits`,
    1_000,
  );
  if (row === undefined || !row.standby || row.source !== "" || row.receivers > 0) return undefined;
  if (row.replayed === null || row.waits === null || !WAITING.has(row.waits)) return undefined;
  const replayed = parseLogPosition(row.replayed);
  // After a restart nothing was received, but what it had was replayed.
  const received = row.received === null ? replayed : parseLogPosition(row.received);
  return received > replayed ? received : replayed;
}

/** Returns the standbys that a primary streams to, with the end of what each has on disk. */
export async function streamingStandbys(primary: DatabaseServer): Promise<ReadonlyMap<string, LogPosition>> {
  const rows = await primary.query<{ name: string; flushed: string }>(
    `select application_name as name, flush_lsn::text as flushed from pg_stat_replication
       where state = 'streaming' and flush_lsn is not null`,
    5_000,
  );
  return new Map(rows.map(({ name, flushed }) => [name, parseLogPosition(flushed)]));
}

/** Returns the end of what a primary has on disk. */
async function flushedPosition(primary: DatabaseServer): Promise<LogPosition> {
  const [row] = await primary.query<{ at: string }>("select pg_current_wal_flush_lsn()::text as at", 5_000);
  return parseLogPosition((row as { at: string }).at);
}

/** Waits until a standby has on disk what the primary has now. @returns whether it did in time */
export async function catchesUp(
  primary: DatabaseServer,
  standby: string,
  timeoutMs: number,
): Promise<boolean> {
  const wanted = await flushedPosition(primary);
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    const flushed = (await streamingStandbys(primary)).get(standby);
    if (flushed !== undefined && flushed >= wanted) return true;
    if (Date.now() > deadlineMs) return false;
    await sleep(POLL_MS);
  }
}

/** Whether a running server has applied this value of `synchronous_standby_names`. */
export async function waitsFor(server: DatabaseServer, names: string): Promise<boolean> {
  const [row] = await server.query<{ names: string }>(
    "select current_setting('synchronous_standby_names') as names",
    5_000,
  );
  return row?.names === names;
}
