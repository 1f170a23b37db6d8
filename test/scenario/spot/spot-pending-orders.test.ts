import type { PlaceOrder } from "@candor/domain/commands/commands";
import type { Side } from "@candor/domain/enumerations";
import { RULES } from "@candor/domain/rules";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SpotWorld, withMaker } from "../../support/scenario/spot-world.ts";

const LOTS_PER_COIN = 100;

interface Terms extends Partial<Pick<PlaceOrder, "type" | "timeInForce">> {
  readonly side: Side;
  readonly quantity: number;
  readonly price?: number;
  readonly stop?: number;
}

/** The maker's book after a trade at 1000: sells 1 at 1010 and 2 at 1020, buys 1 at 990 and 2 at 980. */
function traded(): SpotWorld {
  const s = new SpotWorld().user("first", { USDT: "1000", BTC: "1" });
  s.user("second", { USDT: "1000", BTC: "1" });
  s.limit("first", "sell", "0.02", "1000");
  s.market("second", "buy", "0.02");
  return withMaker(s);
}

function oto(s: SpotWorld, name: string, working: Terms, pending: readonly Terms[], key = "") {
  const order = (
    { type = "limit", timeInForce = "gtc", side, quantity, price = 0, stop = 0 }: Terms,
    at: number,
  ) =>
    ({
      kind: "place-order",
      userId: s.id(name),
      marketId: 0,
      side,
      type,
      timeInForce,
      selfTrade: "expire-taker",
      quantityLots: Math.round(quantity * LOTS_PER_COIN) as Lots,
      quoteUnits: 0 as Units,
      priceTicks: price as Ticks,
      stopTicks: stop as Ticks,
      trailingPpm: 0 as Ppm,
      key: key === "" ? "" : `${key}:${at}`,
    }) as const;
  const outcome = s.execute({
    kind: "place-oto",
    userId: s.id(name),
    marketId: 0,
    working: order(working, 0),
    pending: pending.map((each, at) => order(each, at + 1)),
    key,
  });
  return { ...outcome, working: outcome.orderId, first: outcome.orderId + 1, second: outcome.orderId + 2 };
}

const BUY: Terms = { side: "buy", quantity: 1, price: 995 };
const TARGET: Terms = { side: "sell", quantity: 0.99, price: 1015 };
const STOP: Terms = { side: "sell", quantity: 0.99, type: "stop-market", stop: 985 };

test("SPOT-27 the pending order holds nothing until the working one is completely filled", () => {
  const s = traded().user("alice", { USDT: "1000" }).user("bob", { BTC: "2" });
  const placed = oto(s, "alice", BUY, [TARGET]);
  expect([s.order(placed.working), s.order(placed.first)]).toEqual(["open 0 of 1", "pending 0 of 0.99"]);
  expect(s.balances("alice")).toEqual({ USDT: "5 + 995" });
  s.market("bob", "sell", "0.4");
  expect([s.order(placed.working), s.order(placed.first)]).toEqual([
    "partially-filled 0.4 of 1",
    "pending 0 of 0.99",
  ]);
  // 0.4 less 0.1 %.
  expect(s.balances("alice")).toEqual({ USDT: "5 + 597", BTC: "0.3996 + 0" });
  s.restart();
  s.market("bob", "sell", "0.6");
  expect([s.order(placed.working), s.order(placed.first)]).toEqual(["filled 1", "open 0 of 0.99"]);
  expect(s.balances("alice")).toEqual({ USDT: "5 + 0", BTC: "0.009 + 0.99" });
  expect(s.balances("bob")).toEqual({ BTC: "1 + 0", USDT: "993.01 + 0" });
  expect(s.asks).toEqual(["1010 × 1", "1015 × 0.99", "1020 × 2"]);
});

test("SPOT-27 a working order that is filled at once activates the pending one in the same command", () => {
  const s = traded().user("alice", { USDT: "1020" });
  const placed = oto(s, "alice", { ...BUY, price: 1010 }, [STOP]);
  expect([s.order(placed.working), s.order(placed.first)]).toEqual(["filled 1", "untriggered 0 of 0.99"]);
  // 1 at 1010 less 0.2 %.
  expect(s.balances("alice")).toEqual({ USDT: "10 + 0", BTC: "0.008 + 0.99" });
});

test("SPOT-27 two pending orders share one hold from their activation on, and cancel each other", () => {
  const s = traded().user("alice", { USDT: "1000" }).user("bob", { BTC: "1", USDT: "2000" });
  const placed = oto(s, "alice", BUY, [TARGET, STOP]);
  expect(s.balances("alice")).toEqual({ USDT: "5 + 995" });
  s.market("bob", "sell", "1");
  expect([placed.working, placed.first, placed.second].map((id) => s.order(id))).toEqual([
    "filled 1",
    "open 0 of 0.99",
    "untriggered 0 of 0.99",
  ]);
  expect(s.balances("alice")).toEqual({ USDT: "5 + 0", BTC: "0.009 + 0.99" });
  s.restart();
  // 1 at 1010, then 0.5 at 1015 of alice.
  s.market("bob", "buy", "1.5");
  expect([s.order(placed.first), s.order(placed.second)]).toEqual([
    "partially-filled 0.5 of 0.99",
    "canceled oco-sibling 0 of 0.99",
  ]);
  expect(s.balances("alice")).toEqual({ USDT: "511.9925 + 0", BTC: "0.009 + 0.49" });
});

