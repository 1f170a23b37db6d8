import { divideCeil, divideFloor, multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import type { ListedMarket } from "../../market/market-data/listings.ts";

const PPM = 1_000_000;
/**
 * How far a book may move while a quote is valid. It is part of the quoted price and of the displayed spread; any part
 * not used on the book goes to the user.
 */
export const QUOTE_BUFFER_PPM = 1_000;
/** Fees are rounded up per fill; a quote reserves for this many fills. */
const FILLS_ROOM_UNITS = 64;

/** A market as one leg of a conversion. */
export interface LegBook {
  readonly market: ListedMarket;
  readonly side: "buy" | "sell";
  /** [ticks, lots] of the opposite side within the market's price protection, best first. */
  readonly levels: readonly (readonly [number, number])[];
}

export interface QuotedLeg {
  readonly book: LegBook;
  readonly lots: number;
  /** Maximum paid and minimum received, in smallest units. */
  readonly paidUnits: number;
  readonly receivedUnits: number;
  /** Approximate fee, in the received coin. */
  readonly feeUnits: number;
}

/**
 * Returns the most a market order pays and the least it receives; undefined if the book or its limits do not allow it.
 */
export function quoteLots(book: LegBook, lots: number): QuotedLeg | undefined {
  const { market, side } = book;
  const { lotUnits, maxLots, minLots } = market.scale;
  if (lots < minLots || lots > maxLots) return undefined;
  const value = valueOf(book, lots);
  if (value === undefined) return undefined;
  const base = lots * lotUnits;
  const gross = side === "buy" ? base : multiplyDivideFloor(value, PPM - QUOTE_BUFFER_PPM, PPM);
  const paidUnits = side === "buy" ? multiplyDivideCeil(value, PPM + QUOTE_BUFFER_PPM, PPM) : base;
  const feeUnits = feeInVenueFavour(gross, market.spec.takerFeePpm);
  const receivedUnits = gross - feeUnits - FILLS_ROOM_UNITS;
  return receivedUnits > 0 ? { book, lots, paidUnits, receivedUnits, feeUnits } : undefined;
}

/** Returns the most lots that an amount buys, including the buffer; undefined if the book has fewer. */
export function lotsToSpend(book: LegBook, units: number): number | undefined {
  const { lotUnits, quoteUnitsPerTickLot } = book.market.scale;
  if (book.side === "sell") return divideFloor(units, lotUnits);
  let left = multiplyDivideFloor(units, PPM, PPM + QUOTE_BUFFER_PPM);
  let lots = 0;
  for (const [ticks, offered] of book.levels) {
    const affordable = divideFloor(left, ticks * quoteUnitsPerTickLot);
    const taken = Math.min(offered, affordable);
    lots += taken;
    left -= taken * ticks * quoteUnitsPerTickLot;
    if (taken < offered) return lots;
  }
  return undefined;
}

/** Returns the fewest lots that bring an amount after fee and buffer; undefined if the book has fewer. */
export function lotsToGain(book: LegBook, units: number): number | undefined {
  const { lotUnits, quoteUnitsPerTickLot } = book.market.scale;
  const gross = multiplyDivideCeil(units + FILLS_ROOM_UNITS + 1, PPM, PPM - book.market.spec.takerFeePpm);
  if (book.side === "buy") return divideCeil(gross, lotUnits);
  let left = multiplyDivideCeil(gross + 1, PPM, PPM - QUOTE_BUFFER_PPM);
  let lots = 0;
  for (const [ticks, offered] of book.levels) {
    const needed = divideCeil(left, ticks * quoteUnitsPerTickLot);
    if (needed <= offered) return lots + needed;
    lots += offered;
    left -= offered * ticks * quoteUnitsPerTickLot;
  }
  return undefined;
}

/** Returns the value in quote units; undefined if the book has fewer lots. */
function valueOf({ levels, market }: LegBook, lots: number): number | undefined {
  let left = lots;
  let value = 0;
  for (const [ticks, offered] of levels) {
    const taken = Math.min(offered, left);
    value += taken * ticks * market.scale.quoteUnitsPerTickLot;
    left -= taken;
    if (left === 0) return value;
  }
  return undefined;
}
