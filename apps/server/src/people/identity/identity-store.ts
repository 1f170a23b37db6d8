import { RecordStore } from "../../kit/durable/record-store.ts";
import type { IdentityRecord } from "./identity-records.ts";
import { IdentityState } from "./identity-state.ts";

const JOURNAL_NAME = "identity";
/** Minimum obsolete records before the journal is rewritten. */
const MIN_OUTDATED = 10_000;

export interface StoreOptions {
  readonly nowMs: () => number;
  /** Platform invitation code for the founding record of a new store. */
  readonly houseCode: () => string;
  /** Called when the journal is closed after a failed write; the process must exit. */
  readonly onFailure: (error: Error) => void;
  /** Rewrites the journal now, regardless of obsolete records, so that erased data is removed from disk. */
  readonly compact?: boolean;
  /** Minimum obsolete records for a rewrite; for tests. */
  readonly minOutdated?: number;
}

/** Users, credentials and sessions in memory, and their journal. */
export type IdentityStore = RecordStore<IdentityRecord, IdentityState>;

/**
 * Opens the newest generation in `directory`, or creates the first. Throws the journal's errors for a locked or damaged
 * directory.
 */
export function openIdentityStore(directory: string, options: StoreOptions): IdentityStore {
  const minOutdated = options.minOutdated ?? MIN_OUTDATED;
  const worthRewriting = ({ outdated, userCount }: IdentityState): boolean =>
    outdated > Math.max(minOutdated, 4 * userCount);
  return RecordStore.open<IdentityRecord, IdentityState>(directory, {
    name: JOURNAL_NAME,
    newState: () => new IdentityState(),
    found: ({ nextUserId }) => ({
      type: "founded",
      version: 1,
      houseCode: options.houseCode(),
      nextUserId,
      previousHash: "",
    }),
    worthRewriting: (state) => options.compact === true || worthRewriting(state),
    worthRewritingNow: worthRewriting,
    nowMs: options.nowMs,
    onFailure: options.onFailure,
  });
}
