import { closeSync, fsyncSync, openSync } from "node:fs";
import { join } from "node:path";
import { DirectoryLock } from "./directory-lock.ts";
import { type FileAccess, REAL_FILES, syncPath, writeFully } from "./file-access.ts";
import {
  FRAME_HEADER_BYTES,
  Frame,
  frameBytes,
  HASH_BYTES,
  MAX_PAYLOAD_BYTES,
  NO_HASH,
  readFrame,
  sealFrame,
} from "./frame.ts";
import { JournalWriteError } from "./journal-errors.ts";
import type { AppendedFrame, FrameEntry, JournalPort, Recovery } from "./journal-port.ts";
import { type JournalEnd, JournalReader } from "./journal-reader.ts";
import {
  DEFAULT_SEGMENT_BYTES,
  listSegments,
  prepareSegment,
  publishSegment,
  removeTemporaries,
  SEGMENT_HEADER_BYTES,
  segmentFile,
  writeZeros,
} from "./segment.ts";
import { SegmentPreparer } from "./segment-preparer.ts";

const SCRATCH_BYTES = 256 * 1024;

export interface JournalOptions {
  /** The journal's name; stored in every segment, so that another journal is not opened by mistake. */
  readonly name: string;
  /** Size of a new segment file; 64 MiB by default. A larger frame gets a larger segment. */
  readonly segmentBytes?: number;
  /** Lets tests simulate failing disks, and copies of a database skip syncing. */
  readonly files?: FileAccess;
  /**
   * Called with each frame before it is written here, to make it durable elsewhere first. If it throws, the frame is not
   * written and the journal accepts no more.
   */
  readonly replicate?: (frame: SealedFrame) => void;
  /** Checks only the last segment and trusts its header about everything before, which must be checked elsewhere. */
  readonly checksLastSegmentOnly?: boolean;
}

/** A frame as it is about to be written. */
export interface SealedFrame {
  readonly frameNumber: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly timeMs: number;
  readonly previousHash: Uint8Array;
  readonly hash: Uint8Array;
  /** The whole frame, byte for byte. Valid during the call. */
  readonly bytes: Uint8Array;
  readonly relayed: unknown;
}

/**
 * A directory of hash-chained frames with one writer. `append` returns when the frame is on disk. A frame whose
 * `append` did not return may or may not be found by the next `open`, but never half of it.
 */
export class Journal implements JournalPort {
  readonly recovery: Recovery;
  private readonly directory: string;
  private readonly name: string;
  private readonly segmentBytes: number;
  private readonly files: FileAccess;
  private readonly replicate: JournalOptions["replicate"];
  private readonly lock: DirectoryLock;
  private readonly preparer: SegmentPreparer;
  private scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

  private fd: number;
  private segmentNumber: number;
  private offset: number;
  private capacity: number;
  private frameNumber: number;
  private seq: number;
  private timeMs: number;
  private hash: Uint8Array;
  private failure: JournalWriteError | undefined;
  private closed = false;

