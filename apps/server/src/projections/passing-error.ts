/** SQLSTATE classes that the next try may be rid of: connection, resources, operator intervention, conflicts. */
const TRANSIENT_CLASSES = new Set(["08", "53", "57", "40"]);
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

/** Whether what a database said, or its silence, may be over at the next try. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return /connection terminated|timeout|not queryable/i.test(error.message);
  return TRANSIENT_CODES.has(code) || (code.length === 5 && TRANSIENT_CLASSES.has(code.slice(0, 2)));
}
