import { leverOrder } from "@candor/wire/lever-calls";
import { spotOrder } from "@candor/wire/order-calls";
import { describe, expect, test } from "vitest";
import { BTC_TERMS } from "../market/testing/bitcoin-market.ts";
import type { TicketState } from "./ticket.ts";
import { newTicket, reduceTicket, type TicketAction, type TicketField } from "./ticket-state.ts";
import { summarizeTicket } from "./ticket-summary.ts";

const terms = BTC_TERMS;
const now = {
  lastTicks: 674_125,
  indexTicks: 674_120,
  asks: [[674_128, 1_000_000]],
  bids: [[674_122, 1_000_000]],
} as const;

const after = (...actions: TicketAction[]): TicketState => actions.reduce(reduceTicket, newTicket("buy"));
const typeIn = (field: TicketField, text: string) => ({ kind: "type-in", field, text, terms }) as const;
const type = (type: TicketState["type"]) => ({ kind: "type", type, terms, marketTicks: undefined }) as const;
const side = (side: TicketState["side"]) => ({ kind: "side", side, terms, marketTicks: undefined }) as const;
const share = (percent: number, availableUnits: number) =>
  ({ kind: "percent", percent, terms, availableUnits, now }) as const;
const summary = (ticket: TicketState, availableUnits?: number) =>
  summarizeTicket(ticket, terms, now, availableUnits);

describe("TICK-01 price, amount and total stay related, exactly", () => {
  test("TICK-01 amount typed last: the total follows", () => {
    expect(after(typeIn("price", "67400.0"), typeIn("quantity", "0.01")).total).toBe("674");
  });

  test("TICK-01 total typed last: the amount follows, rounded down to whole lots", () => {
    const ticket = after(typeIn("price", "67400"), typeIn("total", "100"));
    expect(ticket.quantity).toBe("0.00148");
    expect(ticket.total).toBe("100");
    expect(reduceTicket(ticket, typeIn("total", "")).quantity).toBe("");
  });

  test("TICK-01 a quarter of what is available buys that much and no more", () => {
    const ticket = after(typeIn("price", "67400"), share(25, 2_697_840_000));
    expect(ticket).toMatchObject({ quantity: "0.01", total: "674", percent: 25 });
  });

  test("TICK-01 all of what is available is affordable, whatever the type sets aside", () => {
    const prices = [typeIn("price", "67000"), typeIn("stopPrice", "68000"), typeIn("trailingPercent", "2.5")];
    for (const each of ["limit", "stop-limit", "stop-market", "oco", "trailing-stop", "market"] as const) {
      const ticket = after(type(each), ...prices, share(100, 2_697_840_000));
      const { affordable, paysUnits } = summary(ticket, 2_697_840_000);
      expect(affordable, each).toBe(true);
      expect(paysUnits, each).toBeGreaterThan(2_697_000_000);
    }
  });

  test("TICK-01 the share of a sell is a share of the base coin", () => {
    expect(after(side("sell"), typeIn("price", "67400"), share(50, 3_470_000)).quantity).toBe("0.01735");
  });

  test("TICK-01 a price chosen for another side or type gives way to the market's, and is kept for its own", () => {
    const turn = { terms, marketTicks: 674_125 } as const;
    const oco = after(side("sell"), type("oco"), typeIn("price", "70000"));
    const buy = reduceTicket(oco, { kind: "side", side: "buy", ...turn });
    expect(buy.price).toBe("67412.5");
    expect(reduceTicket(buy, { kind: "type", type: "limit", ...turn }).price).toBe("67412.5");
    expect(reduceTicket(buy, { kind: "side", side: "sell", ...turn }).price).toBe("70000");
  });

  test("TICK-01 a tapped price replaces the one that the type sets, the first price only an empty one", () => {
    const tap = { kind: "tap-price", price: "67410.5", terms } as const;
    const first = { kind: "first-price", price: "67412.5", terms } as const;
    expect(after(first).price).toBe("67412.5");
    expect(after(typeIn("price", "60000"), first).price).toBe("60000");
    expect(after(typeIn("price", "60000"), tap).price).toBe("67410.5");
    expect(after(type("stop-market"), tap)).toMatchObject({ price: "", stopPrice: "67410.5" });
    expect(after(type("market"), tap)).toMatchObject({ price: "", stopPrice: "" });
  });

  test("WEB-116 a sum of the book becomes the amount where that is in the base coin; a price alone leaves it", () => {
    const tap = { kind: "tap-price", price: "67410.5", terms } as const;
    const sum = { ...tap, quantity: "0.01200" } as const;
    expect(after(sum)).toMatchObject({ price: "67410.5", quantity: "0.012", total: "808.926" });
    expect(after(typeIn("quantity", "0.5"), tap)).toMatchObject({ price: "67410.5", quantity: "0.5" });
    expect(after(type("market"), side("sell"), sum)).toMatchObject({ price: "", quantity: "0.012" });
    // Market buys are entered in the quote coin.
    expect(after(type("market"), typeIn("total", "100"), sum)).toMatchObject({ quantity: "", total: "100" });
  });

  test("TICK-01 back from a market order the total of the limit order stands again", () => {
    const ticket = after(typeIn("price", "67400"), typeIn("quantity", "0.01"), type("market"), type("limit"));
    expect(ticket).toMatchObject({ quantity: "0.01", total: "674" });
  });

  test("TICK-01 a trigger is not taken over where it would mean something else", () => {
    const stop = after(type("stop-market"), typeIn("stopPrice", "68000"));
    expect(reduceTicket(stop, type("stop-limit")).stopPrice).toBe("68000");
    expect(reduceTicket(stop, type("trailing-stop")).stopPrice).toBe("");
    expect(reduceTicket(stop, side("sell")).stopPrice).toBe("");
  });

  test("TICK-01 an amount in one coin does not become one in the other when the side changes", () => {
    const ticket = after(type("market"), typeIn("total", "100"), side("sell"));
    expect(ticket).toMatchObject({ total: "", quantity: "" });
    const sell = { ...side("sell"), marketTicks: 674_000 };
    expect(after(typeIn("price", "67500"), typeIn("quantity", "0.01"), sell).total).toBe("674");
  });
});

