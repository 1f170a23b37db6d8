import { hash } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * A frame is one durable batch of records. Little-endian:
 *
 *   0  u32 magic            16 u64 frame number        48 previous frame's hash, 32 bytes
 *   4  u16 version          24 u64 first sequence no.  80 digest of the outputs, 32 bytes
 *   6  u16 header bytes     32 u64 time, ms           112 payload, zeros up to a multiple of 8
 *   8  u32 payload bytes    40 u64 reserved, zero       … u32 CRC-32 of all before it
 *  12  u32 records                                      … u32 end mark: END_MAGIC xor frame number
 *
 * The frame's hash is the sha256 of header and payload. The end mark distinguishes a completely written frame that was
 * damaged later from one whose writing was interrupted.
 */
export const FRAME_HEADER_BYTES = 112;
const FRAME_TRAILER_BYTES = 8;
export const HASH_BYTES = 32;
export const FRAME_ALIGNMENT = 8;
/** Maximum payload of one frame. */
export const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

const MAGIC = 0xf7a3_4a43;
const END_MAGIC = 0xe3d1_9b7f;
const VERSION = 1;
const U32 = 4_294_967_296;

export const NO_HASH: Uint8Array<ArrayBuffer> = new Uint8Array(HASH_BYTES);

/** The writer's description of a batch. The payload is opaque here. */
export interface FrameHeader {
  readonly frameNumber: number;
  readonly firstSeq: number;
  readonly records: number;
  readonly timeMs: number;
  readonly previousHash: Uint8Array;
  readonly outputsDigest: Uint8Array;
}

/** Size on disk of a frame with this payload. */
export function frameBytes(payloadBytes: number): number {
  const padded = Math.ceil(payloadBytes / FRAME_ALIGNMENT) * FRAME_ALIGNMENT;
  return FRAME_HEADER_BYTES + padded + FRAME_TRAILER_BYTES;
}

/**
 * Completes a frame whose payload is already at FRAME_HEADER_BYTES in `bytes`.
 * @returns the frame's hash
 */
export function sealFrame(bytes: Buffer, payloadBytes: number, header: FrameHeader): Buffer {
  const length = frameBytes(payloadBytes);
  const end = length - FRAME_TRAILER_BYTES;
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt16LE(VERSION, 4);
  bytes.writeUInt16LE(FRAME_HEADER_BYTES, 6);
  bytes.writeUInt32LE(payloadBytes, 8);
  bytes.writeUInt32LE(header.records, 12);
  writeU64(bytes, header.frameNumber, 16);
  writeU64(bytes, header.firstSeq, 24);
  writeU64(bytes, header.timeMs, 32);
  writeU64(bytes, 0, 40);
  bytes.set(header.previousHash, 48);
  bytes.set(header.outputsDigest, 80);
  bytes.fill(0, FRAME_HEADER_BYTES + payloadBytes, end);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, end)), end);
  bytes.writeUInt32LE(endMark(header.frameNumber), end + 4);
  return hash("sha256", bytes.subarray(0, FRAME_HEADER_BYTES + payloadBytes), "buffer");
}

function endMark(frameNumber: number): number {
  return (END_MAGIC ^ (frameNumber % U32)) >>> 0;
}

/** A frame's end mark as stored on disk. */
export function endMarkBytes(frameNumber: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(endMark(frameNumber), 0);
  return bytes;
}

/** The frame's magic as stored on disk, for searching. */
export function frameMagicBytes(): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(MAGIC, 0);
  return bytes;
}

/** Why the bytes are not a frame: nothing is there, the file ends within it, or its bytes changed. */
export type FrameProblem = "empty" | "incomplete" | "damaged";

/** A frame in a buffer. The views are valid until the reader moves on; copy what must outlive that. */
export class Frame {
  /** File name of its segment, and the frame's offset in it. */
  file = "";
  offset = 0;
  frameNumber = 0;
  firstSeq = 0;
  records = 0;
  timeMs = 0;
  payload: Uint8Array<ArrayBuffer> = NO_HASH;
  previousHash: Uint8Array<ArrayBuffer> = NO_HASH;
  outputsDigest: Uint8Array<ArrayBuffer> = NO_HASH;
  /** sha256 of header and payload. */
  hash: Uint8Array<ArrayBuffer> = NO_HASH;
  /** Bytes on disk. */
  byteLength = 0;

  get lastSeq(): number {
    return this.firstSeq + this.records - 1;
  }
}

/**
 * The length on disk according to the header at `at`.
 * @returns 0 where no frame starts, −1 where the header cannot have been written by this version
 */
export function announcedLength(bytes: Buffer, at: number): number {
  if (bytes.readUInt32LE(at) === 0) return 0;
  if (bytes.readUInt32LE(at) !== MAGIC) return -1;
  if (bytes.readUInt16LE(at + 4) !== VERSION || bytes.readUInt16LE(at + 6) !== FRAME_HEADER_BYTES) return -1;
  const payloadBytes = bytes.readUInt32LE(at + 8);
  return payloadBytes > MAX_PAYLOAD_BYTES ? -1 : frameBytes(payloadBytes);
}

/** Whether the `length` bytes of a frame from `at` match their CRC. */
export function hasSoundCrc(bytes: Buffer, at: number, length: number): boolean {
  const crcAt = at + length - FRAME_TRAILER_BYTES;
  return crc32(bytes.subarray(at, crcAt)) === bytes.readUInt32LE(crcAt);
}

/**
 * Checks the frame at `at` against its CRC and end mark and fills `frame`, except its file and offset. `end` is the end
 * of the readable bytes.
 */
export function readFrame(
  bytes: Buffer<ArrayBuffer>,
  at: number,
  end: number,
  frame: Frame,
): FrameProblem | undefined {
  if (end - at < FRAME_HEADER_BYTES)
    return end - at < 4 || bytes.readUInt32LE(at) === 0 ? "empty" : "incomplete";
  const length = announcedLength(bytes, at);
  if (length === 0) return "empty";
  if (length < 0) return "damaged";
  if (at + length > end) return "incomplete";
  if (!hasSoundCrc(bytes, at, length)) return "damaged";
  const frameNumber = readU64(bytes, at + 16);
  if (bytes.readUInt32LE(at + length - 4) !== endMark(frameNumber)) return "damaged";
  const payloadAt = at + FRAME_HEADER_BYTES;
  const payloadEnd = payloadAt + bytes.readUInt32LE(at + 8);
  frame.frameNumber = frameNumber;
  frame.records = bytes.readUInt32LE(at + 12);
  frame.firstSeq = readU64(bytes, at + 24);
  frame.timeMs = readU64(bytes, at + 32);
  frame.previousHash = bytes.subarray(at + 48, at + 80);
  frame.outputsDigest = bytes.subarray(at + 80, at + 112);
  frame.payload = bytes.subarray(payloadAt, payloadEnd);
  frame.hash = hash("sha256", bytes.subarray(at, payloadEnd), "buffer");
  frame.byteLength = length;
  return undefined;
}

export function writeU64(bytes: Buffer, value: number, at: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a count: ${value}`);
  bytes.writeUInt32LE(value % U32, at);
  bytes.writeUInt32LE(Math.floor(value / U32), at + 4);
}

export function readU64(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * U32;
}
