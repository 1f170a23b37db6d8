import type { Side } from "@candor/domain/enumerations";

/**
 * The outer part of a deep book: many small quotes on a fixed grid of prices, from a distance on both sides of a center.
 * They change only when the index leaves the center, or when they were filled, so that they cost almost nothing.
 */
export interface DeepShape {
  readonly levelsPerSide: number;
  /** Ratio between the prices of two neighbors, less 1. */
  readonly step: number;
  /** Distance of the first quote from the center, as a fraction of it. */
  readonly innermost: number;
  /** Distance from the center at which the index becomes the new center. Less than `innermost`. */
  readonly recenter: number;
  /** Value of a quote in US dollars. */
  readonly levelUsd: number;
}

/** With the 18 live rungs, 500 levels a side; 5 BTC fill within 1 % even if the center is furthest from the index. */
export const DEEP_BOOK: DeepShape = {
  levelsPerSide: 482,
  step: 0.000_04,
  innermost: 0.004_5,
  recenter: 0.002_5,
  levelUsd: 8_500,
};

/** A price of the grid. */
export interface GridLevel {
  /** Number of the level; neighbors differ by 1. */
  readonly level: number;
  readonly priceTicks: number;
}

export interface DeepQuote {
  readonly orderId: number;
  readonly priceTicks: number;
}

export interface DeepChange<Quote extends DeepQuote> {
  readonly cancel: readonly Quote[];
  readonly place: readonly GridLevel[];
}

/** Returns the wanted prices of a side, innermost first. */
export function deepLevels(side: Side, centerTicks: number, shape: DeepShape): readonly GridLevel[] {
  const ratio = Math.log1p(shape.step);
  const direction = side === "sell" ? 1 : -1;
  const edge = Math.log(centerTicks * (1 + direction * shape.innermost)) / ratio;
  const first = side === "sell" ? Math.ceil(edge) : Math.floor(edge);
  return Array.from({ length: shape.levelsPerSide }, (_, at) => {
    const level = first + direction * at;
    return { level, priceTicks: Math.round(Math.exp(level * ratio)) };
  });
}

/** Returns what is missing from a side and what no longer belongs to it, innermost first. */
export function planDeepSide<Quote extends DeepQuote>(
  wanted: readonly GridLevel[],
  resting: readonly Quote[],
  centerTicks: number,
): DeepChange<Quote> {
  const prices = new Set(wanted.map(({ priceTicks }) => priceTicks));
  const held = new Set(resting.map(({ priceTicks }) => priceTicks));
  const remoteness = ({ priceTicks }: DeepQuote): number => Math.abs(priceTicks - centerTicks);
  return {
    cancel: resting
      .filter(({ priceTicks }) => !prices.has(priceTicks))
      .sort((a, b) => remoteness(a) - remoteness(b)),
    place: wanted.filter(({ priceTicks }) => !held.has(priceTicks)),
  };
}
