import type { Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SECOND } from "../../support/scenario/exchange-world.ts";
import { PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

/** Ana and Ben with 10,000 each; Ben is short and Ana long one bitcoin at 60,000. */
function opened(): PerpetualWorld {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000").user("cat", "100000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  return world;
}

test("PERP-10 a long and a short open at one price, with margin and fees by the terms", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000");
  world.leverage("ana", 20);
  world.leverage("ben", 10);
  const ask = world.limit("ben", "sell", "1", 60_000);
  expect(ask.order).toBe("open 0 of 1");
  // 60,000 ÷ 10 plus the taker fee of 30.
  expect(world.wallet("ben")).toBe("3970 + 6030");
  const bought = world.place("ana", "buy", "1");
  expect([bought.order, bought.trades]).toEqual(["filled 1", ["1 @ 60000"]]);
  expect(world.position("ana")).toBe("1 for 60000, margin 3000, liquidation 57236");
  expect(world.position("ben")).toBe("-1 for 60000, margin 6000, liquidation 65722");
  expect(world.wallet("ana")).toBe("6970 + 3000");
  expect(world.wallet("ben")).toBe("3988 + 6000");
});

test("PERP-10 closing realizes the profit, sets the margin free and pays the fee", () => {
  const world = opened();
  world.observe(61_000);
  world.limit("cat", "buy", "0.4", 61_000);
  const closed = world.close("ana");
  expect([closed.order, closed.trades]).toEqual(["expired ioc 0.4 of 1", ["0.4 @ 61000"]]);
  // 10,000 − 30 fee − 3,000 margin; then + 1,200 margin + 400 profit − 12.2 fee.
  expect(world.wallet("ana")).toBe("8557.8 + 1800");
  expect(world.position("ana")).toMatch(/^0\.6 for 36000, margin 1800,/);
});

test("PERP-10 selling more than the position turns it over", () => {
  const world = opened();
  world.limit("cat", "buy", "3", 60_000);
  const sold = world.place("ana", "sell", "1.5");
  expect(sold.order).toBe("filled 1.5");
  expect(world.position("ana")).toMatch(/^-0\.5 for 30000, margin 1500,/);
  // 10,000 − 30 − 45 fees − 1,500 margin.
  expect(world.wallet("ana")).toBe("8425 + 1500");
});

test("PERP-07 several reduce-only orders never turn a position over", () => {
  const world = opened();
  const first = world.limit("ana", "sell", "0.8", 60_500, { reduceOnly: true });
  const second = world.limit("ana", "sell", "0.8", 60_600, { reduceOnly: true });
  expect(world.wallet("ana")).toBe("6970 + 3000");
  const bought = world.place("cat", "buy", "3");
  expect(bought.trades).toEqual(["0.8 @ 60500", "0.2 @ 60600"]);
  expect(world.order(first.orderId)).toBe("filled 0.8");
  expect(world.order(second.orderId)).toBe("canceled position-closed 0.2 of 0.8");
  expect(world.position("ana")).toBe("none");
  expect(world.view("cat").lots).toBe(1_000);
  // Profits of 400 and 120, fees of 30 for opening, 9.68 and 2.424 for closing.
  expect(world.wallet("ana")).toBe("10477.896 + 0");
});

test("PERP-07 a reduce-only order fills no more than the position, and is rejected without one", () => {
  const world = opened();
  world.limit("cat", "buy", "3", 60_000);
  const sold = world.place("ana", "sell", "2", { reduceOnly: true });
  expect(sold.order).toBe("canceled position-closed 1 of 2");
  expect(world.position("ana")).toBe("none");
  expect(world.place("ana", "sell", "1", { reduceOnly: true }).error).toBe("trade.reduceOnly");
});

test("PERP-10 good-till-canceled, immediate-or-cancel, fill-or-kill, post-only", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000");
  world.limit("ben", "sell", "0.5", 60_000);
  const all = world.limit("ana", "buy", "1", 60_000, { timeInForce: "fok" });
  expect(all.order).toBe("expired fok 0 of 1");
  expect(world.limit("ana", "buy", "1", 60_000, { timeInForce: "post-only" }).error).toBe("trade.wouldTake");
  const now = world.limit("ana", "buy", "1", 60_000, { timeInForce: "ioc" });
  expect(now.order).toBe("expired ioc 0.5 of 1");
  const rests = world.limit("ana", "buy", "0.1", 59_000);
  expect(rests.order).toBe("open 0 of 0.1");
  // 10,000 − 15 fee − 1,500 margin; 295 and 2.95 for the resting order.
  expect(world.wallet("ana")).toBe("8187.05 + 1797.95");
  world.cancel("ana", rests.orderId);
  expect(world.wallet("ana")).toBe("8485 + 1500");
});

