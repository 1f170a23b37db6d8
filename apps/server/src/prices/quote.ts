import type { PriceE8 } from "@candor/money/brand";
import { parsePriceE8 } from "./decimal-e8.ts";

/** A price of one symbol, as this exchange names it. */
export interface Quote {
  readonly symbol: string;
  readonly priceE8: PriceE8;
}

/** Between bid and ask; half a step is cut. Throws FeedFormatError. */
export function middlePriceE8(bid: unknown, ask: unknown): PriceE8 {
  const bidE8 = parsePriceE8(bid, "bid");
  const askE8 = parsePriceE8(ask, "ask");
  return (bidE8 + Math.floor((askE8 - bidE8) / 2)) as PriceE8;
}
