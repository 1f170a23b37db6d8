import { divideCeil } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";

/**
 * Margin of linear perpetual contracts (product decisions, section 5). All amounts are whole units of the quote coin,
 * which is also the margin coin. Lots and ticks are integers, and one lot at one tick is `factor` quote units, so every
 * value lots × ticks × factor is exact.
 */

/** One tier of risk limits: position values above `floorUnits`, up to and including `capUnits`. */
export interface Bracket {
  readonly floorUnits: number;
  readonly capUnits: number;
  readonly maxLeverage: number;
  readonly maintenancePpm: number;
  /** Deducted so that the maintenance margin has no jumps between tiers. */
  readonly cumulativeUnits: number;
}

/** Returns the value of `lots` at `ticks`. */
export function valueOf(lots: number, ticks: number, factor: number): number {
  return Math.abs(lots) * ticks * factor;
}

/** Returns the tier index of a position value, starting at 0; the last tier beyond the last cap. */
export function tierOf(brackets: readonly Bracket[], valueUnits: number): number {
  let tier = 0;
  while (tier < brackets.length - 1 && valueUnits > (brackets[tier] as Bracket).capUnits) tier++;
  return tier;
}

/** Returns maintenance margin = value × rate(tier) − cumulative(tier), rounded up. */
export function maintenanceOf(brackets: readonly Bracket[], valueUnits: number): number {
  const { maintenancePpm, cumulativeUnits } = brackets[tierOf(brackets, valueUnits)] as Bracket;
  return feeInVenueFavour(valueUnits, maintenancePpm) - cumulativeUnits;
}

/** Returns initial margin = value ÷ leverage, rounded up. */
export function initialMarginOf(valueUnits: number, leverage: number): number {
  return divideCeil(valueUnits, leverage);
}

/** Returns the largest position value a leverage allows; 0 when no tier allows it. */
export function valueCapOf(brackets: readonly Bracket[], leverage: number): number {
  let cap = 0;
  for (const bracket of brackets) if (bracket.maxLeverage >= leverage) cap = bracket.capUnits;
  return cap;
}
