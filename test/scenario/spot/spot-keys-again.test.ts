import type { PlaceOrder } from "@candor/domain/commands/commands";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SpotWorld, withMaker } from "../../support/scenario/spot-world.ts";

const KEY = "level-1";

/** A buy of 1 at 900 with the same key each time, requested at `requestMs`. */
function again(s: SpotWorld, requestMs: number, fields: Partial<PlaceOrder> = {}) {
  const userId = s.id("alice");
  const order: PlaceOrder = {
    kind: "place-order",
    userId,
    marketId: 0,
    side: "buy",
    type: "limit",
    timeInForce: "gtc",
    selfTrade: "expire-taker",
    quantityLots: 100 as Lots,
    quoteUnits: 0 as Units,
    priceTicks: 900 as Ticks,
    stopTicks: 0 as Ticks,
    trailingPpm: 0 as Ppm,
    key: KEY,
    ...fields,
  };
  return s.execute({ kind: "place-again", userId, marketId: 0, requestMs, order });
}

test("SPOT-26 a newer request uses the key of an ended order, and its copies place nothing", () => {
  const s = withMaker(new SpotWorld().user("alice", { USDT: "2000" }));
  const firstMs = s.timeMs;
  const first = again(s, firstMs);
  expect(first.order).toBe("open 0 of 1");
  s.wait(5_000);
  // Its order is live.
  expect(again(s, s.timeMs).replayedSeq).toBe(first.seq);
  s.cancelByKey("alice", KEY);
  // A copy of the first request, and one that is newer by no more than clocks differ.
  expect(again(s, firstMs).replayedSeq).toBe(first.seq);
  expect(again(s, firstMs + 1_000).replayedSeq).toBe(first.seq);
  expect(again(s, firstMs, { priceTicks: 901 as Ticks }).error).toBe("request.keyConflict");
  expect(s.balances("alice")).toEqual({ USDT: "2000 + 0" });
  s.restart();
  const secondMs = s.timeMs;
  const second = again(s, secondMs, { priceTicks: 950 as Ticks });
  expect(second.order).toBe("open 0 of 1");
  expect(s.balances("alice")).toEqual({ USDT: "1050 + 950" });
  // Copies of both requests, however late.
  expect(again(s, secondMs, { priceTicks: 950 as Ticks }).replayedSeq).toBe(second.seq);
  s.cancelByKey("alice", KEY);
  expect(s.order(second.orderId)).toBe("canceled user 0 of 1");
  s.wait(30_000);
  expect(again(s, secondMs, { priceTicks: 950 as Ticks }).replayedSeq).toBe(second.seq);
  expect(again(s, firstMs).error).toBe("request.keyConflict");
  expect(s.balances("alice")).toEqual({ USDT: "2000 + 0" });
});

test("SPOT-26 a rejected order leaves the key to the former one, also over a restart", () => {
  const s = withMaker(new SpotWorld().user("alice", { USDT: "1000" }));
  const firstMs = s.timeMs;
  const first = again(s, firstMs);
  s.cancelByKey("alice", KEY);
  s.wait(5_000);
  expect(again(s, s.timeMs, { quantityLots: 1_000 as Lots }).error).toBe("trade.insufficientBalance");
  expect(again(s, firstMs).replayedSeq).toBe(first.seq);
  s.restart();
  expect(again(s, firstMs).replayedSeq).toBe(first.seq);
  expect(again(s, s.timeMs).order).toBe("open 0 of 1");
});

test("SPOT-26 requests from the future, of other users and without a key are not renewed", () => {
  const s = withMaker(new SpotWorld().user("alice", { USDT: "1000" }).user("bob", { USDT: "1000" }));
  const first = again(s, s.timeMs);
  s.cancelByKey("alice", KEY);
  s.wait(5_000);
  expect(again(s, s.timeMs + 1_001).replayedSeq).toBe(first.seq);
  expect(again(s, s.timeMs, { key: "" }).error).toBe("trade.invalidParameters");
  expect(again(s, s.timeMs, { userId: s.id("bob") }).error).toBe("trade.invalidParameters");
  expect(again(s, Number.NaN).error).toBe("trade.invalidParameters");
  // An ordinary order with this key is a repetition for 24 hours.
  expect(s.limit("alice", "buy", "1", "900", { key: KEY }).replayedSeq).toBe(first.seq);
});
