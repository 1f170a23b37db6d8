/**
 * SQLSTATE classes that the next try may be rid of: connection, refused authorization, unknown database, resources, operator
 * intervention, conflicts. Who is let in at the start and not later meets somebody's work on the database, not a wrong setting.
 */
const TRANSIENT_CLASSES = new Set(["08", "28", "3D", "53", "57", "40"]);
/** States of other classes: a standby, time limits that somebody else has set, locks of others, failures of a disk. */
const TRANSIENT_STATES = new Set(["25006", "25P03", "25P04", "55P03", "58000", "58030"]);
const TRANSIENT_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "ECONNABORTED",
  "EPIPE",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** Whatever hinders these hinders a connection, such as the missing file of a local socket or too many open files. */
const WAY_CALLS = new Set(["connect", "getaddrinfo"]);

/** Whether what a database said, or its silence, may be over at the next try. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return /connection terminated|timeout|not queryable/i.test(error.message);
  if (TRANSIENT_CODES.has(code) || (syscall !== undefined && WAY_CALLS.has(syscall))) return true;
  return code.length === 5 && (TRANSIENT_CLASSES.has(code.slice(0, 2)) || TRANSIENT_STATES.has(code));
}
