import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { RecordingError } from "./recording-error.ts";

// Sizes and offsets: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
const END_SIGNATURE = 0x06_05_4b_50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const CENTRAL_SIGNATURE = 0x02_01_4b_50;
const CENTRAL_BYTES = 46;
const LOCAL_SIGNATURE = 0x04_03_4b_50;
const LOCAL_BYTES = 30;
const MAX_SIZE = 0xff_ff_ff_ff;
const STORED = 0;
export const DEFLATED = 8;

/** Where the only file in a zip file is. */
export interface ZipEntry {
  readonly method: typeof STORED | typeof DEFLATED;
  /** First and last byte of its data. */
  readonly start: number;
  readonly end: number;
}

/** Finds the only file in a zip file. Throws RecordingError if there is none, or several; also file system errors. */
export function zipEntryOf(file: string): ZipEntry {
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    const bytesAt = (position: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      if (position < 0 || readSync(handle, bytes, 0, length, position) !== length) throw damaged(file);
      return bytes;
    };
    const tail = bytesAt(
      size - Math.min(size, END_BYTES + MAX_COMMENT_BYTES),
      Math.min(size, END_BYTES + MAX_COMMENT_BYTES),
    );
    const end = lastIndexOfEnd(tail);
    if (end === undefined) throw damaged(file);
    const entries = end.readUInt16LE(10);
    if (entries !== 1) throw new RecordingError(file, `must contain one file, contains ${entries}`);
    const central = bytesAt(end.readUInt32LE(16), CENTRAL_BYTES);
    if (central.readUInt32LE(0) !== CENTRAL_SIGNATURE) throw damaged(file);
    const [method, length, place] = [
      central.readUInt16LE(10),
      central.readUInt32LE(20),
      central.readUInt32LE(42),
    ];
    if (length === MAX_SIZE || place === MAX_SIZE)
      throw new RecordingError(file, "is a zip file of more than 4 GB: unpack it");
    if (method !== STORED && method !== DEFLATED)
      throw new RecordingError(file, `uses the compression method ${method}: unpack it`);
    const local = bytesAt(place, LOCAL_BYTES);
    if (local.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damaged(file);
    const start = place + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
    if (length === 0) throw new RecordingError(file, "contains an empty file");
    return { method, start, end: start + length - 1 };
  } finally {
    closeSync(handle);
  }
}

function lastIndexOfEnd(tail: Buffer): Buffer | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at--)
    if (tail.readUInt32LE(at) === END_SIGNATURE) return tail.subarray(at);
  return undefined;
}

const damaged = (file: string): RecordingError => new RecordingError(file, "is not a zip file, or damaged");
