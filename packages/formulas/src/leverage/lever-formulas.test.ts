import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, hoursDue, interestOf, nextHourMs } from "./interest.ts";
import {
  borrowableUnits,
  isAtMost,
  type LeverHoldings,
  LIQUIDATION_LEVEL_E4,
  levelTriggerTicks,
  marginLevelE4,
  TRANSFER_LEVEL_E4,
  transferableUnits,
} from "./margin-level.ts";

/** 0.01 BTC per lot, 1 USDT per tick. */
const MEASURE = { lotUnits: 1_000_000, quoteFactor: 10_000 };
const units = fc.integer({ min: 0, max: 1_000_000_000_000 });
const holdings: fc.Arbitrary<LeverHoldings> = fc.record({
  baseUnits: units,
  quoteUnits: units,
  baseOwedUnits: units,
  quoteOwedUnits: units,
});
const ticks = fc.integer({ min: 1, max: 2_000_000_000 });

test("LEV-01 each hour's interest is rounded up, and hours are those of the clock", () => {
  expect(interestOf(1, 1, 1)).toBe(1);
  expect(interestOf(1_000_001, 10, 3)).toBe(33);
  expect(interestOf(0, 10, 3)).toBe(0);
  expect(nextHourMs(HOUR_MS)).toBe(2 * HOUR_MS);
  expect(nextHourMs(HOUR_MS - 1)).toBe(HOUR_MS);
  expect([
    hoursDue(HOUR_MS, HOUR_MS - 1),
    hoursDue(HOUR_MS, HOUR_MS),
    hoursDue(HOUR_MS, 3 * HOUR_MS),
  ]).toEqual([0, 1, 3]);
});

test("LEV-03 the price of a level is the very tick at which the level is met, in either direction", () => {
  fc.assert(
    fc.property(holdings, (held) => {
      const trigger = levelTriggerTicks(held, MEASURE, LIQUIDATION_LEVEL_E4);
      const isMet = (at: number): boolean => isAtMost(held, MEASURE, at, LIQUIDATION_LEVEL_E4);
      if (trigger > 0) expect([isMet(trigger), isMet(trigger + 1)]).toEqual([true, false]);
      else if (trigger < 0) {
        expect(isMet(0 - trigger)).toBe(true);
        if (trigger < -1) expect(isMet(-1 - trigger)).toBe(false);
      } else expect([isMet(1), isMet(1_000_000_000)]).toEqual([false, false]);
    }),
  );
});

test("LEV-02 the borrowable amount keeps the leverage including the first interest, and is the maximum to within a unit's value", () => {
  const leverages = fc.constantFrom(2, 3, 5, 10);
  fc.assert(
    fc.property(
      holdings,
      ticks,
      fc.boolean(),
      leverages,
      fc.nat(10_000),
      (held, at, ofBase, leverage, ppm) => {
        const most = borrowableUnits(held, MEASURE, at, ofBase, leverage, ppm);
        if (most === 0 || most > 1_000_000_000_000) return;
        const keeps = (borrowed: number): boolean => {
          const owed = borrowed + interestOf(borrowed, ppm, 1);
          const value = (base: number, quote: number): bigint =>
            BigInt(base) * BigInt(at) * BigInt(MEASURE.quoteFactor) +
            BigInt(quote) * BigInt(MEASURE.lotUnits);
          const [base, quote] = ofBase ? [borrowed, 0] : [0, borrowed];
          const [baseOwed, quoteOwed] = ofBase ? [owed, 0] : [0, owed];
          const assets = value(held.baseUnits + base, held.quoteUnits + quote);
          const debt = value(held.baseOwedUnits + baseOwed, held.quoteOwedUnits + quoteOwed);
          return debt <= BigInt(leverage - 1) * (assets - debt);
        };
        expect(keeps(most)).toBe(true);
        expect(keeps(most + leverage + 2)).toBe(false);
      },
    ),
  );
});

test("LEV-04 the withdrawable amount leaves a level of at least 2, and one unit more would not", () => {
  fc.assert(
    fc.property(holdings, ticks, fc.boolean(), (held, at, ofBase) => {
      const most = transferableUnits(held, MEASURE, at, ofBase);
      if (held.baseOwedUnits + held.quoteOwedUnits === 0 || most > 1_000_000_000_000) return;
      const after = (out: number): number =>
        marginLevelE4(
          {
            ...held,
            baseUnits: held.baseUnits - (ofBase ? out : 0),
            quoteUnits: held.quoteUnits - (ofBase ? 0 : out),
          },
          MEASURE,
          at,
        ) ?? 0;
      if (most > 0) expect(after(most)).toBeGreaterThanOrEqual(TRANSFER_LEVEL_E4);
      expect(after(most + 1)).toBeLessThan(TRANSFER_LEVEL_E4);
    }),
  );
});
