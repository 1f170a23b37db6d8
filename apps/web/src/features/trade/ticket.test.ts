import { describe, expect, test } from "vitest";
import { type ListedMarket, marketTerms } from "./market-terms.ts";
import { EMPTY_TICKET, reduceTicket, type TicketAction, type TicketState } from "./ticket-state.ts";
import { summariseTicket } from "./ticket-summary.ts";

const BTC: ListedMarket = {
  symbol: "BTCUSDT",
  tokenCur: "BTC",
  quote: "USDT",
  tick: "0.1",
  lot: "0.00001",
  minQuantity: "0.00001",
  maxQuantity: "100",
  minNotional: "5",
  makerFeeRate: "0.001000",
  takerFeeRate: "0.001000",
};
const terms = marketTerms(BTC, 8, 6);
const now = { lastTicks: 674_125, bidTicks: 674_122, askTicks: 674_128 };

const after = (...actions: TicketAction[]): TicketState => actions.reduce(reduceTicket, EMPTY_TICKET);
const typeIn = (
  field: "price" | "quantity" | "total" | "stopPrice" | "stopLimitPrice" | "trailingPercent",
  text: string,
) => ({ kind: "type-in", field, text, terms }) as const;

describe("TICK-01 price, amount and total of a limit order stay related, exactly", () => {
  test("TICK-01 amount typed last: the total follows", () => {
    expect(after(typeIn("price", "67400.0"), typeIn("quantity", "0.01")).total).toBe("674");
  });

  test("TICK-01 total typed last: the amount follows, rounded down to whole lots", () => {
    const ticket = after(typeIn("price", "67400"), typeIn("total", "100"));
    expect(ticket.quantity).toBe("0.00148");
    expect(ticket.total).toBe("100");
  });

  test("TICK-01 a quarter of what is available buys that much and no more", () => {
    const ticket = after(typeIn("price", "67400"), {
      kind: "percent",
      percent: 25,
      terms,
      availableUnits: 2_697_840_000,
      marketTicks: 674_128,
    });
    expect(ticket.quantity).toBe("0.01");
    expect(ticket.total).toBe("674");
    expect(ticket.percent).toBe(25);
  });
});

describe("TICK-02 the ticket says fee, what is received and what is frozen before the tap", () => {
  test("TICK-02 a limit buy receives the base coin less the fee, rounded up", () => {
    const summary = summariseTicket(
      after(typeIn("price", "67400"), typeIn("quantity", "0.01")),
      terms,
      now,
      2_697_840_000,
    );
    expect(summary).toMatchObject({
      problems: {},
      valueUnits: 674_000_000,
      feeUnits: 1_000,
      receiveUnits: 999_000,
      receives: "base",
      paysUnits: 674_000_000,
      affordable: true,
    });
    expect(summary.payload).toEqual({
      product: "spot",
      symbol: "BTCUSDT",
      side: "buy",
      type: "limit",
      timeInForce: "gtc",
      price: "67400.0",
      quantity: "0.01000",
    });
  });

  test("TICK-02 a market sell receives the quote coin and freezes the base coin", () => {
    const ticket = after(
      { kind: "side", side: "sell" },
      { kind: "type", type: "market" },
      { kind: "in-quote", inQuote: false },
      typeIn("quantity", "0.02"),
    );
    const summary = summariseTicket(ticket, terms, now, 1_000_000);
    expect(summary).toMatchObject({
      valueUnits: 1_348_244_000,
      receives: "quote",
      paysUnits: 2_000_000,
      affordable: false,
    });
    expect(summary.feeUnits).toBe(1_348_244);
    expect(summary.payload).toEqual({
      product: "spot",
      symbol: "BTCUSDT",
      side: "sell",
      type: "market",
      quantity: "0.02000",
    });
  });

  test("TICK-02 a market buy by value says what it buys at the present price", () => {
    const ticket = after({ kind: "type", type: "market" }, typeIn("total", "100"));
    const summary = summariseTicket(ticket, terms, now, 100_000_000);
    expect(summary.payload).toMatchObject({ quoteQuantity: "100.000000" });
    expect(summary.receiveUnits).toBe(148_000 - 148);
    expect(summary.affordable).toBe(true);
  });
});

