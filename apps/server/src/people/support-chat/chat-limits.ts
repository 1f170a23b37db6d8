/** Every limit of the conversations with customer service, with its unit. */
export const CHAT_LIMITS = {
  /** Unicode code points of one message. */
  textLength: 1_000,
  /** Messages of one conversation; the oldest beyond are forgotten. */
  keptMessages: 2_000,
  /** A key is remembered for this long, as all keys of the wire. */
  keyLifetimeMs: 24 * 3_600_000,
  /** Outdated records that make a fresh generation of the journal worth its writing. */
  outdatedRecords: 10_000,
} as const;
