const MEBIBYTE = 1024 * 1024;

/** Limits of a projector; the defaults suit the server. */
export interface ProjectorLimits {
  /** Backlog at which `overloaded` is set; cleared at half of it. */
  readonly maxBacklogBytes: number;
  /** Rows at which a transaction is committed: readers of the embedded database wait that long. */
  readonly maxGroupRows: number;
  /** The same during a journal replay, without readers. */
  readonly maxReplayedRows: number;
  /** How long an idle projector waits for more before it writes; it does not wait if a caller waits for a minSeq. */
  readonly groupDelayMs: number;
  /** First delay after a lost connection; doubles up to the second value. */
  readonly minRetryDelayMs: number;
  readonly maxRetryDelayMs: number;
}

export const PROJECTOR_LIMITS: ProjectorLimits = {
  maxBacklogBytes: 256 * MEBIBYTE,
  maxGroupRows: 4_096,
  maxReplayedRows: 32_768,
  groupDelayMs: 500,
  minRetryDelayMs: 100,
  maxRetryDelayMs: 5_000,
};

export interface ProjectorOptions {
  /** Identifies the journal; the projector discards rows of another one when it opens. */
  readonly journalId?: string;
  readonly limits?: Partial<ProjectorLimits>;
  /** Called once when projecting has stopped permanently and the tables no longer follow. */
  readonly onFailure?: (error: Error) => void;
  /** Called when a write failed and will be retried. */
  readonly onRetry?: (error: Error, delayMs: number) => void;
  /** Called when the database has lost rows that are written again from memory. */
  readonly onRewound?: (fromSeq: number, toSeq: number) => void;
}
