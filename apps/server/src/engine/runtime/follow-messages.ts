import type { EventBatch } from "@candor/domain/engine-port";
import type { ExchangeHome } from "./exchange-home.ts";

/** Startup settings of a thread that executes the frames of a journal which another process writes. */
export interface FollowSettings {
  readonly task: "follow";
  readonly home: ExchangeHome;
  /** Events after this command are posted. */
  readonly eventsAfterSeq: number;
  /** Number of commands between two snapshots; undefined if another process makes them. */
  readonly snapshotInterval: number | undefined;
  /** Whether the journal's writer may not have synced what this thread reads. */
  readonly syncs: boolean;
  /** One Int32: number of batches the reader has processed; see FOLLOWING_ENDS. */
  readonly batchesRead: SharedArrayBuffer;
}

/** Number of processed batches that ends the thread. */
export const FOLLOWING_ENDS = 0x7fff_ffff;

export type FromFollower =
  | { readonly kind: "batch"; readonly batch: EventBatch }
  /** The thread has reached the end of the journal for the first time. */
  | { readonly kind: "caught-up"; readonly seq: number; readonly snapshotSeq: number }
  | { readonly kind: "warning"; readonly message: string };
