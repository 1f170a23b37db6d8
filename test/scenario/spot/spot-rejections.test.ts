import type { PlaceOrder } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { type Outcome } from "../../support/scenario/exchange-world.ts";
import { SpotWorld, withMaker } from "../../support/scenario/spot-world.ts";

type Fields = Partial<PlaceOrder>;
const lots = (value: number): Lots => value as Lots;
const ticks = (value: number): Ticks => value as Ticks;

/** Nothing changed: balances, book and orders are as before. */
function refuses(
  s: SpotWorld,
  name: string,
  act: () => Outcome,
  error: string,
  params?: readonly number[],
): void {
  const before = JSON.stringify([s.balances(name), s.bids, s.asks, s.exchange.accountView(s.id(name))]);
  const outcome = act();
  expect(outcome.error).toBe(error);
  if (params !== undefined) expect(outcome.params).toEqual(params);
  expect(outcome.events.filter(({ kind }) => kind !== "executed")).toEqual([]);
  const after = JSON.stringify([s.balances(name), s.bids, s.asks, s.exchange.accountView(s.id(name))]);
  expect(after).toBe(before);
}

/** A poor user with the maximum number of orders, in a market that accepts no orders. */
function everythingWrong(): SpotWorld {
  const s = withMaker().user("alice", { USDT: "4100" });
  for (let n = 0; n < LIMITS.maxOpenOrdersPerUser; n++) s.limit("alice", "buy", "0.02", "980");
  s.status("halted");
  return s;
}

test("SPOT-16 a limit order's rejections have the documented order: fixing one shows the next", () => {
  const s = everythingWrong();
  // Invalid side; unknown market; below minimum; outside the band; too many orders; would take; insufficient funds.
  let fields: Fields = {
    side: "none" as "buy",
    quantityLots: lots(1),
    priceTicks: ticks(2_000),
    timeInForce: "post-only",
  };
  const place = (): Outcome => s.place("alice", fields);
  refuses(s, "alice", place, "trade.invalidParameters");
  fields = { ...fields, side: "buy" };
  refuses(s, "alice", place, "trade.marketUnavailable", [2, 0, 0]);
  s.status("trading");
  refuses(s, "alice", place, "trade.amountError", [2, 100_000, 0]);
  fields = { ...fields, quantityLots: lots(50) };
  refuses(s, "alice", place, "trade.priceOutOfBand", [800, 1_200, 0]);
  fields = { ...fields, priceTicks: ticks(1_100) };
  refuses(s, "alice", place, "trade.tooManyOrders", [200, 0, 0]);
  s.cancel("alice", 200);
  refuses(s, "alice", place, "trade.wouldTake");
  fields = { ...fields, timeInForce: "gtc" };
  refuses(s, "alice", place, "trade.insufficientBalance", [199_600_000, 0, 0]);
});

test("SPOT-16 a stop order's rejections have the documented order", () => {
  const s = everythingWrong();
  let fields: Fields = { type: "stop-limit", quantityLots: lots(1), priceTicks: ticks(2_000) };
  const place = (): Outcome => s.place("alice", fields);
  refuses(s, "alice", place, "trade.invalidParameters");
  fields = { ...fields, stopTicks: ticks(1_000) };
  refuses(s, "alice", place, "trade.marketUnavailable");
  s.status("trading");
  refuses(s, "alice", place, "trade.amountError");
  fields = { ...fields, quantityLots: lots(50) };
  refuses(s, "alice", place, "trade.priceOutOfBand", [800, 1_200, 0]);
  fields = { ...fields, priceTicks: ticks(1_100) };
  refuses(s, "alice", place, "trade.triggerPrice", [1_000, 0, 0]);
  fields = { ...fields, stopTicks: ticks(1_001) };
  refuses(s, "alice", place, "trade.tooManyOrders");
  s.cancel("alice", 200);
  refuses(s, "alice", place, "trade.insufficientBalance");
});

