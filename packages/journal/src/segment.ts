import { closeSync, fstatSync, openSync, readdirSync, readSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { type FileAccess, syncPath, writeFully } from "./file-access.ts";
import { readU64, writeU64 } from "./frame.ts";
import { JournalCorruptError } from "./journal-errors.ts";

/**
 * A segment is one preallocated file of frames. Its header holds its position in the chain, so no manifest is needed.
 * Little-endian:
 *
 *   0  8 bytes "CANDORJ1"      24 u64 first frame number    56  16 bytes journal's name, zero-padded
 *   8  u64 segment number      32 u64 first sequence no.    72  previous frame's hash, 32 bytes
 *  16  u64 capacity in bytes   40 u64 time of the previous  104 u64 reserved, zero
 *                                 frame, ms                 112 u32 CRC-32, u32 zero, …
 *                              48 u64 header bytes          120 u64 reserved, zero
 */
export const SEGMENT_HEADER_BYTES = 128;
export const DEFAULT_SEGMENT_BYTES = 64 * 1024 * 1024;
const SIGNATURE = Buffer.from("CANDORJ1", "latin1");
const NAME_BYTES = 16;
const CRC_AT = 112;
const NAME_PATTERN = /^[a-z][a-z0-9-]{0,15}$/;
const FILE_PATTERN = /^(\d{8})\.journal$/;
const TEMPORARY_PATTERN = /\.journal-[a-z0-9-]+\.tmp$/;

export interface SegmentHeader {
  readonly number: number;
  readonly capacityBytes: number;
  readonly firstFrameNumber: number;
  readonly firstSeq: number;
  /** Time of the frame before the first one; 0 if none. */
  readonly previousTimeMs: number;
  readonly previousHash: Uint8Array;
  /** The journal's name: 1–16 characters a–z, 0–9, -. */
  readonly name: string;
}

export function segmentFile(number: number): string {
  return `${String(number).padStart(8, "0")}.journal`;
}

/** Numbers of the segments in a directory, ascending. */
export function listSegments(directory: string): number[] {
  const numbers: number[] = [];
  for (const file of readdirSync(directory)) {
    const match = FILE_PATTERN.exec(file);
    if (match !== null) numbers.push(Number(match[1]));
  }
  return numbers.sort((a, b) => a - b);
}

/** Removes leftovers of an interrupted creation. The caller must hold the directory's lock. */
export function removeTemporaries(directory: string): void {
  for (const file of readdirSync(directory))
    if (TEMPORARY_PATTERN.test(file)) rmSync(join(directory, file), { force: true });
}

let temporaries = 0;

/** A temporary name for a segment being created; unique in this process. */
export function temporaryPath(directory: string): string {
  return join(directory, `new.journal-${process.pid}-${Date.now().toString(36)}-${++temporaries}.tmp`);
}

export function encodeSegmentHeader(header: SegmentHeader): Buffer {
  if (!NAME_PATTERN.test(header.name))
    throw new RangeError(`journal name must be 1–16 characters a–z, 0–9 or -, got "${header.name}"`);
  const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
  bytes.set(SIGNATURE, 0);
  writeU64(bytes, header.number, 8);
  writeU64(bytes, header.capacityBytes, 16);
  writeU64(bytes, header.firstFrameNumber, 24);
  writeU64(bytes, header.firstSeq, 32);
  writeU64(bytes, header.previousTimeMs, 40);
  writeU64(bytes, SEGMENT_HEADER_BYTES, 48);
  bytes.write(header.name, 56, "latin1");
  bytes.set(header.previousHash, 72);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, CRC_AT)), CRC_AT);
  return bytes;
}

/** Reads and checks a segment's header. Throws JournalCorruptError when it is damaged. */
export function readSegmentHeader(fd: number, file: string, number: number): SegmentHeader {
  const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
  const length = readSync(fd, bytes, 0, SEGMENT_HEADER_BYTES, 0);
  const place = { file, offset: 0, frameNumber: 0, seq: 0 };
  if (length < SEGMENT_HEADER_BYTES)
    throw new JournalCorruptError("the segment's header is truncated", place);
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE))
    throw new JournalCorruptError("this is not a journal segment of a known version", place);
  const sound =
    bytes.readUInt32LE(CRC_AT) === crc32(bytes.subarray(0, CRC_AT)) &&
    bytes.subarray(CRC_AT + 4).every((byte) => byte === 0);
  if (!sound) throw new JournalCorruptError("the segment's header fails its checksum", place);
  const header: SegmentHeader = {
    number: readU64(bytes, 8),
    capacityBytes: readU64(bytes, 16),
    firstFrameNumber: readU64(bytes, 24),
    firstSeq: readU64(bytes, 32),
    previousTimeMs: readU64(bytes, 40),
    previousHash: bytes.subarray(72, 104),
    name: bytes
      .subarray(56, 56 + NAME_BYTES)
      .toString("latin1")
      .replace(/\0+$/, ""),
  };
  if (header.number !== number)
    throw new JournalCorruptError(`the file's header names segment ${header.number}`, place);
  return header;
}

/** Reads the header of a journal's segment. Throws JournalCorruptError when it is damaged. */
export function readHeaderOf(directory: string, number: number): SegmentHeader {
  const file = join(directory, segmentFile(number));
  const fd = openSync(file, "r");
  try {
    return readSegmentHeader(fd, file, number);
  } finally {
    closeSync(fd);
  }
}

/** Publishes a prepared file of zeros as a segment, durably. Leaves no files behind on failure. */
export function publishSegment(
  files: FileAccess,
  directory: string,
  prepared: { readonly fd: number; readonly path: string },
  header: SegmentHeader,
): void {
  try {
    writeFully(files, prepared.fd, encodeSegmentHeader(header), 0);
    files.dataSync(prepared.fd);
    renameSync(prepared.path, join(directory, segmentFile(header.number)));
    syncPath(directory);
  } catch (error) {
    closeSync(prepared.fd);
    rmSync(prepared.path, { force: true });
    throw error;
  }
}

const ZEROS = Buffer.alloc(1024 * 1024);

export function writeZeros(files: FileAccess, fd: number, start: number, end: number): void {
  for (let at = start; at < end; at += ZEROS.length)
    writeFully(files, fd, ZEROS.subarray(0, Math.min(ZEROS.length, end - at)), at);
}

/**
 * Creates a file of zeros under a temporary name. It is fully written rather than sparse, so that later writes allocate
 * nothing.
 */
export function prepareSegment(files: FileAccess, directory: string, capacityBytes: number) {
  const path = temporaryPath(directory);
  const fd = openSync(path, "wx+");
  try {
    writeZeros(files, fd, 0, capacityBytes);
    files.dataSync(fd);
    return { fd, path, capacityBytes };
  } catch (error) {
    closeSync(fd);
    rmSync(path, { force: true });
    throw error;
  }
}

/** The file's size in bytes. */
export function fileSize(fd: number): number {
  return fstatSync(fd).size;
}
