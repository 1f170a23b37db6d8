import { RecordStore } from "../../kit/durable/record-store.ts";
import type { IdentityRecord } from "./identity-records.ts";
import { IdentityState } from "./identity-state.ts";

const JOURNAL_NAME = "identity";
/** A journal with fewer outdated records than this is never written anew. */
const MIN_OUTDATED = 10_000;

export interface StoreOptions {
  readonly nowMs: () => number;
  /** The founding record of a new store. */
  readonly houseCode: () => string;
  /** The journal takes nothing more; the process has to end. */
  readonly onFailure: (error: Error) => void;
  /** Write a fresh generation now, whatever is outdated: what was erased is then off the disk. */
  readonly compact?: boolean;
  /** Outdated records that make a rewriting worthwhile; for tests. */
  readonly minOutdated?: number;
}

/** Users, credentials and sessions in memory, and their journal. */
export type IdentityStore = RecordStore<IdentityRecord, IdentityState>;

/**
 * Opens the newest generation in `directory`, or founds the first. Throws what the journal throws on a locked or
 * damaged directory.
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
