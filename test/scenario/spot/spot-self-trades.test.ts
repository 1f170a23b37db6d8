import type { ExchangeEvent } from "@candor/domain/events/events";
import { NEWEST_RULES, RULES } from "@candor/domain/rules";
import { expect, test } from "vitest";
import { type Options, SpotWorld } from "../../support/scenario/spot-world.ts";

const DECREMENT: Options = { selfTrade: "decrement" };

function world(): SpotWorld {
  return new SpotWorld().user("ana", { USDT: "10000", BTC: "10" }).user("ben", { USDT: "10000", BTC: "10" });
}

test("SPOT-40 a smaller incoming order takes its quantity off the own resting one and expires", () => {
  const s = world();
  const own = s.limit("ana", "sell", "3", "1000");
  expect(s.balances("ana")).toMatchObject({ USDT: "10000 + 0", BTC: "7 + 3" });
  const buy = s.limit("ana", "buy", "1", "1000", DECREMENT);
  expect([buy.order, buy.trades]).toEqual(["expired self-trade 0 of 1", []]);
  expect(s.order(own.orderId)).toBe("open self-trade 0 of 2");
  expect(s.balances("ana")).toMatchObject({ USDT: "10000 + 0", BTC: "8 + 2" });
  // What is left keeps its place and trades.
  expect(s.limit("ben", "buy", "2", "1000").trades).toEqual(["2 @ 1000"]);
  expect(s.order(own.orderId)).toBe("filled 2");
  expect(s.balances("ana")).toMatchObject({ USDT: "11998 + 0", BTC: "8 + 0" });
});

test("SPOT-40 a larger incoming order becomes smaller, trades behind the own one and rests", () => {
  const s = world();
  const own = s.limit("ana", "sell", "1", "1000");
  s.limit("ben", "sell", "2", "1010");
  const buy = s.limit("ana", "buy", "5", "1020", DECREMENT);
  expect(s.order(own.orderId)).toBe("expired self-trade 0 of 1");
  expect(buy.trades).toEqual(["2 @ 1010"]);
  expect(s.order(buy.orderId)).toBe("partially-filled 2 of 4");
  // 2,020 are paid, and 2 × 1,020 still held; the fee is 0.2 % of the two coins.
  expect(s.balances("ana")).toMatchObject({ USDT: "5940 + 2040", BTC: "11.996 + 0" });
  expect(s.balances("ben")).toMatchObject({ USDT: "12017.98 + 0", BTC: "8 + 0" });
});

test("SPOT-40 equal orders both expire, and a larger one without other counterparties only becomes smaller", () => {
  const s = world();
  const first = s.limit("ana", "buy", "1", "990");
  const sell = s.limit("ana", "sell", "1", "990", DECREMENT);
  expect([s.order(first.orderId), sell.order]).toEqual([
    "expired self-trade 0 of 1",
    "expired self-trade 0 of 1",
  ]);
  const second = s.limit("ana", "buy", "1", "990");
  const larger = s.limit("ana", "sell", "3", "990", DECREMENT);
  expect([s.order(second.orderId), larger.order]).toEqual([
    "expired self-trade 0 of 1",
    "open self-trade 0 of 2",
  ]);
  expect(s.balances("ana")).toMatchObject({ USDT: "10000 + 0", BTC: "8 + 2" });
  expect(s.exchange.bookView(0, 5)).toEqual({ bids: [], asks: [[990, 200]] });
});

test("SPOT-40 a market order counts own orders as its quantity but pays only for what it trades", () => {
  const s = world();
  s.limit("ben", "sell", "1", "1000");
  const own = s.limit("ana", "sell", "1", "1001");
  s.limit("ben", "sell", "5", "1002");
  const buy = s.market("ana", "buy", "3", DECREMENT);
  expect([buy.order, buy.trades]).toEqual(["filled 2", ["1 @ 1000", "1 @ 1002"]]);
  expect(s.order(own.orderId)).toBe("expired self-trade 0 of 1");
  expect(s.balances("ana")).toMatchObject({ USDT: "7998 + 0", BTC: "11.996 + 0" });
  s.limit("ana", "buy", "1", "999");
  s.limit("ben", "buy", "0.5", "998");
  const sell = s.market("ana", "sell", "2", DECREMENT);
  expect([sell.order, sell.trades]).toEqual(["expired ioc 0.5 of 1", ["0.5 @ 998"]]);
  expect(s.balances("ana")).toMatchObject({ USDT: "8496.002 + 0", BTC: "11.496 + 0" });
});

test("SPOT-40 a fill-or-kill order does not count own orders, and one in quote cannot have the mode", () => {
  const s = world();
  const own = s.limit("ana", "sell", "1", "1000");
  s.limit("ben", "sell", "1", "1000");
  const killed = s.limit("ana", "buy", "2", "1000", { ...DECREMENT, timeInForce: "fok" });
  expect([killed.order, s.order(own.orderId)]).toEqual(["expired fok 0 of 2", "open 0 of 1"]);
  expect(s.marketFor("ana", "buy", "1000", DECREMENT).error).toBe("trade.invalidParameters");
  expect(s.balances("ana")).toMatchObject({ USDT: "10000 + 0", BTC: "9 + 1" });
});

