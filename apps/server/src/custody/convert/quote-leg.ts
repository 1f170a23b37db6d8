import { divideCeil, divideFloor, multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import type { ListedMarket } from "../../market/market-data/listings.ts";

const PPM = 1_000_000;
/**
 * How far a book may move while a quote holds. It is part of the quoted price and of the spread that is shown; what the
 * book does not take of it is the user's.
 */
export const QUOTE_BUFFER_PPM = 1_000;
/** A fee is rounded up fill by fill: what is quoted leaves room for so many fills. */
const FILLS_ROOM_UNITS = 64;

/** A market as one leg of a conversion takes it. */
export interface LegBook {
  readonly market: ListedMarket;
  readonly side: "buy" | "sell";
  /** [ticks, lots] of the other side within the market's protection, best first. */
  readonly levels: readonly (readonly [number, number])[];
}

export interface QuotedLeg {
  readonly book: LegBook;
  readonly lots: number;
  /** At most so much is paid, at least so much brought, in smallest units. */
  readonly paidUnits: number;
  readonly receivedUnits: number;
  /** In what is received, about. */
  readonly feeUnits: number;
}

/** What a market order of so many lots pays at most and brings at least; undefined: the book or its limits do not allow it. */
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

/** The most lots that so much pays for, the buffer included; undefined: the book has not so many. */
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

/** The fewest lots that bring so much, fee and buffer taken off; undefined: the book has not so many. */
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

/** In quote units; undefined: the book has not so many lots. */
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
