/** Limits inside the core. Callers do not need them. */
export const CORE_LIMITS = {
  /** Stop orders that one command may trigger. The others wait, in order, for the next command. */
  maxTriggeredPerCommand: 100,
  /** Orders that one command expires at their date. The others wait, in order, for the next command. */
  maxExpiredPerCommand: 1_000,
  /** Active trailing stops per market. */
  maxTrailingPerMarket: 10_000,
  /** Liquidation steps per command. The others wait for the next commands. */
  maxLiquidationsPerCommand: 50,
  /** At each mark the insurance fund offers one part in this many of the inventory it has taken over … */
  fundShares: 10,
  /** … at most this far from the index (from the mark before rules 3). */
  fundReachPpm: 5_000,
  /** Orders per side that are scanned for an impact price. */
  maxImpactOrders: 500,
  /** Samples from the last 30 s that a basis needs in order to count. */
  minBasisSamples: 10,
  /** Positions whose funding one command settles. */
  maxFundingPerCommand: 500,
  /** Strikes and settlements of timed options per command. The others wait for the next commands. */
  maxOptionStepsPerCommand: 500,
  /**
   * Ticks kept per market for options about to expire: far more than three seconds produce. Beyond that the oldest do
   * not count.
   */
  maxOptionTicks: 4_096,
  /** Margin accounts that one command may send a margin call; a liquidation counts as two. */
  maxLeverStepsPerCommand: 100,
  /** Margin orders that one command cancels because they would ruin their accounts. */
  maxRuinedOrdersPerCommand: 2_000,
  /** Margin accounts that one command charges interest. */
  maxChargesPerCommand: 500,
  /** Closed orders whose last status is remembered, by id modulo this. A power of two. */
  closedOrderMemory: 65_536,
  /** How far a caller's clock may be ahead of the exchange's, in milliseconds. */
  requestLeadMs: 1_000,
  /** Expired idempotency keys that one command removes. */
  keySweepPerCommand: 64,
  /** Settled withdrawals that are remembered, so that a repetition is recognized. */
  settledWithdrawalMemory: 65_536,
  /** Released mining machines that are remembered, so that one is not reported as unknown. */
  releasedMinerMemory: 65_536,
} as const;
