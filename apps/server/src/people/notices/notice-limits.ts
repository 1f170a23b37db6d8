/** All limits of notices, with units. */
export const NOTICE_LIMITS = {
  /** Messages kept per user; the oldest are removed first. */
  keptMessages: 300,
  /** Filled orders reported to one user per minute; a program that trades faster reads its orders itself. */
  ordersPerMinute: 30,
  /**
   * How long a message may wait for others to share its write: fills come in bursts, and orders must not wait for it.
   */
  writeDelayMs: 100,
  /** Steps of one liquidation within this time give one notice. */
  liquidationQuietMs: 10 * 60_000,
  /** Active price alerts per user. */
  alerts: 50,
  /** Push devices per user; a new one replaces the oldest. */
  devices: 10,
  /** Obsolete records that trigger a rewrite of the journal. */
  outdatedRecords: 10_000,
} as const;
