import { type MarketScale, marketScale } from "@candor/domain/specs/listing";
import { formatDecimal, parseDecimal, powerOfTen } from "@candor/money/decimal";

/** What a listed market says of itself on the wire, as far as a ticket needs it. */
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

/** The integers behind a market's decimal strings, as the server's core has them. */
export interface MarketTerms {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly scale: MarketScale;
  /** How far from the index (a stop-limit: from its trigger) a limit price may lie. */
  readonly priceBandPpm: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/**
 * How far from the index a market order executes at most: the same in every market, and what an order that turns into
 * one is funded for above its trigger.
 */
export const MARKET_PROTECTION_PPM = 50_000;

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

/** A price in ticks, or undefined when the text is no multiple of the tick above zero. */
export function readTicks(text: string, terms: MarketTerms): number | undefined {
  const value = parseDecimal(text, 8);
  if (typeof value === "string" || value === 0 || value % terms.scale.tickE8 !== 0) return undefined;
  return value / terms.scale.tickE8;
}

/** A quantity in lots, or undefined when the text is no multiple of the lot above zero. */
export function readLots(text: string, terms: MarketTerms): number | undefined {
  const value = parseDecimal(text, terms.scale.baseScale);
  if (typeof value === "string" || value === 0 || value % terms.scale.lotUnits !== 0) return undefined;
  return value / terms.scale.lotUnits;
}

/** An amount of the quote coin in its units, or undefined when the text is none above zero. */
export function readQuoteUnits(text: string, terms: MarketTerms): number | undefined {
  const value = parseDecimal(text, terms.scale.quoteScale);
  return typeof value === "string" || value === 0 ? undefined : value;
}

/**
 * A price of so many ticks, as the wire writes it: in steps of the last decimal, because a liquidation price far away is
 * beyond the safe integers in 1e-8.
 */
export const priceText = (ticks: number, { scale: { tickE8, priceDecimals } }: MarketTerms): string =>
  formatDecimal(ticks * (tickE8 / powerOfTen(8 - priceDecimals)), priceDecimals);

/** A quantity of so many lots, as the wire writes it. */
export const quantityText = (lots: number, { scale }: MarketTerms): string =>
  formatDecimal(lots * scale.lotUnits, scale.baseScale, scale.quantityDecimals);

/** Decimals that an amount of a coin with this scale is worth showing with. */
export const shownDecimals = (scale: number): number => (scale <= 6 ? 2 : 8);

export function unitsOf(text: string | undefined, scale: number): number | undefined {
  const units = text === undefined ? "format" : parseDecimal(text, scale);
  return typeof units === "string" ? undefined : units;
}
