import type { ErrorName } from "./errors.ts";

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
  /** scope: 0 quantity in lots, 1 notional in quote units. max 0: none applies. */
  "trade.amountError": ["min", "max", "scope"],
  "trade.priceOutOfBand": ["ticks:min", "ticks:max"],
  "trade.triggerPrice": ["ticks:price"],
  "trade.tooManyOrders": ["count:max"],
  /** The contract's largest leverage, and the largest position value of the one asked for, in quote units. */
  "trade.riskLimit": ["count:maxLeverage", "notional:max"],
  "mining.purchaseLimitReached": ["count:limit", "count:owned"],
  /** What a second contract's stake may be now; 0: nothing. */
  "option.capReached": ["units:max", "assetId"],
  "option.noCover": ["units:max", "assetId"],
  "option.rateChanged": ["ppm:payoutRate"],
  /** What may still be borrowed, or leave. */
  "lever.borrowLimit": ["units:max", "assetId"],
  "lever.marginLevel": ["units:max", "assetId"],
  "wallet.insufficientAmount": ["units:available", "assetId"],
  /** index into MARKET_STATUSES */
  "trade.marketUnavailable": ["marketStatus"],
  /** index into ORDER_STATUSES */
  "trade.orderClosed": ["orderStatus"],
} as const satisfies Partial<Record<ErrorName, readonly string[]>>;
