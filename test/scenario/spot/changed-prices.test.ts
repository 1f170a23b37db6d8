import { expect, test } from "vitest";
import { SpotWorld } from "../../support/scenario/spot-world.ts";

function world(): SpotWorld {
  return new SpotWorld().user("ana", { USDT: "3000", BTC: "3" }).user("ben", { USDT: "9000", BTC: "9" });
}

test("CHART-21 an order moves to another price with the amount that it has left, in one command", () => {
  const s = world();
  const old = s.limit("ana", "buy", "3", "900");
  s.limit("ben", "sell", "1", "900");
  expect(s.order(old.orderId)).toBe("partially-filled 1 of 3");
  expect(s.balances("ana")).toMatchObject({ USDT: "300 + 1800", BTC: "3.999 + 0" });
  const moved = s.changePrice("ana", old.orderId, { price: 1_000, key: "c1" });
  expect(moved.events.filter(({ kind }) => kind === "order-changed")).toMatchObject([
    { orderId: old.orderId, status: "canceled", reason: "user", releasedUnits: 1_800_000_000 },
    { cause: "accepted", status: "open", key: "c1", priceTicks: 1_000 },
  ]);
  expect(s.order(moved.orderId)).toBe("open 0 of 2");
  expect(s.balances("ana")).toMatchObject({ USDT: "100 + 2000", BTC: "3.999 + 0" });
  // The same request again answers with the first command and moves nothing.
  expect(s.changePrice("ana", old.orderId, { price: 1_000, key: "c1" }).replayedSeq).toBe(moved.seq);
  expect(s.changePrice("ana", old.orderId, { price: 999, key: "c1" }).error).toBe("request.keyConflict");
  expect(s.bids).toEqual(["1000 × 2"]);
  const filled = s.limit("ben", "sell", "2", "1000");
  expect(filled.trades).toEqual(["2 @ 1000"]);
  expect(s.balances("ana")).toMatchObject({ USDT: "100 + 0", BTC: "5.997 + 0" });
  // 900 less 0.2 % as taker of the first order, likewise 2000.
  expect(s.balances("ben")).toMatchObject({ USDT: "11894.2 + 0", BTC: "6 + 0" });
});

test("CHART-21 a refused change leaves the order with its place and hold, and says why", () => {
  const s = world();
  s.limit("ben", "sell", "1", "1001");
  const old = s.limit("ana", "buy", "3", "900", { timeInForce: "post-only" });
  s.limit("ben", "buy", "1", "900");
  const refused = (change: { readonly price?: number; readonly stop?: number }, orderId = old.orderId) => {
    const { error, events } = s.changePrice("ana", orderId, change);
    expect(events).toHaveLength(1);
    return error;
  };
  expect(refused({ price: 1_100 })).toBe("trade.wouldTake");
  expect(refused({ price: 1_300 })).toBe("trade.priceOutOfBand");
  expect(refused({ price: 700 })).toBe("trade.priceOutOfBand");
  expect(refused({ price: 900 })).toBe("trade.invalidParameters");
  expect(refused({ stop: 950 })).toBe("trade.invalidParameters");
  expect(refused({})).toBe("trade.invalidParameters");
  expect(refused({ price: 950 }, 77)).toBe("trade.orderNotFound");
  expect(s.changePrice("ben", old.orderId, { price: 950 }).error).toBe("trade.orderNotFound");
  const poor = s.limit("ana", "buy", "0.3", "1000");
  expect(refused({ price: 1_000 })).toBe("trade.insufficientBalance");
  expect(s.order(old.orderId)).toBe("open 0 of 3");
  expect(s.balances("ana")).toMatchObject({ USDT: "0 + 3000", BTC: "3 + 0" });
  s.cancelAll("ben");
  // It is still first in the queue.
  s.changePrice("ana", poor.orderId, { price: 899 });
  expect(s.limit("ben", "sell", "1", "900").trades).toEqual(["1 @ 900"]);
  expect(s.order(old.orderId)).toBe("partially-filled 1 of 3");
  s.cancelAll("ana");
  expect(refused({ price: 950 })).toBe("trade.orderClosed");
});

test("CHART-21 a buy that moves above the best ask executes at once and releases the rest of its hold", () => {
  const s = world();
  s.limit("ben", "sell", "1", "1010");
  const old = s.limit("ana", "buy", "2", "900");
  const moved = s.changePrice("ana", old.orderId, { price: 1_020 });
  expect(moved.trades).toEqual(["1 @ 1010"]);
  expect(s.order(moved.orderId)).toBe("partially-filled 1 of 2");
  expect(s.balances("ana")).toMatchObject({ USDT: "970 + 1020", BTC: "3.998 + 0" });
});

test("CHART-21 a stop moves its trigger, its limit price or both; trailing orders and lists have none to move", () => {
  const s = world();
  const stop = s.stopLimit("ana", "sell", "1", "950", "940");
  const moved = s.changePrice("ana", stop.orderId, { stop: 960, price: 955 });
  expect(s.order(moved.orderId)).toBe("untriggered 0 of 1");
  expect(moved.events).toContainEqual(
    expect.objectContaining({ cause: "accepted", type: "stop-limit", stopTicks: 960, priceTicks: 955 }),
  );
  expect(s.balances("ana")).toMatchObject({ USDT: "3000 + 0", BTC: "2 + 1" });
  const market = s.stopMarket("ana", "buy", "1", "1100");
  expect(s.changePrice("ana", market.orderId, { stop: 990 }).error).toBe("trade.triggerPrice");
  expect(s.changePrice("ana", market.orderId, { price: 990 }).error).toBe("trade.invalidParameters");
  expect(s.changePrice("ana", market.orderId, { stop: 1_050 }).error).toBeUndefined();
  const trailing = s.trailing("ana", "sell", "1", "1");
  expect(s.changePrice("ana", trailing.orderId, { stop: 990 }).error).toBe("trade.invalidParameters");
  const oco = s.oco("ana", "sell", "1", "1100", "900");
  expect(s.changePrice("ana", oco.orderId, { price: 1_110 }).error).toBe("trade.invalidParameters");
});

test("CHART-21 a triggered stop that rests is a limit order after the change", () => {
  const s = world();
  const stop = s.stopLimit("ana", "sell", "1", "950", "1000");
  s.limit("ben", "buy", "0.1", "940");
  s.limit("ana", "sell", "0.1", "940");
  expect(s.order(stop.orderId)).toBe("open 0 of 1");
  const moved = s.changePrice("ana", stop.orderId, { price: 1_010 });
  expect(moved.events).toContainEqual(
    expect.objectContaining({ cause: "accepted", type: "limit", stopTicks: 0 }),
  );
  expect(s.asks).toEqual(["1010 × 1"]);
});
