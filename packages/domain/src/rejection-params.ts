import type { Lots, Units } from "@candor/money/brand";
import type { ErrorName } from "./errors.ts";
import { LIMITS } from "./limits.ts";

/** What trade.amountError is about: a quantity in lots or a value in quote units, and whether it is above the largest. */
export const AMOUNT_SCOPES = { quantity: 0, value: 1, overLargest: 2 } as const;

/**
 * Stand for a quantity and a value that a market cannot count: off the lot, or with too many decimals. They are above what any
 * market takes, so that the exchange refuses them with 102 in its place: after a used key and after a market that is closed.
 */
export const UNCOUNTABLE_LOTS = (LIMITS.maxQuantityLots + 1) as Lots;
export const UNCOUNTABLE_UNITS = (LIMITS.maxUnits + 1) as Units;

/** What keeps money in a margin account: it is not there, or the level would be too low without it. */
export const LEVER_BOUNDS = { level: 0, available: 1 } as const;

/**
 * What the three integers of a core rejection mean, by error. The gateway formats them with the scales of the
 * command's market or asset. Errors that are not listed here carry no values.
 *
 *   units:<which>  an amount in the smallest unit of the asset named by the next `assetId`
 *   lots, ticks    of the command's market        notional  quote units of the command's market
 */
export const REJECTION_PARAMS = {
  "trade.insufficientBalance": ["units:available", "assetId"],
  "wallet.insufficientBalance": ["units:available", "assetId"],
  "wallet.belowMinimumTransfer": ["units:min", "assetId"],
  "wallet.remainderBelowMinimum": ["units:min", "assetId"],
  /** scope: AMOUNT_SCOPES. max 0: none applies. */
  "trade.amountError": ["min", "max", "scope"],
  "trade.priceOutOfBand": ["ticks:min", "ticks:max"],
  "trade.triggerPrice": ["ticks:price"],
  "trade.tooManyOrders": ["count:max"],
  /** The contract's largest leverage, and the largest position value of the one asked for, in quote units. */
  "trade.riskLimit": ["count:maxLeverage", "notional:max"],
  "mining.purchaseLimitReached": ["count:limit", "count:owned"],
  /** What a timed option's stake may be now; 0: nothing. */
  "option.capReached": ["units:max", "assetId"],
  "option.noCover": ["units:max", "assetId"],
  "option.rateChanged": ["ppm:payoutRate"],
  /** What may still be borrowed, or leave; bound: LEVER_BOUNDS. */
  "lever.borrowLimit": ["units:max", "assetId"],
  "lever.marginLevel": ["units:max", "assetId", "bound"],
  "wallet.insufficientAmount": ["units:available", "assetId"],
  /** index into MARKET_STATUSES, into STATUS_REASONS (0 before version 3 of the rules) */
  "trade.marketUnavailable": ["marketStatus", "statusReason"],
  /** index into ORDER_STATUSES */
  "trade.orderClosed": ["orderStatus"],
} as const satisfies Partial<Record<ErrorName, readonly string[]>>;
