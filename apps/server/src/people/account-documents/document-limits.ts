/** All limits of account documents, with units. */
export const DOCUMENT_LIMITS = {
  /** Per account. */
  documents: 200,
  /** Of one document's JSON, in bytes of UTF-8. */
  documentBytes: 32 * 1_024,
  /** Of all documents of an account. */
  accountBytes: 1_024 * 1_024,
  /** How long a save may wait for others to share its write. */
  writeDelayMs: 50,
  /** Obsolete bytes in the journal before it is rewritten, unless more than that is in use. */
  outdatedBytes: 8 * 1_024 * 1_024,
} as const;
