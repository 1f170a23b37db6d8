import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { announcedLength, FRAME_HEADER_BYTES, Frame, NO_HASH, readFrame } from "./frame.ts";
import { JournalCorruptError } from "./journal-errors.ts";
import {
  fileSize,
  listSegments,
  readHeaderOf,
  readSegmentHeader,
  SEGMENT_HEADER_BYTES,
  segmentFile,
} from "./segment.ts";
import { bytesInUse, judgeTail } from "./tail.ts";

const WINDOW_BYTES = 4 * 1024 * 1024;
/**
 * Left by the last reader of this thread until the next collection: a start reads dozens of journals, and large buffers
 * cost it collections.
 */
let spareWindow: WeakRef<Buffer<ArrayBuffer>> | undefined;

const NO_WINDOW = Buffer.alloc(0);

function takeWindow(): Buffer<ArrayBuffer> {
  const window = spareWindow?.deref() ?? Buffer.allocUnsafeSlow(WINDOW_BYTES);
  spareWindow = undefined;
  return window;
}

export const STOP_READING = Symbol("stop reading");

/** The end of the sound frames. */
export interface JournalEnd {
  /** 0 when there is no segment yet. */
  readonly segmentNumber: number;
  readonly offset: number;
  /** File size of the last segment. */
  readonly capacityBytes: number;
  /** Bytes of an interrupted write after the last frame. */
  readonly tornBytes: number;
  readonly nextFrameNumber: number;
  readonly nextSeq: number;
  readonly lastTimeMs: number;
  readonly lastHash: Uint8Array;
}

/**
 * Reads a journal from its first frame, checks every checksum and link of the chain, and passes frames on in order. It
 * takes no lock: with a running writer it stops at the last complete frame.
 */
export class JournalReader {
  private readonly directory: string;
  private readonly name: string;
  private readonly frame = new Frame();
  private window = NO_WINDOW;
  private windowAt = 0;
  private windowBytes = 0;
  private fd = -1;
  private size = 0;
  private capacity = 0;

  private segmentNumber = 0;
  private offset = 0;
  private tornBytes = 0;
  private nextFrameNumber = 1;
  private nextSeq = 1;
  private lastTimeMs = 0;
  private lastHash: Uint8Array = NO_HASH;

  /** @param name the journal's name, as given by its writer */
  constructor(directory: string, name: string) {
    this.directory = directory;
    this.name = name;
  }

  /**
   * Passes each frame to `visit`; the frame and its views are reused for the next one. A visitor ends reading by
   * returning STOP_READING. Throws JournalCorruptError at the first deviation.
   * @param fromSeq reading starts with the segment that contains this command and trusts its header about everything
   * before
   */
  read(visit: (frame: Frame) => unknown, fromSeq = 1): JournalEnd {
    this.window = takeWindow();
    try {
      return this.readSegments(visit, fromSeq);
    } finally {
      if (this.window.length === WINDOW_BYTES) spareWindow = new WeakRef(this.window);
      this.window = NO_WINDOW;
    }
  }

  private readSegments(visit: (frame: Frame) => unknown, fromSeq: number): JournalEnd {
    // Reading ends with the segment that is the last now, even if a running writer starts another.
    const segments = listSegments(this.directory);
    const first = this.begin(segments, fromSeq);
    for (const [index, number] of segments.entries()) {
      if (number !== index + 1)
        throw this.corrupt(`this segment is missing, but ${segmentFile(number)} exists`, index + 1, 0);
      if (number >= first && !this.readSegment(number, number === segments.length, visit)) break;
    }
    return this.end();
  }

  /**
   * Sets the chain position to the start of the segment that contains command `fromSeq`.
   * @returns its number
   */
  private begin(segments: readonly number[], fromSeq: number): number {
    if (fromSeq === 1) return 1;
    for (const number of segments.slice(1).toReversed()) {
      const header = readHeaderOf(this.directory, number);
      if (header.firstSeq > fromSeq) continue;
      this.nextFrameNumber = header.firstFrameNumber;
      this.nextSeq = header.firstSeq;
      this.lastTimeMs = header.previousTimeMs;
      this.lastHash = header.previousHash;
      return number;
    }
    return 1;
  }

  private end(): JournalEnd {
    const { segmentNumber, offset, tornBytes, nextFrameNumber, nextSeq, lastTimeMs, lastHash } = this;
    return {
      segmentNumber,
      offset,
      capacityBytes: this.capacity,
      tornBytes,
      nextFrameNumber,
      nextSeq,
      lastTimeMs,
      lastHash,
    };
  }

  /** Returns false when the visitor stopped reading. */
  private readSegment(number: number, isLast: boolean, visit: (frame: Frame) => unknown): boolean {
    this.fd = openSync(join(this.directory, segmentFile(number)), "r");
    try {
      this.openSegment(number);
      while (this.advance(isLast)) if (visit(this.frame) === STOP_READING) return false;
      return true;
    } finally {
      closeSync(this.fd);
      this.fd = -1;
    }
  }

