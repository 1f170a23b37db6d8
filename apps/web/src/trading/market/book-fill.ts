import type { Side } from "@candor/domain/enumerations";
import { divideCeil, divideFloor, multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import { MARKET_PROTECTION_PPM } from "./market-terms.ts";

const PPM = 1_000_000;
/** Rows of a book on the screen: its depth for an order that should not fail if the best levels go. */
const VISIBLE_LEVELS = 20;

/** One level of the order book. */
export type PriceLevel = readonly [ticks: number, lots: number];

/** The known levels of both sides that a market order may take, best first. */
export interface BookLevels {
  readonly asks: readonly PriceLevel[];
  readonly bids: readonly PriceLevel[];
}

export const NO_LEVELS: BookLevels = { asks: [], bids: [] };

/** What an order takes from the book. */
export interface BookFill {
  readonly lots: number;
  /** Sum of ticks × lots over the levels. Exact. */
  readonly tickLots: number;
  /** Whether the known levels are too small; the rest is valued at the last known price. */
  readonly isBeyond: boolean;
}

/** Returns the levels that an order of this side takes. */
export const levelsFor = (side: Side, { asks, bids }: BookLevels): readonly PriceLevel[] =>
  side === "buy" ? asks : bids;

/**
 * Takes lots from levels, best first.
 * @param fallbackTicks price if no level is known
 * @returns undefined if no price is known
 */
export function fillLots(
  levels: readonly PriceLevel[],
  lots: number,
  fallbackTicks: number | undefined,
): BookFill | undefined {
  const lastTicks = levels.at(-1)?.[0] ?? fallbackTicks;
  if (lastTicks === undefined) return undefined;
  let left = lots;
  let tickLots = 0;
  for (const [ticks, available] of levels) {
    const taken = Math.min(left, available);
    tickLots += taken * ticks;
    left -= taken;
    if (left === 0) break;
  }
  return { lots, tickLots: tickLots + left * lastTicks, isBeyond: left > 0 };
}

/**
 * Takes as many whole lots from levels, best first, as this value pays for: for a buy and a sell, as in the core.
 * @param tickLots the value in ticks × lots
 * @param fallbackTicks price if no level is known
 * @returns undefined if no price is known
 */
export function fillValue(
  levels: readonly PriceLevel[],
  tickLots: number,
  fallbackTicks: number | undefined,
): BookFill | undefined {
  const lastTicks = levels.at(-1)?.[0] ?? fallbackTicks;
  if (lastTicks === undefined) return undefined;
  let left = tickLots;
  let lots = 0;
  for (const [ticks, available] of levels) {
    const taken = Math.min(available, divideFloor(left, ticks));
    lots += taken;
    left -= taken * ticks;
    if (taken < available) return { lots, tickLots: tickLots - left, isBeyond: false };
  }
  const rest = divideFloor(left, lastTicks);
  return { lots: lots + rest, tickLots: tickLots - left + rest * lastTicks, isBeyond: rest > 0 };
}

/** Returns the average price in ticks, rounded against the trader; undefined if nothing fills or it exceeds the safe integers. */
export function averageTicks(side: Side, { lots, tickLots }: BookFill): number | undefined {
  if (lots === 0 || !Number.isSafeInteger(tickLots)) return undefined;
  return side === "buy" ? divideCeil(tickLots, lots) : divideFloor(tickLots, lots);
}

/** Returns the price of the last visible row; undefined without levels. */
export const deepTicks = (levels: readonly PriceLevel[]): number | undefined =>
  levels[Math.min(levels.length, VISIBLE_LEVELS) - 1]?.[0];

/** Removes the levels beyond a market order's maximum distance from the index. */
export function withinProtection({ asks, bids }: BookLevels, indexTicks: number | undefined): BookLevels {
  if (indexTicks === undefined) return { asks, bids };
  // The index may be between this tick and the next.
  const highest = multiplyDivideFloor(indexTicks + 1, PPM + MARKET_PROTECTION_PPM, PPM);
  const lowest = multiplyDivideCeil(indexTicks, PPM - MARKET_PROTECTION_PPM, PPM);
  return {
    asks: asks.filter(([ticks]) => ticks <= highest),
    bids: bids.filter(([ticks]) => ticks >= lowest),
  };
}