  /**
   * Locks the directory, checks every frame in it, passes each to `visit` in order, cuts off an interrupted write and
   * prepares for appending. Throws DirectoryLockedError, JournalCorruptError, JournalWriteError, and anything `visit`
   * throws; it then unlocks the directory.
   */
  static open(directory: string, options: JournalOptions, visit: (frame: Frame) => void = () => {}): Journal {
    const lock = DirectoryLock.acquire(directory);
    try {
      removeTemporaries(directory);
      syncLastSegment(directory);
      const fromSeq = options.checksLastSegmentOnly === true ? Number.MAX_SAFE_INTEGER : 1;
      const end = new JournalReader(directory, options.name).read(visit, fromSeq);
      return new Journal(directory, options, lock, end);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  private constructor(directory: string, options: JournalOptions, lock: DirectoryLock, end: JournalEnd) {
    this.directory = directory;
    this.name = options.name;
    this.segmentBytes = options.segmentBytes ?? DEFAULT_SEGMENT_BYTES;
    this.files = options.files ?? REAL_FILES;
    this.replicate = options.replicate;
    this.lock = lock;
    this.preparer = new SegmentPreparer(directory, this.segmentBytes);
    this.segmentNumber = end.segmentNumber;
    this.offset = end.offset;
    this.capacity = end.capacityBytes;
    this.frameNumber = end.nextFrameNumber - 1;
    this.seq = end.nextSeq - 1;
    this.timeMs = end.lastTimeMs;
    this.hash = end.lastHash;
    this.recovery = {
      frames: this.frameNumber,
      lastSeq: this.seq,
      lastTimeMs: this.timeMs,
      cutBytes: end.tornBytes,
    };
    this.fd = end.segmentNumber === 0 ? this.createFirst() : this.reopenLast(end);
  }

  get lastFrameNumber(): number {
    return this.frameNumber;
  }

  /** Sequence number of the last durable record; 0 if none. */
  get lastSeq(): number {
    return this.seq;
  }

  get lastTimeMs(): number {
    return this.timeMs;
  }

  /** Hash of the last frame; zeros if none. */
  get lastHash(): Uint8Array {
    return this.hash;
  }

  /**
   * Writes one frame and returns when it is on disk. After a JournalWriteError the journal accepts no more frames:
   * whether the frame was written is known only after reopening the journal.
   */
  append(entry: FrameEntry): AppendedFrame {
    this.assertUsable();
    const parts = entry.payload instanceof Uint8Array ? [entry.payload] : entry.payload;
    const payloadBytes = parts.reduce((sum, part) => sum + part.length, 0);
    this.assertContinues(entry, payloadBytes);
    const length = frameBytes(payloadBytes);
    if (length > this.scratch.length) this.scratch = Buffer.allocUnsafeSlow(length * 2);
    try {
      if (this.offset + length > this.capacity) this.rotate(length);
      let at = FRAME_HEADER_BYTES;
      for (const part of parts) {
        this.scratch.set(part, at);
        at += part.length;
      }
      const hash = sealFrame(this.scratch, payloadBytes, {
        frameNumber: this.frameNumber + 1,
        firstSeq: entry.firstSeq,
        records: entry.records,
        timeMs: entry.timeMs,
        previousHash: this.hash,
        outputsDigest: entry.outputsDigest ?? NO_HASH,
      });
      if (this.replicate !== undefined) this.replicate(this.sealed(entry, length, hash));
      writeFully(this.files, this.fd, this.scratch.subarray(0, length), this.offset);
      this.files.dataSync(this.fd);
      this.hash = hash;
    } catch (error) {
      this.failure = writeError("a frame could not be made durable", error);
      throw this.failure;
    }
    this.advance(entry, length);
    return { frameNumber: this.frameNumber, hash: this.hash };
  }

  /**
   * Writes a frame that another journal of the same name sealed, byte for byte. Throws RangeError if the bytes are not
   * the next frame of this journal, and then changes nothing; JournalWriteError as `append` does.
   */
  appendSealed(bytes: Buffer<ArrayBuffer>): AppendedFrame {
    this.assertUsable();
    const frame = new Frame();
    const problem = readFrame(bytes, 0, bytes.length, frame);
    if (problem !== undefined || frame.byteLength !== bytes.length)
      throw new RangeError(`the bytes of frame ${this.frameNumber + 1} are ${problem ?? "not one frame"}`);
    if (frame.frameNumber !== this.frameNumber + 1 || Buffer.compare(frame.previousHash, this.hash) !== 0)
      throw new RangeError(`frame ${frame.frameNumber} does not continue frame ${this.frameNumber}`);
    this.assertContinues(frame, frame.payload.length);
    try {
      if (this.offset + bytes.length > this.capacity) this.rotate(bytes.length);
      writeFully(this.files, this.fd, bytes, this.offset);
      this.files.dataSync(this.fd);
    } catch (error) {
      this.failure = writeError("a frame could not be copied", error);
      throw this.failure;
    }
    this.hash = frame.hash;
    this.advance(frame, bytes.length);
    return { frameNumber: this.frameNumber, hash: this.hash };
  }

  private sealed(entry: FrameEntry, length: number, hash: Uint8Array): SealedFrame {
    return {
      frameNumber: this.frameNumber + 1,
      firstSeq: entry.firstSeq,
      lastSeq: entry.firstSeq + entry.records - 1,
      timeMs: entry.timeMs,
      previousHash: this.hash,
      hash,
      bytes: this.scratch.subarray(0, length),
      relayed: entry.relayed,
    };
  }

  private advance({ firstSeq, records, timeMs }: Omit<FrameEntry, "payload">, length: number): void {
    this.offset += length;
    this.frameNumber++;
    this.seq = firstSeq + records - 1;
    this.timeMs = timeMs;
    if (this.offset > this.capacity / 2) this.preparer.start();
  }

  /** Releases file and lock. Everything appended is already durable. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.preparer.close();
    closeSync(this.fd);
    this.lock.release();
  }

  private assertUsable(): void {
    if (this.failure !== undefined)
      throw new JournalWriteError("journal is closed after a failed write", { cause: this.failure });
    if (this.closed) throw new JournalWriteError("the journal is closed");
  }

  private assertContinues(entry: Omit<FrameEntry, "payload">, payloadBytes: number): void {
    if (entry.firstSeq !== this.seq + 1)
      throw new RangeError(`sequence number ${entry.firstSeq} does not follow ${this.seq}`);
    if (!Number.isSafeInteger(entry.timeMs) || entry.timeMs < this.timeMs)
      throw new RangeError(`time ${entry.timeMs} is before ${this.timeMs}`);
    if (!Number.isSafeInteger(entry.records) || entry.records < 1)
      throw new RangeError(`a frame of ${entry.records} records`);
    if (payloadBytes > MAX_PAYLOAD_BYTES) throw new RangeError(`a payload of ${payloadBytes} bytes`);
    if (entry.outputsDigest !== undefined && entry.outputsDigest.length !== HASH_BYTES)
      throw new RangeError(`a digest of ${entry.outputsDigest.length} bytes`);
  }

  private rotate(frameLength: number): void {
    const old = this.fd;
    this.fd = this.createSegment(this.segmentNumber + 1, frameLength);
    closeSync(old);
  }

  private createFirst(): number {
    try {
      return this.createSegment(1, 0);
    } catch (error) {
      throw writeError("the first segment could not be created", error);
    }
  }

  /** @returns the new segment's descriptor */
  private createSegment(number: number, frameLength: number): number {
    const needed = SEGMENT_HEADER_BYTES + frameLength;
    const prepared =
      needed > this.segmentBytes
        ? prepareSegment(this.files, this.directory, needed)
        : (this.preparer.take() ?? prepareSegment(this.files, this.directory, this.segmentBytes));
    publishSegment(this.files, this.directory, prepared, {
      number,
      capacityBytes: prepared.capacityBytes,
      firstFrameNumber: this.frameNumber + 1,
      firstSeq: this.seq + 1,
      previousTimeMs: this.timeMs,
      previousHash: this.hash,
      name: this.name,
    });
    this.segmentNumber = number;
    this.offset = SEGMENT_HEADER_BYTES;
    this.capacity = prepared.capacityBytes;
    return prepared.fd;
  }

  /** Cuts off an interrupted write, so that only zeros follow the last frame again. */
  private reopenLast(end: JournalEnd): number {
    const fd = openSync(join(this.directory, segmentFile(end.segmentNumber)), "r+");
    try {
      writeZeros(this.files, fd, end.offset, end.offset + end.tornBytes);
      fsyncSync(fd);
      return fd;
    } catch (error) {
      closeSync(fd);
      throw writeError("the last segment could not be prepared for writing", error);
    }
  }
}

/** Syncs what the last process wrote but did not sync, because readers may already depend on it. */
function syncLastSegment(directory: string): void {
  const last = listSegments(directory).at(-1);
  if (last === undefined) return;
  syncPath(join(directory, segmentFile(last)));
  syncPath(directory);
}

function writeError(what: string, cause: unknown): JournalWriteError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new JournalWriteError(`${what}: ${reason}`, { cause });
}
