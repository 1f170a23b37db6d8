import { expect, test } from "vitest";
import { BTC_TERMS as terms } from "../market/testing/bitcoin-market.ts";
import { fits, twapAmountProblem, twapBounds } from "./twap-plan.ts";

const plan = { slices: 30, ticks: 600_000, reduceOnly: false };
const problem = (text: string, changes: Partial<typeof plan> = {}) =>
  twapAmountProblem(text, twapBounds({ ...plan, ...changes }, terms), terms);

test("TICK-51 a total says how much it must be at least and may be at most", () => {
  // 5 USDT at 60,000 are 0.00009 BTC in whole lots, for each of 30 orders.
  for (const small of ["0", "0.0000", "0.00269"])
    expect(problem(small), small).toEqual({ reason: "minimum", bound: "0.0027", coin: "BTC" });
  expect(problem("0.0027")).toBeUndefined();
  for (const large of ["3000.00001", "999999999999"])
    expect(problem(large), large).toEqual({ reason: "maximum", bound: "3000", coin: "BTC" });
  expect(problem("3000")).toBeUndefined();
  expect(problem("0.000001")).toEqual({ reason: "lot", bound: "0.00001", coin: "BTC" });
  expect(problem("")).toBeUndefined();
});

test("TICK-51 orders that only close need one lot each; without a price the market's least amount counts", () => {
  expect(problem("0.00029", { reduceOnly: true })).toMatchObject({ reason: "minimum", bound: "0.0003" });
  expect(problem("0.0003", { reduceOnly: true })).toBeUndefined();
  expect(twapBounds({ ...plan, ticks: undefined }, terms).leastLots).toBe(30);
});

test("TICK-51 a TWAP has 2 to 1,000 orders", () => {
  expect([fits(300, 300), fits(600, 300), fits(10_000, 10), fits(10_010, 10)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