test("SPOT-27 the stop of two pending orders that triggers cancels the limit order", () => {
  const s = traded().user("alice", { USDT: "1000" }).user("bob", { BTC: "4" });
  const placed = oto(s, "alice", BUY, [TARGET, STOP]);
  s.market("bob", "sell", "1");
  // 1 at 990 and 0.5 at 980, which is below the stop.
  s.market("bob", "sell", "1.5");
  expect([s.order(placed.first), s.order(placed.second)]).toEqual([
    "canceled oco-sibling 0 of 0.99",
    "filled 0.99",
  ]);
  // 0.99 at 980 less 0.2 %.
  expect(s.balances("alice")).toEqual({ USDT: "973.2596 + 0", BTC: "0.009 + 0" });
});

test("SPOT-27 a trigger that the working order's own fill has passed fires at once", () => {
  const s = traded().user("alice", { USDT: "1000" }).user("bob", { BTC: "4" });
  s.limit("alice", "buy", "0.02", "999");
  const placed = oto(s, "alice", { ...BUY, quantity: 0.9, price: 985 }, [
    { ...STOP, quantity: 0.5, stop: 986 },
  ]);
  s.market("bob", "sell", "2");
  expect([s.order(placed.working), s.order(placed.first)]).toEqual(["filled 0.9", "filled 0.5"]);
  // 0.92 bought less 0.1 %, 0.5 sold at 980 less 0.2 %.
  expect(s.balances("alice")).toEqual({ USDT: "582.54 + 0", BTC: "0.41908 + 0" });
});

test.each([
  ["working", "canceled user 0 of 1", "canceled list-ended 0 of 0.99"],
  ["first", "canceled list-ended 0 of 1", "canceled user 0 of 0.99"],
  ["second", "canceled list-ended 0 of 1", "canceled list-ended 0 of 0.99"],
] as const)("SPOT-27 canceling the %s order ends all and frees the hold", (which, working, first) => {
  const s = traded().user("alice", { USDT: "1000" });
  const placed = oto(s, "alice", BUY, [TARGET, STOP]);
  s.cancel("alice", placed[which]);
  expect([s.order(placed.working), s.order(placed.first)]).toEqual([working, first]);
  expect(s.order(placed.second)).toBe(
    which === "second" ? "canceled user 0 of 0.99" : "canceled list-ended 0 of 0.99",
  );
  expect(s.balances("alice")).toEqual({ USDT: "1000 + 0" });
});

test("SPOT-27 a working order that ends unfilled takes the pending one with it, and keeps what it traded", () => {
  const s = traded().user("alice", { USDT: "3000" });
  const placed = oto(s, "alice", { ...BUY, quantity: 2, price: 1010, timeInForce: "ioc" }, [TARGET]);
  expect([s.order(placed.working), s.order(placed.first)]).toEqual([
    "expired ioc 1 of 2",
    "expired list-ended 0 of 0.99",
  ]);
  expect(s.balances("alice")).toEqual({ USDT: "1990 + 0", BTC: "0.998 + 0" });
  s.user("carol", { USDT: "3000" });
  const canceled = oto(s, "carol", { ...BUY, quantity: 2, price: 1000 }, [TARGET]);
  s.user("bob", { BTC: "1" }).market("bob", "sell", "0.5");
  s.cancelAll("carol");
  expect([s.order(canceled.working), s.order(canceled.first)]).toEqual([
    "canceled list-ended 0.5 of 2",
    "canceled user 0 of 0.99",
  ]);
  expect(s.balances("carol")).toEqual({ USDT: "2500 + 0", BTC: "0.4995 + 0" });
});

test("SPOT-27 pending orders that cannot be paid when they are activated expire", () => {
  const s = traded().user("alice", { USDT: "1000" }).user("bob", { BTC: "2" });
  const placed = oto(s, "alice", BUY, [
    { ...TARGET, quantity: 1 },
    { ...STOP, quantity: 1 },
  ]);
  s.market("bob", "sell", "1");
  // 1 less 0.1 % is not 1.
  expect([s.order(placed.first), s.order(placed.second)]).toEqual([
    "expired oto-unfunded 0 of 1",
    "expired list-ended 0 of 1",
  ]);
  expect(s.balances("alice")).toEqual({ USDT: "5 + 0", BTC: "0.999 + 0" });
});

test("SPOT-27 a pending order of the maker's kind expires if it would execute; other limit orders do", () => {
  const s = traded().user("alice", { USDT: "2100" }).user("bob", { BTC: "2" });
  const maker = oto(s, "alice", BUY, [{ ...TARGET, quantity: 0.5, price: 985, timeInForce: "post-only" }]);
  s.market("bob", "sell", "1");
  expect(s.order(maker.first)).toBe("expired oto-rejected 0 of 0.5");
  const taker = oto(s, "alice", BUY, [{ ...TARGET, quantity: 0.5, price: 985 }]);
  s.market("bob", "sell", "1");
  expect(s.order(taker.first)).toBe("filled 0.5");
  // Bought 2 at 995 less 0.1 %, sold 0.5 at 990 less 0.2 %.
  expect(s.balances("alice")).toEqual({ USDT: "604.01 + 0", BTC: "1.498 + 0" });
});

