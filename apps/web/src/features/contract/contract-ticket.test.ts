import { contractOrder } from "@candor/wire/contract-calls";
import { describe, expect, test } from "vitest";
import { marketTerms, priceText } from "../../trading/market/market-terms.ts";
import {
  type ContractTicket,
  type ContractTicketAction,
  newContractTicket,
  reduceContractTicket,
} from "./contract-ticket-state.ts";
import { summarizeSide } from "./contract-ticket-summary.ts";
import { accountFigures } from "./held-position.ts";
import { NOTHING_RESTS, type OrderContext } from "./order-plan.ts";
import { BTC_CONTRACT, BTC_CONTRACT_MARKET } from "./testing/bitcoin-contract.ts";

const terms = BTC_CONTRACT;
const now = {
  lastTicks: 600_000,
  indexTicks: 600_050,
  markTicks: 600_020,
  asks: [
    [600_100, 600],
    [600_500, 10_000],
  ],
  bids: [
    [599_900, 600],
    [599_500, 10_000],
  ],
} as const;
const context: OrderContext = {
  terms,
  leverage: 20,
  isCross: false,
  held: undefined,
  resting: NOTHING_RESTS,
  account: accountFigures([], { availableUnits: 1_000_000_000, frozenUnits: 0 }),
  markTicks: now.markTicks,
};

const after = (...actions: ContractTicketAction[]): ContractTicket =>
  actions.reduce(reduceContractTicket, newContractTicket());
const typeIn = (field: "price" | "stopPrice" | "trailingPercent" | "quantity", text: string) =>
  ({ kind: "type-in", field, text, terms }) as const;
const type = (type: ContractTicket["order"]["type"]) =>
  ({ kind: "type", type, terms, marketTicks: undefined }) as const;
const protect = (field: "takeProfit" | "stopLoss", text: string) =>
  ({ kind: "protect", field, text }) as const;
const side = (which: "buy" | "sell", ticket: ContractTicket, known = context) =>
  summarizeSide(which, ticket, now, terms, known);
const amount = typeIn("quantity", "0.05");

describe("TICK-08 a contract ticket makes the call that the wire describes", () => {
  test.each([
    ["limit", [typeIn("price", "60000")], { price: "60000.0", timeInForce: "gtc" }],
    ["market", [type("market")], {}],
    [
      "stop-limit",
      [type("stop-limit"), typeIn("stopPrice", "61000"), typeIn("price", "61100")],
      { stopPrice: "61000.0", price: "61100.0", timeInForce: "gtc", triggerBy: "mark" },
    ],
    [
      "stop-market",
      [type("stop-market"), typeIn("stopPrice", "61000"), { kind: "trigger-by", triggerBy: "last" }],
      { stopPrice: "61000.0", triggerBy: "last" },
    ],
    [
      "trailing-stop",
      [type("trailing-stop"), typeIn("trailingPercent", "2.5")],
      { trailingRate: "0.025000", triggerBy: "mark" },
    ],
  ] as const)("TICK-08 %s", (name, actions, fields) => {
    const { payload } = side("buy", after(amount, ...actions));
    expect(payload).toEqual({ symbol: "BTCUSDT", side: "buy", type: name, quantity: "0.050", ...fields });
    expect(contractOrder.safeParse(payload).success).toBe(true);
  });

  test("TICK-08 take-profit and stop-loss travel with the order; what only reduces has none", () => {
    const protectedOrder = after(
      type("market"),
      amount,
      { kind: "protection", on: true },
      protect("takeProfit", "61000"),
      protect("stopLoss", "59500"),
    );
    expect(side("buy", protectedOrder).payload).toMatchObject({
      takeProfitPrice: "61000.0",
      stopLossPrice: "59500.0",
      triggerBy: "mark",
    });
    const reducing = reduceContractTicket(protectedOrder, { kind: "reduce-only", on: true });
    expect(side("buy", reducing).payload).toEqual({
      symbol: "BTCUSDT",
      side: "buy",
      type: "market",
      quantity: "0.050",
      reduceOnly: true,
    });
  });
});