test("SPOT-16 an OCO's rejections have the documented order", () => {
  const s = everythingWrong();
  s.cancel("alice", 200);
  const pair = (quantity: string, price: string, stop: string, limit = ""): (() => Outcome) => {
    return () => s.oco("alice", "buy", quantity, price, stop, limit);
  };
  refuses(s, "alice", pair("0.01", "1300", "990"), "trade.invalidParameters");
  refuses(s, "alice", pair("0.01", "700", "990"), "trade.marketUnavailable");
  s.status("trading");
  refuses(s, "alice", pair("0.01", "700", "990"), "trade.amountError");
  refuses(s, "alice", pair("1", "700", "990"), "trade.priceOutOfBand");
  refuses(s, "alice", pair("1", "900", "990", "1300"), "trade.priceOutOfBand");
  refuses(s, "alice", pair("1", "900", "990"), "trade.triggerPrice");
  refuses(s, "alice", pair("1", "1040", "1050"), "trade.tooManyOrders");
  s.cancel("alice", 199);
  refuses(s, "alice", pair("1", "1040", "1050"), "trade.wouldTake");
  refuses(s, "alice", pair("1", "900", "1050"), "trade.insufficientBalance");
});

const BAD_FORMS: readonly (readonly [what: string, fields: Fields])[] = [
  ["an unknown market", { marketId: 7 }],
  ["a user without an account", { userId: 99_999 }],
  ["user 0", { userId: 0 }],
  ["no quantity", { quantityLots: lots(0) }],
  ["a fraction of a lot", { quantityLots: lots(1.5) }],
  ["a negative quantity", { quantityLots: lots(-5) }],
  ["quantity and value", { quoteUnits: 1_000 as Units }],
  ["a value for a limit order", { quantityLots: lots(0), quoteUnits: 10_000_000 as Units }],
  ["a limit order without a price", { priceTicks: ticks(0) }],
  ["a price above every market's", { priceTicks: ticks(LIMITS.maxPriceTicks + 1) }],
  ["a limit order with a stop", { stopTicks: ticks(900) }],
  ["a market order with a price", { type: "market" }],
  ["a market order with a stop", { type: "market", priceTicks: ticks(0), stopTicks: ticks(900) }],
  ["a stop-limit order without a stop", { type: "stop-limit" }],
  ["a post-only stop", { type: "stop-limit", stopTicks: ticks(1_010), timeInForce: "post-only" }],
  ["a stop-market order with a price", { type: "stop-market", stopTicks: ticks(1_010) }],
  ["a stop-market order without a stop", { type: "stop-market", priceTicks: ticks(0) }],
  ["a rate on a limit order", { trailingPpm: 10_000 as Ppm }],
  ["a trailing stop without a rate", { type: "trailing-stop", priceTicks: ticks(0) }],
  [
    "a trailing stop with too small a rate",
    { type: "trailing-stop", priceTicks: ticks(0), trailingPpm: 999 as Ppm },
  ],
  [
    "a trailing stop with too large a rate",
    { type: "trailing-stop", priceTicks: ticks(0), trailingPpm: 200_001 as Ppm },
  ],
  ["an OCO as a single order", { type: "oco" as "limit" }],
  ["an unknown time in force", { timeInForce: "day" as "gtc" }],
  ["an unknown self-trade mode", { selfTrade: "" as "expire-taker" }],
  ["a key with a blank", { key: "my key" }],
  ["a key of 37 characters", { key: "k".repeat(37) }],
];

test.each(BAD_FORMS)("SPOT-16 %s is a parameter error", (_, fields) => {
  const s = withMaker().user("alice", { USDT: "5000" });
  const good: Fields = { side: "buy", quantityLots: lots(100), priceTicks: ticks(1_000) };
  refuses(s, "alice", () => s.place("alice", { ...good, ...fields }), "trade.invalidParameters");
  expect(s.place("alice", good).order).toBe("open 0 of 1");
});

