import { expect, test } from "vitest";
import { PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

/** Ana has funds; Cat is long one bitcoin, sold short by Ben, and offers it twice with reduce-only orders. */
function offeredTwice(): { readonly world: PerpetualWorld; readonly offers: () => readonly string[] } {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "100000").user("cat", "10000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("cat", "buy", "1");
  const first = world.limit("cat", "sell", "0.8", 60_100, { reduceOnly: true });
  const second = world.limit("cat", "sell", "0.8", 60_200, { reduceOnly: true });
  return { world, offers: () => [world.order(first.orderId), world.order(second.orderId)] };
}

test("PERP-07 with two reduce-only orders of one position a fill-or-kill order counts only the reducible quantity", () => {
  const { world, offers } = offeredTwice();
  const tooMuch = world.limit("ana", "buy", "1.001", 60_500, { timeInForce: "fok" });
  expect([tooMuch.order, tooMuch.trades]).toEqual(["expired fok 0 of 1.001", []]);
  expect(offers()).toEqual(["open 0 of 0.8", "open 0 of 0.8"]);
  expect([world.wallet("ana"), world.wallet("cat")]).toEqual(["10000 + 0", "6970 + 3000"]);
  // Another order behind them covers the rest.
  world.limit("ben", "sell", "0.5", 60_300);
  const whole = world.limit("ana", "buy", "1.2", 60_500, { timeInForce: "fok" });
  expect([whole.order, whole.trades]).toEqual(["filled 1.2", ["0.8 @ 60100", "0.2 @ 60200", "0.2 @ 60300"]]);
  expect(offers()).toEqual(["filled 0.8", "canceled position-closed 0.2 of 0.8"]);
  expect([world.position("cat"), world.view("ana").lots]).toEqual(["none", 1_200]);
  // Profits of 80 and 40; fees of 30 for opening, 9.616 and 2.408 as maker.
  expect(world.wallet("cat")).toBe("10077.976 + 0");
  // 48,080, 12,040 and 12,060: 5 % margin, 0.05 % fee.
  expect(world.wallet("ana")).toBe("6354.91 + 3609");
});

test("PERP-10 a fill-or-kill order of a user with own offers skips them or is rejected, as chosen", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000");
  const own = world.limit("ana", "sell", "0.1", 60_000);
  world.limit("ben", "sell", "0.3", 60_100);
  const fok = { timeInForce: "fok" } as const;
  const refused = world.limit("ana", "buy", "0.2", 60_100, fok);
  expect([refused.order, world.order(own.orderId)]).toEqual(["expired fok 0 of 0.2", "open 0 of 0.1"]);
  // The user's own offer is not counted: only 0.3 are available.
  const more = world.limit("ana", "buy", "0.301", 60_100, { ...fok, selfTrade: "expire-maker" });
  expect([more.order, world.order(own.orderId)]).toEqual(["expired fok 0 of 0.301", "open 0 of 0.1"]);
  const passed = world.limit("ana", "buy", "0.3", 60_100, { ...fok, selfTrade: "expire-maker" });
  expect([passed.order, passed.trades]).toEqual(["filled 0.3", ["0.3 @ 60100"]]);
  expect(world.order(own.orderId)).toBe("expired self-trade 0 of 0.1");
  // 18,030 ÷ 20 plus a fee of 9.015.
  expect(world.wallet("ana")).toBe("9089.485 + 901.5");
});

/** Ana is long one bitcoin with 5 % margin; of two bids, one takes half at her entry price, the other far below. */
function fallsInTwo(lowest: number, rules?: number) {
  const world = new PerpetualWorld({}, rules).user("ana", "3030").user("ben", "100000").user("cat", "100000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  world.limit("cat", "buy", "0.5", 60_000);
  world.limit("cat", "buy", "0.5", lowest);
  const sold = world.limit("ana", "sell", "1", lowest, { timeInForce: "fok", reduceOnly: true });
  return { world, sold };
}

test("PERP-10 a closing fill-or-kill order checks the loss of each fill; results under older rules are unchanged", () => {
  // Half of the margin is 1,500, and so is the loss of half a bitcoin at 57,000; the fees are paid from what the first
  // fill releases.
  const possible = fallsInTwo(57_100);
  expect([possible.sold.order, possible.world.position("ana")]).toEqual(["filled 1", "none"]);
  // 1,450 lost, fees of 15 and 14.275.
  expect(possible.world.wallet("ana")).toBe("1520.725 + 0");
  const tooDeep = fallsInTwo(56_900);
  expect([tooDeep.sold.order, tooDeep.sold.trades]).toEqual(["expired fok 0 of 1", []]);
  expect(tooDeep.world.wallet("ana")).toBe("0 + 3000");
  // The margin covers the loss at the average of both fills, but not the second fill's own loss.
  const older = fallsInTwo(56_900, 0);
  expect([older.sold.order, older.sold.trades]).toEqual([
    "expired price-protection 0.5 of 1",
    ["0.5 @ 60000"],
  ]);
  expect(older.world.wallet("ana")).toBe("1485 + 1500");
});
