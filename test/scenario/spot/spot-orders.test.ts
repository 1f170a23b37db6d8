import { expect, test } from "vitest";
import { SpotWorld, withMaker } from "../../support/scenario/spot-world.ts";

test("SPOT-01 a limit order rests with its full value held, and executes at its own price", () => {
  const s = new SpotWorld().user("alice", { USDT: "2000" }).user("bob", { BTC: "3" });
  const buy = s.limit("alice", "buy", "1.5", "1000");
  expect(buy.order).toBe("open 0 of 1.5");
  expect(s.bids).toEqual(["1000 × 1.5"]);
  s.expectBalances({ alice: { USDT: "500 + 1500" }, bob: { BTC: "3 + 0" } });

  const sell = s.limit("bob", "sell", "1", "1000");
  expect(sell.order).toBe("filled 1");
  expect(sell.trades).toEqual(["1 @ 1000"]);
  expect(s.order(buy.orderId)).toBe("partially-filled 1 of 1.5");
  s.expectBalances({
    alice: { USDT: "500 + 500", BTC: "0.999 + 0" },
    bob: { BTC: "2 + 0", USDT: "998 + 0" },
    fees: { USDT: "2", BTC: "0.001" },
  });
});

test("SPOT-01 a taker pays the maker's better price and gets the difference back at once", () => {
  const s = withMaker().user("alice", { USDT: "3000" });
  const buy = s.limit("alice", "buy", "2", "1030");
  expect(buy.trades).toEqual(["1 @ 1010", "1 @ 1020"]);
  expect(buy.order).toBe("filled 2");
  expect(s.balances("alice")).toEqual({ USDT: "970 + 0", BTC: "1.996 + 0" });
  const last = buy.events.findLast((event) => event.kind === "order-changed");
  expect(last).toMatchObject({ orderId: buy.orderId, status: "filled", releasedUnits: 30_000_000 });
});

test("SPOT-01 the unfilled part of a crossing limit order rests at its own price", () => {
  const s = withMaker().user("alice", { USDT: "3000" });
  const buy = s.limit("alice", "buy", "2.5", "1015");
  expect(buy.order).toBe("partially-filled 1 of 2.5");
  expect(s.bids).toEqual(["1015 × 1.5", "990 × 1", "980 × 2"]);
  expect(s.asks).toEqual(["1020 × 2"]);
  expect(s.balances("alice")).toEqual({ USDT: "467.5 + 1522.5", BTC: "0.998 + 0" });
});

test("SPOT-02 orders match by price, then by time", () => {
  const s = new SpotWorld().user("ann", { BTC: "1" }).user("ben", { BTC: "1" }).user("cid", { BTC: "1" });
  s.user("dan", { USDT: "5000" });
  const late = s.limit("ben", "sell", "1", "1001");
  const first = s.limit("ann", "sell", "0.5", "1000");
  const second = s.limit("cid", "sell", "1", "1000");
  s.market("dan", "buy", "1");
  expect(s.order(first.orderId)).toBe("filled 0.5");
  expect(s.order(second.orderId)).toBe("partially-filled 0.5 of 1");
  expect(s.order(late.orderId)).toBe("open 0 of 1");
});

test("SPOT-03 an immediate-or-cancel order fills what it can and the rest expires", () => {
  const s = withMaker().user("alice", { USDT: "3000" });
  const buy = s.limit("alice", "buy", "2", "1010", { timeInForce: "ioc" });
  expect(buy.order).toBe("expired ioc 1 of 2");
  expect(s.balances("alice")).toEqual({ USDT: "1990 + 0", BTC: "0.998 + 0" });
  expect(s.limit("alice", "buy", "1", "1005", { timeInForce: "ioc" }).order).toBe("expired ioc 0 of 1");
  expect(s.bids).toEqual(["990 × 1", "980 × 2"]);
});

