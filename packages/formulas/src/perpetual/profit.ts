import {
  boundedMultiplyDivideCeil,
  boundedMultiplyDivideFloor,
  divideFloor,
  multiplyDivideFloor,
} from "@candor/money/integer";

const PPM = 1_000_000;

/** Returns a position's unrealized profit: value − cost for a long one, cost − value for a short one. Exact. */
export function unrealizedOf(lots: number, entryCostUnits: number, valueUnits: number): number {
  return lots >= 0 ? valueUnits - entryCostUnits : entryCostUnits - valueUnits;
}

/**
 * Returns the value of `lots` (negative for a short position) at the index, in whole units, rounded down for a long
 * position and up for a short one, so that profit is never overstated.
 */
export function indexValueOf(lots: number, indexE8: number, tickE8: number, factor: number): number {
  const size = Math.abs(lots) * factor;
  return lots > 0
    ? boundedMultiplyDivideFloor(size, indexE8, tickE8)
    : boundedMultiplyDivideCeil(size, indexE8, tickE8);
}

/**
 * Returns the cost share of `closedLots`, rounded down. The remainder stays with the remaining lots, and the last lots
 * take all of it.
 */
export function closedCostOf(entryCostUnits: number, lots: number, closedLots: number): number {
  const size = Math.abs(lots);
  return closedLots === size ? entryCostUnits : multiplyDivideFloor(entryCostUnits, closedLots, size);
}

/**
 * Returns the realized profit of closing lots with the cost `costUnits` for `valueUnits`. Only the sign of `lots`
 * matters.
 */
export function realizedOf(lots: number, costUnits: number, valueUnits: number): number {
  return unrealizedOf(lots, costUnits, valueUnits);
}

/**
 * Returns margin ratio = maintenance ÷ equity in ppm, rounded up; above 1,000,000 a position is liquidated. Equity must
 * be positive.
 */
export function riskRatePpm(maintenanceUnits: number, equityUnits: number): number {
  return boundedMultiplyDivideCeil(maintenanceUnits, PPM, equityUnits);
}

/**
 * Returns profit ÷ initial margin in ppm, rounded down, so that a loss never looks smaller than it is. The margin must be
 * positive.
 */
export function returnPpmOf(profitUnits: number, marginUnits: number): number {
  return profitUnits < 0
    ? 0 - boundedMultiplyDivideCeil(0 - profitUnits, PPM, marginUnits)
    : boundedMultiplyDivideFloor(profitUnits, PPM, marginUnits);
}

/**
 * Returns profit % × leverage in ppm, the auto-deleveraging rank: unrealized ÷ cost × leverage, rounded toward zero.
 */
export function deleverageRankPpm(unrealizedUnits: number, entryCostUnits: number, leverage: number): number {
  const size = boundedMultiplyDivideFloor(Math.abs(unrealizedUnits), PPM * leverage, entryCostUnits);
  return unrealizedUnits < 0 ? 0 - size : size;
}

/** Returns the average entry price in ticks, rounded to the nearest (halves up). */
export function averageTicksOf(lots: number, entryCostUnits: number, factor: number): number {
  const size = Math.abs(lots) * factor;
  return size === 0 ? 0 : divideFloor(entryCostUnits * 2 + size, size * 2);
}
