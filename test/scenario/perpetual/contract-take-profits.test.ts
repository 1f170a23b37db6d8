import type { TriggerBy } from "@candor/domain/enumerations";
import type { Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { type OrderTerms, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

/** Ana is long and Ben short one bitcoin at 60,000. */
function opened(): PerpetualWorld {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000").user("cat", "100000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  return world;
}

const takeProfit = (stop: number, terms: OrderTerms = {}): OrderTerms => ({
  type: "take-profit-market",
  stopTicks: stop as Ticks,
  ...terms,
});

test("PERP-30 a take-profit sell by the mark closes a long above its entry and pays out the profit", () => {
  const world = opened();
  const order = world.place("ana", "sell", "1", takeProfit(61_000, { reduceOnly: true }));
  expect(order.order).toBe("untriggered 0 of 1");
  expect(world.wallet("ana")).toBe("6970 + 3000");
  world.limit("cat", "buy", "1", 61_000);
  // A fall triggers nothing.
  world.observe(59_500);
  expect(world.order(order.orderId)).toBe("untriggered 0 of 1");
  world.observe(61_200);
  world.wait(60_000, 61_200);
  expect(world.order(order.orderId)).toBe("filled 1");
  expect(world.position("ana")).toBe("none");
  // 10,000 − 30 fee + 1,000 profit − 30.5 fee.
  expect(world.wallet("ana")).toBe("10939.5 + 0");
  expect(world.position("cat")).toMatch(/^1 for 61000,/);
});

test("PERP-30 a take-profit buy closes a short once the last price has fallen to it, as a limit order", () => {
  const world = opened();
  const order = world.place("ben", "buy", "1", {
    type: "take-profit-limit",
    stopTicks: 59_000 as Ticks,
    priceTicks: 59_100 as Ticks,
    triggerBy: "last",
    reduceOnly: true,
  });
  world.limit("cat", "buy", "0.1", 59_000);
  world.place("ana", "sell", "0.1");
  expect(world.order(order.orderId)).toBe("open 0 of 1");
  world.place("ana", "sell", "0.4");
  expect(world.order(order.orderId)).toBe("partially-filled 0.4 of 1");
  expect(world.position("ben")).toMatch(/^-0\.6 for 36000,/);
  // 10,000 − 12 maker fee at the entry + 360 profit − 4.728 maker fee; 1,800 of it is margin.
  expect(world.wallet("ben")).toBe("8543.272 + 1800");
});

test("PERP-30 an opening take-profit holds nothing, takes margin at its trigger and expires without it", () => {
  const world = opened().user("dan", "4000").user("eve", "100");
  world.limit("cat", "sell", "2", 59_000);
  world.limit("cat", "buy", "0.5", 58_900);
  const funded = world.place("dan", "buy", "1", takeProfit(59_000));
  const unfunded = world.place("eve", "buy", "1", takeProfit(59_000));
  expect([world.wallet("dan"), world.wallet("eve")]).toEqual(["4000 + 0", "100 + 0"]);
  world.observe(58_950);
  world.wait(60_000, 58_950);
  expect(world.order(funded.orderId)).toBe("filled 1");
  expect(world.order(unfunded.orderId)).toBe("expired trigger-unfunded 0 of 1");
  // 59,000 ÷ 20 is 2,950 of margin; the fee is 29.5.
  expect([world.wallet("dan"), world.wallet("eve")]).toEqual(["1020.5 + 2950", "100 + 0"]);
});

test("PERP-30 a take-profit that would trigger at once is rejected, by each price and on each side", () => {
  const world = opened();
  for (const triggerBy of ["last", "mark", "index"] satisfies TriggerBy[]) {
    for (const stop of [60_000, 59_000])
      expect(world.place("ana", "sell", "1", takeProfit(stop, { triggerBy })).error).toBe(
        "trade.triggerPrice",
      );
    for (const stop of [60_000, 61_000])
      expect(world.place("ben", "buy", "1", takeProfit(stop, { triggerBy })).error).toBe(
        "trade.triggerPrice",
      );
    for (const [name, side, stop] of [
      ["ana", "sell", 61_000],
      ["ben", "buy", 59_000],
    ] as const)
      expect(world.place(name, side, "1", takeProfit(stop, { triggerBy })).order).toBe("untriggered 0 of 1");
  }
  expect([world.wallet("ana"), world.wallet("ben")]).toEqual(["6970 + 3000", "6988 + 3000"]);
});

test("PERP-30 a reduce-only take-profit ends with its position", () => {
  const world = opened();
  const order = world.place("ana", "sell", "1", takeProfit(65_000, { reduceOnly: true }));
  world.limit("cat", "buy", "1", 60_000);
  world.close("ana");
  expect(world.order(order.orderId)).toBe("canceled position-closed 0 of 1");
});

/** Take-profits of 0.6 each and stop-losses of 0.7 and 0.5 on Ana's one bitcoin: more than she has, on both sides. */
function withParts() {
  const world = opened();
  const close = (quantity: string, terms: OrderTerms): number =>
    world.place("ana", "sell", quantity, { ...terms, reduceOnly: true }).orderId;
  const stopLoss = (stop: number): OrderTerms => ({ type: "stop-market", stopTicks: stop as Ticks });
  return {
    world,
    ids: [
      close("0.6", takeProfit(61_000)),
      close("0.6", takeProfit(62_000)),
      close("0.7", stopLoss(59_000)),
      close("0.5", stopLoss(58_500)),
    ],
  };
}

const move = (world: PerpetualWorld, price: number): void => {
  world.observe(price);
  world.wait(60_000, price);
};

test("PERP-30 TICK-39 take-profits of parts that exceed the position close it, never flip it, and the rest ends with it", () => {
  const { world, ids } = withParts();
  const orders = () => ids.map((id) => world.order(id));
  // None of them holds anything.
  expect(world.wallet("ana")).toBe("6970 + 3000");
  world.leverage("cat", 10);
  world.limit("cat", "buy", "0.6", 61_000);
  move(world, 61_200);
  expect(orders()).toEqual([
    "filled 0.6",
    "untriggered 0 of 0.6",
    "untriggered 0 of 0.7",
    "untriggered 0 of 0.5",
  ]);
  expect(world.position("ana")).toMatch(/^0\.4 for 24000, margin 1200,/);
  // 10,000 − 30 fee + 600 profit − 18.3 fee.
  expect(world.wallet("ana")).toBe("9351.7 + 1200");
  expect(world.wallet("cat")).toBe("96332.68 + 3660");
  // More bids than Ana has left to sell.
  world.limit("cat", "buy", "1", 62_000);
  move(world, 62_200);
  expect(orders()).toEqual([
    "filled 0.6",
    "canceled position-closed 0.4 of 0.6",
    "canceled position-closed 0 of 0.7",
    "canceled position-closed 0 of 0.5",
  ]);
  expect(world.position("ana")).toBe("none");
  // 800 more profit − 12.4 fee.
  expect(world.wallet("ana")).toBe("11339.3 + 0");
  // A fall finds no order left that could open a short position.
  move(world, 58_000);
  expect(world.position("ana")).toBe("none");
  expect([world.wallet("ana"), world.wallet("ben")]).toEqual(["11339.3 + 0", "6988 + 3000"]);
  // 1 bitcoin for 61,400 with fees of 7.32 and 4.96; 0.6 of the second order still rests: 3,720 of margin, 18.6 of fee.
  expect(world.position("cat")).toMatch(/^1 for 61400, margin 6140,/);
  expect(world.wallet("cat")).toBe("90109.12 + 9878.6");
  expect(world.fund).toBe("0");
});

test("PERP-30 TICK-39 stop-losses of parts that exceed the position close it, never flip it, and the rest ends with it", () => {
  const { world, ids } = withParts();
  world.limit("cat", "buy", "3", 58_000);
  move(world, 58_200);
  expect(ids.map((id) => world.order(id))).toEqual([
    "canceled position-closed 0 of 0.6",
    "canceled position-closed 0 of 0.6",
    "filled 0.7",
    "canceled position-closed 0.3 of 0.5",
  ]);
  expect(world.position("ana")).toBe("none");
  // 10,000 − 30 fee − 2,000 loss − 20.3 − 8.7 fees.
  expect([world.wallet("ana"), world.wallet("ben")]).toEqual(["7941 + 0", "6988 + 3000"]);
  // 1 bitcoin for 58,000, a fee of 11.6; 2 still rest: 5,800 of margin and 58 of fee.
  expect(world.position("cat")).toMatch(/^1 for 58000, margin 2900,/);
  expect(world.wallet("cat")).toBe("91230.4 + 8758");
  move(world, 62_500);
  expect([world.position("ana"), world.wallet("ana"), world.fund]).toEqual(["none", "7941 + 0", "0"]);
});