describe("TICK-08 what stands in the way is said for the side that was chosen", () => {
  test("TICK-08 TICK-49 a trigger above the mark is a stop for buying and a take-profit for selling", () => {
    const stop = after(type("stop-market"), amount, typeIn("stopPrice", "61000"));
    expect(side("buy", stop)).toMatchObject({ problems: {}, type: "stop-market" });
    expect(side("sell", stop)).toMatchObject({ problems: {}, type: "take-profit-market" });
    const limit = after(type("stop-limit"), amount, typeIn("stopPrice", "61000"), typeIn("price", "60900"));
    const { payload } = side("sell", limit);
    expect(payload).toEqual({
      symbol: "BTCUSDT",
      side: "sell",
      type: "take-profit-limit",
      quantity: "0.050",
      stopPrice: "61000.0",
      price: "60900.0",
      timeInForce: "gtc",
      triggerBy: "mark",
    });
    expect(contractOrder.safeParse(payload).success).toBe(true);
  });

  test("TICK-49 the side of the trigger is judged by the price that triggers it", () => {
    // Above the last price and below the mark.
    const stop = after(type("stop-market"), amount, typeIn("stopPrice", "60001"));
    expect(side("buy", stop).type).toBe("take-profit-market");
    const byLast = reduceContractTicket(stop, { kind: "trigger-by", triggerBy: "last" });
    expect(side("buy", byLast).type).toBe("stop-market");
    const reached = after(type("stop-market"), amount, typeIn("stopPrice", "60002"));
    for (const which of ["buy", "sell"] as const)
      expect(side(which, reached).problems.stopPrice).toMatchObject({ reason: "trigger-reached" });
    const activation = after(type("trailing-stop"), amount, typeIn("stopPrice", "61000"));
    expect(side("buy", activation).problems.stopPrice).toMatchObject({
      reason: "trigger-below",
      bound: "60002.0",
    });
  });

  test("TICK-08 a take-profit is judged by where the order executes", () => {
    const ticket = after(typeIn("price", "59000"), amount, { kind: "protection", on: true });
    expect(side("buy", ticket).problems.takeProfit?.reason).toBe("empty");
    const high = reduceContractTicket(ticket, protect("takeProfit", "59500"));
    expect(side("buy", high).problems).toEqual({});
    expect(side("sell", high).problems.takeProfit).toMatchObject({ reason: "limit-below", bound: "59000.0" });
    // 0.05 × 500 = 25, less 0.05% of 2,950 and of 2,975.
    expect(side("buy", high).profitUnits).toBe(25_000_000 - 1_475_000 - 1_487_500);
  });

  test("TICK-08 too little money, and a position larger than the leverage allows", () => {
    const large = after(type("market"), typeIn("quantity", "0.4"));
    expect(side("buy", large)).toMatchObject({ affordable: false, capUnits: undefined });
    const rich = accountFigures([], { availableUnits: 90_000_000_000, frozenUnits: 0 });
    const steep: OrderContext = { ...context, leverage: 100, account: rich };
    expect(side("buy", after(type("market"), typeIn("quantity", "0.9")), steep).capUnits).toBe(
      50_000_000_000,
    );
    expect(side("buy", after(type("market"), typeIn("quantity", "0.8")), steep).capUnits).toBeUndefined();
  });

  test("TICK-08 whoever is not logged in is told no margin and no largest size, but what the fields lack", () => {
    const visitor = summarizeSide("buy", after(typeIn("price", "60000.05")), now, terms, undefined);
    expect(visitor).toMatchObject({ plan: undefined, largest: undefined, affordable: undefined });
    expect(visitor.problems).toMatchObject({ price: { reason: "tick" }, quantity: { reason: "empty" } });
  });
});

describe("TICK-50 a market order is estimated at the prices of the book's levels", () => {
  const market = (quantity: string) => after(type("market"), typeIn("quantity", quantity));

  test("TICK-50 within the best level it is the best price", () => {
    const { plan, averageTicks, isBeyondBook } = side("buy", market("0.6"));
    expect(plan?.valueUnits).toBe(36_006_000_000);
    expect([averageTicks, isBeyondBook]).toEqual([600_100, false]);
  });

  test("TICK-50 a larger one pays each level: value, margin, fee, average and worst loss", () => {
    // 0.6 × 60,010 + 0.4 × 60,050 = 60,026. At 20× 3,001.30 of margin, at 0.05% 30.013 of fee.
    const { plan, averageTicks, isBeyondBook } = side("buy", market("1"));
    expect(plan).toMatchObject({
      valueUnits: 60_026_000_000,
      marginUnits: 3_001_300_000,
      feeUnits: 30_013_000,
      worstLossUnits: 3_031_313_000,
      // The core also asks for the loss against the mark of 60,002.
      costUnits: 3_031_313_000 + 24_000_000,
    });
    expect([averageTicks, isBeyondBook]).toEqual([600_260, false]);
    // A sell gets 0.6 × 59,990 + 0.4 × 59,950 = 59,974.
    expect(side("sell", market("1")).plan?.valueUnits).toBe(59_974_000_000);
  });

  test("TICK-50 an order beyond the known book says so and counts the rest at its last price", () => {
    expect(side("buy", market("10.6")).isBeyondBook).toBe(false);
    const { plan, isBeyondBook } = side("buy", market("10.7"));
    expect(isBeyondBook).toBe(true);
    // 0.6 × 60,010 + 10.1 × 60,050
    expect(plan?.valueUnits).toBe(642_511_000_000);
  });

  test("TICK-50 take-profit and stop-loss start at the average price and are after both fees", () => {
    const ticket = after(
      type("market"),
      typeIn("quantity", "1"),
      { kind: "protection", on: true },
      protect("takeProfit", "61000"),
    );
    // 61,000 − 60,026 = 974, less 30.013 and 30.50.
    expect(side("buy", ticket).profitUnits).toBe(974_000_000 - 30_013_000 - 30_500_000);
  });

  test("TICK-50 a limit sell takes the better bids and needs the margin of the best one", () => {
    const ticket = after(typeIn("price", "59950"), typeIn("quantity", "1"));
    const { plan, isBeyondBook } = side("sell", ticket);
    expect(plan?.valueUnits).toBe(59_974_000_000);
    // Frozen for 1 × 59,990: 2,999.50 and 29.995; and 12 are lost against the mark of 60,002.
    expect(plan?.costUnits).toBe(2_999_500_000 + 29_995_000 + 12_000_000);
    expect(isBeyondBook).toBe(false);
  });
});

