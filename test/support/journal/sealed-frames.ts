import { FRAME_HEADER_BYTES, frameBytes, NO_HASH, sealFrame } from "@candor/journal/frame";
import type { StoredFrame } from "@candor/server/kit/journal-database/writer-messages";

/** Returns a frame of one record for the database. @param previous the frame before it; undefined for the first */
export function sealedFrame(
  previous: StoredFrame | undefined,
  text: string,
  journal = "exchange/journal",
): StoredFrame {
  const payload = Buffer.from(text);
  const number = (previous?.number ?? 0) + 1;
  const bytes = Buffer.alloc(frameBytes(payload.length));
  bytes.set(payload, FRAME_HEADER_BYTES);
  const previousHash = previous?.hash ?? NO_HASH;
  const hash = sealFrame(bytes, payload.length, {
    frameNumber: number,
    firstSeq: number,
    records: 1,
    timeMs: number,
    previousHash,
    outputsDigest: NO_HASH,
  });
  return {
    journal,
    number,
    firstSeq: number,
    lastSeq: number,
    timeMs: number,
    previous: previousHash,
    hash,
    sealed: bytes,
    relayed: undefined,
  };
}
