import { SOURCE_CLAMP_PPM } from "@candor/formulas/timed-option/index-price";
import {
  MAX_ICEBERG_PARTS,
  MAX_PRICE_TICKS,
  STALE_SOURCE_MS,
  TRAILING_MAX_PPM,
  TRAILING_MIN_PPM,
} from "./app-limits.ts";

/** All limits of the exchange core, with their units. Checked at the boundary, asserted inside. */
export const LIMITS = {
  /** Open and untriggered orders per user, over all markets. */
  maxOpenOrdersPerUser: 200,
  /** Orders per cancel-all. */
  maxCancelAllOrders: 1_000,
  /** Fills per command; an order that would still match then expires, whatever its time in force. */
  maxFillsPerCommand: 5_000,
  /** Characters of an idempotency key, `[A-Za-z0-9._:/-]`. */
  maxKeyLength: 36,
  /** How long an accepted key is remembered, in journal time. */
  keyLifetimeMs: 86_400_000,
  /**
   * Default maximum distance between price sources (a market's `sourceDeviationPpm`). Outliers beyond it are cut, and
   * without a majority that agrees, the index is disputed.
   */
  sourceDeviationPpm: 30_000,
  /**
   * Default maximum move of a single-source index within ten seconds (a market's `sourceStepPpm`) before it is suspect.
   */
  sourceStepPpm: 100_000,
  /** A single source that jumped further is trusted after reporting the new price for this long. */
  suspectSourceMs: 30_000,
  /** A price source that has sent nothing for this long is stale. */
  staleSourceMs: STALE_SOURCE_MS,
  /** Maximum distance from the median; sources beyond it are clamped. */
  sourceClampPpm: SOURCE_CLAMP_PPM,
  /** Maximum fee of a trade or a liquidation, in parts per million: 10%. */
  maxFeePpm: 100_000,
  /** Maximum value of a contract position when opened: its price can rise 32-fold before values stop being exact. */
  maxPositionUnits: 140_737_488_355_328,
  maxSourcesPerMarket: 32,
  maxAssets: 64,
  /** Chain indexes are below this. */
  maxChains: 64,
  /** Open withdrawals, in total and per user. */
  maxOpenWithdrawals: 100_000,
  maxOpenWithdrawalsPerUser: 20,
  /** UTF-16 units of the reason shown for a returned withdrawal. */
  maxReasonLength: 200,
  /** Mining: plans, machines per user in production and per purchase, and days of a term. */
  maxMiningPlans: 64,
  maxMinersPerUser: 200,
  maxMinersPerPurchase: 100,
  maxMiningDays: 3_650,
  /** Machines in production per plan. */
  maxMiningStock: 10_000_000,
  /** Stated gigahashes per second of a machine. */
  maxHashRateGhs: 1_000_000_000,
  maxMarkets: 256,
  /** Durations of timed options, number of durations per market, and minimum payout rate. */
  minOptionSeconds: 5,
  maxOptionSeconds: 86_400,
  maxOptionDurations: 16,
  minOptionPayoutPpm: 10_000,
  /** Open timed options, over all users. */
  maxOpenOptions: 1_000_000,
  maxPriceTicks: MAX_PRICE_TICKS,
  maxQuantityLots: 2_000_000_000,
  /** Parts of an iceberg, each at most as large as what it shows. */
  maxIcebergParts: MAX_ICEBERG_PARTS,
  trailingMinPpm: TRAILING_MIN_PPM,
  trailingMaxPpm: TRAILING_MAX_PPM,
  /** First user id. */
  firstUserId: 10_001,
  maxUsers: 1_000_000,
  /**
   * Maximum supply of an asset, and maximum value of one order, in smallest units: 2^52. Balances and sums of balances
   * then stay within the safe integers.
   */
  maxUnits: 4_503_599_627_370_496,
} as const;
