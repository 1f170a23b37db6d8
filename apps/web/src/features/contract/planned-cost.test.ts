import { expect, test } from "vitest";
import { accountFigures } from "./held-position.ts";
import { NOTHING_RESTS, type OrderContext, planOrder } from "./order-plan.ts";
import { costOfPlanned } from "./planned-cost.ts";
import { BTC_CONTRACT as terms } from "./testing/bitcoin-contract.ts";

const context: OrderContext = {
  terms,
  leverage: 20,
  isCross: false,
  held: undefined,
  resting: NOTHING_RESTS,
  account: accountFigures([], { availableUnits: 1_000_000_000, frozenUnits: 0 }),
  markTicks: 600_000,
};

test("TICK-51 the orders of a tool take the margin of one order of their size and average price", () => {
  const planned = { side: "buy", lots: 400, tickLots: 400 * 600_000, reduceOnly: false } as const;
  const { costUnits } = planOrder({ side: "buy", lots: 400, ticks: 600_000, reduceOnly: false }, context);
  expect(costUnits).toBeGreaterThan(0);
  expect(costOfPlanned(planned, context)).toBe(costUnits);
  expect(costOfPlanned({ ...planned, reduceOnly: true }, context)).toBe(0);
  expect(costOfPlanned(planned, undefined)).toBeUndefined();
  // More than can be counted is more than anyone has.
  const vast = { ...planned, lots: 2 ** 40, tickLots: 2 ** 40 * 600_000 };
  expect(costOfPlanned(vast, context)).toBe(Number.MAX_SAFE_INTEGER);
});
