import { expect, test } from "vitest";
import { BTC_TERMS as terms } from "../market/testing/bitcoin-market.ts";
import { isTooDear, plannedBatch, plannedTwap, spotCostUnits } from "./planned-orders.ts";
import type { PlannedOrders } from "./tool-props.ts";

const costOf = (planned: PlannedOrders | undefined): number | undefined =>
  planned && spotCostUnits(planned, terms);
/** 5 BTC, and prices of 60,000 and 50,000. */
const FIVE = 500_000;
const [NOW, LIMIT] = [600_000, 500_000];

test("TICK-51 a TWAP's buy costs its whole at the lower of price and limit, a sell its amount", () => {
  expect(costOf(plannedTwap("buy", FIVE, [undefined, NOW], false))).toBe(300_000_000_000);
  expect(costOf(plannedTwap("buy", FIVE, [LIMIT, NOW], false))).toBe(250_000_000_000);
  expect(costOf(plannedTwap("buy", FIVE, [700_000, NOW], false))).toBe(300_000_000_000);
  expect(costOf(plannedTwap("sell", FIVE, [undefined, NOW], false))).toBe(500_000_000);
  expect(plannedTwap("buy", undefined, [LIMIT, NOW], false)).toBeUndefined();
  expect(plannedTwap("buy", FIVE, [undefined, undefined], false)).toBeUndefined();
});

test("TICK-51 a batch of limit orders costs the sum of their values", () => {
  const orders = [
    { ticks: NOW, lots: 100 },
    { ticks: LIMIT, lots: 300 },
  ];
  expect(costOf(plannedBatch("buy", orders))).toBe(60_000_000 + 150_000_000);
  expect(costOf(plannedBatch("sell", orders))).toBe(400_000);
  expect(plannedBatch("buy", [])).toBeUndefined();
});

test("TICK-51 what is unknown is not too dear, and a debt pays nothing", () => {
  expect([isTooDear(5, 4), isTooDear(5, 5), isTooDear(undefined, 4), isTooDear(5, undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([isTooDear(0, -1), isTooDear(1, -1)]).toEqual([false, true]);
});
