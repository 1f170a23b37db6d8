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

/** Whether an error, or one that caused it, says that another process has taken over. Errors of other threads too. */
export function isFenced(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each.name === "FencedError" || each.name === "OvertakenError") return true;
  return false;
}
