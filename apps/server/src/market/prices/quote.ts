import type { PriceE8 } from "@candor/money/brand";
import { parsePriceE8 } from "./decimal-e8.ts";

/** A price of one symbol, as this exchange names it. */
export interface Quote {
  readonly symbol: string;
  readonly priceE8: PriceE8;
}

/** A symbol whose book has no price now: what was said of it before no longer stands. */
export interface Withdrawn {
  readonly withdrawn: string;
}

/**
 * How far bid and ask may be apart, in parts per million of the bid. Between a bid of 3 and an ask of 119,997 lies no price
 * that anybody would trade at. The markets listed here quote within a few hundredths of a percent.
 */
export const MAX_SPREAD_PPM = 20_000;
const PPM = 1_000_000n;

/**
 * The middle of best bid and ask, half a step cut. Withdrawn: a side is empty, the book is crossed, or its sides are further
 * apart than MAX_SPREAD_PPM. Throws FeedFormatError.
 */
export function quoteOf(symbol: string, bid: unknown, ask: unknown): Quote | Withdrawn {
  if (isMissing(bid) || isMissing(ask)) return { withdrawn: symbol };
  const bidE8 = parsePriceE8(bid, "bid");
  const askE8 = parsePriceE8(ask, "ask");
  const spreadE8 = BigInt(askE8) - BigInt(bidE8);
  // A step is always allowed: of a coin that costs a few of them it may be more than the bound.
  const isWide = spreadE8 > 1n && spreadE8 * PPM > BigInt(bidE8) * BigInt(MAX_SPREAD_PPM);
  if (spreadE8 < 0n || isWide) return { withdrawn: symbol };
  return { symbol, priceE8: (bidE8 + Math.floor((askE8 - bidE8) / 2)) as PriceE8 };
}

/** Only those that have a price. */
export function isQuote(said: Quote | Withdrawn): said is Quote {
  return "priceE8" in said;
}

/** An empty side is written as an empty text or as zero. */
function isMissing(price: unknown): boolean {
  return typeof price === "string" && (price === "" || /^0(\.0*)?$/.test(price));
}