  private openSegment(number: number): void {
    const header = readSegmentHeader(this.fd, join(this.directory, segmentFile(number)), number);
    this.size = fileSize(this.fd);
    if (header.name !== this.name)
      throw this.corrupt(`this belongs to the journal "${header.name}", not "${this.name}"`, number, 0);
    if (header.firstFrameNumber !== this.nextFrameNumber || header.firstSeq !== this.nextSeq) {
      const found = `it starts with frame ${header.firstFrameNumber}, sequence number ${header.firstSeq}`;
      throw this.corrupt(`frames are missing before this segment: ${found}`, number, 0);
    }
    if (Buffer.compare(header.previousHash, this.lastHash) !== 0 || header.previousTimeMs !== this.lastTimeMs)
      throw this.corrupt("the segment does not continue the one before it", number, 0);
    // Segments are published at their full size and never shortened, so an interrupted write cannot leave a short one.
    if (this.size < header.capacityBytes)
      throw this.corrupt(
        `the file was cut: it has ${this.size} of its ${header.capacityBytes} bytes`,
        number,
        this.size,
      );
    this.segmentNumber = number;
    this.capacity = header.capacityBytes;
    this.offset = SEGMENT_HEADER_BYTES;
    this.windowAt = 0;
    this.windowBytes = 0;
  }

  /** Moves to the next frame. Returns false at the end of the segment. */
  private advance(isLast: boolean): boolean {
    let problem = this.tryFrame();
    if (problem !== undefined) {
      // A running writer may have finished the frame since the window was read, so read once more before deciding.
      this.windowBytes = 0;
      problem = this.tryFrame();
    }
    if (problem !== undefined) {
      if (!isLast && problem !== "empty")
        throw this.corrupt(
          `the frame is ${problem}, and later segments follow`,
          this.segmentNumber,
          this.offset,
        );
      return isLast ? this.judgeEnd() : false;
    }
    this.checkChain();
    const { frame } = this;
    frame.file = segmentFile(this.segmentNumber);
    frame.offset = this.offset;
    this.offset += frame.byteLength;
    this.nextFrameNumber = frame.frameNumber + 1;
    this.nextSeq = frame.firstSeq + frame.records;
    this.lastTimeMs = frame.timeMs;
    this.lastHash = frame.hash;
    return true;
  }

  private tryFrame(): ReturnType<typeof readFrame> {
    this.fill(FRAME_HEADER_BYTES);
    let at = this.offset - this.windowAt;
    if (this.windowBytes - at >= FRAME_HEADER_BYTES) {
      const length = announcedLength(this.window, at);
      if (length > 0) this.fill(length);
      at = this.offset - this.windowAt;
    }
    return readFrame(this.window, at, this.windowBytes, this.frame);
  }

  /** Loads `length` bytes from the current offset into the window, as far as the file has them. */
  private fill(length: number): void {
    if (this.offset >= this.windowAt && this.offset + length <= this.windowAt + this.windowBytes) return;
    if (length > this.window.length) this.window = Buffer.allocUnsafeSlow(length + WINDOW_BYTES);
    this.windowAt = this.offset;
    this.windowBytes = readUpTo(this.fd, this.window, this.offset);
  }

  /** The chain is part of the checksummed frame: a break in it is never an interrupted write. */
  private checkChain(): void {
    const { frame } = this;
    if (frame.frameNumber !== this.nextFrameNumber)
      throw this.corrupt(`found frame ${frame.frameNumber} here`, this.segmentNumber, this.offset);
    if (Buffer.compare(frame.previousHash, this.lastHash) !== 0)
      throw this.corrupt("the frame does not continue the one before it", this.segmentNumber, this.offset);
    if (frame.firstSeq !== this.nextSeq || frame.timeMs < this.lastTimeMs)
      throw this.corrupt("sequence number or time runs backwards", this.segmentNumber, this.offset);
  }

  /** Checks the end of the last segment. Returns true when a running writer has added a frame there in the meantime. */
  private judgeEnd(): boolean {
    for (let look = 0; ; look++) {
      this.size = fileSize(this.fd);
      if (this.isRestZero()) return false;
      const rest = Buffer.allocUnsafeSlow(Math.max(0, this.size - this.offset));
      const bytes = rest.subarray(0, readUpTo(this.fd, rest, this.offset));
      const tail = judgeTail(bytes, this.offset, this.nextFrameNumber);
      if (tail.kind === "end") return false;
      this.windowBytes = 0;
      if (this.tryFrame() === undefined) return this.advance(true);
      // A writer may have written this frame and more between the two reads; real damage persists in a second read.
      if (tail.kind === "damaged" && look > 0) throw this.corrupt(tail.why, this.segmentNumber, this.offset);
      if (tail.kind === "torn") {
        this.tornBytes = tail.usedBytes;
        return false;
      }
    }
  }

  /** Whether nothing was ever written after the last frame, as is usual. Needs no more memory than the window. */
  private isRestZero(): boolean {
    this.windowBytes = 0;
    for (let at = this.offset; at < this.size; ) {
      const length = readUpTo(this.fd, this.window, at);
      if (length === 0) break;
      if (bytesInUse(this.window.subarray(0, length)) > 0) return false;
      at += length;
    }
    return true;
  }

  private corrupt(what: string, segmentNumber: number, offset: number): JournalCorruptError {
    const file = join(this.directory, segmentFile(segmentNumber));
    return new JournalCorruptError(what, {
      file,
      offset,
      frameNumber: this.nextFrameNumber,
      seq: this.nextSeq,
    });
  }
}

function readUpTo(fd: number, into: Buffer, position: number): number {
  let length = 0;
  while (length < into.length) {
    const read = readSync(fd, into, length, into.length - length, position + length);
    if (read === 0) break;
    length += read;
  }
  return length;
}