test("SPOT-04 a fill-or-kill order is filled completely or not at all", () => {
  const s = withMaker().user("alice", { USDT: "5000" });
  const killed = s.limit("alice", "buy", "3.01", "1020", { timeInForce: "fok" });
  expect(killed.order).toBe("expired fok 0 of 3.01");
  expect(killed.trades).toEqual([]);
  expect(s.asks).toEqual(["1010 × 1", "1020 × 2"]);
  expect(s.balances("alice")).toEqual({ USDT: "5000 + 0" });
  const filled = s.limit("alice", "buy", "3", "1020", { timeInForce: "fok" });
  expect(filled.order).toBe("filled 3");
  expect(s.balances("alice")).toEqual({ USDT: "1950 + 0", BTC: "2.994 + 0" });
});

test("SPOT-05 a post-only order never takes: it rests or is rejected, and nothing moves", () => {
  const s = withMaker().user("alice", { USDT: "5000" });
  const refused = s.limit("alice", "buy", "1", "1010", { timeInForce: "post-only" });
  expect(refused.error).toBe("trade.wouldTake");
  s.expectBalances({ maker: s.balances("maker"), alice: { USDT: "5000 + 0" } });
  expect(s.limit("alice", "buy", "1", "1009", { timeInForce: "post-only" }).order).toBe("open 0 of 1");
  expect(s.balances("alice")).toEqual({ USDT: "3991 + 1009" });
});

test("SPOT-06 a market order by quantity costs exactly the sum of the book's levels", () => {
  const s = withMaker().user("alice", { USDT: "2030" });
  const buy = s.market("alice", "buy", "2");
  expect(buy.order).toBe("filled 2");
  expect(s.balances("alice")).toEqual({ BTC: "1.996 + 0" });
  const sell = s.market("alice", "sell", "1.5");
  expect(sell.trades).toEqual(["1 @ 990", "0.5 @ 980"]);
  expect(s.balances("alice")).toEqual({ BTC: "0.496 + 0", USDT: "1477.04 + 0" });
});

test("SPOT-06 an unaffordable market order is rejected before anything moves", () => {
  const s = withMaker().user("alice", { USDT: "2029.999999" });
  const buy = s.market("alice", "buy", "2");
  expect(buy.error).toBe("trade.insufficientBalance");
  expect(buy.params).toEqual([2_029_999_999, 0, 0]);
  expect(s.asks).toEqual(["1010 × 1", "1020 × 2"]);
  expect(s.balances("alice")).toEqual({ USDT: "2029.999999 + 0" });
});

test("SPOT-06 a market order that finds an empty book expires", () => {
  const s = new SpotWorld().user("alice", { BTC: "1", USDT: "100" });
  expect(s.market("alice", "sell", "1").order).toBe("expired ioc 0 of 1");
  expect(s.market("alice", "buy", "1").order).toBe("expired ioc 0 of 1");
  s.expectBalances({ alice: { BTC: "1 + 0", USDT: "100 + 0" } });
});

test("SPOT-07 a market order by value spends no more than it and returns the remainder below one lot", () => {
  const s = withMaker().user("alice", { USDT: "1500" });
  const buy = s.marketFor("alice", "buy", "1500");
  expect(buy.trades).toEqual(["1 @ 1010", "0.48 @ 1020"]);
  expect(buy.order).toBe("filled 1.48");
  expect(s.balances("alice")).toEqual({ USDT: "0.4 + 0", BTC: "1.47704 + 0" });
});

test("SPOT-07 a market sell by value sells the quantity that yields no more than it", () => {
  const s = withMaker().user("alice", { BTC: "2" });
  const sell = s.marketFor("alice", "sell", "1500");
  expect(sell.trades).toEqual(["1 @ 990", "0.52 @ 980"]);
  expect(sell.order).toBe("filled 1.52");
  expect(s.balances("alice")).toEqual({ BTC: "0.48 + 0", USDT: "1496.6008 + 0" });
  expect(s.user("poor", { BTC: "1" }).marketFor("poor", "sell", "1500").error).toBe(
    "trade.insufficientBalance",
  );
});