test("SPOT-27 since rules 8, the limit order of two may be post-only, and expires if it would execute", () => {
  const s = traded().user("alice", { USDT: "3000" }).user("bob", { BTC: "3" });
  const target: Terms = { ...TARGET, price: 985, timeInForce: "post-only" };
  const stop: Terms = { ...STOP, stop: 900 };
  s.execute({ kind: "adopt-rules", version: RULES.postOnlyLegs - 1 });
  expect(oto(s, "alice", BUY, [target, stop]).error).toBe("trade.invalidParameters");
  s.execute({ kind: "adopt-rules", version: RULES.postOnlyLegs });
  const stopLimit: Terms = { ...stop, type: "stop-limit", timeInForce: "post-only", price: 900 };
  expect(oto(s, "alice", BUY, [target, stopLimit]).error).toBe("trade.invalidParameters");
  const crossing = oto(s, "alice", BUY, [target, stop], "list");
  expect(oto(s, "alice", BUY, [target, stop], "list").replayedSeq).toBe(crossing.seq);
  expect(oto(s, "alice", BUY, [{ ...target, timeInForce: "gtc" }, stop], "list").error).toBe(
    "request.keyConflict",
  );
  s.market("bob", "sell", "1");
  expect(s.order(crossing.first)).toBe("expired oto-rejected 0 of 0.99");
  expect(s.order(crossing.second)).toBe("expired list-ended 0 of 0.99");
  expect(s.balances("alice")).toEqual({ USDT: "2005 + 0", BTC: "0.999 + 0" });
  const resting = oto(s, "alice", BUY, [{ ...target, price: 1005 }, stop]);
  s.market("bob", "sell", "1");
  expect(s.balances("alice")).toEqual({ USDT: "1010 + 0", BTC: "1.008 + 0.99" });
  s.market("first", "buy", "0.99");
  expect(s.order(resting.first)).toBe("filled 0.99");
  expect(s.order(resting.second)).toBe("canceled oco-sibling 0 of 0.99");
  // Sold 0.99 at 1005 less 0.1 %.
  expect(s.balances("alice")).toEqual({ USDT: "2003.95505 + 0", BTC: "1.008 + 0" });
});

test("SPOT-27 a pending market buy is paid from what the working sale brought", () => {
  const s = traded().user("alice", { BTC: "1" }).user("bob", { USDT: "2000" });
  const placed = oto(s, "alice", { side: "sell", quantity: 1, price: 1005 }, [
    { side: "buy", quantity: 0.5, type: "market" },
  ]);
  expect(s.balances("alice")).toEqual({ BTC: "0 + 1" });
  s.market("bob", "buy", "1");
  expect(s.order(placed.first)).toBe("filled 0.5");
  // 1005 less 0.1 %, less 0.5 at 1010; 0.5 less 0.2 %.
  expect(s.balances("alice")).toEqual({ USDT: "498.995 + 0", BTC: "0.499 + 0" });
});

test("SPOT-27 a repeated list replays, and a changed one conflicts and changes nothing", () => {
  const s = traded().user("alice", { USDT: "3000" });
  const first = oto(s, "alice", BUY, [TARGET, STOP], "list");
  const again = oto(s, "alice", BUY, [TARGET, STOP], "list");
  expect(again.replayedSeq).toBe(first.seq);
  for (const [working, pending] of [
    [{ ...BUY, price: 994 }, [TARGET, STOP]],
    [BUY, [{ ...TARGET, price: 1016 }, STOP]],
    [BUY, [TARGET, { ...STOP, stop: 984 }]],
    [BUY, [TARGET]],
    [{ ...BUY, quantity: 1.01 }, [TARGET, STOP]],
  ] as const)
    expect(oto(s, "alice", working, pending, "list").error).toBe("request.keyConflict");
  expect(s.balances("alice")).toEqual({ USDT: "2005 + 995" });
});

test.each([
  ["a working stop", { ...BUY, type: "stop-limit", stop: 1005 }, [TARGET]],
  ["no pending order", BUY, []],
  ["pending orders of both sides", BUY, [TARGET, { ...STOP, side: "buy" }]],
  ["pending orders of two quantities", BUY, [TARGET, { ...STOP, quantity: 0.5 }]],
  ["two pending limits", BUY, [TARGET, { ...TARGET, price: 1005 }]],
  ["the lower pending order first", BUY, [STOP, TARGET]],
] as const)("SPOT-27 %s is rejected and changes nothing", (_, working, pending) => {
  const s = traded().user("alice", { USDT: "1000" });
  expect(oto(s, "alice", working, pending).error).toBe("trade.invalidParameters");
  expect(s.balances("alice")).toEqual({ USDT: "1000 + 0" });
});