test("TICK-07 a liquidation price as far away as much money can push it is exact text", () => {
  // A cross short of 0.001 BTC with 100,000 USDT: 99,999.97 ÷ 0.001 ÷ 1.006, less the second tier's deduction.
  const rich = accountFigures([], { availableUnits: 100_000_000_000, frozenUnits: 0 });
  const small = after(type("market"), typeIn("quantity", "0.001"));
  const { plan } = side("sell", small, { ...context, isCross: true, account: rich });
  expect(priceText(plan?.liquidationTicks ?? 0, terms)).toMatch(/^99[0-9]{6}\.[0-9]$/);
  expect(priceText(145_937_646_369, terms)).toBe("14593764636.9");
});

test("NUM-03 a share of a market with whole lots keeps its zeros: 2,500 DOGE stay 2,500", () => {
  const doge = marketTerms(
    {
      ...BTC_CONTRACT_MARKET,
      symbol: "DOGEUSDT",
      tokenCur: "DOGE",
      tick: "0.00001",
      lot: "1",
      minQuantity: "1",
    },
    8,
    6,
  );
  for (const [lots, text] of [
    [2_500, "2500"],
    [10, "10"],
    [1_000_000, "1000000"],
    [7, "7"],
  ] as const) {
    const ticket = reduceContractTicket(newContractTicket(), {
      kind: "share",
      percent: 25,
      lots,
      size: "",
      terms: doge,
    });
    expect(ticket.order.quantity).toBe(text);
  }
});

describe("TICK-20 the size of a contract order in coins, value or cost", () => {
  const inUnit = (unit: "value" | "cost", text: string, ...actions: ContractTicketAction[]) =>
    after(...actions, { kind: "size-unit", unit }, { kind: "size", text });
  const limit = typeIn("price", "60000");
  const quantity = (which: "buy" | "sell", ticket: ContractTicket) =>
    summarizeSide(which, ticket, now, terms, context, 20).payload?.["quantity"];

  test("TICK-20 a value is rounded down to whole lots at the order's price", () => {
    expect(quantity("buy", inUnit("value", "1000", limit))).toBe("0.016");
    // Sells could fill at the bid of 59,990; the limit is above it.
    expect(quantity("sell", inUnit("value", "1000", limit))).toBe("0.016");
  });

  test("TICK-20 a market buy is sized at the deepest visible price, a sell at the best bid", () => {
    expect(quantity("buy", inUnit("value", "60010", type("market")))).toBe("0.999");
    expect(quantity("sell", inUnit("value", "60010", type("market")))).toBe("1.000");
  });

  test("TICK-20 a cost buys margin and fee", () => {
    // 20×: 0.001 BTC needs 3 of margin and 0.03 of fee.
    expect(quantity("buy", inUnit("cost", "30.3", limit))).toBe("0.010");
    expect(quantity("buy", inUnit("cost", "30.29", limit))).toBe("0.009");
  });

  test("TICK-20 a size not worth one lot says the smallest order; a reduce-only cost is a value", () => {
    const small = summarizeSide("buy", inUnit("value", "10", limit), now, terms, context, 20);
    expect(small.problems.quantity).toEqual({ reason: "minimum", bound: "0.001", coin: "BTC" });
    expect(small.payload).toBeUndefined();
    const reducing = inUnit("cost", "600", limit, { kind: "reduce-only", on: true });
    expect(quantity("buy", reducing)).toBe("0.010");
  });
});
