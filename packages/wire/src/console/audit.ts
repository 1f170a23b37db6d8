/** One action in the audit log, newest first (`audit-list`). */
export interface AuditRow {
  /** `15–16`: numbers of its first and last entry; `17` for a single entry. */
  readonly entry: string;
  /** Formats a time as `2026-01-01 12:00:00 UTC`. */
  readonly time: string;
  readonly operator: string;
  /** `console` when signed in; `server` when run from the server's own account. */
  readonly via: string;
  /** Command and target. */
  readonly action: string;
  readonly outcome: string;
  readonly change: string;
  readonly reason: string;
}

/** Result of checking the whole log (`audit-verify`). */
export interface AuditVerdict {
  /** The newest entry. */
  readonly head: { readonly number: number; readonly hash: string };
  readonly entries: number;
  /** Number of actions started but never finished. */
  readonly unfinished: number;
  /** Problems found; empty when all entries are unaltered. */
  readonly problems: readonly string[];
}
