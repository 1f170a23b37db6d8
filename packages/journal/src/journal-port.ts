import type { AppendedFrame, FrameEntry, Recovery } from "./journal.ts";

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
