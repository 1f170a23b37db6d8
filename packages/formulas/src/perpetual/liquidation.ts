import {
  boundedMultiplyDivideCeil,
  boundedMultiplyDivideFloor,
  divideCeil,
  divideFloor,
} from "@candor/money/integer";
import type { Bracket } from "./margin.ts";

const PPM = 1_000_000;

/**
 * Where a position is liquidated. A position of side s (long +1, short −1) with cost C and margin M has, at a value of
 * V, the equity M + s × (V − C) and the maintenance V × rate − cumulative of its tier. Both are equal at
 *
 *   V = (M + cumulative − s × C) ÷ (rate − s)
 *
 * and the price is V ÷ q. Because rates rise from tier to tier and the maintenance does not jump, the maintenance is the
 * largest of all tiers' lines, so that V is the largest of the tiers' solutions for a long position, the smallest for a
 * short one. A solution below its tier's cap needs no look at the higher tiers, whose lines are lower there. For a cross
 * position M is what the account has beside it: its cash and the other positions' profit.
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

/** units × 1,000,000 ÷ divisor; at most the largest safe integer, a value that no price reaches. */
function divided(units: number, divisor: number, roundUp: boolean): number {
  return roundUp
    ? boundedMultiplyDivideCeil(units, PPM, divisor)
    : boundedMultiplyDivideFloor(units, PPM, divisor);
}

/**
 * The liquidation price in ticks ("forced-parity price"): rounded down for a long position, up for a short one, so that
 * the position is still alive just before it. 0: none above zero.
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
 * The first mark at which the maintenance is above the equity: the highest such mark of a long position (0: none), the
 * lowest of a short one.
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
 * The bankruptcy price in ticks, at which the equity is zero: rounded against the one who takes the position, up for a
 * long one and down for a short one, so that closing at it never costs more than the margin. 0: none above zero.
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
