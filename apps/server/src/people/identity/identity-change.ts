import type { IdentityRecord } from "./identity-records.ts";
import type { IdentityStore } from "./identity-store.ts";

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
function changeBy(record: IdentityRecord): IdentityChange | undefined {
  if (record.type === "sessions-ended") return { tokenHashes: record.tokenHashes };
  if (record.type === "closed") return { userId: record.account.userId };
  if (record.type === "registered") return { userId: record.user.userId };
  return "userId" in record ? { userId: record.userId } : undefined;
}

/**
 * Calls the listener for each change of a known user and each end of sessions, before it is acknowledged: who caused it is
 * answered once the listener's promise is resolved. For copies in other threads; a later listener replaces this one.
 */
export function announceChanges(
  store: IdentityStore,
  listener: (change: IdentityChange) => Promise<void>,
): void {
  store.onChange = (record) => {
    const change = changeBy(record);
    return change === undefined ? undefined : listener(change);
  };
}
