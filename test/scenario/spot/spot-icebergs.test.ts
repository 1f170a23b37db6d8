import type { Lots, Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SpotWorld } from "../../support/scenario/spot-world.ts";

function world(): SpotWorld {
  return new SpotWorld()
    .user("ana", { USDT: "10000", BTC: "10" })
    .user("ben", { USDT: "10000", BTC: "10" })
    .user("cem", { USDT: "100000", BTC: "10" });
}

test("SPOT-44 an iceberg shows a part, and each further part rests behind the other orders of its price", () => {
  const s = world();
  const hidden = s.iceberg("ana", "sell", "5", "1000", "2");
  s.limit("ben", "sell", "1", "1000");
  expect(s.asks).toEqual(["1000 × 3"]);
  // All of it is held, shown or not.
  expect(s.balances("ana")).toMatchObject({ USDT: "10000 + 0", BTC: "5 + 5" });
  const buy = s.limit("cem", "buy", "4", "1000");
  // 2 shown by Ana, Ben's 1, and 1 of Ana's next part.
  expect(buy.trades).toEqual(["2 @ 1000", "1 @ 1000", "1 @ 1000"]);
  expect(s.order(hidden.orderId)).toBe("partially-filled 3 of 5");
  expect(s.asks).toEqual(["1000 × 1"]);
  // The maker fee is 0.1 % of 3,000.
  expect(s.balances("ana")).toMatchObject({ USDT: "12997 + 0", BTC: "5 + 2" });
  expect(s.balances("ben")).toMatchObject({ USDT: "10999 + 0", BTC: "9 + 0" });
  expect(s.balances("cem")).toMatchObject({ USDT: "96000 + 0", BTC: "13.992 + 0" });
  expect(s.limit("cem", "buy", "2", "1000").trades).toEqual(["1 @ 1000", "1 @ 1000"]);
  expect(s.order(hidden.orderId)).toBe("filled 5");
  expect(s.balances("ana")).toMatchObject({ USDT: "14995 + 0", BTC: "5 + 0" });
  expect(s.asks).toEqual([]);
});

test("SPOT-44 an iceberg takes with its whole quantity and hides only what rests", () => {
  const s = world();
  s.limit("ben", "sell", "3", "1000");
  const taker = s.iceberg("ana", "buy", "6", "1000", "1");
  expect(taker.trades).toEqual(["3 @ 1000"]);
  expect(s.order(taker.orderId)).toBe("partially-filled 3 of 6");
  expect(s.bids).toEqual(["1000 × 1"]);
  expect(s.balances("ana")).toMatchObject({ USDT: "4000 + 3000", BTC: "12.994 + 0" });
  s.cancel("ana", taker.orderId);
  expect(s.bids).toEqual([]);
  expect(s.balances("ana")).toMatchObject({ USDT: "7000 + 0", BTC: "12.994 + 0" });
});

test("SPOT-44 fill or kill and orders in quote count hidden lots", () => {
  const s = world();
  s.iceberg("ana", "sell", "5", "1000", "0.5");
  expect(s.limit("cem", "buy", "5.01", "1000", { timeInForce: "fok" }).trades).toEqual([]);
  expect(s.limit("cem", "buy", "3", "1000", { timeInForce: "fok" }).order).toBe("filled 3");
  expect(s.marketFor("cem", "buy", "1500").order).toContain("filled 1.5");
  expect(s.asks).toEqual(["1000 × 0.5"]);
  expect(s.market("cem", "buy", "0.5").order).toBe("filled 0.5");
});

test("SPOT-44 own orders between its parts end an order where matching reaches them", () => {
  const s = world();
  s.iceberg("ana", "sell", "3", "1000", "1");
  const own = s.limit("cem", "sell", "1", "1000");
  // Behind the shown part comes the own order, so there is no more than 1.
  expect(s.limit("cem", "buy", "2", "1000", { timeInForce: "fok" }).trades).toEqual([]);
  const buy = s.limit("cem", "buy", "2", "1000");
  expect([buy.order, buy.trades]).toEqual(["expired self-trade 1 of 2", ["1 @ 1000"]]);
  const skips = s.limit("cem", "buy", "2", "1000", { selfTrade: "expire-maker" });
  expect([skips.order, skips.trades]).toEqual(["filled 2", ["1 @ 1000", "1 @ 1000"]]);
  expect(s.order(own.orderId)).toBe("expired self-trade 0 of 1");
});

test("SPOT-44 an order larger than an iceberg takes all of it before its rest is shown, so the book is never crossed", () => {
  const s = world();
  const hidden = s.iceberg("ana", "sell", "5", "1000", "1");
  const buy = s.limit("cem", "buy", "7", "1001");
  expect(buy.trades).toEqual(Array(5).fill("1 @ 1000"));
  expect([s.order(hidden.orderId), s.order(buy.orderId)]).toEqual(["filled 5", "partially-filled 5 of 7"]);
  expect([s.asks, s.bids]).toEqual([[], ["1001 × 2"]]);
  expect(s.balances("ana")).toMatchObject({ USDT: "14995 + 0", BTC: "5 + 0" });
  expect(s.balances("cem")).toMatchObject({ USDT: "92998 + 2002", BTC: "14.99 + 0" });
  s.cancel("cem", buy.orderId);
  s.iceberg("ana", "sell", "4", "1000", "1");
  // Of two icebergs the larger one stays, and shows its part.
  const other = s.iceberg("cem", "buy", "8", "1000", "2");
  expect(other.trades).toEqual(Array(4).fill("1 @ 1000"));
  expect([s.asks, s.bids]).toEqual([[], ["1000 × 2"]]);
  expect(s.balances("ana")).toMatchObject({ USDT: "18991 + 0", BTC: "1 + 0" });
  expect(s.balances("cem")).toMatchObject({ USDT: "87000 + 4000", BTC: "18.982 + 0" });
});

