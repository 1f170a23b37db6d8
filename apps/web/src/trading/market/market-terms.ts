import { type MarketScale, marketScale } from "@candor/domain/specs/listing";
import { formatDecimal, parseDecimal, powerOfTen } from "@candor/money/decimal";
import { divideCeil } from "@candor/money/integer";

/** The wire fields of a listed market that a ticket needs. */
export interface ListedMarket {
  readonly symbol: string;
  readonly tokenCur: string;
  readonly quote: string;
  readonly tick: string;
  readonly lot: string;
  readonly minQuantity: string;
  readonly maxQuantity: string;
  readonly minNotional: string;
  readonly priceBandRate: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}

/** The integers behind a market's decimal strings, same as in the core. */
export interface MarketTerms {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly scale: MarketScale;
  /** Maximum distance of a limit price from the index (stop-limit: from its trigger). */
  readonly priceBandPpm: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/**
 * Maximum distance from the index at which a market order executes: the same in every market. Also funds an order that
 * becomes a market order, above its trigger.
 */
export const MARKET_PROTECTION_PPM = 50_000;

const PPM = 1_000_000;

/** A market buy that waits for a trigger is funded up to the protection's distance above it, as in the core. */
export const protectedTicks = (ticks: number): number =>
  ticks + divideCeil(ticks * MARKET_PROTECTION_PPM, PPM);

const ppm = (rate: string): number => {
  const value = parseDecimal(rate, 6);
  if (typeof value === "string") throw new RangeError(`not a rate: ${rate}`);
  return value;
};

/** Derives a market's integers from its wire form and its coins' scales. */
export function marketTerms(market: ListedMarket, baseScale: number, quoteScale: number): MarketTerms {
  const asset = (symbol: string, scale: number) => ({ symbol, name: symbol, scale, minTransfer: "0" });
  const scale = marketScale(
    {
      symbol: market.symbol,
      base: market.tokenCur,
      quote: market.quote,
      tick: market.tick,
      lot: market.lot,
      minQuantity: market.minQuantity,
      maxQuantity: market.maxQuantity,
      minNotional: market.minNotional,
      priceBandPpm: 0,
      marketProtectionPpm: 0,
      makerFeePpm: 0,
      takerFeePpm: 0,
    },
    asset(market.tokenCur, baseScale),
    asset(market.quote, quoteScale),
  );
  return {
    symbol: market.symbol,
    base: market.tokenCur,
    quote: market.quote,
    scale,
    priceBandPpm: ppm(market.priceBandRate),
    makerFeePpm: ppm(market.makerFeeRate),
    takerFeePpm: ppm(market.takerFeeRate),
  };
}

/** Decimals of a price as the core's ticks are counted. */
export const PRICE_SCALE = 8;

/** Parses a price into ticks; undefined unless it is a positive multiple of the tick. */
export function readTicks(text: string, terms: MarketTerms): number | undefined {
  const value = parseDecimal(text, PRICE_SCALE);
  if (typeof value === "string" || value === 0 || value % terms.scale.tickE8 !== 0) return undefined;
  return value / terms.scale.tickE8;
}

/** Parses a quantity into lots; undefined unless it is a positive multiple of the lot. */
export function readLots(text: string, terms: MarketTerms): number | undefined {
  const value = parseDecimal(text, terms.scale.baseScale);
  if (typeof value === "string" || value === 0 || value % terms.scale.lotUnits !== 0) return undefined;
  return value / terms.scale.lotUnits;
}

/** Parses a quote amount into units; undefined unless it is positive. */
export function readQuoteUnits(text: string, terms: MarketTerms): number | undefined {
  const value = parseDecimal(text, terms.scale.quoteScale);
  return typeof value === "string" || value === 0 ? undefined : value;
}

/**
 * Formats a price in ticks for the wire. Uses steps of the last decimal, because a distant liquidation price exceeds
 * the safe integers in 1e-8.
 */
export const priceText = (ticks: number, { scale: { tickE8, priceDecimals } }: MarketTerms): string =>
  formatDecimal(ticks * (tickE8 / powerOfTen(8 - priceDecimals)), priceDecimals);

/** Formats a quantity in lots for the wire. */
export const quantityText = (lots: number, { scale }: MarketTerms): string =>
  formatDecimal(lots * scale.lotUnits, scale.baseScale, scale.quantityDecimals);

/** Returns the number of decimals worth showing for a coin of this scale. */
export const shownDecimals = (scale: number): number => (scale <= 6 ? 2 : 8);

export function unitsOf(text: string | undefined, scale: number): number | undefined {
  const units = text === undefined ? "format" : parseDecimal(text, scale);
  return typeof units === "string" ? undefined : units;
}
