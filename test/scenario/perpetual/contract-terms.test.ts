import { Exchange } from "@candor/core/exchange/exchange";
import type { OrderChanged } from "@candor/domain/events/events";
import type { Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { START_MS } from "../../support/scenario/exchange-world.ts";
import { type OrderTerms, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

const MAX = "1000";
const MINUTE = 60_000;

/** Ana is long and Ben short one bitcoin at 60,000. */
function opened(): PerpetualWorld {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000").user("cat", "100000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  return world;
}

const after = (ms: number): number => Math.floor((START_MS + ms) / 1_000) * 1_000;
const closing = (type: "stop-market" | "take-profit-market", stop: number, terms: OrderTerms = {}) => ({
  type,
  stopTicks: stop as Ticks,
  reduceOnly: true,
  closesPosition: true,
  ...terms,
});

test("PERP-40 a limit order expires at its date and frees its margin; what it has traded stays", () => {
  const world = opened();
  const order = world.limit("cat", "buy", "2", 59_000, { expiresAtMs: after(30 * MINUTE) });
  // 118,000 ÷ 20 of margin and 59 of taker fee.
  expect(world.wallet("cat")).toBe("94041 + 5959");
  world.place("ana", "sell", "0.5");
  world.wait(20 * MINUTE, 60_000);
  expect(world.order(order.orderId)).toBe("partially-filled 0.5 of 2");
  world.wait(10 * MINUTE, 60_000);
  expect(world.order(order.orderId)).toBe("expired good-till-date 0.5 of 2");
  // 5.9 maker fee; 29,500 ÷ 20 is the position's margin.
  expect(world.wallet("cat")).toBe("98519.1 + 1475");
  expect(world.position("cat")).toMatch(/^0\.5 for 29500,/);
  expect(world.exchange.bookView(1, 10).bids).toEqual([]);
});

test("PERP-40 an order past its date does not trade with the command that reaches the date", () => {
  const world = opened();
  const early = world.limit("cat", "buy", "1", 59_000, { expiresAtMs: after(MINUTE) });
  const late = world.limit("cat", "buy", "1", 58_900, { expiresAtMs: after(2 * MINUTE) });
  world.timeMs = after(MINUTE) - 1;
  world.observe(60_000);
  expect(world.order(early.orderId)).toBe("open 0 of 1");
  world.timeMs += 1;
  expect(world.place("ana", "sell", "1").trades).toEqual(["1 @ 58900"]);
  expect([world.order(early.orderId), world.order(late.orderId)]).toEqual([
    "expired good-till-date 0 of 1",
    "filled 1",
  ]);
});

test("PERP-40 a waiting stop limit expires, too, and one that has fired keeps its date", () => {
  const world = opened();
  const stop = { type: "stop-limit", priceTicks: 61_100 as Ticks, triggerBy: "last" } as const;
  const waiting = world.place("cat", "buy", "1", {
    ...stop,
    stopTicks: 61_050 as Ticks,
    expiresAtMs: after(5 * MINUTE),
  });
  const fired = world.place("cat", "buy", "1", {
    ...stop,
    stopTicks: 61_000 as Ticks,
    expiresAtMs: after(10 * MINUTE),
  });
  world.limit("ben", "sell", "0.1", 61_000);
  world.place("ana", "buy", "0.1");
  world.observe(60_000);
  expect(world.order(fired.orderId)).toBe("open 0 of 1");
  world.wait(5 * MINUTE, 60_000);
  expect(world.order(waiting.orderId)).toBe("expired good-till-date 0 of 1");
  expect(world.order(fired.orderId)).toBe("open 0 of 1");
  world.wait(5 * MINUTE, 60_000);
  expect(world.order(fired.orderId)).toBe("expired good-till-date 0 of 1");
  expect(world.wallet("cat")).toBe("100000 + 0");
});

test("PERP-40 dates survive a restart from a snapshot, and each event tells them", () => {
  const world = opened();
  const expiresAtMs = after(30 * MINUTE);
  const { orderId, events } = world.limit("cat", "buy", "2", 59_000, { expiresAtMs });
  const told = events.find((event): event is OrderChanged => event.kind === "order-changed");
  expect(told?.quoteUnits).toBe(expiresAtMs);
  const restored = Exchange.restore(world.exchange.snapshot());
  expect(restored.snapshot()).toEqual(world.exchange.snapshot());
  const [shown] = restored.accountView(world.id("cat")).orders;
  expect(shown).toMatchObject({ orderId, quoteUnits: expiresAtMs });
});

test("PERP-40 a date that is over, not a whole second or for an order that does not rest is rejected", () => {
  const world = opened();
  const refused = (expiresAtMs: number, terms: OrderTerms = {}) =>
    world.limit("cat", "buy", "1", 59_000, { ...terms, expiresAtMs }).error;
  expect(refused(after(0))).toBe("trade.invalidParameters");
  expect(refused(after(MINUTE) + 1)).toBe("trade.invalidParameters");
  expect(refused(-1_000)).toBe("trade.invalidParameters");
  for (const timeInForce of ["ioc", "fok", "post-only"] as const)
    expect(refused(after(MINUTE), { timeInForce })).toBe("trade.invalidParameters");
  expect(refused(after(MINUTE), { tp: 61_000 })).toBe("trade.invalidParameters");
  expect(refused(after(MINUTE), { type: "market", priceTicks: 0 as Ticks })).toBe("trade.invalidParameters");
  expect(world.wallet("cat")).toBe("100000 + 0");
});

test("PERP-40 a repeated key with other terms is a conflict, and with the same terms a repetition", () => {
  const world = opened();
  const terms = { expiresAtMs: after(30 * MINUTE), key: "until" };
  const first = world.limit("cat", "buy", "1", 59_000, terms);
  expect(world.limit("cat", "buy", "1", 59_000, terms).replayedSeq).toBe(first.seq);
  const conflict = (change: OrderTerms) =>
    world.limit("cat", "buy", "1", 59_000, { ...terms, ...change }).error;
  expect(conflict({ expiresAtMs: after(31 * MINUTE) })).toBe("request.keyConflict");
  expect(conflict({ timeInForce: "gtc", triggerBy: "last" })).toBe("request.keyConflict");
  const { expiresAtMs: _, ...without } = terms;
  expect(world.limit("cat", "buy", "1", 59_000, without).error).toBe("request.keyConflict");
  expect(world.wallet("cat")).toBe("97020.5 + 2979.5");
});

test("PERP-41 one closing order per side and type is live; both end with their position", () => {
  const world = opened();
  const stop = world.place("ana", "sell", MAX, closing("stop-market", 59_000));
  const profit = world.place("ana", "sell", MAX, closing("take-profit-market", 61_000));
  expect([stop.error, profit.error]).toEqual([undefined, undefined]);
  for (const type of ["stop-market", "take-profit-market"] as const) {
    const other = type === "stop-market" ? 58_000 : 62_000;
    const second = world.place("ana", "sell", MAX, closing(type, other, { triggerBy: "last" }));
    expect(second.error).toBe("trade.closingOrderExists");
  }
  // An ordinary reduce-only stop of the same side is not concerned, nor are other users.
  const part = world.place("ana", "sell", "0.4", {
    type: "stop-market",
    stopTicks: 58_000 as Ticks,
    reduceOnly: true,
  });
  expect(part.error).toBeUndefined();
  expect(world.place("ben", "buy", MAX, closing("stop-market", 61_000)).error).toBeUndefined();
  world.limit("cat", "buy", "1", 60_000);
  world.close("ana");
  expect([stop, profit, part].map(({ orderId }) => world.order(orderId))).toEqual([
    "canceled position-closed 0 of 1000",
    "canceled position-closed 0 of 1000",
    "canceled position-closed 0 of 0.4",
  ]);
  expect(world.position("ana")).toBe("none");
  // 10,000 − 30 and 30 of fees.
  expect(world.wallet("ana")).toBe("9940 + 0");
});

test("PERP-41 a canceled closing order makes room for another one, which closes all that is open when it fires", () => {
  const world = opened();
  const first = world.place("ana", "sell", MAX, closing("stop-market", 59_000));
  world.execute({ kind: "cancel-order", userId: world.id("ana"), orderId: first.orderId, key: "" });
  const second = world.place("ana", "sell", MAX, closing("stop-market", 59_500));
  expect(second.error).toBeUndefined();
  world.limit("ben", "sell", "0.5", 60_000);
  world.place("ana", "buy", "0.5");
  world.limit("cat", "buy", "2", 59_400);
  world.wait(MINUTE, 59_450);
  world.observe(59_450);
  expect(world.position("ana")).toBe("none");
  // 10,000 − 45 fees − 900 loss − 44.55 fee.
  expect(world.wallet("ana")).toBe("9010.45 + 0");
  expect(world.position("cat")).toMatch(/^1\.5 for 89100,/);
});

test("PERP-41 only a reduce-only trigger at market with the largest quantity closes a position", () => {
  const world = opened();
  const terms = closing("stop-market", 59_000);
  expect(world.place("ana", "sell", "1", terms).error).toBe("trade.invalidParameters");
  expect(world.place("ana", "sell", MAX, { ...terms, reduceOnly: false }).error).toBe(
    "trade.invalidParameters",
  );
  const limit = { ...terms, type: "stop-limit", priceTicks: 58_900 as Ticks } as const;
  expect(world.place("ana", "sell", MAX, limit).error).toBe("trade.invalidParameters");
  // Without a position there is nothing to close.
  expect(world.place("cat", "sell", MAX, terms).error).toBe("trade.reduceOnly");
});

test("PERP-42 a protected stop expires while last price and mark are far apart; others fire", () => {
  const world = opened();
  world.leverage("ana", 10);
  const stop = { type: "stop-market", stopTicks: 57_000 as Ticks, reduceOnly: true } as const;
  const kept = world.place("ana", "sell", "0.5", { ...stop, priceProtect: true });
  const plain = world.place("ana", "sell", "0.5", stop);
  world.limit("cat", "buy", "3", 55_900);
  // The mark falls by 7 %; nobody has traded since 60,000.
  world.wait(MINUTE, 56_000);
  world.observe(56_000);
  expect(world.order(kept.orderId)).toBe("expired price-difference 0 of 0.5");
  expect(world.order(plain.orderId)).toBe("filled 0.5");
  // 10,000 − 30 fee − 2,050 loss − 13.975 fee; half of the position is left, with a tenth of its value.
  expect(world.wallet("ana")).toBe("4906.025 + 3000");
  expect(world.position("ana")).toMatch(/^0\.5 for 30000,/);
});

test("PERP-42 a protected stop fires while last price and mark are close", () => {
  const world = opened();
  const order = world.place("ana", "sell", "1", {
    type: "stop-market",
    stopTicks: 59_000 as Ticks,
    triggerBy: "last",
    reduceOnly: true,
    priceProtect: true,
  });
  expect(Exchange.restore(world.exchange.snapshot()).accountView(world.id("ana")).orders[0]?.quoteUnits).toBe(
    1,
  );
  world.limit("cat", "buy", "3", 58_900);
  world.limit("ben", "sell", "0.001", 58_900, { timeInForce: "ioc" });
  world.observe(60_000);
  expect(world.order(order.orderId)).toBe("filled 1");
  expect(world.wallet("ana")).toBe("8840.55 + 0");
  expect(world.place("ana", "buy", "1", { priceProtect: true }).error).toBe("trade.invalidParameters");
});
