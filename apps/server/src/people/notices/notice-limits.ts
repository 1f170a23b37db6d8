/** Every limit of notices, with its unit. */
export const NOTICE_LIMITS = {
  /** Messages of a user; the oldest beyond are forgotten. */
  keptMessages: 300,
  /** Filled orders that one user is told of in a minute; a program that trades faster reads its orders. */
  ordersPerMinute: 30,
  /** How long a message may wait for others that share its write: fills come in bursts, and orders must not wait for it. */
  tellingMs: 100,
  /** Steps of one liquidation within this time are told once. */
  liquidationQuietMs: 10 * 60_000,
  /** Waiting price alerts of one user. */
  alerts: 50,
  /** Devices of one user that notices are pushed to; the one that subscribed first gives way. */
  devices: 10,
  /** Outdated records that make a fresh generation of the journal worth its writing. */
  outdatedRecords: 10_000,
} as const;