test("SPOT-40 a leg of an OCO that the order would make smaller expires with its sibling", () => {
  const s = world();
  s.oco("ana", "sell", "3", "1010", "950");
  const buy = s.limit("ana", "buy", "1", "1010", DECREMENT);
  expect(buy.order).toBe("expired self-trade 0 of 1");
  expect(s.exchange.accountView(s.id("ana")).orders).toEqual([]);
  expect(s.balances("ana")).toMatchObject({ USDT: "10000 + 0", BTC: "10 + 0" });
});

test("SPOT-41 an order without a mode does not trade with its own user either: it expires there", () => {
  const s = world();
  s.limit("ben", "sell", "1", "1000");
  const own = s.limit("ana", "sell", "1", "1001");
  const buy = s.limit("ana", "buy", "3", "1002", { selfTrade: "unspecified" });
  expect([buy.order, buy.trades]).toEqual(["expired self-trade 1 of 3", ["1 @ 1000"]]);
  expect(s.order(own.orderId)).toBe("open 0 of 1");
  expect(s.balances("ana")).toMatchObject({ USDT: "9000 + 0", BTC: "9.998 + 1" });
});

/** What an outcome says about trades that were prevented. */
const prevented = ({ events }: { readonly events: readonly ExchangeEvent[] }) =>
  events
    .filter((event) => event.kind === "match-prevented")
    .map(({ takerLots, makerLots, priceTicks, makerOrderId, selfTrade }) => [
      makerOrderId,
      priceTicks,
      takerLots,
      makerLots,
      selfTrade,
    ]);

test("SPOT-45 each prevented trade is an event with both orders and what they had left, before what follows from it", () => {
  const s = world();
  s.adoptRules(NEWEST_RULES);
  const resting = [s.limit("ana", "sell", "1", "1000"), s.limit("ana", "sell", "2", "1001")];
  const [first, second] = resting.map(({ orderId }) => orderId);
  const taker = s.limit("ana", "buy", "1.5", "1001", { selfTrade: "expire-taker" });
  expect(prevented(taker)).toEqual([[first, 1000, 150, 100, "expire-taker"]]);
  expect(taker.events.map(({ kind }) => kind)).toEqual([
    "executed",
    "order-changed",
    "match-prevented",
    "order-changed",
    "balance-changed",
  ]);
  const maker = s.limit("ana", "buy", "1.5", "1000", { selfTrade: "expire-maker" });
  expect(prevented(maker)).toEqual([[first, 1000, 150, 100, "expire-maker"]]);
  s.cancel("ana", maker.orderId);
  const smaller = s.limit("ana", "buy", "0.5", "1001", DECREMENT);
  expect(prevented(smaller)).toEqual([[second, 1001, 50, 200, "decrement"]]);
  const both = s.limit("ana", "buy", "1", "1001", { selfTrade: "expire-both" });
  expect(prevented(both)).toEqual([[second, 1001, 100, 150, "expire-both"]]);
  const ids = [taker, maker, smaller, both].flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === "match-prevented" ? [event.matchId] : [])),
  );
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(s.balances("ana")).toMatchObject({ USDT: "10000 + 0", BTC: "10 + 0" });
});

test("SPOT-45 several trades of one order are prevented one after the other, and a value has no quantity", () => {
  const s = world();
  s.adoptRules(NEWEST_RULES);
  const own = [s.limit("ana", "sell", "1", "1000"), s.limit("ana", "sell", "1", "1002")];
  s.limit("ben", "sell", "1", "1001");
  const buy = s.limit("ana", "buy", "3", "1002", { selfTrade: "expire-maker" });
  expect(prevented(buy)).toEqual([
    [own[0]?.orderId, 1000, 300, 100, "expire-maker"],
    [own[1]?.orderId, 1002, 200, 100, "expire-maker"],
  ]);
  expect(buy.trades).toEqual(["1 @ 1001"]);
  s.cancel("ana", buy.orderId);
  const again = s.limit("ana", "sell", "1", "1005");
  const value = s.marketFor("ana", "buy", "500");
  expect(prevented(value)).toEqual([[again.orderId, 1005, 0, 100, "expire-taker"]]);
});

test("SPOT-45 a journal of older rules replays without such events", () => {
  const events = (rules: number) => {
    const s = world();
    s.adoptRules(rules);
    s.limit("ana", "sell", "1", "1000");
    return s.limit("ana", "buy", "1", "1000", { selfTrade: "expire-taker" }).events;
  };
  const older = events(RULES.preventedMatches - 1);
  expect(events(NEWEST_RULES).filter(({ kind }) => kind !== "match-prevented")).toEqual(older);
});
