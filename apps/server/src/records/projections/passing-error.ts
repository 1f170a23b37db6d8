/**
 * SQLSTATE classes that may succeed on a retry: connection, refused authorization, unknown database, resources,
 * operator intervention, conflicts. If access worked at the start and fails later, someone is working on the database
 * and the settings are not wrong.
 */
const TRANSIENT_CLASSES = new Set(["08", "28", "3D", "53", "57", "40"]);
/** States from other classes: a standby, timeouts set by others, locks of others, disk failures. */
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
/** Any failure of these calls is a connection problem, such as a missing local socket or too many open files. */
const CONNECTION_CALLS = new Set(["connect", "getaddrinfo"]);

/** Returns whether a database error or timeout may be gone on the next try. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return /connection terminated|timeout|not queryable/i.test(error.message);
  if (TRANSIENT_CODES.has(code) || (syscall !== undefined && CONNECTION_CALLS.has(syscall))) return true;
  return code.length === 5 && (TRANSIENT_CLASSES.has(code.slice(0, 2)) || TRANSIENT_STATES.has(code));
}

/** States of a server that ends sessions, is starting, or is a standby. */
const LOST_STATES = new Set(["57P01", "57P02", "57P03", "25006"]);

/**
 * Returns whether an error means that this server cannot be used now, or no longer, so that another one may be the
 * primary. A silent server is none: what it was asked may take long.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined)
    return /connection terminated|not queryable/i.test(error.message) && !error.message.includes("silent");
  if (TRANSIENT_CODES.has(code) || (syscall !== undefined && CONNECTION_CALLS.has(syscall))) return true;
  return code.startsWith("08") || LOST_STATES.has(code);
}
