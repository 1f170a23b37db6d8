import fc from "fast-check";
import { expect, test } from "vitest";
import { fundingAmountOf, fundingRatePpm, meanPremiumPpm, nextFundingAtMs, premiumPpm } from "./funding.ts";
import {
  bankruptcyTicksOf,
  liquidationTicksOf,
  liquidationTriggerOf,
  liquidationValueOf,
} from "./liquidation.ts";
import { type Bracket, initialMarginOf, maintenanceOf, tierOf, valueCapOf, valueOf } from "./margin.ts";
import { basisTermE8, fundingTermE8, markTicksOf, meanOf, medianE8 } from "./mark-price.ts";
import { averageTicksOf, closedCostOf, deleverageRankPpm, riskRatePpm, unrealizedOf } from "./profit.ts";

/** USDT with six decimals. */
const usdt = (amount: number): number => Math.round(amount * 1_000_000);
/** BTCUSDT with ticks of 0.01 and lots of 0.001: a lot at a tick is 10 units. */
const FACTOR = 10;
const LOTS_PER_BTC = 1_000;
const TICKS_PER_USDT = 100;

const tier = (
  floor: number,
  cap: number,
  maxLeverage: number,
  maintenancePpm: number,
  cumulative: number,
): Bracket => ({
  floorUnits: usdt(floor),
  capUnits: usdt(cap),
  maxLeverage,
  maintenancePpm,
  cumulativeUnits: usdt(cumulative),
});
const BRACKETS = [tier(0, 50_000, 100, 4_000, 0), tier(50_000, 250_000, 50, 5_000, 50)];
const FIRST_TIER_ALONE = [tier(0, 1_000_000, 100, 4_000, 0)];

test("PERP-01 a long bitcoin at 60,000 with 2,000 of margin is liquidated at 58,232.93 in the 0.4 % tier", () => {
  const [cost, margin] = [usdt(60_000), usdt(2_000)];
  expect(liquidationTicksOf(LOTS_PER_BTC, cost, margin, FIRST_TIER_ALONE, FACTOR)).toBe(5_823_293);
  expect(liquidationTriggerOf(LOTS_PER_BTC, cost, margin, FIRST_TIER_ALONE, FACTOR)).toBe(5_823_293);
});

test("PERP-01 the same at 0.5 % with a cumulative of 50 at about 58,241.206, where equity equals maintenance", () => {
  const [cost, margin] = [usdt(60_000), usdt(2_000)];
  const value = liquidationValueOf(LOTS_PER_BTC, cost, margin, BRACKETS, false);
  expect(value).toBe(58_241_206_030);
  const equity = margin + unrealizedOf(LOTS_PER_BTC, cost, value);
  expect(Math.abs(equity - maintenanceOf(BRACKETS, value))).toBeLessThanOrEqual(1);
  expect(liquidationTicksOf(LOTS_PER_BTC, cost, margin, BRACKETS, FACTOR)).toBe(5_824_120);
});

test("PERP-01 its bankruptcy price is 58,000, where no margin is left", () => {
  const [cost, margin] = [usdt(60_000), usdt(2_000)];
  const ticks = bankruptcyTicksOf(LOTS_PER_BTC, cost, margin, FACTOR);
  expect(ticks).toBe(58_000 * TICKS_PER_USDT);
  expect(margin + unrealizedOf(LOTS_PER_BTC, cost, valueOf(LOTS_PER_BTC, ticks, FACTOR))).toBe(0);
});

test("PERP-01 a short position mirrors it: liquidated above, bankrupt at 62,000", () => {
  const [cost, margin] = [usdt(60_000), usdt(2_000)];
  const lots = -LOTS_PER_BTC;
  expect(liquidationTicksOf(lots, cost, margin, FIRST_TIER_ALONE, FACTOR)).toBe(6_175_299);
  expect(bankruptcyTicksOf(lots, cost, margin, FACTOR)).toBe(62_000 * TICKS_PER_USDT);
});

test("PERP-01 one tick decides: maintenance is above the equity at the trigger and not one tick before it", () => {
  for (const [lots, cost, margin] of [
    [1_000, usdt(60_000), usdt(2_000)],
    [-1_000, usdt(60_000), usdt(2_000)],
    [317, 19_000_000_123, usdt(700) + 7],
    [-2_950, 176_999_999_999, usdt(3_333)],
    [500, usdt(25_000), usdt(1_000)],
  ] as const) {
    const trigger = liquidationTriggerOf(lots, cost, margin, BRACKETS, FACTOR);
    const isRisky = (ticks: number): boolean => {
      const value = valueOf(lots, ticks, FACTOR);
      return maintenanceOf(BRACKETS, value) > margin + unrealizedOf(lots, cost, value);
    };
    expect([isRisky(trigger), isRisky(trigger + Math.sign(lots))], `${lots} lots`).toEqual([true, false]);
  }
});

test("PERP-01 a long position that its margin covers to the last has no liquidation price", () => {
  expect(liquidationTicksOf(1_000, usdt(60_000), usdt(60_000), BRACKETS, FACTOR)).toBe(0);
  expect(bankruptcyTicksOf(1_000, usdt(60_000), usdt(70_000), FACTOR)).toBe(0);
});

test("PERP-01 maintenance is value × rate − cumulative, rounded up, and does not jump between tiers", () => {
  expect(maintenanceOf(BRACKETS, usdt(30_075))).toBe(usdt(120.3));
  expect(maintenanceOf(BRACKETS, usdt(50_000))).toBe(usdt(200));
  expect(maintenanceOf(BRACKETS, usdt(50_000) + 1)).toBe(usdt(200) + 1);
  expect(maintenanceOf(BRACKETS, usdt(60_000))).toBe(usdt(250));
  expect([tierOf(BRACKETS, usdt(50_000)), tierOf(BRACKETS, usdt(50_000) + 1)]).toEqual([0, 1]);
  expect(tierOf(BRACKETS, usdt(9_000_000))).toBe(1);
});

