/** All limits of customer service conversations, with their units. */
export const CHAT_LIMITS = {
  /** Per message, in Unicode code points. */
  textLength: 1_000,
  /** Messages kept per conversation; the oldest are dropped. */
  keptMessages: 2_000,
  /** How long a key is remembered, like all wire keys. */
  keyLifetimeMs: 24 * 3_600_000,
  /** Outdated records that trigger a rewrite of the journal. */
  outdatedRecords: 10_000,
} as const;