describe("TICK-03 what a ticket lacks is said at its field", () => {
  test("TICK-03 off the tick, off the lot, under the minimum, over the maximum", () => {
    expect(summariseTicket(after(typeIn("price", "67400.05")), terms, now, 0).problems.price?.reason).toBe(
      "tick",
    );
    expect(
      summariseTicket(after(typeIn("quantity", "0.000001")), terms, now, 0).problems.quantity?.reason,
    ).toBe("lot");
    const small = after(typeIn("price", "67400"), typeIn("quantity", "0.00001"));
    expect(summariseTicket(small, terms, now, 0).problems.quantity).toEqual({
      reason: "minimum",
      bound: "5",
      coin: "USDT",
    });
    const large = after(typeIn("price", "67400"), typeIn("quantity", "101"));
    expect(summariseTicket(large, terms, now, 0).problems.quantity).toMatchObject({
      reason: "maximum",
      coin: "BTC",
    });
  });

  test("TICK-03 a trigger on the wrong side of the last price", () => {
    const ticket = after(
      { kind: "type", type: "stop-limit" },
      typeIn("stopPrice", "60000"),
      typeIn("price", "67500"),
      typeIn("quantity", "0.01"),
    );
    const summary = summariseTicket(ticket, terms, now, undefined);
    expect(summary.problems.stopPrice).toMatchObject({ reason: "trigger-side", bound: "67412.5" });
    expect(summary.payload).toBeUndefined();
    expect(summary.affordable).toBeUndefined();
  });

  test.each(["0", "20.1", "0.05", "x", ""])("TICK-03 a trailing distance of %j is out of range", (text) => {
    const ticket = after(
      { kind: "type", type: "trailing-stop" },
      typeIn("trailingPercent", text),
      typeIn("quantity", "0.01"),
    );
    expect(summariseTicket(ticket, terms, now, 0).problems.trailingPercent?.reason).toBe("range");
  });
});

describe("TICK-04 every order type makes the call that the wire expects", () => {
  test("TICK-04 OCO with a stop-limit leg freezes for the dearer leg", () => {
    const ticket = after(
      { kind: "type", type: "oco" },
      typeIn("price", "60000"),
      typeIn("stopPrice", "69000"),
      typeIn("stopLimitPrice", "69100"),
      typeIn("quantity", "0.1"),
    );
    const summary = summariseTicket(ticket, terms, now, undefined);
    expect(summary.paysUnits).toBe(6_910_000_000);
    expect(summary.payload).toMatchObject({
      type: "oco",
      price: "60000.0",
      stopPrice: "69000.0",
      stopLimitPrice: "69100.0",
    });
  });

  test("TICK-04 trailing stop with and without activation price", () => {
    const base = after(
      { kind: "side", side: "sell" },
      { kind: "type", type: "trailing-stop" },
      typeIn("quantity", "0.1"),
    );
    expect(summariseTicket(base, terms, now, undefined).payload).toEqual({
      product: "spot",
      symbol: "BTCUSDT",
      side: "sell",
      type: "trailing-stop",
      trailingRate: "0.010000",
      quantity: "0.10000",
    });
    const activated = reduceTicket(base, typeIn("stopPrice", "68000"));
    expect(summariseTicket(activated, terms, now, undefined).payload).toMatchObject({ stopPrice: "68000.0" });
  });

  test("TICK-04 a type that cannot be post-only falls back to good till canceled", () => {
    const ticket = after(
      { kind: "time-in-force", timeInForce: "post-only" },
      { kind: "type", type: "stop-limit" },
    );
    expect(ticket.timeInForce).toBe("gtc");
  });
});