test("PERP-01 half a bitcoin at 60,000 with 30× needs 1,000 and has a margin ratio of 0.111907 at 60,150", () => {
  expect(initialMarginOf(usdt(30_000), 30)).toBe(usdt(1_000));
  expect(initialMarginOf(100, 30)).toBe(4);
  const equity = usdt(1_000) + unrealizedOf(500, usdt(30_000), usdt(30_075));
  expect(equity).toBe(usdt(1_075));
  expect(riskRatePpm(maintenanceOf(BRACKETS, usdt(30_075)), equity)).toBe(111_907);
});

test("PERP-01 a leverage allows positions up to the last tier that allows it", () => {
  expect([valueCapOf(BRACKETS, 100), valueCapOf(BRACKETS, 50), valueCapOf(BRACKETS, 101)]).toEqual([
    usdt(50_000),
    usdt(250_000),
    0,
  ]);
});

test("PERP-01 the mark is the median of its three terms in the nearest tick", () => {
  const index = 6_000_000_000_000;
  const hour = 3_600_000;
  // 0.01% for half the interval.
  expect(fundingTermE8(index, 100, 4 * hour, 8 * hour)).toBe(index + 300_000_000);
  expect(fundingTermE8(index, -100, 8 * hour, 8 * hour)).toBe(index - 600_000_000);
  expect(basisTermE8(index, -7, 2)).toBe(index - 3);
  expect(basisTermE8(index, 0, 0)).toBe(index);
  const terms = { fundingTermE8: 5, basisTermE8: 9, lastTermE8: 7 };
  expect(medianE8(terms)).toBe(7);
  expect(medianE8({ ...terms, lastTermE8: 2 })).toBe(5);
  expect(medianE8({ ...terms, lastTermE8: 11 })).toBe(9);
  expect(markTicksOf({ fundingTermE8: 14, basisTermE8: 15, lastTermE8: 16 }, 10)).toBe(2);
  expect(markTicksOf({ fundingTermE8: 14, basisTermE8: 14, lastTermE8: 16 }, 10)).toBe(1);
});

test("PERP-01 mark and mean are exact for the largest prices, odd ticks and both signs", () => {
  const price = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  const tick = fc.oneof(price, fc.integer({ min: 1, max: 1_001 })).map((e8) => Math.max(1, e8));
  fc.assert(
    fc.property(
      price,
      tick,
      fc.maxSafeInteger(),
      fc.integer({ min: 1, max: 500 }),
      (e8, tickE8, sum, count) => {
        const terms = { fundingTermE8: e8, basisTermE8: e8, lastTermE8: e8 };
        const nearest = (2n * BigInt(e8) + BigInt(tickE8)) / (2n * BigInt(tickE8));
        expect(BigInt(markTicksOf(terms, tickE8))).toBe(nearest < 1n ? 1n : nearest);
        expect(BigInt(meanOf(sum, count))).toBe(BigInt(sum) / BigInt(count));
      },
    ),
    { numRuns: 2_000 },
  );
});

test("PERP-05 the funding rate is the mean premium pulled to the interest by 0.05 % at most, within the cap", () => {
  expect(premiumPpm(6_000_000_000, 6_000_000_000_000)).toBe(1_000);
  expect(premiumPpm(-5, 3_000_000)).toBe(-1);
  expect(meanPremiumPpm([3, 4])).toBe(3);
  expect(meanPremiumPpm([])).toBe(0);
  expect(fundingRatePpm(0, 100, 3_000)).toBe(100);
  expect(fundingRatePpm(500, 100, 3_000)).toBe(100);
  expect(fundingRatePpm(1_000, 100, 3_000)).toBe(500);
  expect(fundingRatePpm(-1_000, 100, 3_000)).toBe(-500);
  expect(fundingRatePpm(9_000, 100, 3_000)).toBe(3_000);
  expect(fundingRatePpm(-9_000, 100, 3_000)).toBe(-3_000);
});

test("PERP-05 payers of a funding round up and receivers down", () => {
  expect([fundingAmountOf(5, 10_001, 100), fundingAmountOf(-5, 10_001, 100)]).toEqual([-2, 1]);
  expect([fundingAmountOf(5, 10_001, -100), fundingAmountOf(-5, 10_001, -100)]).toEqual([1, -2]);
  expect(fundingAmountOf(5, 10_001, 0)).toBe(0);
  expect(nextFundingAtMs(28_800_000, 28_800_000)).toBe(57_600_000);
});

test("PERP-01 a part of a position takes its part of the cost, the last lots all that is left", () => {
  expect(closedCostOf(100, 3, 1)).toBe(33);
  expect(closedCostOf(67, 2, 1)).toBe(33);
  expect(closedCostOf(34, 1, 1)).toBe(34);
  expect(closedCostOf(100, -3, 2)).toBe(66);
  expect(averageTicksOf(1_000, usdt(60_000), FACTOR)).toBe(6_000_000);
  expect([averageTicksOf(2, 30, 10), averageTicksOf(2, 29, 10), averageTicksOf(-2, 31, 10)]).toEqual([
    2, 1, 2,
  ]);
  expect(deleverageRankPpm(usdt(100), usdt(1_000), 20)).toBe(2_000_000);
});
