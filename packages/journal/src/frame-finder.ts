import { closeSync, openSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { announcedLength, FRAME_HEADER_BYTES, Frame, readFrame, readU64 } from "./frame.ts";
import { JournalCorruptError } from "./journal-errors.ts";
import { listSegments, readSegmentHeader, SEGMENT_HEADER_BYTES, segmentFile } from "./segment.ts";

const WINDOW_BYTES = 1024 * 1024;

/** The start of a frame. */
interface Mark {
  readonly firstSeq: number;
  readonly offset: number;
}

/** A frame's position in the chain; the hashes in hex. */
export interface FrameReference {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly previousHash: string;
  readonly hash: string;
}

/**
 * Finds single frames of a journal while its writer runs, without reading all of it: by the headers of segments, then
 * by those of frames, of which it caches one per window. It reads in small pieces, so as not to block the thread.
 */
export class FrameFinder {
  private readonly directory: string;
  private readonly segments = new Map<number, Mark[]>();

  constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * The frame that contains command `seq`; undefined when it is not (yet) in the journal. Throws JournalCorruptError.
   */
  async find(seq: number): Promise<FrameReference | undefined> {
    const number = this.segmentOf(seq);
    if (number === undefined) return undefined;
    const marks = this.segments.get(number) ?? [];
    const file = await open(join(this.directory, segmentFile(number)), "r");
    try {
      const from = marks.findLast(({ firstSeq }) => firstSeq <= seq) ?? marks[0];
      return from === undefined ? undefined : await this.search(file, number, marks, from, seq);
    } finally {
      await file.close();
    }
  }

  /** The last segment that starts at `seq` or before. */
  private segmentOf(seq: number): number | undefined {
    const numbers = listSegments(this.directory);
    let low = 0;
    let high = numbers.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (this.firstSeqOf(numbers[middle] as number) <= seq) low = middle + 1;
      else high = middle - 1;
    }
    return numbers[high];
  }

  private firstSeqOf(number: number): number {
    const known = this.segments.get(number)?.[0];
    if (known !== undefined) return known.firstSeq;
    const file = join(this.directory, segmentFile(number));
    const fd = openSync(file, "r");
    try {
      const { firstSeq } = readSegmentHeader(fd, file, number);
      this.segments.set(number, [{ firstSeq, offset: SEGMENT_HEADER_BYTES }]);
      return firstSeq;
    } finally {
      closeSync(fd);
    }
  }

  private async search(
    file: FileHandle,
    number: number,
    marks: Mark[],
    from: Mark,
    seq: number,
  ): Promise<FrameReference | undefined> {
    const { size } = await file.stat();
    let { offset } = from;
    while (offset < size) {
      const window = await bytesAt(file, offset, WINDOW_BYTES);
      let at = 0;
      while (at + FRAME_HEADER_BYTES <= window.length) {
        const length = announcedLength(window, at);
        if (length === 0) return undefined;
        if (length < 0) throw this.corrupt(number, offset + at, seq);
        const firstSeq = readU64(window, at + 24);
        const records = window.readUInt32LE(at + 12);
        if (seq < firstSeq) return undefined;
        if (seq < firstSeq + records)
          return referenceOf(await bytesAt(file, offset + at, length)) ?? undefined;
        at += length;
      }
      if (at === 0) return undefined;
      offset += at;
      const nextSeq = seqAfter(window, at);
      if (offset > (marks.at(-1)?.offset ?? 0)) marks.push({ firstSeq: nextSeq, offset });
    }
    return undefined;
  }

  private corrupt(number: number, offset: number, seq: number): JournalCorruptError {
    const place = { file: segmentFile(number), offset, frameNumber: 0, seq };
    return new JournalCorruptError("no frame starts here", place);
  }
}

/** The sequence number after the frames of a window that end at `end`. */
function seqAfter(window: Buffer, end: number): number {
  let at = 0;
  let next = 0;
  while (at < end) {
    next = readU64(window, at + 24) + window.readUInt32LE(at + 12);
    at += announcedLength(window, at);
  }
  return next;
}

/** Returns undefined while the frame is still being written. */
function referenceOf(bytes: Buffer<ArrayBuffer>): FrameReference | undefined {
  const frame = new Frame();
  if (readFrame(bytes, 0, bytes.length, frame) !== undefined) return undefined;
  return {
    firstSeq: frame.firstSeq,
    lastSeq: frame.lastSeq,
    previousHash: Buffer.from(frame.previousHash).toString("hex"),
    hash: Buffer.from(frame.hash).toString("hex"),
  };
}

async function bytesAt(file: FileHandle, offset: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytes.subarray(0, bytesRead);
}
