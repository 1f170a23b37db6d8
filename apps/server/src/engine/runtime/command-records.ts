import { createHash } from "node:crypto";

/** Returns the bytes that the journal has of a batch's command, counted from 0. */
export function recordAt(bytes: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let left = index;
  for (let at = 0; at < bytes.length; at += view.getUint16(at, true))
    if (left-- === 0) return bytes.subarray(at, at + view.getUint16(at, true));
  throw new RangeError(`a batch has no command ${index}`);
}

export const sha256Of = (record: Uint8Array): string => createHash("sha256").update(record).digest("hex");
