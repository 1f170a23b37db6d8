import { MARKET_STATUSES, ORDER_STATUSES, type Side, STATUS_REASONS } from "@candor/domain/enumerations";
import { AMOUNT_SCOPES, LEVER_BOUNDS } from "@candor/domain/errors/rejection-params";
import type { Executed } from "@candor/domain/events/events";
import { formatDecimal } from "@candor/money/decimal";
import { Rejected, type RejectionParams } from "@candor/wire/rejection";
import type { Wording } from "@candor/wire/translations/catalogue";
import type { ListedMarket, Listings } from "../../../market/market-data/listings.ts";
import { formatRate } from "../../../market/market-data/market-format.ts";

/** Maps a rejection by the exchange to the wire's, or returns `undefined` if the command was accepted. */
export function coreRejection(
  executed: Executed,
  path: string,
  listings: Listings,
  market?: ListedMarket,
): Rejected | undefined {
  const { error } = executed;
  if (error === undefined) return undefined;
  return new Rejected(error, paramsOf(executed, path, listings, market), undefined, wordingOf(executed));
}

/**
 * Says what is wrong with the limit price of an order that must rest only because another order of its list waits: its
 * user chose no post-only order.
 * @param side of the order
 */
export function namingLimitLeg(refused: Rejected | undefined, side: Side): Rejected | undefined {
  if (refused?.error !== "trade.wouldTake") return refused;
  const wording = side === "sell" ? "limitLegBelowMarket" : "limitLegAboveMarket";
  return new Rejected(refused.error, refused.params, refused.fields, wording);
}

/** Overrides the error's wording where the default would name the wrong cause. */
function wordingOf({ error, params: [, , third] }: Executed): Wording | undefined {
  if (error === "trade.amountError" && third >= AMOUNT_SCOPES.overLargest) return "amountAboveLargest";
  return error === "lever.marginLevel" && third === LEVER_BOUNDS.available ? "notInMarginAccount" : undefined;
}

/** Formats the integers of a rejection. See rejection-params.ts for their meaning. */
function paramsOf(
  executed: Executed,
  path: string,
  listings: Listings,
  market: ListedMarket | undefined,
): RejectionParams | undefined {
  const [first, second, third] = executed.params;
  switch (executed.error) {
    case "request.keyConflict":
      return { call: path };
    case "lever.borrowLimit":
    case "lever.marginLevel": {
      const { spec } = listings.asset(second);
      return { max: formatDecimal(first, spec.scale), asset: spec.symbol };
    }
    case "wallet.insufficientAmount":
    case "trade.insufficientBalance":
    case "wallet.insufficientBalance":
    case "withdrawal.insufficientBalance": {
      const { spec } = listings.asset(second);
      return { available: formatDecimal(first, spec.scale), asset: spec.symbol };
    }
    case "wallet.belowMinimumTransfer":
    case "wallet.remainderBelowMinimum": {
      const { spec } = listings.asset(second);
      return { min: formatDecimal(first, spec.scale), asset: spec.symbol };
    }
    case "option.capReached":
    case "option.noCover": {
      const { spec } = listings.asset(second);
      return { max: formatDecimal(first, spec.scale), asset: spec.symbol };
    }
    case "option.rateChanged":
      return { payoutRate: formatRate(first) };
    case "trade.amountError":
      return market === undefined ? undefined : amountParams(market, first, second, third);
    case "trade.priceOutOfBand":
      return market && { min: market.format.price(first), max: market.format.price(second) };
    case "trade.riskLimit":
      return market && { maxLeverage: first, maxNotional: market.format.quoteAmount(second) };
    case "trade.triggerPrice":
      return market && { price: market.format.price(first) };
    case "mining.purchaseLimitReached":
      return { limit: first, owned: second };
    case "trade.tooManyOrders":
      return { max: first };
    case "trade.marketUnavailable":
      return {
        status: MARKET_STATUSES[first] ?? "halted",
        ...(second === 0 ? {} : { reason: STATUS_REASONS[second] ?? "stale" }),
      };
    case "trade.orderClosed":
      return { status: ORDER_STATUSES[first] ?? "canceled" };
    default:
      return undefined;
  }
}

/** Returns `min`, and `max` if there is one. */
export function amountParams(market: ListedMarket, min: number, max: number, scope: number): RejectionParams {
  const { format } = market;
  const write = (value: number) =>
    scope % AMOUNT_SCOPES.overLargest === AMOUNT_SCOPES.quantity
      ? format.quantity(value)
      : format.quoteAmount(value);
  return { min: write(min), ...(max === 0 ? {} : { max: write(max) }) };
}
