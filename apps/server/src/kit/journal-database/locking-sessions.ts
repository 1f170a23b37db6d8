import { SCHEMA } from "./schema.ts";

/**
 * A text that names the sessions of people and other programs that hold locks on the journal's tables, such as an open
 * transaction in psql; null if there are none. Reading takes no lock that matters.
 */
export const LOCKING_SESSIONS = `
select string_agg(distinct format('session %s of %s (%s)', activity.pid, usename, application_name), ', ') as holders
from pg_locks join pg_stat_activity activity using (pid) join pg_class on pg_class.oid = relation
where relnamespace = to_regnamespace('${SCHEMA}') and granted and mode <> 'AccessShareLock'
  and database = (select oid from pg_database where datname = current_database())
  and activity.pid <> pg_backend_pid() and application_name not like 'candor-%'`;

/** What to tell people about them. */
export const lockedBy = (holders: string): string =>
  `${holders} holds a lock on its tables; end the transaction, or run pg_terminate_backend`;
