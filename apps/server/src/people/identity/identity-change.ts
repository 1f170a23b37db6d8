import type { IdentityRecord } from "./identity-records.ts";

/** What a copy of users and sessions must forget. */
export interface IdentityChange {
  readonly userId?: number;
  /** Sessions that ended. */
  readonly tokenHashes?: readonly string[];
}

/**
 * Returns what a record changes about known users and sessions; `undefined` for new ones, and for uses of a session, which
 * only prolong it.
 */
export function changeBy(record: IdentityRecord): IdentityChange | undefined {
  if (record.type === "sessions-ended") return { tokenHashes: record.tokenHashes };
  if (record.type === "closed") return { userId: record.account.userId };
  if (record.type === "registered") return { userId: record.user.userId };
  return "userId" in record ? { userId: record.userId } : undefined;
}
