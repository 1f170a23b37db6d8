import type { Journal, SealedFrame } from "@candor/journal/journal";
import type { AppendedFrame, FrameEntry, JournalPort, Recovery } from "@candor/journal/journal-port";
import type { ConfirmedFrame } from "./confirmed-frame.ts";
import type { WriterCaller } from "./writer-caller.ts";

/** A journal in a database. Each frame is committed there first, and then copied to segment files, without syncing. */
export class ReplicatedJournal implements JournalPort {
  private readonly path: string;
  private readonly copy: Journal;
  private readonly writer: Pick<WriterCaller, "call">;
  private readonly confirmed: ConfirmedFrame | undefined;

  /**
   * @param copy calls `commit` before it writes a frame
   * @param confirmed where the newest confirmed frame is noted, if this is the exchange's journal
   */
  constructor(path: string, copy: Journal, writer: Pick<WriterCaller, "call">, confirmed?: ConfirmedFrame) {
    this.confirmed = confirmed;
    this.path = path;
    this.copy = copy;
    this.writer = writer;
  }

  get recovery(): Recovery {
    return this.copy.recovery;
  }

  get lastFrameNumber(): number {
    return this.copy.lastFrameNumber;
  }

  get lastSeq(): number {
    return this.copy.lastSeq;
  }

  get lastTimeMs(): number {
    return this.copy.lastTimeMs;
  }

  get lastHash(): Uint8Array {
    return this.copy.lastHash;
  }

  append(entry: FrameEntry): AppendedFrame {
    return this.copy.append(entry);
  }

  close(): void {
    this.copy.close();
  }

  /** Returns when the frame is committed. */
  commit(frame: SealedFrame): void {
    const { frameNumber, firstSeq, lastSeq, timeMs, previousHash, hash, bytes, relayed } = frame;
    this.writer.call({
      kind: "append",
      frame: {
        journal: this.path,
        number: frameNumber,
        firstSeq,
        lastSeq,
        timeMs,
        // Copied on their own: views of large buffers are sent with all of their memory.
        previous: Uint8Array.from(previousHash),
        hash: Uint8Array.from(hash),
        sealed: Uint8Array.from(bytes),
        relayed: relayed === undefined ? undefined : JSON.stringify(relayed),
      },
    });
    this.confirmed?.record(frameNumber);
  }
}
