import { spotOrder } from "@candor/wire/order-calls";
import { describe, expect, test } from "vitest";
import { BTC_TERMS } from "../market/testing/bitcoin-market.ts";
import { newTicket, reduceTicket, type TicketAction, type TicketField } from "./ticket-state.ts";
import { summarizeTicket } from "./ticket-summary.ts";

const terms = BTC_TERMS;
const now = {
  lastTicks: 674_125,
  indexTicks: 674_120,
  asks: [[674_128, 1_000_000]],
  bids: [[674_122, 1_000_000]],
} as const;
const typeIn = (field: TicketField, text: string) => ({ kind: "type-in", field, text, terms }) as const;
const exits = { kind: "exits", on: true } as const;
const summary = (side: "buy" | "sell", ...actions: TicketAction[]) =>
  summarizeTicket(actions.reduce(reduceTicket, newTicket(side)), terms, now, undefined);
const entry = [typeIn("price", "67000"), typeIn("quantity", "0.1"), exits] as const;

describe("TICK-21 take-profit and stop-loss of a spot order", () => {
  test("TICK-21 a buy's exits sell what is left after the fee, the one above first", () => {
    const { payload, problems } = summary(
      "buy",
      ...entry,
      typeIn("takeProfit", "70000"),
      typeIn("stopLoss", "65000"),
    );
    expect(problems).toEqual({});
    // 0.1 less 0.1% is 0.0999; its fee may be rounded up at each fill, which costs another lot.
    expect(payload?.["pending"]).toEqual([
      { side: "sell", type: "limit", quantity: "0.09989", price: "70000.0" },
      { side: "sell", type: "stop-market", quantity: "0.09989", stopPrice: "65000.0" },
    ]);
    expect(spotOrder.safeParse(payload).success).toBe(true);
  });

  test("TICK-21 a sell's exits buy the same amount back, the stop above the price first", () => {
    const { payload } = summary("sell", ...entry, typeIn("takeProfit", "64000"), typeIn("stopLoss", "69000"));
    expect(payload?.["pending"]).toEqual([
      { side: "buy", type: "stop-market", quantity: "0.10000", stopPrice: "69000.0" },
      { side: "buy", type: "limit", quantity: "0.10000", price: "64000.0" },
    ]);
    expect(spotOrder.safeParse(payload).success).toBe(true);
  });

  test("TICK-21 one level alone is an order without the other", () => {
    const { payload } = summary("buy", ...entry, typeIn("stopLoss", "65000"));
    expect(payload?.["pending"]).toEqual([
      { side: "sell", type: "stop-market", quantity: "0.09989", stopPrice: "65000.0" },
    ]);
  });

  test("TICK-21 the result of each level includes both highest fees", () => {
    const found = summary("buy", ...entry, typeIn("takeProfit", "70000"), typeIn("stopLoss", "65000")).exits;
    // 9,989 lots × 70,000 = 6,992.30, less 6.9923. The buy of 6,700 left 9,990 lots, so 9,989 of them cost 6,699.32933.
    expect(found?.atTakeProfitUnits).toBe(6_992_300_000 - 6_992_300 - 6_699_329_330);
    expect(found?.atStopLossUnits).toBe(6_492_850_000 - 6_492_850 - 6_699_329_330);
    expect(found?.extraUnits).toBe(0);
  });

  test("TICK-21 what a sell's stop needs besides its proceeds is said", () => {
    const found = summary("sell", ...entry, typeIn("stopLoss", "69000")).exits;
    // A triggered market buy is funded 5% above 69,000: 7,245, and the sale brings 6,700 less 6.70.
    expect(found?.extraUnits).toBe(7_245_000_000 - 6_693_300_000);
    expect(found?.atStopLossUnits).toBe(6_693_300_000 - 6_900_000_000 - 6_900_000);
  });

  test("TICK-21 levels on the wrong side, off the tick, outside the band, or none", () => {
    const problems = (...actions: TicketAction[]) => summary("buy", ...entry, ...actions).problems;
    expect(problems().takeProfit?.reason).toBe("empty");
    expect(problems(typeIn("takeProfit", "66000")).takeProfit).toEqual({
      reason: "price-above",
      bound: "67000.0",
    });
    expect(problems(typeIn("stopLoss", "68000")).stopLoss).toEqual({
      reason: "price-below",
      bound: "67000.0",
    });
    expect(problems(typeIn("stopLoss", "65000.05")).stopLoss?.reason).toBe("tick");
    expect(problems(typeIn("takeProfit", "90000")).takeProfit?.reason).toBe("band");
  });

  test("TICK-21 other types, another side and a sent order have none", () => {
    const chosen = [...entry, typeIn("stopLoss", "65000")] as const;
    const type = { kind: "type", type: "market", terms, marketTicks: undefined } as const;
    expect(summary("buy", ...chosen, type, typeIn("total", "100")).payload).not.toHaveProperty("pending");
    const turned = { kind: "side", side: "sell", terms, marketTicks: undefined } as const;
    expect(summary("buy", ...chosen, turned).problems.takeProfit?.reason).toBe("empty");
    expect([...chosen, { kind: "sent" } as const].reduce(reduceTicket, newTicket("buy")).hasExits).toBe(
      false,
    );
  });
});