test("PERP-10 buys and sells that rest need the larger margin of the two sides, not both", () => {
  const world = new PerpetualWorld().user("ana", "10000");
  world.limit("ana", "buy", "1", 59_000);
  expect(world.wallet("ana")).toBe("7020.5 + 2979.5");
  const sell = world.limit("ana", "sell", "1", 61_000);
  expect(world.wallet("ana")).toBe("6919.5 + 3080.5");
  world.cancel("ana", sell.orderId);
  expect(world.wallet("ana")).toBe("7020.5 + 2979.5");
});

test("PERP-10 an order without enough margin is rejected with the available amount", () => {
  const world = new PerpetualWorld().user("ana", "100");
  const tooMuch = world.limit("ana", "buy", "1", 60_000);
  expect([tooMuch.error, tooMuch.params[0]]).toEqual(["trade.insufficientBalance", 100_000_000]);
  expect(world.wallet("ana")).toBe("100 + 0");
});

test("PERP-08 leverage follows the tiers and the wallet's funds", () => {
  const world = opened();
  // 60,000 is in the tier up to 250,000.
  const high = world.leverage("ana", 100);
  expect([high.error, high.params.slice(0, 2)]).toEqual(["trade.riskLimit", [100, 50_000_000_000]]);
  expect(world.leverage("ana", 101).error).toBe("trade.riskLimit");
  expect(world.leverage("ana", 50).error).toBeUndefined();
  // Isolated margin stays unchanged when leverage increases.
  expect(world.wallet("ana")).toBe("6970 + 3000");
  expect(world.leverage("ana", 5).error).toBe("trade.insufficientBalance");
  expect(world.leverage("ana", 10).error).toBeUndefined();
  expect(world.wallet("ana")).toBe("3970 + 6000");
  expect(world.leverage("ana", 0, "cross").error).toBe("trade.positionOpen");
});

test("PERP-08 margin may be added, and removed down to the initial margin at the mark", () => {
  const world = opened();
  expect(world.margin("ana", "add", "500").error).toBeUndefined();
  expect(world.wallet("ana")).toBe("6470 + 3500");
  expect(world.position("ana")).toBe("1 for 60000, margin 3500, liquidation 56733");
  expect(world.margin("ana", "remove", "501").error).toBe("trade.riskLimit");
  expect(world.margin("ana", "remove", "500").error).toBeUndefined();
  expect(world.margin("ana", "add", "7000").error).toBe("trade.insufficientBalance");
  world.leverage("cat", 20, "cross");
  expect(world.margin("cat", "add", "1").error).toBe("trade.positionNotFound");
});

test("PERP-08 a cross position's losses are not free to be transferred away", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000");
  world.leverage("ana", 20, "cross");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  world.observe(59_000);
  const loss = -world.view("ana").unrealizedUnits;
  expect(loss).toBeGreaterThan(0);
  expect(world.transferOut("ana", "6970").error).toBe("wallet.insufficientBalance");
  const usable = world.exchange.accountView(world.id("ana")).contracts?.usableUnits ?? 0;
  expect(usable).toBe(6_970_000_000 - loss);
});

test("PERP-08 a resting order keeps the one trigger that its ticket has until it is filled", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("bea", "10000").user("ben", "100000");
  world.limit("ana", "buy", "1", 60_000, { sl: 55_000 });
  world.limit("bea", "buy", "1", 60_000, { tp: 65_000 });
  world.place("ben", "sell", "2");
  expect(world.view("ana")).toMatchObject({ takeProfitTicks: 0, stopLossTicks: 55_000 });
  expect(world.view("bea")).toMatchObject({ takeProfitTicks: 65_000, stopLossTicks: 0 });
});

test("PERP-08 take-profit and stop-loss of a ticket become the position's, and one of them closes it once", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "100000").user("cat", "100000");
  world.limit("ben", "sell", "1", 60_000);
  expect(world.place("ana", "buy", "1", { tp: 59_000 }).error).toBe("trade.triggerPrice");
  world.place("ana", "buy", "1", { tp: 61_000, sl: 59_000 });
  expect(world.view("ana")).toMatchObject({ takeProfitTicks: 61_000, stopLossTicks: 59_000 });
  world.limit("cat", "buy", "5", 60_900);
  // Two of the mark price's three terms follow the index, so the mark price moves at once.
  const fired = world.observe(61_100);
  expect(fired.trades).toEqual(["1 @ 60900"]);
  expect(world.position("ana")).toBe("none");
  const orders = fired.events.filter(
    (event) => event.kind === "order-changed" && event.userId === world.id("ana"),
  );
  expect(orders.map((event) => event.kind === "order-changed" && event.cause)).toEqual([
    "accepted",
    "triggered",
    "executed",
  ]);
  // 30 for opening, 900 of profit, 30.45 for closing.
  expect(world.wallet("ana")).toBe("10839.55 + 0");
});

test("PERP-08 a stop-loss triggered by the index ignores other prices", () => {
  const world = opened();
  world.limit("cat", "buy", "5", 59_300);
  world.protect("ana", 0, 59_500, "index");
  expect(world.observe(59_600).trades).toEqual([]);
  expect(world.observe(59_500).trades).toEqual(["1 @ 59300"]);
  expect(world.protect("ana", 0, 59_000).error).toBe("trade.positionNotFound");
});

