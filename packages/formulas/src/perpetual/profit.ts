import {
  boundedMultiplyDivideCeil,
  boundedMultiplyDivideFloor,
  divideFloor,
  multiplyDivideFloor,
} from "@candor/money/integer";

const PPM = 1_000_000;

/** Unrealized profit of a position: value − cost for a long one, cost − value for a short one. Exact. */
export function unrealizedOf(lots: number, entryCostUnits: number, valueUnits: number): number {
  return lots >= 0 ? valueUnits - entryCostUnits : entryCostUnits - valueUnits;
}

/**
 * Value of `lots` (below zero: a short position) at the index, in whole units: rounded down for a long position and up for
 * a short one, so that no profit is larger than it is.
 */
export function indexValueOf(lots: number, indexE8: number, tickE8: number, factor: number): number {
  const size = Math.abs(lots) * factor;
  return lots > 0
    ? boundedMultiplyDivideFloor(size, indexE8, tickE8)
    : boundedMultiplyDivideCeil(size, indexE8, tickE8);
}

/**
 * The part of a position's cost that belongs to `closedLots` of it, rounded down. What is rounded away stays in the
 * cost of what remains, and the last lots take all of it.
 */
export function closedCostOf(entryCostUnits: number, lots: number, closedLots: number): number {
  const size = Math.abs(lots);
  return closedLots === size ? entryCostUnits : multiplyDivideFloor(entryCostUnits, closedLots, size);
}

/** Realized profit of closing a part of a position whose cost was `costUnits` for `valueUnits`. `lots`: its sign. */
export function realizedOf(lots: number, costUnits: number, valueUnits: number): number {
  return unrealizedOf(lots, costUnits, valueUnits);
}

/** Margin ratio = maintenance ÷ equity in ppm, rounded up; above 1,000,000 a position is liquidated. Equity above zero. */
export function riskRatePpm(maintenanceUnits: number, equityUnits: number): number {
  return boundedMultiplyDivideCeil(maintenanceUnits, PPM, equityUnits);
}

/** Profit % × leverage in ppm, by which auto-deleverage ranks: unrealized ÷ cost × leverage, rounded towards zero. */
export function deleverageRankPpm(unrealizedUnits: number, entryCostUnits: number, leverage: number): number {
  const size = boundedMultiplyDivideFloor(Math.abs(unrealizedUnits), PPM * leverage, entryCostUnits);
  return unrealizedUnits < 0 ? 0 - size : size;
}

/** Average entry price in ticks, rounded to the nearest (halves up). */
export function averageTicksOf(lots: number, entryCostUnits: number, factor: number): number {
  const size = Math.abs(lots) * factor;
  return size === 0 ? 0 : divideFloor(entryCostUnits * 2 + size, size * 2);
}
