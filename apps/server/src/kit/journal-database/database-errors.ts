/** Another process has taken over, or the database has another history. This process must end. */
export class FencedError extends Error {
  constructor(what: string) {
    super(`another process writes this exchange: ${what}`);
    this.name = "FencedError";
  }
}

/** The database cannot be trusted to keep what it confirms, or could not be reached in time. This process must end. */
export class DatabaseUnusableError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`the journal's database cannot be used: ${what}`, options);
    this.name = "DatabaseUnusableError";
  }
}

/** The history in the home and the one in the database are not the same. Nothing was changed. */
export class ForeignHistoryError extends Error {
  constructor(what: string) {
    super(what);
    this.name = "ForeignHistoryError";
  }
}

/** The connection ended. Whether the last statement was executed is unknown. */
export class ConnectionLostError extends Error {
  constructor(cause: unknown) {
    super(`the connection was lost: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "ConnectionLostError";
  }
}

/** A wait for a standby was stopped. */
export class InterruptedError extends Error {}

/**
 * SQLSTATEs of statements that the server did not execute, and may execute later: it has no disk space, memory, connections
 * or transaction numbers left, a file cannot be accessed, a lock was not available, or somebody canceled the statement.
 */
const NOT_NOW = /^(53...|58...|40...|54000|55P03|57014)$/;

/** Whether repeating the statement may help. */
export const isRefusedForNow = (error: unknown): error is Error =>
  error instanceof Error && NOT_NOW.test((error as { readonly code?: string }).code ?? "");

/** Whether an error, or one that caused it, says that another process has taken over. Errors of other threads too. */
export function isFenced(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each.name === "FencedError" || each.name === "OvertakenError") return true;
  return false;
}
