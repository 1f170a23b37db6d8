import { DatabaseUnusableError } from "./database-errors.ts";

/**
 * What a session must have: a canceled or skipped wait for a standby looks like a success, and its warning may be hidden.
 * The defaults of a server, a database, a user or a URL may differ.
 */
const REQUIRED = {
  synchronous_commit: "on",
  client_min_messages: "notice",
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
  default_transaction_read_only: "off",
  // Stricter levels fail a statement that meets a change of another session.
  default_transaction_isolation: "read committed",
} as const;
/** Not known to every version. */
const SINCE_17 = "transaction_timeout";

/** Any other one cannot store every name that users choose. */
const ENCODING = "UTF8";

const SET = Object.entries(REQUIRED)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join("; ");
const READ = `select pg_backend_pid() as pid, current_setting('server_encoding') as encoding, ${Object.keys(
  REQUIRED,
)
  .map((name) => `current_setting('${name}') as ${name}`)
  .join(", ")}, current_setting('${SINCE_17}', true) as ${SINCE_17}`;

interface Session {
  query(text: string): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
}

/** Sets what the session must have, and reads it back. Throws DatabaseUnusableError, which names the setting. */
export async function prepareSession(session: Session): Promise<void> {
  await session.query(SET);
  const before = await readSettings(session);
  if (before[SINCE_17] !== null && before[SINCE_17] !== "0") await session.query(`set ${SINCE_17} = 0`);
  const after = await readSettings(session);
  if (before.pid !== after.pid)
    throw new DatabaseUnusableError(
      "statements of one connection reach several sessions; connect to it directly, or use a pooler's session mode",
    );
  if (after.encoding !== ENCODING)
    throw new DatabaseUnusableError(
      `its encoding must be ${ENCODING}, and it is ${String(after.encoding)}; create a database with that encoding`,
    );
  for (const [name, value] of Object.entries(REQUIRED))
    if (after[name] !== value)
      throw new DatabaseUnusableError(
        `${name} of a session must be "${value}", and it is "${String(after[name])}"`,
      );
}

async function readSettings(session: Session): Promise<Record<string, unknown>> {
  const { rows } = await session.query(READ);
  return rows[0] ?? {};
}
