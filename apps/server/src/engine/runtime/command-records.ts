import { createHash } from "node:crypto";

/** The commands of a batch as the bytes that the journal has of each. */
export function* recordsOf(bytes: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint16(at, true);
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

/** Returns the bytes of a batch's command, counted from 0. */
export function recordAt(bytes: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> {
  let left = index;
  for (const record of recordsOf(bytes)) if (left-- === 0) return record;
  throw new RangeError(`a batch has no command ${index}`);
}

export const sha256Of = (record: Uint8Array): string => createHash("sha256").update(record).digest("hex");
