import { expect, test } from "vitest";
import { SpotWorld, withMaker } from "../../support/scenario/spot-world.ts";

/** The maker's book after a trade at 1000. */
function traded(): SpotWorld {
  const s = new SpotWorld().user("first", { BTC: "1" }).user("second", { USDT: "1000" });
  s.limit("first", "sell", "0.02", "1000");
  s.market("second", "buy", "0.02");
  return withMaker(s);
}

test("SPOT-11 the legs of an OCO share one hold: for a sell the coins once, for a buy the costlier leg", () => {
  const s = traded().user("alice", { BTC: "1" }).user("ben", { USDT: "2000" }).user("cid", { USDT: "2000" });
  const sell = s.oco("alice", "sell", "1", "1100", "950");
  expect(sell.order).toBe("open 0 of 1");
  expect(s.order(sell.orderId + 1)).toBe("untriggered 0 of 1");
  expect(s.balances("alice")).toEqual({ BTC: "0 + 1" });
  s.oco("ben", "buy", "1", "950", "1050");
  // 1050 plus 5 %, rounded up.
  expect(s.balances("ben")).toEqual({ USDT: "897 + 1103" });
  s.oco("cid", "buy", "1", "950", "1050", "1060");
  expect(s.balances("cid")).toEqual({ USDT: "940 + 1060" });
});

test("SPOT-11 any fill of the limit leg cancels the stop leg and releases its extra hold", () => {
  const s = traded().user("alice", { USDT: "2000" }).user("bob", { BTC: "1" });
  const pair = s.oco("alice", "buy", "1", "995", "1050");
  s.limit("bob", "sell", "0.4", "995");
  expect(s.order(pair.orderId)).toBe("partially-filled 0.4 of 1");
  expect(s.order(pair.orderId + 1)).toBe("canceled oco-sibling 0 of 1");
  expect(s.balances("alice")).toEqual({ USDT: "1005 + 597", BTC: "0.3996 + 0" });
});

test("SPOT-23 an OCO whose limit leg would execute at once is rejected, and nothing moves; one tick away it rests", () => {
  const s = traded().user("alice", { USDT: "2000", BTC: "1" });
  for (const refused of [
    s.oco("alice", "buy", "1", "1010", "1015", "1010"),
    s.oco("alice", "buy", "1", "1014", "1015"),
    s.oco("alice", "sell", "1", "990", "985"),
  ])
    expect([refused.error, refused.events.length]).toEqual(["trade.wouldTake", 1]);
  expect(s.balances("alice")).toEqual({ USDT: "2000 + 0", BTC: "1 + 0" });
  expect([s.bids, s.asks]).toEqual([
    ["990 × 1", "980 × 2"],
    ["1010 × 1", "1020 × 2"],
  ]);
  const buy = s.oco("alice", "buy", "1", "1009", "1015", "1010");
  expect([buy.order, s.order(buy.orderId + 1)]).toEqual(["open 0 of 1", "untriggered 0 of 1"]);
  expect(s.balances("alice")).toEqual({ USDT: "990 + 1010", BTC: "1 + 0" });
  // Its own resting order counts like anyone else's.
  expect(s.oco("alice", "sell", "1", "1009", "985").error).toBe("trade.wouldTake");
});

test("SPOT-11 the trigger of the stop leg cancels the limit leg before it executes", () => {
  const s = traded().user("alice", { BTC: "1" }).user("bob", { BTC: "2" });
  const pair = s.oco("alice", "sell", "1", "1100", "985");
  s.market("bob", "sell", "1.5");
  expect(s.order(pair.orderId)).toBe("canceled oco-sibling 0 of 1");
  expect(s.order(pair.orderId + 1)).toBe("filled 1");
  expect(s.asks).toEqual(["1010 × 1", "1020 × 2"]);
  expect(s.balances("alice")).toEqual({ USDT: "978.04 + 0" });
});

test("SPOT-11 canceling one leg cancels both, once, and everything is released", () => {
  const s = traded().user("alice", { USDT: "2000" });
  const pair = s.oco("alice", "buy", "1", "950", "1050");
  expect(s.cancel("alice", pair.orderId + 1).error).toBeUndefined();
  expect(s.order(pair.orderId + 1)).toBe("canceled user 0 of 1");
  expect(s.order(pair.orderId)).toBe("canceled oco-sibling 0 of 1");
  expect(s.cancel("alice", pair.orderId)).toMatchObject({ error: "trade.orderClosed", params: [4, 0, 0] });
  expect(s.balances("alice")).toEqual({ USDT: "2000 + 0" });
  expect(s.bids).toEqual(["990 × 1", "980 × 2"]);
});

