import fc from "fast-check";
import { expect, test } from "vitest";
import { type HedgedPair, lowerLiquidationTicks, upperLiquidationTicks } from "./hedged-liquidation.ts";
import { liquidationTicksOf } from "./liquidation.ts";
import { type Bracket, maintenanceOf, valueOf } from "./margin.ts";

const BRACKETS: readonly Bracket[] = [
  { floorUnits: 0, capUnits: 50_000_000_000, maxLeverage: 100, maintenancePpm: 4_000, cumulativeUnits: 0 },
  {
    floorUnits: 50_000_000_000,
    capUnits: 250_000_000_000,
    maxLeverage: 50,
    maintenancePpm: 5_000,
    cumulativeUnits: 50_000_000,
  },
  {
    floorUnits: 250_000_000_000,
    capUnits: 9_000_000_000_000_000,
    maxLeverage: 20,
    maintenancePpm: 10_000,
    cumulativeUnits: 1_300_000_000,
  },
];
const FACTOR = 1_000;
const MOST = 1_000_000;

/** Equity minus maintenance margin, whose rounding costs less than a unit each. */
function surplusAt(pair: HedgedPair, ticks: number): number {
  const [long, short] = [valueOf(pair.longLots, ticks, FACTOR), valueOf(pair.shortLots, ticks, FACTOR)];
  const profit = long - pair.longCostUnits + (pair.shortCostUnits - short);
  return pair.backingUnits + profit - maintenanceOf(BRACKETS, long) - maintenanceOf(BRACKETS, short);
}

const pairs = fc.record({
  longLots: fc.integer({ min: 1, max: 5_000 }),
  shortLots: fc.integer({ min: 1, max: 5_000 }),
  longTicks: fc.integer({ min: 50_000, max: 70_000 }),
  shortTicks: fc.integer({ min: 50_000, max: 70_000 }),
  backingUnits: fc.integer({ min: 0, max: 100_000_000_000 }),
  markTicks: fc.integer({ min: 40_000, max: 80_000 }),
});

test("HEDGE-05 beyond the liquidation price the pair's maintenance margin exceeds its equity, before it does not", () => {
  fc.assert(
    fc.property(pairs, ({ longLots, shortLots, longTicks, shortTicks, backingUnits, markTicks }) => {
      const pair = {
        longLots,
        longCostUnits: valueOf(longLots, longTicks, FACTOR),
        shortLots,
        shortCostUnits: valueOf(shortLots, shortTicks, FACTOR),
        backingUnits,
        factor: FACTOR,
        brackets: BRACKETS,
      };
      const lower = lowerLiquidationTicks(pair, markTicks);
      const upper = upperLiquidationTicks(pair, markTicks, MOST);
      if (surplusAt(pair, markTicks) < -2) {
        expect([lower, upper]).toEqual([markTicks, markTicks]);
        return;
      }
      if (lower > 0) expect(surplusAt(pair, lower)).toBeLessThanOrEqual(0);
      if (lower < markTicks) expect(surplusAt(pair, lower + 1)).toBeGreaterThanOrEqual(-2);
      if (upper > 0) expect(surplusAt(pair, upper)).toBeLessThanOrEqual(0);
      if (upper > markTicks) expect(surplusAt(pair, upper - 1)).toBeGreaterThanOrEqual(-2);
      if (lower === 0) expect(surplusAt(pair, 1)).toBeGreaterThanOrEqual(-2);
      if (upper === 0) expect(surplusAt(pair, MOST)).toBeGreaterThanOrEqual(-2);
    }),
    { numRuns: 2_000 },
  );
});

test("HEDGE-05 next to nearly nothing on the other side, a position is liquidated where it is alone", () => {
  const cost = valueOf(1_000, 60_000, FACTOR);
  const pair = {
    longLots: 1_000,
    longCostUnits: cost,
    shortLots: 0,
    shortCostUnits: 0,
    backingUnits: 6_000_000_000,
    factor: FACTOR,
    brackets: BRACKETS,
  };
  expect(lowerLiquidationTicks(pair, 60_000)).toBe(
    liquidationTicksOf(1_000, cost, 6_000_000_000, BRACKETS, FACTOR),
  );
  expect(upperLiquidationTicks(pair, 60_000, MOST)).toBe(0);
});
