import { expect, test } from "vitest";
import { PerpetualWorld } from "./perpetual-world.ts";

test("PERP-10 a long and a short open at one price: margin and fees are what the terms say", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000");
  world.leverage("ana", 20);
  world.leverage("ben", 10);
  const ask = world.limit("ben", "sell", "1", 60_000);
  expect(ask.order).toBe("open 0 of 1");
  // 60,000 ÷ 10 and the taker's fee of 30.
  expect(world.wallet("ben")).toBe("3970 + 6030");
  const bought = world.place("ana", "buy", "1");
  expect([bought.order, bought.trades]).toEqual(["filled 1", ["1 @ 60000"]]);
  expect(world.position("ana")).toBe("1 for 60000, margin 3000, liquidation 57236");
  expect(world.position("ben")).toBe("-1 for 60000, margin 6000, liquidation 65722");
  expect(world.wallet("ana")).toBe("6970 + 3000");
  expect(world.wallet("ben")).toBe("3988 + 6000");
});

test("PERP-10 closing realizes the profit, sets the margin free and pays the fee", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000").user("cat", "10000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  world.index(61_000);
  world.limit("cat", "buy", "0.4", 61_000);
  const closed = world.close("ana");
  expect([closed.order, closed.trades]).toEqual(["expired ioc 0.4 of 1", ["0.4 @ 61000"]]);
  // 10,000 − 30 fee − 3,000 margin; then 1,200 margin back, 400 profit, 12.2 fee.
  expect(world.wallet("ana")).toBe("8557.8 + 1800");
  expect(world.position("ana")).toMatch(/^0\.6 for 36000, margin 1800,/);
});