test("SPOT-11 a sell's limit is above its stop and a buy's below; a leg cannot be reduced", () => {
  const s = traded().user("alice", { BTC: "1", USDT: "2000" });
  expect(s.oco("alice", "sell", "1", "950", "1100").error).toBe("trade.invalidParameters");
  expect(s.oco("alice", "buy", "1", "1050", "950").error).toBe("trade.invalidParameters");
  const pair = s.oco("alice", "sell", "1", "1100", "950");
  expect(s.reduce("alice", pair.orderId, "0.5").error).toBe("trade.invalidParameters");
});

test("SPOT-11 a restart keeps the legs together", () => {
  const s = traded().user("alice", { BTC: "1" }).user("bob", { BTC: "2" });
  const pair = s.oco("alice", "sell", "1", "1100", "985");
  s.restart();
  s.market("bob", "sell", "1.5");
  expect(s.order(pair.orderId)).toBe("canceled oco-sibling 0 of 1");
  expect(s.order(pair.orderId + 1)).toBe("filled 1");
});

test("SPOT-13 expire-taker: an order that would meet its own user's order ends there", () => {
  const s = withMaker().user("alice", { USDT: "5000", BTC: "1" });
  const own = s.limit("alice", "sell", "1", "1015");
  const buy = s.limit("alice", "buy", "3", "1030");
  expect(buy.order).toBe("expired self-trade 1 of 3");
  expect(s.order(own.orderId)).toBe("open 0 of 1");
  expect(s.balances("alice")).toEqual({ USDT: "3990 + 0", BTC: "0.998 + 1" });
});

test("SPOT-13 expire-maker: the own resting order expires and the incoming one continues", () => {
  const s = withMaker().user("alice", { USDT: "5000", BTC: "1" });
  const own = s.limit("alice", "sell", "1", "1015");
  const buy = s.limit("alice", "buy", "2", "1030", { selfTrade: "expire-maker" });
  expect(s.order(own.orderId)).toBe("expired self-trade 0 of 1");
  expect(buy.order).toBe("filled 2");
  expect(s.balances("alice")).toEqual({ USDT: "2970 + 0", BTC: "2.996 + 0" });
});

test("SPOT-13 expire-maker: an order that only meets own ones rests", () => {
  const s = new SpotWorld().user("alice", { USDT: "5000", BTC: "1" });
  s.limit("alice", "sell", "1", "1000");
  const buy = s.limit("alice", "buy", "1", "1000", { selfTrade: "expire-maker" });
  expect(buy.order).toBe("open 0 of 1");
  expect([s.bids, s.asks]).toEqual([["1000 × 1"], []]);
  expect(s.balances("alice")).toEqual({ USDT: "4000 + 1000", BTC: "1 + 0" });
});

test("SPOT-13 expire-both: both end where they meet, by quantity or by value", () => {
  const s = withMaker().user("alice", { USDT: "9000", BTC: "2" });
  const own = s.limit("alice", "sell", "1", "1015");
  const buy = s.limit("alice", "buy", "3", "1030", { selfTrade: "expire-both" });
  expect([buy.order, s.order(own.orderId)]).toEqual([
    "expired self-trade 1 of 3",
    "expired self-trade 0 of 1",
  ]);
  const again = s.limit("alice", "sell", "1", "1019");
  const spend = s.marketFor("alice", "buy", "3000", { selfTrade: "expire-both" });
  expect([spend.order, s.order(again.orderId)]).toEqual([
    "expired self-trade 0",
    "expired self-trade 0 of 1",
  ]);
  expect(s.balances("alice")).toEqual({ USDT: "7990 + 0", BTC: "2.998 + 0" });
});

test("SPOT-13 fill-or-kill and market orders count no order of their own user", () => {
  const s = withMaker().user("alice", { USDT: "9000", BTC: "2" });
  s.limit("alice", "sell", "1", "1009");
  expect(s.limit("alice", "buy", "2", "1020", { timeInForce: "fok" }).order).toBe("expired fok 0 of 2");
  const skips = s.limit("alice", "buy", "2", "1020", { timeInForce: "fok", selfTrade: "expire-maker" });
  expect(skips.order).toBe("filled 2");
  s.limit("alice", "sell", "1", "1019");
  expect(s.market("alice", "buy", "1").order).toBe("expired self-trade 0 of 1");
});

test("SPOT-13 a leg of an OCO that self-trade prevention ends takes its sibling with it", () => {
  const s = traded().user("alice", { USDT: "9000", BTC: "2" });
  const pair = s.oco("alice", "sell", "1", "1009", "950");
  s.limit("alice", "buy", "0.5", "1009", { selfTrade: "expire-maker" });
  expect(s.order(pair.orderId)).toBe("expired self-trade 0 of 1");
  expect(s.order(pair.orderId + 1)).toBe("canceled oco-sibling 0 of 1");
  expect(s.balances("alice")).toEqual({ USDT: "8495.5 + 504.5", BTC: "2 + 0" });
});
