import { hash } from "node:crypto";

/** The digest of a batch's events that its frame is acknowledged with: SHA-256 of their binary form. */
export const outputDigest = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer");

export const isDigestOf = (bytes: Uint8Array, digest: Uint8Array): boolean =>
  outputDigest(bytes).equals(digest);
