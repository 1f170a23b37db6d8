import type { Lots, Units } from "@candor/money/brand";
import { LIMITS } from "../limits.ts";
import type { ErrorName } from "./errors.ts";

/** Subject of trade.amountError: a quantity in lots or a value in quote units, and whether it exceeds the maximum. */
export const AMOUNT_SCOPES = { quantity: 0, value: 1, overLargest: 2 } as const;

/**
 * Stand-ins for a quantity or value that does not fit the market's steps: off the lot, or with too many decimals. They
 * exceed every market's maximum, so the exchange rejects them with 102 in the right order: after a used key and after a
 * closed market.
 */
export const INVALID_LOTS = (LIMITS.maxQuantityLots + 1) as Lots;
export const INVALID_UNITS = (LIMITS.maxUnits + 1) as Units;

/** Why money cannot leave a margin account: it is not there, or the level would be too low without it. */
export const LEVER_BOUNDS = { level: 0, available: 1 } as const;

/**
 * Meaning of the three integers of a core rejection, by error. The gateway formats them with the scales of the
 * command's market or asset. Errors not listed here carry no values.
 *
 *   units:<which> an amount in the smallest unit of the asset named by the next `assetId`
 *   lots, ticks of the command's market notional quote units of the command's market
 * @public
 */
export const REJECTION_PARAMS = {
  "trade.insufficientBalance": ["units:available", "assetId"],
  "wallet.insufficientBalance": ["units:available", "assetId"],
  "wallet.belowMinimumTransfer": ["units:min", "assetId"],
  "wallet.remainderBelowMinimum": ["units:min", "assetId"],
  /** scope: AMOUNT_SCOPES. max is 0 when there is no maximum. */
  "trade.amountError": ["min", "max", "scope"],
  "trade.priceOutOfBand": ["ticks:min", "ticks:max"],
  "trade.triggerPrice": ["ticks:price"],
  "trade.tooManyOrders": ["count:max"],
  /** The contract's maximum leverage, and the maximum position value of the requested one, in quote units. */
  "trade.riskLimit": ["count:maxLeverage", "notional:max"],
  "mining.purchaseLimitReached": ["count:limit", "count:owned"],
  /** The maximum stake of a timed option now; 0 for none. */
  "option.capReached": ["units:max", "assetId"],
  "option.noCover": ["units:max", "assetId"],
  "option.rateChanged": ["ppm:payoutRate"],
  /** The amount that can still be borrowed or transferred out; bound: LEVER_BOUNDS. */
  "lever.borrowLimit": ["units:max", "assetId"],
  "lever.marginLevel": ["units:max", "assetId", "bound"],
  "wallet.insufficientAmount": ["units:available", "assetId"],
  /** index into MARKET_STATUSES, into STATUS_REASONS (0 before version 3 of the rules) */
  "trade.marketUnavailable": ["marketStatus", "statusReason"],
  /** index into ORDER_STATUSES */
  "trade.orderClosed": ["orderStatus"],
} as const satisfies Partial<Record<ErrorName, readonly string[]>>;
