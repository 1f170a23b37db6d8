import { describe, expect, test } from "vitest";
import { BTC_TERMS } from "../../trading/market/testing/bitcoin-market.ts";
import { costOfLots, lotsForCost, lotsWithin, valueOfLots } from "./order-size.ts";

const terms = BTC_TERMS;
const TICKS = 674_128;
const lotsForValue = (units: number) =>
  lotsWithin(units, terms.scale.maxLots, (lots) => valueOfLots(lots, TICKS, terms));

/** A small linear congruential generator, so that a failure repeats. */
function* numbers(seed: number, count: number): Generator<number> {
  let state = seed;
  for (let at = 0; at < count; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

describe("TICK-20 a size in money becomes the most whole lots that are worth no more", () => {
  test("TICK-20 by value: one more lot would exceed what was typed", () => {
    for (const share of numbers(7, 200)) {
      const typed = Math.floor(share * 50_000_000_000);
      const lots = lotsForValue(typed);
      expect(valueOfLots(lots, TICKS, terms)).toBeLessThanOrEqual(typed);
      expect(valueOfLots(lots + 1, TICKS, terms)).toBeGreaterThan(typed);
    }
  });

  test.each([1, 3, 20, 125])(
    "TICK-20 by cost at %d×: margin and fee of one more lot would exceed it",
    (leverage) => {
      for (const share of numbers(leverage, 100)) {
        const typed = Math.floor(share * 1_000_000_000);
        const lots = lotsForCost(typed, TICKS, terms, leverage);
        expect(costOfLots(lots, TICKS, terms, leverage)).toBeLessThanOrEqual(typed);
        expect(costOfLots(lots + 1, TICKS, terms, leverage)).toBeGreaterThan(typed);
      }
    },
  );

  test("TICK-20 by hand: 100 USDT at 20× and 67,412.8 with a fee of 0.1%", () => {
    // A lot of 0.00001 BTC is worth 0.674128: margin 0.0337064, fee 0.000674128. 100 ÷ 0.034380528 = 2908.6.
    expect(lotsForCost(100_000_000, TICKS, terms, 20)).toBe(2_908);
    expect(costOfLots(2_908, TICKS, terms, 20)).toBe(98_018_212 + 1_960_365);
  });

  test("TICK-20 never more than the market's largest order, and nothing for nothing", () => {
    expect(lotsForCost(Number.MAX_SAFE_INTEGER, TICKS, terms, 125)).toBe(terms.scale.maxLots);
    expect(lotsForCost(0, TICKS, terms, 20)).toBe(0);
    expect(lotsForValue(674_127)).toBe(0);
  });
});
