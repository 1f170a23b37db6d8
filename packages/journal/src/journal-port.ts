export interface FrameEntry {
  /** Sequence number of the first record. Must follow the last frame's last one; starts at 1. */
  readonly firstSeq: number;
  /** Number of records in the payload, at least 1. */
  readonly records: number;
  /** Must not be before the last frame's time. */
  readonly timeMs: number;
  /** Opaque bytes, in one or more pieces that are joined. */
  readonly payload: Uint8Array | readonly Uint8Array[];
  /** A 32-byte digest of the records' outputs; zeros when absent. */
  readonly outputsDigest?: Uint8Array;
  /** JSON that a database stores next to the frame. Not part of the frame: segment files do not contain it. */
  readonly relayed?: unknown;
}

export interface AppendedFrame {
  readonly frameNumber: number;
  readonly hash: Uint8Array;
}

/** State of a journal when it was opened. */
export interface Recovery {
  readonly frames: number;
  /** 0 for a new journal. */
  readonly lastSeq: number;
  readonly lastTimeMs: number;
  /** Bytes of an interrupted write that were cut off; 0 for none. */
  readonly cutBytes: number;
}

/**
 * A journal with one writer. `append` returns when the frame is durable: on this machine's disk, or committed in a
 * database. It blocks the calling thread until then.
 */
export interface JournalPort {
  /** State of the journal when it was opened. */
  readonly recovery: Recovery;
  readonly lastFrameNumber: number;
  /** Sequence number of the last durable record; 0 if none. */
  readonly lastSeq: number;
  readonly lastTimeMs: number;
  /** Hash of the last frame; zeros if none. */
  readonly lastHash: Uint8Array;
  /**
   * Makes one frame durable. Throws RangeError for an entry that does not continue the journal, which changes nothing.
   * After a JournalWriteError the journal accepts no more frames, and whether the frame was written is known only after
   * reopening it.
   */
  append(entry: FrameEntry): AppendedFrame;
  /** Releases the journal. Everything appended is already durable. */
  close(): void;
}
