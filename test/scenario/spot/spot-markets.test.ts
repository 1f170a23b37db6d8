import { LIMITS } from "@candor/domain/limits";
import { expect, test } from "vitest";
import { SECOND } from "../../support/scenario/exchange-world.ts";
import { SpotWorld, withMaker } from "../../support/scenario/spot-world.ts";

test("SPOT-15 a cancel removes the order and releases its whole hold, once", () => {
  const s = withMaker().user("alice", { USDT: "3000" });
  const buy = s.limit("alice", "buy", "2", "1010");
  expect(s.balances("alice")).toEqual({ USDT: "980 + 1010", BTC: "0.998 + 0" });
  const canceled = s.cancel("alice", buy.orderId);
  expect(s.order(buy.orderId)).toBe("canceled user 1 of 2");
  expect(canceled.events.find((event) => event.kind === "order-changed")).toMatchObject({
    releasedUnits: 1_010_000_000,
  });
  expect(s.balances("alice")).toEqual({ USDT: "1990 + 0", BTC: "0.998 + 0" });
  expect(s.cancel("alice", buy.orderId)).toMatchObject({ error: "trade.orderClosed", params: [4, 0, 0] });
});

test("SPOT-15 another user's or an unknown order does not exist; a filled one is closed", () => {
  const s = withMaker().user("alice", { USDT: "3000" });
  const buy = s.limit("alice", "buy", "1", "1010");
  expect(s.cancel("maker", buy.orderId).error).toBe("trade.orderNotFound");
  expect(s.cancel("alice", 1).error).toBe("trade.orderNotFound");
  expect(s.cancel("alice", 4_711).error).toBe("trade.orderNotFound");
  expect(s.cancel("alice", buy.orderId)).toMatchObject({ error: "trade.orderClosed", params: [3, 0, 0] });
  expect(s.cancel("alice", 0).error).toBe("trade.invalidParameters");
  s.restart();
  expect(s.cancel("alice", buy.orderId).error).toBe("trade.orderClosed");
});

test("SPOT-15 an order is canceled by the key that it was placed with", () => {
  const s = new SpotWorld().user("alice", { USDT: "3000" }).user("bob", { USDT: "3000" });
  const buy = s.limit("alice", "buy", "1", "1000", { key: "mine-1" });
  expect(s.cancelByKey("bob", "mine-1").error).toBe("trade.orderNotFound");
  expect(s.cancelByKey("alice", "mine-2").error).toBe("trade.orderNotFound");
  expect(s.cancelByKey("alice", "mine-1").error).toBeUndefined();
  expect(s.order(buy.orderId)).toBe("canceled user 0 of 1");
  expect(s.cancelByKey("alice", "mine-1").error).toBe("trade.orderClosed");
  const pair = s.oco("alice", "buy", "1", "990", "1050", "", "pair");
  expect(s.cancelByKey("alice", "pair:s").error).toBeUndefined();
  expect(s.order(pair.orderId)).toBe("canceled oco-sibling 0 of 1");
});

test("SPOT-15 cancel all removes every order of one user, resting and waiting, and nobody else's", () => {
  const s = withMaker().user("alice", { USDT: "9000", BTC: "3" });
  s.limit("alice", "buy", "1", "970");
  s.stopMarket("alice", "sell", "1", "900");
  s.trailing("alice", "sell", "1", "5");
  s.oco("alice", "buy", "1", "960", "1100");
  expect(s.exchange.accountView(s.id("alice")).orders).toHaveLength(5);
  expect(s.cancelAll("alice", 0).error).toBeUndefined();
  expect(s.exchange.accountView(s.id("alice")).orders).toEqual([]);
  expect(s.balances("alice")).toEqual({ USDT: "9000 + 0", BTC: "3 + 0" });
  expect(s.bids).toEqual(["990 × 1", "980 × 2"]);
  expect(s.cancelAll("alice").error).toBeUndefined();
  expect(s.cancelAll("alice", 7).error).toBe("trade.invalidParameters");
});

