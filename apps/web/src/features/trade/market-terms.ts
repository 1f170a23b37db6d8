import { parseDecimal, powerOfTen } from "@candor/money/decimal";
import { type MarketScale, marketScale } from "@candor/protocol/listing";

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
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}

/** The integers behind a market's decimal strings, as the server's core has them. */
export interface MarketTerms {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly scale: MarketScale;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

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

/** Decimals that a quote amount is worth showing with: two for coins like USDT, more for finer ones. */
export function quoteDecimals(terms: MarketTerms): number {
  return terms.scale.quoteScale <= 6 ? 2 : 8;
}

export const quoteUnit = (terms: MarketTerms): number => powerOfTen(terms.scale.quoteScale);
