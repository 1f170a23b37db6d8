import type { PriceE8 } from "@candor/money/brand";
import { parsePriceE8 } from "./decimal-e8.ts";

/** A price of one symbol, in this exchange's naming. */
export interface Quote {
  readonly symbol: string;
  readonly priceE8: PriceE8;
}

/** A symbol whose book has no price now: the previous one is no longer valid. */
export interface Withdrawn {
  readonly withdrawn: string;
}

/**
 * Maximum spread between bid and ask, in parts per million of the bid. Between a bid of 3 and an ask of 119,997 there
 * is not a realistic price. The markets listed here quote within a few hundredths of a percent.
 */
export const MAX_SPREAD_PPM = 20_000;
const PPM = 1_000_000n;

/**
 * Returns the middle of best bid and ask, rounded down. Withdrawn if a side is empty, the book is crossed, or the
 * spread exceeds MAX_SPREAD_PPM. Throws FeedFormatError.
 */
export function quoteOf(symbol: string, bid: unknown, ask: unknown): Quote | Withdrawn {
  if (isMissing(bid) || isMissing(ask)) return { withdrawn: symbol };
  const bidE8 = parsePriceE8(bid, "bid");
  const askE8 = parsePriceE8(ask, "ask");
  const spreadE8 = BigInt(askE8) - BigInt(bidE8);
  // One step is always allowed: for a very cheap coin it may exceed the limit.
  const isWide = spreadE8 > 1n && spreadE8 * PPM > BigInt(bidE8) * BigInt(MAX_SPREAD_PPM);
  if (spreadE8 < 0n || isWide) return { withdrawn: symbol };
  return { symbol, priceE8: (bidE8 + Math.floor((askE8 - bidE8) / 2)) as PriceE8 };
}

/** Returns whether there is a price. */
export function isQuote(said: Quote | Withdrawn): said is Quote {
  return "priceE8" in said;
}

/** An empty side is sent as an empty text or as zero. */
function isMissing(price: unknown): boolean {
  return typeof price === "string" && (price === "" || /^0(\.0*)?$/.test(price));
}