test("SPOT-17 the same key with the same contents gets the first result, and nothing moves", () => {
  const s = withMaker().user("alice", { USDT: "9000" });
  const first = s.limit("alice", "buy", "1", "1000", { key: "k1" });
  const again = s.limit("alice", "buy", "1", "1000", { key: "k1" });
  expect([again.error, again.replayedSeq, again.orderId]).toEqual([undefined, first.seq, 0]);
  expect(s.balances("alice")).toEqual({ USDT: "8000 + 1000" });
  s.restart();
  expect(s.limit("alice", "buy", "1", "1000", { key: "k1" }).replayedSeq).toBe(first.seq);
  const pair = s.oco("alice", "buy", "1", "990", "1050", "", "pair");
  expect(s.oco("alice", "buy", "1", "990", "1050", "", "pair").replayedSeq).toBe(pair.seq);
  const reduced = s.reduce("alice", first.orderId, "0.5", "less");
  expect(s.reduce("alice", first.orderId, "0.5", "less").replayedSeq).toBe(reduced.seq);
  const canceled = s.cancelAll("alice", -1, "all");
  expect(s.cancelAll("alice", -1, "all").replayedSeq).toBe(canceled.seq);
  expect(s.balances("alice")).toEqual({ USDT: "9000 + 0" });
});

test("SPOT-17 the same key with other contents, or for another call, is a conflict; other users are free to use it", () => {
  const s = withMaker().user("alice", { USDT: "9000" }).user("bob", { USDT: "9000" });
  s.limit("alice", "buy", "1", "1000", { key: "k1" });
  expect(s.limit("alice", "buy", "1", "1001", { key: "k1" }).error).toBe("request.keyConflict");
  expect(s.limit("alice", "sell", "1", "1000", { key: "k1" }).error).toBe("request.keyConflict");
  expect(s.limit("alice", "buy", "1", "1000", { key: "k1", timeInForce: "ioc" }).error).toBe(
    "request.keyConflict",
  );
  expect(s.transfer("alice", "USDT", "5", "coin", "main", "k1").error).toBe("request.keyConflict");
  expect(s.oco("alice", "buy", "1", "990", "1050", "", "k1").error).toBe("request.keyConflict");
  s.limit("alice", "buy", "0.1", "1000", { key: "pair:l" });
  expect(s.oco("alice", "buy", "1", "990", "1050", "", "pair").error).toBe("request.keyConflict");
  expect(s.limit("bob", "buy", "1", "1001", { key: "k1" }).order).toBe("open 0 of 1");
});

test("SPOT-17 the legs of an OCO may have their own keys, which are part of its contents", () => {
  const s = withMaker().user("alice", { USDT: "9000" });
  const oco = (key: string, legKeys?: readonly [string, string]) =>
    s.oco("alice", "buy", "1", "990", "1050", "", key, legKeys);
  expect(oco("pair", ["up", "up"]).error).toBe("trade.invalidParameters");
  expect(oco("pair", ["up", "pair"]).error).toBe("trade.invalidParameters");
  expect(oco("", ["up", "down"]).error).toBe("trade.invalidParameters");
  s.limit("alice", "buy", "0.1", "1000", { key: "used" });
  expect(oco("pair", ["up", "used"]).error).toBe("request.keyConflict");
  const pair = oco("pair", ["up", "down"]);
  const keysOf = ({ events }: typeof pair) =>
    events.flatMap((event) => (event.kind === "order-changed" ? [event.key] : []));
  expect(keysOf(pair)).toEqual(["up", "down"]);
  s.restart();
  expect(oco("pair", ["up", "down"]).replayedSeq).toBe(pair.seq);
  expect(oco("pair", ["up", "other"]).error).toBe("request.keyConflict");
  expect(oco("pair", ["other", "down"]).error).toBe("request.keyConflict");
  expect(oco("pair").error).toBe("request.keyConflict");
  expect(oco("other", ["up", "down"]).error).toBe("request.keyConflict");
  expect(s.limit("alice", "buy", "1", "990", { key: "down" }).error).toBe("request.keyConflict");
  const derived = oco("x");
  expect(keysOf(derived)).toEqual(["x:l", "x:s"]);
  expect(oco("x", ["x:l", "x:s"]).replayedSeq).toBe(derived.seq);
  expect(s.cancelByKey("alice", "down").error).toBe(undefined);
  expect(s.order(pair.orderId)).toContain("canceled");
});

test("SPOT-17 a rejection binds no key", () => {
  const s = new SpotWorld().user("alice", { USDT: "500" });
  expect(s.limit("alice", "buy", "1", "1000", { key: "k1" }).error).toBe("trade.insufficientBalance");
  expect(s.limit("alice", "buy", "0.5", "1000", { key: "k1" }).order).toBe("open 0 of 0.5");
});

