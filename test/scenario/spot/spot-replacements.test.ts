import type { PlaceOrder } from "@candor/domain/commands/commands";
import type { Lots, Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SpotWorld } from "../../support/scenario/spot-world.ts";

function world(): SpotWorld {
  return new SpotWorld().user("ana", { USDT: "3000", BTC: "3" }).user("ben", { USDT: "9000", BTC: "9" });
}

/** Replaces an order of Ana by a limit order, unless the fields say otherwise. */
function replace(s: SpotWorld, orderId: number, fields: Partial<PlaceOrder>, requestMs = 0) {
  const order: PlaceOrder = { ...s.blank("ana"), quantityLots: 100 as Lots, ...fields };
  return s.execute({ kind: "replace-order", userId: s.id("ana"), marketId: 0, orderId, requestMs, order });
}
const limit = (side: "buy" | "sell", lots: number, price: number, more: Partial<PlaceOrder> = {}) => ({
  side,
  quantityLots: lots as Lots,
  priceTicks: price as Ticks,
  ...more,
});

test("SPOT-42 the new order is paid by what the old one held, in one command", () => {
  const s = world();
  const old = s.limit("ana", "buy", "3", "900");
  expect(s.balances("ana")).toMatchObject({ USDT: "300 + 2700" });
  const outcome = replace(s, old.orderId, limit("buy", 250, 950));
  expect(outcome.events.filter(({ kind }) => kind === "order-changed")).toMatchObject([
    { orderId: old.orderId, status: "canceled", reason: "user", releasedUnits: 2_700_000_000 },
    { cause: "accepted", status: "open" },
  ]);
  expect(s.order(outcome.orderId)).toBe("open 0 of 2.5");
  expect(s.balances("ana")).toMatchObject({ USDT: "625 + 2375" });
});

test("SPOT-42 a new order that is refused leaves the old one with its place, hold and key", () => {
  const s = world();
  s.limit("ben", "sell", "1", "1001");
  const old = s.limit("ana", "buy", "3", "900", { key: "grid" });
  s.limit("ben", "buy", "1", "900");
  const refused = (fields: Partial<PlaceOrder>) => {
    const { error, events } = replace(s, old.orderId, { key: "grid", ...fields });
    expect(events).toHaveLength(1);
    return error;
  };
  expect(refused(limit("buy", 400, 900))).toBe("trade.insufficientBalance");
  expect(refused(limit("buy", 100, 700))).toBe("trade.priceOutOfBand");
  expect(refused(limit("buy", 100, 1001, { timeInForce: "post-only" }))).toBe("trade.wouldTake");
  expect(refused({ ...limit("buy", 100, 0), type: "stop-market", stopTicks: 999 as Ticks })).toBe(
    "trade.triggerPrice",
  );
  expect(refused(limit("sell", 301, 1100))).toBe("trade.insufficientBalance");
  expect(refused(limit("buy", 1, 900))).toBe("trade.amountError");
  expect(s.order(old.orderId)).toBe("open 0 of 3");
  expect(s.balances("ana")).toMatchObject({ USDT: "300 + 2700", BTC: "3 + 0" });
  // It is still first in the queue, and found by its key.
  expect(s.limit("ben", "sell", "1", "900").trades).toEqual(["1 @ 900"]);
  expect(s.order(old.orderId)).toBe("partially-filled 1 of 3");
  expect(s.cancelByKey("ana", "grid").error).toBeUndefined();
});

test("SPOT-42 the new order may use everything that the old one holds", () => {
  const s = world();
  const bid = s.limit("ana", "buy", "1", "1000");
  const ask = replace(s, bid.orderId, limit("sell", 100, 1000, { timeInForce: "post-only" }));
  expect(ask.error).toBeUndefined();
  expect(s.balances("ana")).toMatchObject({ USDT: "3000 + 0", BTC: "2 + 1" });
  s.limit("ben", "sell", "1", "1010");
  // Its own ask would end a market buy; without it, the buy reaches Ben's.
  const buy = replace(s, ask.orderId, { side: "buy", type: "market", quantityLots: 100 as Lots });
  expect([buy.order, buy.trades]).toEqual(["filled 1", ["1 @ 1010"]]);
  expect(s.balances("ana")).toMatchObject({ USDT: "1990 + 0", BTC: "3.998 + 0" });
});

test("SPOT-42 a leg of an OCO is replaced with its list; both shared one hold", () => {
  const s = world();
  s.oco("ana", "sell", "3", "1100", "900");
  const [, legId = 0] = s.exchange.accountView(s.id("ana")).orders.map(({ orderId }) => orderId);
  expect(replace(s, legId, limit("sell", 301, 1100)).error).toBe("trade.insufficientBalance");
  expect(s.exchange.accountView(s.id("ana")).orders).toHaveLength(2);
  const outcome = replace(s, legId, limit("sell", 300, 1100));
  expect(outcome.order).toBe("open 0 of 3");
  expect(s.exchange.accountView(s.id("ana")).orders).toHaveLength(1);
  expect(s.balances("ana")).toMatchObject({ BTC: "0 + 3" });
});

test("SPOT-42 at the limit of open orders, an order can be replaced but not added", () => {
  const s = new SpotWorld().user("ana", { USDT: "9000" });
  const ids = Array.from({ length: 200 }, () => s.limit("ana", "buy", "0.02", "900").orderId);
  expect(s.limit("ana", "buy", "0.02", "900").error).toBe("trade.tooManyOrders");
  expect(replace(s, ids[0] ?? 0, limit("buy", 2, 901)).order).toBe("open 0 of 0.02");
  expect(s.exchange.accountView(s.id("ana")).orders).toHaveLength(200);
});

test("SPOT-42 an order that has ended, another user's and one of another kind cannot be replaced", () => {
  const s = world();
  const gone = s.limit("ana", "buy", "1", "900");
  s.cancelByKey("ana", "");
  s.execute({ kind: "cancel-order", userId: s.id("ana"), orderId: gone.orderId, key: "" });
  expect(replace(s, gone.orderId, limit("buy", 100, 900)).error).toBe("trade.orderClosed");
  const foreign = s.limit("ben", "buy", "1", "900");
  expect(replace(s, foreign.orderId, limit("buy", 100, 900)).error).toBe("trade.orderNotFound");
  expect(replace(s, 999, limit("buy", 100, 900)).error).toBe("trade.orderNotFound");
  expect(s.balances("ana")).toMatchObject({ USDT: "3000 + 0" });
});

test("SPOT-42 a key of another live order is a repetition or a conflict, and replaces nothing", () => {
  const s = world();
  const old = s.limit("ana", "buy", "1", "900", { key: "one" });
  const other = s.limit("ana", "buy", "1", "910", { key: "two" });
  expect(replace(s, old.orderId, limit("buy", 100, 920, { key: "two" })).error).toBe("request.keyConflict");
  expect(replace(s, old.orderId, limit("buy", 100, 910, { key: "two" })).replayedSeq).toBe(other.seq);
  expect([s.order(old.orderId), s.order(other.orderId)]).toEqual(["open 0 of 1", "open 0 of 1"]);
  const renewed = replace(s, old.orderId, limit("buy", 100, 920, { key: "one" }));
  expect(renewed.order).toBe("open 0 of 1");
  expect(s.cancelByKey("ana", "one").error).toBeUndefined();
  expect(s.order(renewed.orderId)).toBe("canceled user 0 of 1");
});