test("PERP-08 stops wait for the price they look at and take margin only when they fire", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "100000");
  const stop = world.place("ana", "buy", "0.1", {
    type: "stop-market",
    stopTicks: 60_500 as Ticks,
    triggerBy: "index",
  });
  expect([stop.order, world.wallet("ana")]).toEqual(["untriggered 0 of 0.1", "10000 + 0"]);
  world.limit("ben", "sell", "1", 60_600);
  expect(world.observe(60_500).trades).toEqual(["0.1 @ 60600"]);
  const poor = world.place("ana", "buy", "5", {
    type: "stop-market",
    stopTicks: 61_000 as Ticks,
    triggerBy: "index",
  });
  world.limit("ben", "sell", "9", 61_000);
  world.observe(61_000);
  expect(world.order(poor.orderId)).toBe("expired trigger-unfunded 0 of 5");
});

test("PERP-08 a trailing stop follows the last price and closes reduce-only", () => {
  const world = opened();
  const trail = world.place("ana", "sell", "1", {
    type: "trailing-stop",
    trailingPpm: 10_000 as never,
    triggerBy: "last",
    reduceOnly: true,
  });
  world.limit("ben", "sell", "0.1", 61_000);
  world.limit("cat", "buy", "0.1", 61_000);
  world.limit("cat", "buy", "3", 60_300);
  expect(world.order(trail.orderId)).toBe("untriggered 0 of 1");
  world.limit("ben", "sell", "0.1", 60_300);
  expect(world.order(trail.orderId)).toBe("filled 1");
  expect(world.position("ana")).toBe("none");
});

test("PERP-10 closing everything cancels the orders first", () => {
  const world = opened();
  const order = world.limit("ana", "buy", "0.1", 59_000);
  world.limit("cat", "buy", "2", 60_000);
  const closed = world.closeAll("ana");
  expect(world.order(order.orderId)).toBe("canceled user 0 of 0.1");
  expect(closed.trades).toEqual(["1 @ 60000"]);
  expect(world.wallet("ana")).toBe("9940 + 0");
  expect(world.closeAll("ana").error).toBe("trade.positionNotFound");
});

test("PERP-09 with a stale index a contract takes no orders, but cancels", () => {
  const world = opened();
  const order = world.limit("ana", "buy", "0.1", 59_000);
  world.wait(11 * SECOND);
  expect(world.place("ana", "sell", "1").error).toBe("trade.marketUnavailable");
  expect(world.close("ana").error).toBe("trade.marketUnavailable");
  expect(world.cancel("ana", order.orderId).error).toBeUndefined();
});

test("PERP-08 setting the current leverage takes no margin, whatever rounding left out of it", () => {
  const world = new PerpetualWorld().user("ana", "1000").user("ben", "20000");
  world.leverage("ana", 7, "cross");
  world.limit("ben", "sell", "0.1", 60_001);
  world.place("ana", "buy", "0.1");
  // 6,000.1 ÷ 7 rounded down, so that an order's frozen amount is always sufficient.
  expect(world.wallet("ana")).toBe("139.842808 + 857.157142");
  world.observe(60_200);
  expect(world.transferOut("ana", "139.842808").error).toBeUndefined();
  expect(world.leverage("ana", 7, "cross").error).toBeUndefined();
  expect(world.wallet("ana")).toBe("0 + 857.157142");
});

test("PERP-10 of a nearly worthless coin nobody holds more lots than one order can close", () => {
  const world = new PerpetualWorld({
    tick: "0.0001",
    lot: "0.01",
    minQuantity: "0.01",
    maxQuantity: "20000000",
    brackets: [{ notionalCap: "10000000", maxLeverage: 100, maintenancePpm: 4_000, cumulative: "0" }],
  });
  // A second source confirms the large step.
  world.observe(0.01, 1);
  world.observe(0.01);
  world.user("ana", "1000000").user("ben", "1000000").user("cat", "1000000");
  // A lot is 0.01 coins here, while the world formats it with three decimals.
  const million = (count: number): string => String(count * 1_000);
  for (const count of [1_500, 400]) {
    world.limit("ben", "sell", million(count), 100);
    expect(world.limit("ana", "buy", million(count), 100).order).toBe(`filled ${million(count)}`);
  }
  // 190,000 of ten million USDT, but 1.9 of the two billion lots that an order may have.
  expect(world.view("ana").lots).toBe(1_900_000_000);
  expect(world.limit("ana", "buy", million(101), 100).error).toBe("trade.riskLimit");
  expect(world.limit("ben", "sell", million(101), 100).error).toBe("trade.riskLimit");
  world.limit("cat", "buy", million(1_900), 99);
  expect(world.close("ana").order).toBe(`filled ${million(1_900)}`);
  expect(world.position("ana")).toBe("none");
});
