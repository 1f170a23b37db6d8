import {
  announcedLength,
  endMarkBytes,
  FRAME_ALIGNMENT,
  FRAME_HEADER_BYTES,
  Frame,
  frameMagicBytes,
  hasSoundCrc,
  readFrame,
} from "./frame.ts";

/** Smallest unit that a disk writes atomically. */
const SECTOR_BYTES = 512;

/**
 * Classifies the bytes after the last sound frame of the last segment.
 *   end      nothing but zeros (or nothing at all)
 *   torn     an interrupted write: part of the frame was never written
 *   damaged  a frame that was completely written and has changed since,
 *            or something unreadable with sound frames after it
 */
export type Tail =
  | { readonly kind: "end" }
  | { readonly kind: "torn"; readonly usedBytes: number }
  | { readonly kind: "damaged"; readonly why: string };

const MAGIC = frameMagicBytes();
const ZEROS = Buffer.alloc(65_536);

/**
 * Classifies the rest of a segment, where frame `frameNumber` should start but is missing or damaged. `fileOffset` is
 * the position of bytes[0] in its file: sectors count from the file's start.
 */
export function judgeTail(bytes: Buffer<ArrayBuffer>, fileOffset: number, frameNumber: number): Tail {
  const usedBytes = bytesInUse(bytes);
  if (usedBytes === 0) return { kind: "end" };
  const later = findLaterFrame(bytes, frameNumber);
  if (later !== undefined)
    return { kind: "damaged", why: `frame ${later} after it is sound, so this is not an interrupted write` };
  if (hasDamagedEndMark(bytes, frameNumber))
    return { kind: "damaged", why: "the frame's end mark has changed since it was written" };
  const frameEnd = findEndMark(bytes, frameNumber);
  if (frameEnd !== undefined && !hasUnwrittenSector(bytes, frameEnd, fileOffset))
    return { kind: "damaged", why: "the frame was completely written and has changed since" };
  return { kind: "torn", usedBytes };
}

/** Bytes up to the last non-zero one. */
export function bytesInUse(bytes: Buffer): number {
  let end = bytes.length;
  while (end >= ZEROS.length && bytes.compare(ZEROS, 0, ZEROS.length, end - ZEROS.length, end) === 0)
    end -= ZEROS.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}

/** The number of a sound frame further on that belongs after this one. */
function findLaterFrame(bytes: Buffer<ArrayBuffer>, frameNumber: number): number | undefined {
  const frame = new Frame();
  for (let at = bytes.indexOf(MAGIC, 1); at >= 0; at = bytes.indexOf(MAGIC, at + 1)) {
    if (at % FRAME_ALIGNMENT !== 0) continue;
    if (readFrame(bytes, at, bytes.length, frame) !== undefined) continue;
    if (frame.frameNumber > frameNumber) return frame.frameNumber;
  }
  return undefined;
}

/** Whether an otherwise complete frame ends in something that is neither its end mark nor the start of it. */
function hasDamagedEndMark(bytes: Buffer, frameNumber: number): boolean {
  if (bytes.length < FRAME_HEADER_BYTES) return false;
  const length = announcedLength(bytes, 0);
  if (length <= 0 || length > bytes.length || !hasSoundCrc(bytes, 0, length)) return false;
  const mark = endMarkBytes(frameNumber);
  const found = bytes.subarray(length - mark.length, length);
  let written = 0;
  while (written < mark.length && found[written] === mark[written]) written++;
  return found.subarray(written).some((byte) => byte !== 0);
}

/** The end of this very frame, by its end mark. */
function findEndMark(bytes: Buffer, frameNumber: number): number | undefined {
  const mark = endMarkBytes(frameNumber);
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1))
    if (at % FRAME_ALIGNMENT === FRAME_ALIGNMENT - mark.length) return at + mark.length;
  return undefined;
}

/** Returns whether a whole sector is still zeros, as an interrupted write leaves it. */
function hasUnwrittenSector(bytes: Buffer, end: number, fileOffset: number): boolean {
  for (let at = 0; at < end; ) {
    const sectorEnd = Math.min(end, at + SECTOR_BYTES - ((fileOffset + at) % SECTOR_BYTES));
    if (bytes.subarray(at, sectorEnd).every((byte) => byte === 0)) return true;
    at = sectorEnd;
  }
  return false;
}
