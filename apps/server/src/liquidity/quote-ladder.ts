import type { Side } from "@candor/protocol/enumerations";
import type { Random } from "./random.ts";

/**
 * What a market maker's book should look like around the index, and the smallest set of changes that gets there.
 * Distances grow from the inside out, sizes grow with the distance and vary; an order stays where it is while its
 * distance is still right for its rung, so that a calm market costs few orders.
 */
export interface LadderShape {
  readonly rungs: number;
  /** Distance of the first rung from the index, as a fraction of it. */
  readonly innermost: number;
  /** Each rung lies this many times further out than the one before. */
  readonly spacing: number;
  /** Quote value of the innermost rung, in whole quote coins. */
  readonly innermostValue: number;
}

/** What the ladder needs to know of a market; prices in ticks, quantities in lots. */
export interface LadderMarket {
  readonly minLots: number;
  readonly maxLots: number;
  /** Smallest order, in quote coins. */
  readonly minValue: number;
  /** Quote coins of one lot at a price of one tick. */
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
  readonly cancel: readonly string[];
  readonly place: readonly WantedQuote[];
}

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
  const cancel: string[] = [];
  const place: WantedQuote[] = [];
  for (const side of ["buy", "sell"] as const) {
    const own = resting
      .filter((quote) => quote.side === side)
      .map((quote) => ({ quote, distance: (direction(side) * (quote.priceTicks - indexTicks)) / indexTicks }))
      .sort((a, b) => a.distance - b.distance);
    let next = 0;
    for (let rung = 0; rung < shape.rungs; rung++) {
      const distance = shape.innermost * shape.spacing ** rung;
      while (next < own.length && (own[next]?.distance ?? 0) < distance * TOLERANCE_IN) {
        cancel.push(own[next]?.quote.orderId ?? "");
        next++;
      }
      if (next < own.length && (own[next]?.distance ?? 0) <= distance * TOLERANCE_OUT) {
        next++;
        continue;
      }
      const wanted = quoteAt(side, rung, distance, indexTicks, market, shape, random);
      if (wanted !== undefined) place.push(wanted);
    }
    for (; next < own.length; next++) cancel.push(own[next]?.quote.orderId ?? "");
  }
  return { cancel, place };
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
