import { parseDecimal, powerOfTen } from "@candor/money/decimal";

/** Listings of the operator. They are configuration and enter the journal as commands. */
export interface AssetSpec {
  /** 2–10 upper-case letters or digits. */
  readonly symbol: string;
  readonly name: string;
  /** Decimals of the smallest unit, 0–8. */
  readonly scale: number;
  /** Minimum transfer between wallets, decimal string. */
  readonly minTransfer: string;
}

export interface SpotMarketSpec {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Price step, decimal string in the quote coin. */
  readonly tick: string;
  /** Quantity step, decimal string in the base coin. */
  readonly lot: string;
  readonly minQuantity: string;
  readonly maxQuantity: string;
  /** Minimum order value, decimal string in the quote coin. */
  readonly minNotional: string;
  /** Maximum distance of a limit price from the index, in parts per million. */
  readonly priceBandPpm: number;
  /** Maximum distance from the index at which a market order executes, in parts per million. */
  readonly marketProtectionPpm: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** Maximum distance between price sources, in parts per million; default: LIMITS.sourceDeviationPpm. */
  readonly sourceDeviationPpm?: number;
  /** Maximum move of a single-source index within ten seconds, in parts per million; default: LIMITS.sourceStepPpm. */
  readonly sourceStepPpm?: number;
}

/** A market's decimal strings as integers. */
export interface MarketScale {
  readonly baseScale: number;
  readonly quoteScale: number;
  /** Price of one tick in 1e-8 of the quote coin. */
  readonly tickE8: number;
  /** Base units per lot. */
  readonly lotUnits: number;
  /** Quote units of one lot at one tick. Always whole, so a notional is never rounded. */
  readonly quoteUnitsPerTickLot: number;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly minLots: number;
  readonly maxLots: number;
  readonly minNotionalUnits: number;
}

export class ListingError extends Error {
  constructor(what: string) {
    super(`listing rejected: ${what}`);
    this.name = "ListingError";
  }
}

const decimalsOf = (text: string): number => {
  const dot = text.indexOf(".");
  return dot < 0 ? 0 : text.length - dot - 1;
};

function whole(text: string, scale: number, what: string): number {
  const value = parseDecimal(text, scale);
  if (typeof value === "string") throw new ListingError(`${what} "${text}": ${value}`);
  return value;
}

/**
 * Derives a market's integers. Throws ListingError when tick × lot is not a whole number of quote units, so that every
 * notional in this market is exact.
 */
export function marketScale(market: SpotMarketSpec, base: AssetSpec, quote: AssetSpec): MarketScale {
  const tickE8 = whole(market.tick, 8, "tick");
  const lotUnits = whole(market.lot, base.scale, "lot");
  if (tickE8 === 0 || lotUnits === 0)
    throw new ListingError(`${market.symbol}: tick and lot must be above zero`);
  const product = BigInt(tickE8) * BigInt(lotUnits) * BigInt(powerOfTen(quote.scale));
  const divisor = BigInt(powerOfTen(8)) * BigInt(powerOfTen(base.scale));
  if (product % divisor !== 0n)
    throw new ListingError(`${market.symbol}: tick × lot must be a whole number of quote units`);
  const lots = (text: string, what: string) => {
    const units = whole(text, base.scale, what);
    if (units % lotUnits !== 0)
      throw new ListingError(`${market.symbol}: ${what} must be a multiple of the lot`);
    return units / lotUnits;
  };
  return {
    baseScale: base.scale,
    quoteScale: quote.scale,
    tickE8,
    lotUnits,
    quoteUnitsPerTickLot: Number(product / divisor),
    priceDecimals: decimalsOf(market.tick),
    quantityDecimals: decimalsOf(market.lot),
    minLots: lots(market.minQuantity, "minQuantity"),
    maxLots: lots(market.maxQuantity, "maxQuantity"),
    minNotionalUnits: whole(market.minNotional, quote.scale, "minNotional"),
  };
}