test("SPOT-08 a market order fills nothing beyond 5 % from the index, and the rest expires", () => {
  const s = withMaker().user("alice", { USDT: "9000", BTC: "9" });
  s.limit("maker", "sell", "5", "1051");
  s.limit("maker", "buy", "5", "949");
  const buy = s.market("alice", "buy", "4");
  expect(buy.order).toBe("expired price-protection 3 of 4");
  const sell = s.market("alice", "sell", "4");
  expect(sell.order).toBe("expired price-protection 3 of 4");
  expect(s.marketFor("alice", "buy", "100").order).toBe("expired price-protection 0");
  expect(s.balances("alice")).toEqual({ USDT: "8894.1 + 0", BTC: "8.994 + 0" });
  s.observe("1001");
  expect(s.market("alice", "buy", "1").order).toBe("filled 1");
});

test("SPOT-14 a pure reduction keeps the place in the queue and releases its part of the hold", () => {
  const s = new SpotWorld()
    .user("ann", { USDT: "3000" })
    .user("ben", { USDT: "3000" })
    .user("cid", { BTC: "2" });
  const first = s.limit("ann", "buy", "2", "1000");
  const second = s.limit("ben", "buy", "1", "1000");
  const reduced = s.reduce("ann", first.orderId, "0.5");
  expect(reduced.error).toBeUndefined();
  expect(s.order(first.orderId)).toBe("open 0 of 0.5");
  expect(s.balances("ann")).toEqual({ USDT: "2500 + 500" });
  s.market("cid", "sell", "0.6");
  expect(s.order(first.orderId)).toBe("filled 0.5");
  expect(s.order(second.orderId)).toBe("partially-filled 0.1 of 1");
});

test("SPOT-14 a new quantity that is not smaller, not above the executed one, or below the minimum is rejected", () => {
  const s = withMaker().user("alice", { USDT: "5000" });
  const buy = s.limit("alice", "buy", "2", "1010");
  expect(s.order(buy.orderId)).toBe("partially-filled 1 of 2");
  for (const quantity of ["2", "2.5", "1", "0.5"])
    expect(s.reduce("alice", buy.orderId, quantity).error).toBe("trade.invalidParameters");
  const resting = s.limit("alice", "buy", "1", "1000");
  expect(s.reduce("alice", resting.orderId, "0.01").error).toBe("trade.amountError");
  expect(s.reduce("maker", resting.orderId, "0.5").error).toBe("trade.orderNotFound");
  expect(s.reduce("alice", 999, "0.5").error).toBe("trade.orderNotFound");
  s.cancel("alice", resting.orderId);
  expect(s.reduce("alice", resting.orderId, "0.5").error).toBe("trade.orderClosed");
  expect(s.reduce("alice", buy.orderId, "1.5").error).toBeUndefined();
  expect(s.balances("alice")).toEqual({ USDT: "3485 + 505", BTC: "0.998 + 0" });
});

test("SPOT-20 fees are rounded up in the venue's favor and deducted from the received amount", () => {
  const s = new SpotWorld({ tick: "0.0001", minNotional: "0", makerFeePpm: 1, takerFeePpm: 1 });
  s.observe("0.0005");
  s.user("alice", { USDT: "1000" }).user("bob", { BTC: "1000" });
  s.limit("alice", "buy", "100.01", "5");
  s.limit("bob", "sell", "100.01", "5");
  // 50,005 units of USDT at one ppm is 0.050005 units: the fee is rounded up to one.
  expect(s.balances("bob")).toEqual({ BTC: "899.99 + 0", USDT: "0.050004 + 0" });
  expect(s.exchange.systemBalance("fees", 0)).toBe(1);
  expect(s.exchange.systemBalance("fees", 1)).toBe(10_001);
});

test("SPOT-20 a market without fees charges none", () => {
  const s = withMaker(new SpotWorld({ makerFeePpm: 0, takerFeePpm: 0 })).user("alice", { USDT: "1010" });
  s.market("alice", "buy", "1");
  expect(s.balances("alice")).toEqual({ BTC: "1 + 0" });
  expect(s.exchange.systemBalance("fees", 1)).toBe(0);
});