test("SPOT-16 quantity and value have limits on both sides", () => {
  const s = new SpotWorld({ maxQuantity: "2", minNotional: "50" }).user("alice", {
    USDT: "5000",
    BTC: "5",
  });
  const amount = (act: () => Outcome, params: readonly number[]): void =>
    refuses(s, "alice", act, "trade.amountError", params);
  amount(() => s.limit("alice", "buy", "2.01", "1000"), [2, 200, 0]);
  s.adoptRules(RULES.namedBounds);
  amount(() => s.limit("alice", "buy", "2.01", "1000"), [2, 200, 2]);
  amount(() => s.limit("alice", "buy", "0.01", "1000"), [2, 200, 0]);
  amount(() => s.limit("alice", "buy", "0.04", "1000"), [50_000_000, LIMITS.maxUnits, 1]);
  amount(() => s.marketFor("alice", "buy", "49.999999"), [50_000_000, LIMITS.maxUnits, 1]);
  amount(() => s.market("alice", "sell", "0.04"), [50_000_000, LIMITS.maxUnits, 1]);
  amount(() => s.stopMarket("alice", "sell", "0.05", "990"), [50_000_000, LIMITS.maxUnits, 1]);
  amount(() => s.trailing("alice", "sell", "0.04", "2"), [50_000_000, LIMITS.maxUnits, 1]);
  expect(s.limit("alice", "buy", "0.05", "1000").order).toBe("open 0 of 0.05");
});

test("SPOT-18 a limit price must lie within the band around the index, and follows it", () => {
  const s = new SpotWorld().user("alice", { USDT: "9000" });
  refuses(s, "alice", () => s.limit("alice", "buy", "1", "799"), "trade.priceOutOfBand", [800, 1_200, 0]);
  refuses(s, "alice", () => s.limit("alice", "buy", "1", "1201"), "trade.priceOutOfBand", [800, 1_200, 0]);
  expect(s.limit("alice", "buy", "1", "800").order).toBe("open 0 of 1");
  expect(s.limit("alice", "buy", "1", "1200").order).toBe("open 0 of 1");
  s.observe("500.5");
  refuses(s, "alice", () => s.limit("alice", "buy", "1", "601"), "trade.priceOutOfBand", [401, 600, 0]);
});

test("SPOT-18 a stop-limit order's price must lie within the band around its trigger", () => {
  const s = new SpotWorld().user("alice", { USDT: "9000" });
  refuses(
    s,
    "alice",
    () => s.stopLimit("alice", "buy", "1", "1300", "1561"),
    "trade.priceOutOfBand",
    [1_040, 1_560, 0],
  );
  expect(s.stopLimit("alice", "buy", "1", "1300", "1560").order).toBe("untriggered 0 of 1");
});

test("SPOT-22 a user has at most 200 open orders; orders that cannot rest are still accepted", () => {
  const s = withMaker().user("alice", { USDT: "9000" });
  for (let n = 0; n < LIMITS.maxOpenOrdersPerUser; n++) s.limit("alice", "buy", "0.02", "970");
  refuses(s, "alice", () => s.limit("alice", "buy", "0.02", "970"), "trade.tooManyOrders", [200, 0, 0]);
  expect(s.market("alice", "buy", "0.5").order).toBe("filled 0.5");
  expect(s.limit("alice", "buy", "0.5", "1010", { timeInForce: "ioc" }).order).toBe("filled 0.5");
});

test("SPOT-22 one command makes at most 5,000 fills; the executable rest expires instead of crossing the book", () => {
  const s = new SpotWorld().user("taker", { USDT: "200000" });
  s.comparesEach = false;
  const sellers = Array.from({ length: 26 }, (_, n) => `seller${n}`);
  for (const name of sellers) {
    s.user(name, { BTC: "4" });
    for (let n = 0; n < LIMITS.maxOpenOrdersPerUser; n++)
      s.place(name, { side: "sell", quantityLots: lots(2), priceTicks: ticks(1_000) });
  }
  expect(s.asks).toEqual(["1000 × 104"]);
  const killed = s.limit("taker", "buy", "102", "1000", { timeInForce: "fok" });
  expect(killed.order).toBe("expired fok 0 of 102");
  const buy = s.limit("taker", "buy", "102", "1000");
  expect(buy.order).toBe("expired ioc 100 of 102");
  expect(s.balances("taker")).toEqual({ USDT: "100000 + 0", BTC: "99.8 + 0" });
  expect([s.bids, s.asks]).toEqual([[], ["1000 × 4"]]);
  s.compare();
});
