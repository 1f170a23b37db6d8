import { closeSync, existsSync, fdatasyncSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { announcedLength, FRAME_HEADER_BYTES, Frame, NO_HASH, readFrame } from "./frame.ts";
import { JournalCorruptError } from "./journal-errors.ts";
import { STOP_READING } from "./journal-reader.ts";
import { listSegments, readSegmentHeader, SEGMENT_HEADER_BYTES, segmentFile } from "./segment.ts";

const WINDOW_BYTES = 4 * 1024 * 1024;

export interface JournalTailOptions {
  /** Reading starts with the segment that contains this command and trusts its header about everything before. */
  readonly fromSeq: number;
  /** Syncs frames before passing them on: their writer may not have, and what follows from them must not outlive them. */
  readonly syncs: boolean;
}

/**
 * Follows a journal that another process or thread writes, from the first frame of a segment on. It takes no lock. What
 * is not complete yet is read again by the next `read`, also after its writer was killed and started again.
 */
export class JournalTail {
  private readonly directory: string;
  private readonly name: string;
  private readonly options: JournalTailOptions;
  private readonly frame = new Frame();
  private window = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  private windowAt = 0;
  private windowBytes = 0;
  /** Whether what the window has is durable. */
  private isSynced = false;
  private fd = -1;
  private segmentNumber = 0;
  private offset = 0;
  private nextFrameNumber = 1;
  private nextSeq = 1;
  private lastTimeMs = 0;
  private lastHash: Uint8Array<ArrayBuffer> = NO_HASH;

  /** @param name the journal's name, as given by its writer */
  constructor(directory: string, name: string, options: JournalTailOptions) {
    this.directory = directory;
    this.name = name;
    this.options = options;
  }

  /**
   * Passes on the frames that are complete by now, in order; the frame and its views are reused for the next one. A visitor
   * ends reading by returning STOP_READING. Throws JournalCorruptError.
   */
  read(visit: (frame: Frame) => unknown): void {
    if (this.fd < 0 && !this.begin()) return;
    for (;;) {
      const problem = this.look();
      if (problem === undefined) {
        this.take();
        if (visit(this.frame) === STOP_READING) return;
        continue;
      }
      if (!this.hasNextSegment()) return;
      // The writer may have added a frame here before it started the next segment.
      if (this.look() === undefined) continue;
      if (problem !== "empty") throw this.corrupt(`the frame is ${problem}, and later segments follow`);
      this.openSegment(this.segmentNumber + 1);
    }
  }

  close(): void {
    if (this.fd >= 0) closeSync(this.fd);
    this.fd = -1;
  }

  /** @returns false if there is no segment yet */
  private begin(): boolean {
    const segments = existsSync(this.directory) ? listSegments(this.directory) : [];
    if (segments.length === 0) return false;
    const { fromSeq } = this.options;
    const number =
      segments.slice(1).findLast((each) => {
        const header = this.headerOf(each);
        if (header.firstSeq > fromSeq) return false;
        this.nextFrameNumber = header.firstFrameNumber;
        this.nextSeq = header.firstSeq;
        this.lastTimeMs = header.previousTimeMs;
        this.lastHash = new Uint8Array(header.previousHash);
        return true;
      }) ?? 1;
    this.openSegment(number);
    return true;
  }

  private headerOf(number: number) {
    const file = join(this.directory, segmentFile(number));
    const fd = openSync(file, "r");
    try {
      return readSegmentHeader(fd, file, number);
    } finally {
      closeSync(fd);
    }
  }

  private hasNextSegment(): boolean {
    return (listSegments(this.directory).at(-1) ?? 0) > this.segmentNumber;
  }

  private openSegment(number: number): void {
    this.close();
    const file = join(this.directory, segmentFile(number));
    this.fd = openSync(file, "r");
    this.segmentNumber = number;
    this.offset = SEGMENT_HEADER_BYTES;
    this.windowAt = 0;
    this.windowBytes = 0;
    const header = readSegmentHeader(this.fd, file, number);
    if (header.name !== this.name)
      throw this.corrupt(`this belongs to the journal "${header.name}", not "${this.name}"`);
    if (
      header.firstFrameNumber !== this.nextFrameNumber ||
      header.firstSeq !== this.nextSeq ||
      header.previousTimeMs !== this.lastTimeMs ||
      Buffer.compare(header.previousHash, this.lastHash) !== 0
    )
      throw this.corrupt("the segment does not continue the one before it");
  }

  /** Fills the frame at the current offset. The window may be older than the file. */
  private look(): ReturnType<typeof readFrame> {
    let problem = this.tryFrame();
    if (problem !== undefined) {
      this.windowBytes = 0;
      problem = this.tryFrame();
    }
    if (problem === undefined && !this.isSynced) {
      if (this.options.syncs) fdatasyncSync(this.fd);
      this.isSynced = true;
    }
    return problem;
  }

  private tryFrame(): ReturnType<typeof readFrame> {
    this.fill(FRAME_HEADER_BYTES);
    const at = this.offset - this.windowAt;
    if (this.windowBytes - at >= FRAME_HEADER_BYTES) {
      const length = announcedLength(this.window, at);
      if (length > 0) this.fill(length);
    }
    return readFrame(this.window, this.offset - this.windowAt, this.windowBytes, this.frame);
  }

  /** Loads `length` bytes from the current offset into the window, as far as the file has them. */
  private fill(length: number): void {
    if (this.offset >= this.windowAt && this.offset + length <= this.windowAt + this.windowBytes) return;
    if (length > this.window.length) this.window = Buffer.allocUnsafeSlow(length + WINDOW_BYTES);
    this.windowAt = this.offset;
    this.windowBytes = 0;
    this.isSynced = false;
    while (this.windowBytes < this.window.length) {
      const { window, windowBytes } = this;
      const read = readSync(
        this.fd,
        window,
        windowBytes,
        window.length - windowBytes,
        this.offset + windowBytes,
      );
      if (read === 0) return;
      this.windowBytes += read;
    }
  }

  /** Checks that the frame continues the chain, and moves behind it. */
  private take(): void {
    const { frame } = this;
    if (
      frame.frameNumber !== this.nextFrameNumber ||
      frame.firstSeq !== this.nextSeq ||
      frame.timeMs < this.lastTimeMs ||
      Buffer.compare(frame.previousHash, this.lastHash) !== 0
    )
      throw this.corrupt(`frame ${frame.frameNumber} does not continue the one before it`);
    frame.file = segmentFile(this.segmentNumber);
    frame.offset = this.offset;
    this.offset += frame.byteLength;
    this.nextFrameNumber = frame.frameNumber + 1;
    this.nextSeq = frame.firstSeq + frame.records;
    this.lastTimeMs = frame.timeMs;
    this.lastHash = frame.hash;
  }

  private corrupt(what: string): JournalCorruptError {
    return new JournalCorruptError(what, {
      file: join(this.directory, segmentFile(this.segmentNumber)),
      offset: this.offset,
      frameNumber: this.nextFrameNumber,
      seq: this.nextSeq,
    });
  }
}