describe("TICK-02 the ticket says fee, what is received and what is frozen before the tap", () => {
  test("TICK-02 a limit buy receives the base coin less the fee, rounded up", () => {
    const limit = summary(after(typeIn("price", "67400"), typeIn("quantity", "0.01")), 2_697_840_000);
    expect(limit).toMatchObject({
      problems: {},
      feeUnits: 1_000,
      receiveUnits: 999_000,
      receives: "base",
      isReceiveExact: true,
      paysUnits: 674_000_000,
      affordable: true,
    });
    expect(limit.payload).toEqual({
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
    const ticket = after(side("sell"), type("market"), typeIn("quantity", "0.02"));
    expect(summary(ticket, 1_000_000)).toMatchObject({
      receives: "quote",
      feeUnits: 1_348_244,
      receiveUnits: 1_348_244_000 - 1_348_244,
      isReceiveExact: false,
      paysUnits: 2_000_000,
      affordable: false,
      payload: { product: "spot", symbol: "BTCUSDT", side: "sell", type: "market", quantity: "0.02000" },
    });
  });

  test("TICK-02 a market buy by value says what it buys at the present price", () => {
    const buy = summary(after(type("market"), typeIn("total", "100")), 100_000_000);
    expect(buy.payload).toMatchObject({ quoteQuantity: "100.000000" });
    expect(buy).toMatchObject({ receiveUnits: 148_000 - 148, isReceiveExact: false, affordable: true });
  });

  test("TICK-02 a stop buy freezes the protection above its trigger, a trailing one above where it would fire", () => {
    const stop = after(type("stop-market"), typeIn("stopPrice", "68000"), typeIn("quantity", "0.1"));
    expect(summary(stop).paysUnits).toBe(7_140_000_000);
    // 1% above the last price of 67,412.5 is 68,086.7, rounded up; 5% above that is 71,491.1, rounded up
    const trailing = after(type("trailing-stop"), typeIn("quantity", "0.1"));
    expect(summary(trailing).paysUnits).toBe(7_149_110_000);
  });
});

describe("TICK-03 what a ticket lacks is said at its field", () => {
  const problems = (...actions: TicketAction[]) => summary(after(...actions), 0).problems;

  test("TICK-03 off the tick, off the lot, under the minimum, over the maximum", () => {
    expect(problems(typeIn("price", "67400.05")).price).toEqual({
      reason: "tick",
      bound: "0.1",
      coin: "USDT",
    });
    expect(problems(typeIn("quantity", "0.000001")).quantity?.reason).toBe("lot");
    const priced = typeIn("price", "67400");
    expect(problems(priced, typeIn("quantity", "0.00001")).quantity).toEqual({
      reason: "minimum",
      bound: "5",
      coin: "USDT",
    });
    expect(problems(priced, typeIn("quantity", "101")).quantity).toMatchObject({
      reason: "maximum",
      coin: "BTC",
    });
  });

  test("TICK-03 a limit price outside the band around the index, or around its trigger", () => {
    expect(problems(typeIn("price", "40000"), typeIn("quantity", "0.01")).price).toEqual({
      reason: "band",
      bound: "53929.6",
      upper: "80894.4",
      coin: "USDT",
    });
    const stop = [type("stop-limit"), typeIn("stopPrice", "80000"), typeIn("quantity", "0.01")] as const;
    expect(problems(...stop, typeIn("price", "90000")).price).toBeUndefined();
    expect(problems(...stop, typeIn("price", "60000")).price?.reason).toBe("band");
  });

  test("TICK-03 a trigger that the last price has reached, or that an activation price would have to be above", () => {
    const ticket = after(
      type("stop-limit"),
      typeIn("stopPrice", "67412.5"),
      typeIn("price", "67500"),
      typeIn("quantity", "0.01"),
    );
    expect(summary(ticket).problems.stopPrice).toMatchObject({ reason: "trigger-reached", bound: "67412.5" });
    expect(summary(ticket).payload).toBeUndefined();
    expect(summary(ticket).affordable).toBeUndefined();
    const oco = [type("oco"), typeIn("price", "60000"), typeIn("stopPrice", "61000")] as const;
    expect(problems(...oco).stopPrice?.reason).toBe("trigger-above");
    expect(
      problems(side("sell"), type("trailing-stop"), typeIn("stopPrice", "60000")).stopPrice?.reason,
    ).toBe("trigger-above");
  });

  test("TICK-03 an OCO whose limit lies on the wrong side of its trigger", () => {
    const prices = [type("oco"), typeIn("price", "69000"), typeIn("stopPrice", "68000")] as const;
    expect(problems(...prices).price?.reason).toBe("limit-below");
    expect(
      problems(side("sell"), type("oco"), typeIn("price", "60000"), typeIn("stopPrice", "65000")).price
        ?.reason,
    ).toBe("limit-above");
  });

  test("TICK-03 an OCO whose limit leg would execute at once names the market's price", () => {
    const price = (of: "buy" | "sell", limit: string, stop: string) =>
      problems(side(of), type("oco"), typeIn("price", limit), typeIn("stopPrice", stop)).price;
    expect(price("sell", "67412.2", "66000")).toEqual({
      reason: "above-market",
      bound: "67412.2",
      coin: "USDT",
    });
    expect(price("sell", "67412.3", "66000")).toBeUndefined();
    expect(price("buy", "67412.8", "68000")).toMatchObject({ reason: "below-market", bound: "67412.8" });
    expect(price("buy", "67412.7", "68000")).toBeUndefined();
    // A limit order alone may execute at once.
    expect(problems(side("sell"), typeIn("price", "67400")).price).toBeUndefined();
  });

  test.each(["0", "20.1", "0.05", "x"])("TICK-03 a trailing distance of %j is out of range", (text) => {
    const found = problems(
      type("trailing-stop"),
      typeIn("trailingPercent", text),
      typeIn("quantity", "0.01"),
    );
    expect(found.trailingPercent?.reason).toBe("range");
  });

  test("TICK-03 a price left behind by another type is no problem of this one", () => {
    expect(problems(typeIn("price", "67400.05"), type("market"), typeIn("total", "100"))).toEqual({});
  });
});

describe("TICK-04 every order type makes the call that the wire expects", () => {
  test("TICK-04 OCO with a stop-limit leg freezes for the dearer leg", () => {
    const ticket = after(
      type("oco"),
      typeIn("price", "60000"),
      typeIn("stopPrice", "69000"),
      typeIn("stopLimitPrice", "69100"),
      typeIn("quantity", "0.1"),
    );
    expect(summary(ticket).paysUnits).toBe(6_910_000_000);
    expect(summary(ticket).payload).toMatchObject({
      type: "oco",
      price: "60000.0",
      stopPrice: "69000.0",
      stopLimitPrice: "69100.0",
    });
  });

  test("TICK-04 an OCO sell tells what each leg pays after its fee, and the higher fee", () => {
    const legs = (...stop: readonly Parameters<typeof after>[0][]) =>
      summary(
        after(
          side("sell"),
          type("oco"),
          typeIn("price", "69000"),
          typeIn("stopPrice", "65500"),
          ...stop,
          typeIn("quantity", "0.005"),
        ),
      );
    expect(legs()).toMatchObject({
      legs: { limitUnits: 344_655_000, stopUnits: 327_172_500 },
      feeUnits: 345_000,
      isReceiveExact: false,
    });
    expect(legs(typeIn("stopLimitPrice", "65000"))).toMatchObject({
      legs: { limitUnits: 344_655_000, stopUnits: 324_675_000 },
      isReceiveExact: true,
    });
    expect(
      summary(after(side("sell"), typeIn("price", "69000"), typeIn("quantity", "0.1"))).legs,
    ).toBeUndefined();
  });

  test("TICK-04 trailing stop with and without activation price", () => {
    const base = after(side("sell"), type("trailing-stop"), typeIn("quantity", "0.1"));
    expect(summary(base).payload).toEqual({
      product: "spot",
      symbol: "BTCUSDT",
      side: "sell",
      type: "trailing-stop",
      trailingRate: "0.010000",
      quantity: "0.10000",
    });
    const activated = reduceTicket(base, typeIn("stopPrice", "68000"));
    expect(summary(activated).payload).toMatchObject({ stopPrice: "68000.0" });
  });

  test("TICK-04 a type that cannot be post-only falls back to good till canceled", () => {
    const ticket = after({ kind: "time-in-force", timeInForce: "post-only" }, type("stop-limit"));
    expect(ticket.timeInForce).toBe("gtc");
  });
});

describe("TICK-49 a stop with its trigger on the other side of the last price is a take-profit", () => {
  const waiting = (which: "buy" | "sell", kind: "stop-limit" | "stop-market", trigger: string) =>
    after(
      side(which),
      type(kind),
      typeIn("stopPrice", trigger),
      typeIn("price", trigger),
      typeIn("quantity", "0.01"),
    );

  test.each([
    ["buy", "stop-limit", "68000", "stop-limit"],
    ["buy", "stop-limit", "66000", "take-profit-limit"],
    ["buy", "stop-market", "68000", "stop-market"],
    ["buy", "stop-market", "66000", "take-profit-market"],
    ["sell", "stop-limit", "68000", "take-profit-limit"],
    ["sell", "stop-limit", "66000", "stop-limit"],
    ["sell", "stop-market", "68000", "take-profit-market"],
    ["sell", "stop-market", "66000", "stop-market"],
  ] as const)("TICK-49 a %s by %s at %s is a %s", (which, kind, trigger, sent) => {
    const found = summary(waiting(which, kind, trigger));
    expect(found).toMatchObject({ problems: {}, type: sent });
    expect(found.payload).toEqual({
      product: "spot",
      symbol: "BTCUSDT",
      side: which,
      type: sent,
      quantity: "0.01000",
      stopPrice: `${trigger}.0`,
      ...(kind === "stop-limit" && { price: `${trigger}.0`, timeInForce: "gtc" }),
    });
    expect(spotOrder.safeParse(found.payload).success).toBe(true);
    const { product: _, ...margin } = found.payload ?? {};
    expect(leverOrder.safeParse(margin).success).toBe(true);
  });

  test("TICK-49 it freezes what a stop at that trigger freezes", () => {
    // 66,000 plus 5%, for 0.01 BTC.
    expect(summary(waiting("buy", "stop-market", "66000")).paysUnits).toBe(693_000_000);
    expect(summary(waiting("buy", "stop-limit", "66000")).paysUnits).toBe(660_000_000);
    expect(summary(waiting("sell", "stop-market", "68000")).paysUnits).toBe(1_000_000);
  });

  test("TICK-49 its limit is near its trigger, and it can be an iceberg", () => {
    const far = reduceTicket(waiting("sell", "stop-limit", "80000"), typeIn("price", "40000"));
    expect(summary(far).problems.price?.reason).toBe("band");
    const iceberg = [{ kind: "iceberg", on: true }, typeIn("visible", "0.001")] as const;
    const hidden = iceberg.reduce<TicketState>(reduceTicket, waiting("sell", "stop-limit", "80000"));
    expect(summary(hidden).payload).toMatchObject({ type: "take-profit-limit", visibleQuantity: "0.00100" });
    expect(spotOrder.safeParse(summary(hidden).payload).success).toBe(true);
  });

  test("TICK-49 while no price is known, it stays what the ticket says", () => {
    const ticket = waiting("sell", "stop-market", "80000");
    const none = {
      lastTicks: undefined,
      bidTicks: undefined,
      askTicks: undefined,
      indexTicks: undefined,
      asks: [],
      bids: [],
    };
    expect(summarizeTicket(ticket, terms, none, undefined)).toMatchObject({ type: "stop-market" });
  });
});

describe("TICK-44 icebergs", () => {
  const iceberg = (visible: string, ...actions: TicketAction[]) =>
    after(
      typeIn("price", "67400"),
      typeIn("quantity", "1.5"),
      { kind: "iceberg", on: true },
      typeIn("visible", visible),
      ...actions,
    );

  test("TICK-44 the call names what is visible, for orders that rest", () => {
    expect(summary(iceberg("0.1")).payload).toMatchObject({ type: "limit", visibleQuantity: "0.10000" });
    const force = (timeInForce: TicketState["timeInForce"]) =>
      summary(iceberg("0.1", { kind: "time-in-force", timeInForce })).payload;
    expect(force("post-only")).toMatchObject({ visibleQuantity: "0.10000" });
    for (const each of ["ioc", "fok"] as const) expect(force(each)).not.toHaveProperty("visibleQuantity");
    expect(summary(iceberg("0.1", type("market"))).payload ?? {}).not.toHaveProperty("visibleQuantity");
    const waiting = iceberg(
      "0.1",
      type("stop-limit"),
      typeIn("price", "67500"),
      typeIn("stopPrice", "67600"),
    );
    expect(summary(waiting).payload).toMatchObject({ type: "stop-limit", visibleQuantity: "0.10000" });
  });

  test("TICK-44 the whole may be visible, a hundredth at least, whole lots only", () => {
    const problem = (visible: string) => summary(iceberg(visible)).problems.visible;
    expect(problem("1.5")).toBeUndefined();
    expect(problem("0.015")).toBeUndefined();
    expect(problem("")).toEqual({ reason: "empty" });
    expect(problem("0.000001")).toMatchObject({ reason: "lot", bound: "0.00001" });
    expect(problem("1.50001")).toMatchObject({ reason: "maximum", bound: "1.5" });
    expect(problem("0.01499")).toMatchObject({ reason: "minimum", bound: "0.015" });
    expect(summary(iceberg("0.01499")).payload).toBeUndefined();
  });

  test("TICK-44 typing it changes neither amount nor total, and it ends with the order", () => {
    const ticket = after(typeIn("price", "67400"), typeIn("total", "100"), { kind: "iceberg", on: true });
    expect(reduceTicket(ticket, typeIn("visible", "0.001"))).toMatchObject({
      quantity: "0.00148",
      total: "100",
    });
    expect(iceberg("0.1", { kind: "sent" })).toMatchObject({ isIceberg: false, visible: "" });
  });
});

describe("TICK-46 the value of an order with a trigger", () => {
  const inQuote = (...actions: TicketAction[]) => after({ kind: "unit", unit: "quote" }, ...actions);
  const factor = terms.scale.quoteUnitsPerTickLot;

  test("TICK-46 a buy freezes no more than typed, one lot more would", () => {
    const ticket = inQuote(type("stop-market"), typeIn("stopPrice", "68000"), typeIn("total", "1000"));
    const { payload, paysUnits = 0, lots, isReceiveExact } = summary(ticket, 1_000_000_000);
    // Frozen up to 5% above the trigger, 71,400.
    expect(payload).toMatchObject({ type: "stop-market", quantity: "0.01400", stopPrice: "68000.0" });
    expect(payload).not.toHaveProperty("quoteQuantity");
    expect(lots).toBe(1_400);
    expect(paysUnits).toBeLessThanOrEqual(1_000_000_000);
    expect(paysUnits + 714_000 * factor).toBeGreaterThan(1_000_000_000);
    expect(isReceiveExact).toBe(true);
  });

  test("TICK-46 a sell is worth no more than typed at its trigger", () => {
    const ticket = inQuote(
      side("sell"),
      type("stop-market"),
      typeIn("stopPrice", "67000"),
      typeIn("total", "100"),
    );
    expect(summary(ticket).payload).toMatchObject({ side: "sell", quantity: "0.00149" });
    const trailing = inQuote(
      side("sell"),
      type("trailing-stop"),
      typeIn("trailingPercent", "1"),
      typeIn("total", "100"),
    );
    // Last price 67,412.5; the trigger is 1% below: 66,738.3.
    expect(summary(trailing).payload).toMatchObject({ type: "trailing-stop", quantity: "0.00149" });
  });

  test("TICK-46 without a trigger only the trigger is missing; a value below one lot is too small", () => {
    const typed = [type("stop-market"), typeIn("total", "1000")];
    expect(summary(inQuote(...typed)).problems).toEqual({ stopPrice: { reason: "empty" } });
    const tiny = inQuote(type("stop-market"), typeIn("stopPrice", "68000"), typeIn("total", "0.1"));
    expect(summary(tiny).problems.total).toMatchObject({ reason: "minimum", coin: "BTC" });
    expect(summary(tiny).payload).toBeUndefined();
  });

  test("TICK-46 all of what is available fits exactly, on both sides", () => {
    const buy = inQuote(type("stop-market"), typeIn("stopPrice", "68000"), share(100, 1_000_000_000));
    expect(buy.total).toBe("1000");
    expect(summary(buy, 1_000_000_000).affordable).toBe(true);
    const sell = inQuote(
      side("sell"),
      type("stop-market"),
      typeIn("stopPrice", "67000"),
      share(50, 3_470_000),
    );
    expect(summary(sell, 3_470_000)).toMatchObject({ affordable: true, lots: 1_735 });
  });
});

describe("TICK-50 a spot order at market is estimated at the prices of the book's levels", () => {
  const thin = {
    ...now,
    asks: [
      [674_128, 1_000],
      [674_200, 9_000],
    ],
    bids: [
      [674_122, 1_000],
      [674_000, 9_000],
    ],
  } as const;
  const estimate = (...actions: TicketAction[]) => summarizeTicket(after(...actions), terms, thin, undefined);

  test("TICK-50 a buy in the quote coin receives what the levels sell for it", () => {
    // The first level costs 674.128; 674.2 more buy 1,000 lots of the second.
    const found = estimate(type("market"), typeIn("total", "1348.328"));
    expect(found.receiveUnits).toBe(2_000_000 - 2_000);
    expect(found).toMatchObject({ averageTicks: 674_164, isBeyondBook: false, paysUnits: 1_348_328_000 });
  });

  test("TICK-50 a sell in the base coin brings each level's price", () => {
    const found = estimate(type("market"), side("sell"), typeIn("quantity", "0.02"));
    // 674.122 + 674 = 1,348.122, less 0.1%.
    expect(found.receiveUnits).toBe(1_348_122_000 - 1_348_122);
    expect(found).toMatchObject({ averageTicks: 674_061, isBeyondBook: false, paysUnits: 2_000_000 });
  });

  test("TICK-50 an order beyond the known book says so", () => {
    expect(estimate(type("market"), side("sell"), typeIn("quantity", "0.1")).isBeyondBook).toBe(false);
    expect(estimate(type("market"), side("sell"), typeIn("quantity", "0.10001")).isBeyondBook).toBe(true);
    expect(estimate(typeIn("price", "67400"), typeIn("quantity", "5")).isBeyondBook).toBe(false);
  });
});