test("SPOT-44 an iceberg that meets an own order ends with its status and shows nothing", () => {
  const s = world();
  s.limit("ana", "sell", "1", "1000");
  const none = s.iceberg("ana", "buy", "5", "1000", "1");
  expect([none.order, none.trades]).toEqual(["expired self-trade 0 of 5", []]);
  s.limit("ben", "sell", "2", "999");
  const some = s.iceberg("ana", "buy", "5", "1000", "1");
  expect([some.order, some.trades]).toEqual(["expired self-trade 2 of 5", ["2 @ 999"]]);
  expect([s.asks, s.bids]).toEqual([["1000 × 1"], []]);
  expect(s.balances("ana")).toMatchObject({ USDT: "8002 + 0", BTC: "10.996 + 1" });
});

test("SPOT-44 decrement takes from an own iceberg's whole quantity", () => {
  const s = world();
  const own = s.iceberg("ana", "sell", "5", "1000", "1");
  const buy = s.limit("ana", "buy", "3", "1000", { selfTrade: "decrement" });
  expect(buy.order).toBe("expired self-trade 0 of 3");
  expect(s.order(own.orderId)).toBe("open self-trade 0 of 2");
  expect(s.asks).toEqual(["1000 × 1"]);
  expect(s.balances("ana")).toMatchObject({ USDT: "10000 + 0", BTC: "8 + 2" });
});

test("SPOT-44 a smaller quantity comes off the hidden part first", () => {
  const s = world();
  const { orderId } = s.iceberg("ana", "sell", "5", "1000", "2");
  s.reduce("ana", orderId, "2.5");
  expect(s.asks).toEqual(["1000 × 2"]);
  s.reduce("ana", orderId, "1");
  expect(s.asks).toEqual(["1000 × 1"]);
  expect(s.balances("ana")).toMatchObject({ BTC: "9 + 1" });
  expect(s.limit("cem", "buy", "2", "1000").trades).toEqual(["1 @ 1000"]);
  expect(s.order(orderId)).toBe("filled 1");
});

test("SPOT-44 a triggered order and a leg of a list hide what they do not show", () => {
  const s = world();
  s.limit("ben", "buy", "1", "1000");
  const stop = s.iceberg("ana", "sell", "4", "1001", "1", { type: "stop-limit", stopTicks: 990 as Ticks });
  s.limit("ben", "buy", "1", "990");
  s.market("cem", "sell", "2");
  expect(s.order(stop.orderId)).toBe("open 0 of 4");
  expect(s.asks).toEqual(["1001 × 1"]);
  s.cancel("ana", stop.orderId);
  const list = s.execute({
    kind: "place-list",
    userId: s.id("ana"),
    marketId: 0,
    side: "sell",
    selfTrade: "expire-taker",
    quantityLots: 400 as Lots,
    above: {
      type: "limit",
      timeInForce: "gtc",
      priceTicks: 1_010 as Ticks,
      stopTicks: 0 as Ticks,
      visibleLots: 100 as Lots,
      key: "",
    },
    below: {
      type: "stop-market",
      timeInForce: "gtc",
      priceTicks: 0 as Ticks,
      stopTicks: 980 as Ticks,
      key: "",
    },
    key: "",
  });
  expect(list.error).toBeUndefined();
  expect(s.asks).toEqual(["1010 × 1"]);
  expect(s.balances("ana")).toMatchObject({ BTC: "6 + 4" });
  expect(s.limit("cem", "buy", "3", "1010").trades).toEqual(["1 @ 1010", "1 @ 1010", "1 @ 1010"]);
  expect(s.balances("ana")).toMatchObject({ BTC: "6 + 1" });
});

test("SPOT-44 an iceberg needs a limit price, has to be able to rest, and has at most 100 parts", () => {
  const s = world();
  const before = s.balances("ana");
  const refused = (fields: Parameters<SpotWorld["iceberg"]>[5], visible = "1") =>
    s.iceberg("ana", "sell", "5", "1000", visible, fields).error;
  expect(refused({ timeInForce: "ioc" })).toBe("trade.invalidParameters");
  expect(refused({ timeInForce: "fok" })).toBe("trade.invalidParameters");
  expect(refused({ type: "stop-market", stopTicks: 990 as Ticks })).toBe("trade.invalidParameters");
  expect(refused({}, "5.01")).toBe("trade.invalidParameters");
  expect(refused({}, "0")).toBe("trade.invalidParameters");
  expect(refused({}, "0.04")).toBe("trade.amountError");
  expect(refused({}, "0.01")).toBe("trade.amountError");
  expect(s.balances("ana")).toEqual(before);
  expect(refused({ timeInForce: "post-only" }, "0.05")).toBeUndefined();
});

test("SPOT-44 a key answers the same iceberg again, and conflicts with another visible quantity", () => {
  const s = world();
  const first = s.iceberg("ana", "sell", "5", "1000", "1", { key: "ice-1" });
  expect(s.iceberg("ana", "sell", "5", "1000", "1", { key: "ice-1" }).replayedSeq).toBe(first.seq);
  expect(s.iceberg("ana", "sell", "5", "1000", "2", { key: "ice-1" }).error).toBe("request.keyConflict");
  expect(s.limit("ana", "sell", "5", "1000", { key: "ice-1" }).error).toBe("request.keyConflict");
  expect(s.asks).toEqual(["1000 × 1"]);
});