test("SPOT-17 a key is bound for 24 hours, and while its order is open", () => {
  const s = new SpotWorld().user("alice", { USDT: "9000" });
  const short = s.limit("alice", "buy", "1", "1000", { key: "short" });
  const long = s.limit("alice", "buy", "1", "1000", { key: "long" });
  s.cancel("alice", short.orderId);
  s.wait(LIMITS.keyLifetimeMs - 1);
  s.observe("1000");
  expect(s.limit("alice", "buy", "1", "1000", { key: "short" }).replayedSeq).toBe(short.seq);
  s.wait(1);
  s.observe("1000");
  expect(s.limit("alice", "buy", "2", "1000", { key: "short" }).order).toBe("open 0 of 2");
  expect(s.limit("alice", "buy", "1", "1000", { key: "long" }).replayedSeq).toBe(long.seq);
  s.wait(3 * LIMITS.keyLifetimeMs);
  s.observe("1000");
  s.restart();
  expect(s.limit("alice", "buy", "1", "1000", { key: "long" }).replayedSeq).toBe(long.seq);
  expect(s.cancelByKey("alice", "long").error).toBeUndefined();
  expect(s.limit("alice", "buy", "3", "1000", { key: "long" }).order).toBe("open 0 of 3");
});

test("SPOT-19 a cancel-only or halted market takes no new orders, but cancels and reductions always work", () => {
  for (const [status, number] of [
    ["cancel-only", 1],
    ["halted", 2],
  ] as const) {
    const s = withMaker().user("alice", { USDT: "9000" });
    const buy = s.limit("alice", "buy", "2", "1000");
    expect(s.status(status).events).toContainEqual({ kind: "market-status-changed", marketId: 0, status });
    for (const refused of [
      s.limit("alice", "buy", "1", "1000"),
      s.market("alice", "buy", "1"),
      s.oco("alice", "buy", "1", "990", "1050"),
    ])
      expect(refused).toMatchObject({ error: "trade.marketUnavailable", params: [number, 0, 0] });
    expect(s.reduce("alice", buy.orderId, "1").error).toBeUndefined();
    expect(s.cancel("alice", buy.orderId).error).toBeUndefined();
    expect(s.cancelAll("maker").error).toBeUndefined();
    expect(s.balances("alice")).toEqual({ USDT: "9000 + 0" });
    s.status("trading");
    expect(s.limit("alice", "buy", "1", "1000").order).toBe("open 0 of 1");
  }
});

test("SPOT-19 a market with silent sources is cancel-only until they return, at once and by itself", () => {
  const s = withMaker().user("alice", { USDT: "9000" });
  s.timeMs += 10 * SECOND;
  expect(s.limit("alice", "buy", "1", "1000").order).toBe("open 0 of 1");
  s.timeMs += 1;
  const late = s.limit("alice", "buy", "1", "1000");
  expect(late).toMatchObject({ error: "trade.marketUnavailable", params: [1, 0, 0] });
  expect(late.events).toContainEqual({ kind: "index-changed", marketId: 0, priceE8: 0, freshSources: 0 });
  expect(s.exchange.exchangeView().markets[0]).toMatchObject({ status: "cancel-only", indexE8: 0 });
  const back = s.observe("1001");
  expect(back.events).toContainEqual({ kind: "market-status-changed", marketId: 0, status: "trading" });
  expect(s.limit("alice", "buy", "1", "1000").order).toBe("open 0 of 1");
});

test("SPOT-19 an index below one tick counts as missing: the market is cancel-only until it can be priced again", () => {
  const s = withMaker().user("alice", { USDT: "9000" });
  const buy = s.limit("alice", "buy", "1", "1000");
  const fallen = s.observe("0.9");
  expect(fallen.events).toContainEqual({
    kind: "index-changed",
    marketId: 0,
    priceE8: 90_000_000,
    freshSources: 1,
  });
  expect(fallen.events).toContainEqual({ kind: "market-status-changed", marketId: 0, status: "cancel-only" });
  expect(s.limit("alice", "buy", "1", "1")).toMatchObject({ error: "trade.marketUnavailable" });
  expect(s.cancel("alice", buy.orderId).error).toBeUndefined();
  expect(s.balances("alice")).toEqual({ USDT: "9000 + 0" });
  const back = s.observe("1");
  expect(back.events).toContainEqual({ kind: "market-status-changed", marketId: 0, status: "trading" });
  expect(s.exchange.exchangeView().markets[0]).toMatchObject({ status: "trading" });
});

test("SPOT-19 the operator's status outlasts a missing index", () => {
  const s = withMaker();
  s.status("halted");
  s.wait(11 * SECOND);
  expect(s.exchange.exchangeView().markets[0]?.status).toBe("halted");
  s.status("trading");
  expect(s.exchange.exchangeView().markets[0]?.status).toBe("cancel-only");
  s.observe("1000");
  expect(s.exchange.exchangeView().markets[0]?.status).toBe("trading");
});
