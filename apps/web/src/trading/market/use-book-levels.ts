import { powerOfTen } from "@candor/money/decimal";
import { useMemo } from "react";
import type { MarketKind } from "../../data/market-kind.ts";
import type { ExactSide } from "../../data/order-book-store.ts";
import { live } from "../../shell/services/services.ts";
import { type BookLevels, NO_LEVELS, type PriceLevel, withinProtection } from "./book-fill.ts";
import type { MarketTerms } from "./market-terms.ts";
import { useLiveValue } from "./use-live-value.ts";

const PRICE_SCALE = 8;

/**
 * Returns the known levels of a market's book that a market order may take; none while `isUsed` is false, so that a
 * component which needs no levels does not follow the book.
 */
export function useBookLevels(
  terms: MarketTerms | undefined,
  kind: MarketKind,
  symbol: string,
  indexTicks: number | undefined,
  isUsed = true,
): BookLevels {
  const book = live.orderBook(symbol, kind);
  const exact = useLiveValue(book, () => (isUsed ? book.exactSides() : undefined));
  return useMemo(() => {
    if (terms === undefined || exact === undefined) return NO_LEVELS;
    const levels = { asks: inTicks(exact.asks, terms), bids: inTicks(exact.bids, terms) };
    return withinProtection(levels, indexTicks);
  }, [terms, exact, indexTicks]);
}

function inTicks(
  { levels, priceDecimals, quantityDecimals }: ExactSide,
  { scale }: MarketTerms,
): readonly PriceLevel[] {
  const price = powerOfTen(PRICE_SCALE - priceDecimals);
  const quantity = powerOfTen(scale.baseScale - quantityDecimals);
  return levels.map(([steps, amount]) => [
    Math.floor((steps * price) / scale.tickE8),
    Math.floor((amount * quantity) / scale.lotUnits),
  ]);
}
