import { divideCeil } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";

/**
 * Margin of linear perpetual contracts (product decisions, section 5). All amounts are whole units of the quote coin,
 * which is also the coin of the margin; lots and ticks are whole, and `factor` quote units are one lot at one tick, so
 * that every value lots × ticks × factor is exact.
 */

/** One tier of risk limits: position values above `floorUnits`, up to and including `capUnits`. */
export interface Bracket {
  readonly floorUnits: number;
  readonly capUnits: number;
  readonly maxLeverage: number;
  readonly maintenancePpm: number;
  /** Taken off, so that the maintenance grows without steps from tier to tier. */
  readonly cumulativeUnits: number;
}

/** Value of `lots` at `ticks`. */
export function valueOf(lots: number, ticks: number, factor: number): number {
  return Math.abs(lots) * ticks * factor;
}

/** The tier of a position value, counted from 0; beyond the last cap the last. */
export function tierOf(brackets: readonly Bracket[], valueUnits: number): number {
  let tier = 0;
  while (tier < brackets.length - 1 && valueUnits > (brackets[tier] as Bracket).capUnits) tier++;
  return tier;
}

/** Maintenance margin = value × rate(tier) − cumulative(tier), rounded up. */
export function maintenanceOf(brackets: readonly Bracket[], valueUnits: number): number {
  const { maintenancePpm, cumulativeUnits } = brackets[tierOf(brackets, valueUnits)] as Bracket;
  return feeInVenueFavour(valueUnits, maintenancePpm) - cumulativeUnits;
}

/** Initial margin = value ÷ leverage, rounded up. */
export function initialMarginOf(valueUnits: number, leverage: number): number {
  return divideCeil(valueUnits, leverage);
}

/** The largest position value that a leverage allows; 0: no tier allows it. */
export function valueCapOf(brackets: readonly Bracket[], leverage: number): number {
  let cap = 0;
  for (const bracket of brackets) if (bracket.maxLeverage >= leverage) cap = bracket.capUnits;
  return cap;
}

/** The largest leverage that a position value allows. */
export function maxLeverageOf(brackets: readonly Bracket[], valueUnits: number): number {
  return (brackets[tierOf(brackets, valueUnits)] as Bracket).maxLeverage;
}
