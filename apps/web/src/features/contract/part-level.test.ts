import { describe, expect, test } from "vitest";
import { BTC_TERMS } from "../../trading/market/testing/bitcoin-market.ts";
import { levelTicks, profitOfPart, ticksForProfit } from "./part-level.ts";

const terms = { ...BTC_TERMS, brackets: [], maxLeverage: 125, liquidationFeePpm: 0 };
// 0.3 BTC at 67,000: a lot is 0.00001 BTC, a tick 0.1 USDT, so a tick of a lot is one unit of 0.000001 USDT.
const long = { lots: 30_000, costUnits: 20_100_000_000, leverage: 20, terms };
const short = { ...long, lots: -30_000 };

describe("TICK-22 the level of a take-profit or stop-loss of a part", () => {
  test("TICK-22 by profit: 100 USDT on a third is 1,000 above a long's entry, below a short's", () => {
    expect(levelTicks(long, 10_000, "takeProfit", "profit", "100")).toBe(680_000);
    expect(levelTicks(short, 10_000, "takeProfit", "profit", "100")).toBe(660_000);
    expect(levelTicks(long, 10_000, "stopLoss", "profit", "100")).toBe(660_000);
    expect(levelTicks(short, 10_000, "stopLoss", "profit", "100")).toBe(680_000);
  });

  test("TICK-22 by return: 10% of the part's margin of 335 is 33.5", () => {
    expect(levelTicks(long, 10_000, "takeProfit", "return", "10")).toBe(673_350);
    expect(levelTicks(long, 10_000, "stopLoss", "return", "10")).toBe(666_650);
    expect(levelTicks(short, 10_000, "takeProfit", "return", "10")).toBe(666_650);
  });

  test("TICK-22 by price: the price itself, if it is on the tick", () => {
    expect(levelTicks(long, 10_000, "stopLoss", "price", "65000.1")).toBe(650_001);
    expect(levelTicks(long, 10_000, "stopLoss", "price", "65000.15")).toBeUndefined();
  });

  test.each([long, short])("TICK-22 rounding: never less profit, never more loss than typed", (held) => {
    for (const lots of [1, 7, 9_999, 29_999, 30_000]) {
      for (const profit of [1, 12_345, 98_765_432, -1, -54_321, -98_765_432]) {
        const ticks = ticksForProfit(held, lots, profit);
        if (ticks === undefined) continue;
        expect(profitOfPart(held, lots, ticks)).toBeGreaterThanOrEqual(profit);
        const worse = held.lots > 0 ? ticks - 1 : ticks + 1;
        expect(profitOfPart(held, lots, worse)).toBeLessThan(profit);
      }
    }
  });

  test("TICK-22 a short cannot win more than its value: no price is that low", () => {
    expect(levelTicks(short, 30_000, "takeProfit", "profit", "20100")).toBeUndefined();
    expect(levelTicks(short, 30_000, "takeProfit", "profit", "20097")).toBe(100);
    expect(levelTicks(long, 30_000, "stopLoss", "return", "2000")).toBeUndefined();
  });

  test("TICK-22 a size beyond all numbers is no level", () => {
    for (const unit of ["return", "profit"] as const)
      for (const kind of ["takeProfit", "stopLoss"] as const)
        expect(levelTicks(long, 30_000, kind, unit, "9000000000")).toBeUndefined();
    expect(levelTicks(long, 30_000, "takeProfit", "return", "90000000000000")).toBeUndefined();
  });

  test("TICK-22 all parts together are the whole position's profit", () => {
    const parts = [10_000, 10_000, 10_000].map((lots) => profitOfPart(long, lots, 680_000));
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(profitOfPart(long, 30_000, 680_000));
  });
});
