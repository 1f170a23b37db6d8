import { SOURCE_CLAMP_PPM } from "@candor/formulas/timed-option/index-price";
import { STALE_SOURCE_MS, TRAILING_MAX_PPM, TRAILING_MIN_PPM } from "./app-limits.ts";

/** Every limit of the exchange core, with its unit. Checked at the boundary, asserted inside. */
export const LIMITS = {
  /** Open and untriggered orders a user may have, over all markets. */
  maxOpenOrdersPerUser: 200,
  /** Orders that one cancel-all takes. */
  maxCancelAllOrders: 1_000,
  /** Fills that one command may make; what would still cross then expires, whatever its time in force. */
  maxFillsPerCommand: 5_000,
  /** Characters of an idempotency key, `[A-Za-z0-9._:/-]`. */
  maxKeyLength: 36,
  /** How long an accepted key is bound, in journal time. */
  keyLifetimeMs: 86_400_000,
  /**
   * How far apart price sources may be (a market's `sourceDeviationPpm`, unless it says otherwise). Beyond it an outlier
   * is cut, and without a majority that agrees the index is disputed.
   */
  sourceDeviationPpm: 30_000,
  /** How far an index of a single source may move in ten seconds (a market's `sourceStepPpm`) without being held as suspicious. */
  sourceStepPpm: 100_000,
  /** A single source that has jumped further is believed after it has said so for this long. */
  suspectSourceMs: 30_000,
  /** A price source that has not spoken for this long is stale. */
  staleSourceMs: STALE_SOURCE_MS,
  /** Each source is clamped to this far from the median. */
  sourceClampPpm: SOURCE_CLAMP_PPM,
  /** Largest fee of a trade or a liquidation, in parts per million: a tenth. */
  maxFeePpm: 100_000,
  /** Largest value of a contract position when it is opened: its price may rise 32 times before values are no longer exact. */
  maxPositionUnits: 140_737_488_355_328,
  maxSourcesPerMarket: 32,
  maxAssets: 64,
  /** Chains are numbered below this. */
  maxChains: 64,
  /** Withdrawals under way, of all users and of one. */
  maxOpenWithdrawals: 100_000,
  maxOpenWithdrawalsPerUser: 20,
  /** UTF-16 units of what a user is told of a returned withdrawal. */
  maxReasonLength: 200,
  /** Mining: plans, machines that one user may have in production and buy at a time, days of a term. */
  maxMiningPlans: 64,
  maxMinersPerUser: 200,
  maxMinersPerPurchase: 100,
  maxMiningDays: 3_650,
  /** Machines that a plan may have in production. */
  maxMiningStock: 10_000_000,
  /** Gigahashes a second that a machine may be said to have. */
  maxHashRateGhs: 1_000_000_000,
  maxMarkets: 256,
  /** Lengths of timed options, how many of them a market may have, and the least that one may pay. */
  minOptionSeconds: 5,
  maxOptionSeconds: 86_400,
  maxOptionDurations: 16,
  minOptionPayoutPpm: 10_000,
  /** Timed options that may be open, of all users. */
  maxOpenOptions: 1_000_000,
  /** Largest price of any market in ticks, so that a tick fits an Int32. */
  maxPriceTicks: 2_000_000_000,
  maxQuantityLots: 2_000_000_000,
  trailingMinPpm: TRAILING_MIN_PPM,
  trailingMaxPpm: TRAILING_MAX_PPM,
  /** Users are numbered from here. */
  firstUserId: 10_001,
  maxUsers: 1_000_000,
  /**
   * Largest amount of an asset that may exist, and largest value of one order, in smallest units: 2^52. No balance
   * and no sum of balances can then leave the safe integers.
   */
  maxUnits: 4_503_599_627_370_496,
} as const;
