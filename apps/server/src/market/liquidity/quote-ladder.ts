import type { Side } from "@candor/domain/enumerations";
import type { Random } from "./random.ts";

/**
 * Computes the target book of a market maker around the index, and the smallest set of changes to reach it. Distances
 * grow from the inside out, sizes grow with the distance and vary. An order stays while its distance is still right for
 * its rung, so that a calm market costs few orders.
 */
export interface LadderShape {
  readonly rungs: number;
  /** Distance of the first rung from the index, as a fraction of it. */
  readonly innermost: number;
  /** Distance of each rung as a multiple of the one before. */
  readonly spacing: number;
  /** Quote value of the innermost rung, in whole quote coins. */
  readonly innermostValue: number;
}

/** Market parameters of the ladder; prices in ticks, quantities in lots. */
export interface LadderMarket {
  readonly minLots: number;
  readonly maxLots: number;
  /** Smallest order, in quote coins. */
  readonly minValue: number;
  /** Value in quote coins of one lot at a price of one tick. */
  readonly valuePerTickLot: number;
}

export interface RestingQuote {
  readonly orderId: string;
  readonly side: Side;
  readonly priceTicks: number;
}

export interface WantedQuote {
  readonly side: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

export interface LadderChange {
  readonly cancel: readonly RestingQuote[];
  readonly place: readonly WantedQuote[];
}

/** A single change to a book. */
export type QuoteChange = { readonly cancel: RestingQuote } | { readonly place: WantedQuote };

export const DEFAULT_LADDER: LadderShape = {
  rungs: 18,
  innermost: 0.000_12,
  spacing: 1.32,
  innermostValue: 2_200,
};

/** A rung accepts orders between these multiples of its distance. */
const TOLERANCE_IN = 0.55;
const TOLERANCE_OUT = 1.75;
const SIZE_GROWTH = 1.12;
const SIZE_SPREAD = 0.45;

const direction = (side: Side): number => (side === "buy" ? -1 : 1);

export function planLadder(
  indexTicks: number,
  resting: readonly RestingQuote[],
  market: LadderMarket,
  shape: LadderShape,
  random: Random,
): LadderChange {
  const cancel: RestingQuote[] = [];
  const place: WantedQuote[] = [];
  for (const side of ["buy", "sell"] as const) {
    const own = resting
      .filter((quote) => quote.side === side)
      .map((quote) => ({ quote, distance: (direction(side) * (quote.priceTicks - indexTicks)) / indexTicks }))
      .sort((a, b) => a.distance - b.distance);
    const isWithin = (at: number, distance: number): boolean => {
      const quote = own[at];
      return quote !== undefined && quote.distance <= distance;
    };
    let next = 0;
    for (let rung = 0; rung < shape.rungs; rung++) {
      const distance = shape.innermost * shape.spacing ** rung;
      const first = next;
      while (isWithin(next, distance * TOLERANCE_IN)) next++;
      for (const { quote } of own.slice(first, next)) cancel.push(quote);
      if (isWithin(next, distance * TOLERANCE_OUT)) {
        next++;
        continue;
      }
      const wanted = quoteAt(side, rung, distance, indexTicks, market, shape, random);
      if (wanted !== undefined) place.push(wanted);
    }
    for (const { quote } of own.slice(next)) cancel.push(quote);
  }
  return { cancel, place };
}

/**
 * Orders the changes for when they cannot all be made at once: first cancels on the wrong side of the index, where
 * everybody would take the order; then new quotes, innermost first, alternating with cancels of those that are only too
 * far away. So a moving price never empties a side of the book.
 */
export function prioritizeChanges({ cancel, place }: LadderChange, indexTicks: number): QuoteChange[] {
  const isWrong = ({ side, priceTicks }: RestingQuote): boolean =>
    direction(side) * (priceTicks - indexTicks) <= 0;
  const remoteness = ({ priceTicks }: { readonly priceTicks: number }): number =>
    Math.abs(priceTicks - indexTicks);
  const outsideFirst = (a: RestingQuote, b: RestingQuote): number => remoteness(b) - remoteness(a);
  const wrong = cancel.filter(isWrong).sort(outsideFirst);
  const misplaced = cancel.filter((quote) => !isWrong(quote)).sort(outsideFirst);
  const wanted = [...place].sort((a, b) => remoteness(a) - remoteness(b));
  const changes: QuoteChange[] = wrong.map((quote) => ({ cancel: quote }));
  for (let i = 0; i < Math.max(wanted.length, misplaced.length); i++) {
    const [quote, old] = [wanted[i], misplaced[i]];
    if (quote !== undefined) changes.push({ place: quote });
    if (old !== undefined) changes.push({ cancel: old });
  }
  return changes;
}

function quoteAt(
  side: Side,
  rung: number,
  distance: number,
  indexTicks: number,
  market: LadderMarket,
  shape: LadderShape,
  random: Random,
): WantedQuote | undefined {
  const jitter = 0.85 + random.next() * 0.3;
  const offsetTicks = Math.max(1, Math.round(indexTicks * distance * jitter));
  const priceTicks = Math.round(indexTicks) + direction(side) * offsetTicks;
  if (priceTicks < 1) return undefined;
  const value = shape.innermostValue * SIZE_GROWTH ** rung * Math.exp(random.normal() * SIZE_SPREAD);
  const lots = Math.round(Math.max(value, market.minValue * 1.2) / (market.valuePerTickLot * priceTicks));
  return { side, priceTicks, quantityLots: Math.min(market.maxLots, Math.max(market.minLots, lots)) };
}
