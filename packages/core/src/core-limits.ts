/** Limits inside the core that no caller has to know. */
export const CORE_LIMITS = {
  /** Stop orders that one command may set off; the others wait, in order, for the next command. */
  maxTriggeredPerCommand: 100,
  /** Active trailing stops of one market. */
  maxTrailingPerMarket: 10_000,
  /** Steps of liquidations that one command may take; the others wait for the next commands. */
  maxLiquidationsPerCommand: 50,
  /** The insurance fund offers one part in so many of what it has taken over at each mark … */
  fundShares: 10,
  /** … no farther from the index than this (from the mark before rules 3). */
  fundReachPpm: 5_000,
  /** Orders of a side that are looked at to find an impact price. */
  maxImpactOrders: 500,
  /** Samples of the last 30 s that a basis needs to count. */
  minBasisSamples: 10,
  /** Positions whose funding one command pays. */
  maxFundingPerCommand: 500,
  /** Strikes and settlements of timed options that one command may tell; the others wait for the next commands. */
  maxOptionStepsPerCommand: 500,
  /**
   * Ticks of one market that are kept for options about to expire: far more than three seconds have. Beyond, the oldest
   * do not count.
   */
  maxOptionTicks: 4_096,
  /** Margin accounts that one command may call; a liquidation counts as two. */
  maxLeverStepsPerCommand: 100,
  /** Leveraged orders that one command cancels because they would ruin their accounts. */
  maxRuinedOrdersPerCommand: 2_000,
  /** Margin accounts that one command charges interest for. */
  maxChargesPerCommand: 500,
  /** Closed orders whose last status is remembered, by id modulo this; a power of two. */
  closedOrderMemory: 65_536,
  /** Expired idempotency keys that one command clears away. */
  keySweepPerCommand: 64,
  /** Settled withdrawals that are remembered, so that a repetition is known as one. */
  settledWithdrawalMemory: 65_536,
  /** Mining machines released that are remembered, so that one is not said to be unknown. */
  releasedMinerMemory: 65_536,
} as const;
