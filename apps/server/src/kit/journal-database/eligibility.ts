import { DatabaseUnusableError } from "./database-errors.ts";
import type { PrimaryConnection } from "./primary-connection.ts";
import { SCHEMA } from "./schema.ts";

/** A clock that is further off would let timers stand still, and codes expire. */
const MAX_CLOCK_DIFFERENCE_MS = 5_000;
const WARN_CLOCK_DIFFERENCE_MS = 1_000;

/** Throws DatabaseUnusableError if this process must not lead. */
export async function assertCandidate(
  connection: PrimaryConnection,
  { warn }: { readonly warn?: (message: string) => void },
): Promise<void> {
  await assertRole(connection);
  await assertClock(connection, warn);
}

/** Sessions of other users are hidden, and could not be ended at a take-over. */
async function assertRole(connection: PrimaryConnection): Promise<void> {
  const { rows } = await connection.query<{ role: string; own: string; may: boolean }>(
    `select role, current_user as own, pg_has_role('pg_read_all_stats', 'usage')
       and pg_has_role('pg_signal_backend', 'usage') as may from ${SCHEMA}.leader`,
  );
  const [{ role, own, may } = { role: "", own: "", may: true }] = rows;
  if (role === "" || role === own || may) return;
  throw new DatabaseUnusableError(
    `the last leader used it as "${role}", and this process as "${own}"; use one user for all nodes, ` +
      `or grant pg_monitor, pg_signal_backend to ${own}`,
  );
}

async function assertClock(
  connection: PrimaryConnection,
  warn: ((message: string) => void) | undefined,
): Promise<void> {
  const before = Date.now();
  const { rows } = await connection.query<{ now: string }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::bigint as now",
  );
  const after = Date.now();
  const now = Number(rows[0]?.now);
  const difference = Math.max(before - now, now - after, 0);
  if (difference <= WARN_CLOCK_DIFFERENCE_MS) return;
  const what = `its clock and that of this machine are ${difference / 1_000} s apart; correct the wrong one`;
  if (difference > MAX_CLOCK_DIFFERENCE_MS) throw new DatabaseUnusableError(what);
  warn?.(`the journal's database: ${what}`);
}
