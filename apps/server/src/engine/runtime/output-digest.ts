import { hash } from "node:crypto";

/** Returns the digest of a batch's events for its frame: SHA-256 of their binary form. */
export const outputDigest = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer");

export const isDigestOf = (bytes: Uint8Array, digest: Uint8Array): boolean =>
  outputDigest(bytes).equals(digest);
