import {
  boundedMultiplyDivideCeil,
  boundedMultiplyDivideFloor,
  divideCeil,
  divideFloor,
} from "@candor/money/integer";
import type { Bracket } from "./margin.ts";

const PPM = 1_000_000;

/**
 * Returns the value at which a position is liquidated. A position of side s (long +1, short −1) with cost C and margin
 * M has, at a value of V, the equity M + s × (V − C) and the maintenance V × rate − cumulative of its tier. They are
 * equal at
 *
 *   V = (M + cumulative − s × C) ÷ (rate − s)
 *
 * and the price is V ÷ q. Rates rise from tier to tier and the maintenance does not jump, so the maintenance is the
 * maximum of all tiers' lines, and V is the largest of the tiers' solutions for a long position, the smallest for a
 * short one. A solution below its tier's cap makes higher tiers irrelevant, because their lines are lower there. For a
 * cross position M is the account's other backing: its cash and the other positions' profit.
 */
export function liquidationValueOf(
  lots: number,
  entryCostUnits: number,
  marginUnits: number,
  brackets: readonly Bracket[],
  roundUp: boolean,
): number {
  return lots > 0
    ? longValue(entryCostUnits - marginUnits, brackets, roundUp)
    : shortValue(entryCostUnits + marginUnits, brackets, roundUp);
}

function longValue(bankruptUnits: number, brackets: readonly Bracket[], roundUp: boolean): number {
  let value = 0;
  for (let tier = 0; tier < brackets.length; tier++) {
    const { capUnits, maintenancePpm, cumulativeUnits } = brackets[tier] as Bracket;
    const units = bankruptUnits - cumulativeUnits;
    if (units > 0) value = Math.max(value, divided(units, PPM - maintenancePpm, roundUp));
    if (value < capUnits) break;
  }
  return value;
}

function shortValue(bankruptUnits: number, brackets: readonly Bracket[], roundUp: boolean): number {
  let value = Number.MAX_SAFE_INTEGER;
  for (let tier = 0; tier < brackets.length; tier++) {
    const { capUnits, maintenancePpm, cumulativeUnits } = brackets[tier] as Bracket;
    const units = bankruptUnits + cumulativeUnits;
    value = units > 0 ? Math.min(value, divided(units, PPM + maintenancePpm, roundUp)) : 0;
    if (value < capUnits) break;
  }
  return value;
}

/** Returns units × 1,000,000 ÷ divisor, limited to the largest safe integer, a value that no price reaches. */
function divided(units: number, divisor: number, roundUp: boolean): number {
  return roundUp
    ? boundedMultiplyDivideCeil(units, PPM, divisor)
    : boundedMultiplyDivideFloor(units, PPM, divisor);
}

/**
 * Returns the liquidation price in ticks ("forced-parity price"), rounded down for a long position, up for a short one,
 * so that the position is still alive just before it. 0 when it is not positive.
 */
export function liquidationTicksOf(
  lots: number,
  entryCostUnits: number,
  marginUnits: number,
  brackets: readonly Bracket[],
  factor: number,
): number {
  if (lots === 0) return 0;
  const size = Math.abs(lots) * factor;
  return lots > 0
    ? divideFloor(liquidationValueOf(lots, entryCostUnits, marginUnits, brackets, false), size)
    : divideCeil(liquidationValueOf(lots, entryCostUnits, marginUnits, brackets, true), size);
}

/**
 * Returns the first mark at which the maintenance exceeds the equity: the highest such mark for a long position (0 for
 * none), the lowest for a short one.
 */
export function liquidationTriggerOf(
  lots: number,
  entryCostUnits: number,
  marginUnits: number,
  brackets: readonly Bracket[],
  factor: number,
): number {
  const size = Math.abs(lots) * factor;
  if (lots > 0) {
    const value = liquidationValueOf(lots, entryCostUnits, marginUnits, brackets, true);
    return value === 0 ? 0 : divideFloor(value - 1, size);
  }
  return divideCeil(liquidationValueOf(lots, entryCostUnits, marginUnits, brackets, false) + 1, size);
}

/**
 * Returns the bankruptcy price in ticks, at which the equity is zero, rounded against the party that takes the position
 * (up for a long one, down for a short one), so that closing at it never costs more than the margin. 0 when it is not
 * positive.
 */
export function bankruptcyTicksOf(
  lots: number,
  entryCostUnits: number,
  marginUnits: number,
  factor: number,
): number {
  if (lots === 0) return 0;
  const size = Math.abs(lots) * factor;
  return lots > 0
    ? Math.max(0, divideCeil(entryCostUnits - marginUnits, size))
    : divideFloor(entryCostUnits + marginUnits, size);
}
