/** One action in the audit log, newest first (`audit-list`). */
export interface AuditRow {
  /** `15–16`: the numbers of its beginning and its end; `17` where there is one entry alone. */
  readonly entry: string;
  /** `2026-01-01 12:00:00 UTC` */
  readonly time: string;
  readonly operator: string;
  /** `console`, signed in; `server`, by the server's own account. */
  readonly via: string;
  /** Command and target. */
  readonly action: string;
  readonly outcome: string;
  readonly change: string;
  readonly reason: string;
}

/** What a check of the whole log found (`audit-verify`). */
export interface AuditVerdict {
  /** The newest entry. */
  readonly head: { readonly number: number; readonly hash: string };
  readonly entries: number;
  /** Actions that were begun and never finished. */
  readonly unfinished: number;
  /** What is wrong; empty: every entry is as it was written. */
  readonly problems: readonly string[];
}
