import { expect, test } from "vitest";
import { plain, SECOND } from "../../support/scenario/exchange-world.ts";
import { PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

/** Ana's long and Ben's short of one bitcoin at 60,000; 20× and 10×, isolated. */
function opened(anaFunds = "3030", mode: "isolated" | "cross" = "isolated"): PerpetualWorld {
  const world = new PerpetualWorld().user("ana", anaFunds).user("ben", "20000").user("cat", "100000");
  world.leverage("ana", 20, mode);
  world.leverage("ben", 10);
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  return world;
}

const steps = (world: PerpetualWorld): string[] =>
  world.eventsOf("liquidation-step").map((step) => {
    const closed = `${plain(step.closedLots, 3)} for ${plain(step.closedQuoteUnits)}`;
    return `${step.method}: ${closed}, fee ${plain(step.feeUnits)}, loss ${plain(step.lossUnits)}`;
  });

test("PERP-11 the position's orders are canceled, then the book takes it to the next tier", () => {
  const world = opened("3100");
  expect(world.position("ana")).toBe("1 for 60000, margin 3000, liquidation 57236");
  const order = world.limit("ana", "buy", "0.01", 55_000);
  world.limit("cat", "buy", "2", 57_200);
  expect(world.observe(57_237).trades).toEqual([]);
  const fall = world.observe(57_200);
  expect(world.order(order.orderId)).toBe("canceled liquidation 0 of 0.01");
  // The lower tier ends at 50,000: 0.874 bitcoin at the mark price of 57,200.
  expect(fall.trades[0]).toBe("0.126 @ 57200");
  expect(steps(world)[0]).toBe("orders: 0 for 0, fee 0, loss 0");
  expect(steps(world)[1]).toBe("book: 0.126 for 7207.2, fee 7.2072, loss 0");
  const [first] = world.eventsOf("liquidation-step");
  expect(first).toMatchObject({
    equityUnits: 200_000_000,
    maintenanceUnits: 236_000_000,
    tier: 2,
    markTicks: 57_200,
  });
});

test("PERP-11 the insurance fund pays what the margin cannot, at the bankruptcy price for its user", () => {
  const world = opened();
  // Another liquidation pays its fee to the fund.
  fundBy(world, 60_000);
  const before = Number(world.fund);
  expect(before).toBeGreaterThan(0);
  world.limit("cat", "buy", "5", 56_999);
  world.observe(56_900);
  expect(world.position("ana")).toBe("none");
  expect(world.wallet("ana")).toBe("0 + 0");
  expect(steps(world).at(-1)).toBe("insurance-fund: 1 for 56999, fee 0, loss 1");
  expect(Number(world.fund)).toBe(before - 1);
});

/** Liquidates a short of Dan's; its closing order pays the fee of 0.1 % to the fund. */
function fundBy(world: PerpetualWorld, price: number): void {
  world.user("dan", "1000").user("eve", "100000");
  world.leverage("dan", 100);
  world.limit("eve", "buy", "0.5", price);
  world.place("dan", "sell", "0.5");
  world.limit("eve", "sell", "0.5", price + 500);
  world.observe(price + 500);
  expect(world.position("dan")).toBe("none");
  world.observe(price);
}

test("PERP-11 without a fund the other side is deleveraged at the bankruptcy price, and nobody falls below zero", () => {
  const world = opened();
  expect(world.fund).toBe("0");
  world.observe(56_500);
  expect(steps(world)).toEqual(["orders: 0 for 0, fee 0, loss 0", "adl: 1 for 57000, fee 0, loss 0"]);
  expect([world.position("ana"), world.position("ben")]).toEqual(["none", "none"]);
  expect(world.wallet("ana")).toBe("0 + 0");
  // 20,000 − 12 fee, plus 3,000 of profit at 57,000.
  expect(world.wallet("ben")).toBe("22988 + 0");
});

test("PERP-11 those with the most profit × leverage are deleveraged first", () => {
  const world = new PerpetualWorld().user("ana", "3030").user("ben", "20000").user("cat", "100000");
  world.leverage("ana", 20);
  world.leverage("ben", 5);
  world.leverage("cat", 50);
  world.limit("ben", "sell", "0.6", 60_000);
  world.limit("cat", "sell", "0.6", 60_000);
  world.user("fay", "50000").leverage("fay", 1);
  world.limit("fay", "buy", "0.2", 60_000);
  world.place("ana", "buy", "1");
  world.observe(56_500);
  const adl = world.eventsOf("liquidation-step").filter(({ method }) => method === "adl");
  expect(adl.map((step) => [step.counterpartyUserId, step.closedLots])).toEqual([
    [world.id("cat"), 600],
    [world.id("ben"), 400],
  ]);
});

test("PERP-11 a cross account is liquidated when all its money is below its maintenance", () => {
  const world = opened("4030", "cross");
  expect(world.wallet("ana")).toBe("1000 + 3000");
  // 4,000 of equity: (60,000 − 4,000 − 50) ÷ 0.995.
  expect(world.view("ana").liquidationTicks).toBe(56_231);
  world.limit("cat", "buy", "5", 56_200);
  expect(world.observe(56_232).trades).toEqual([]);
  expect(world.observe(56_231).events.some((event) => event.kind === "liquidation-step")).toBe(true);
});

test("PERP-11 each trade of a cross liquidation has its realized profit, its fee, and the fund's payment", () => {
  const world = opened("3620", "cross");
  fundBy(world, 60_000);
  // 3,590 of equity, 3,000 of it margin. The last bid is below what the rest can cover: 489.75 for 0.1 bitcoin.
  world.limit("cat", "buy", "0.3", 57_500);
  world.limit("cat", "buy", "0.2", 56_400);
  world.limit("cat", "buy", "0.3", 55_990);
  world.limit("cat", "buy", "0.1", 55_900);
  world.limit("cat", "buy", "0.1", 55_000);
  world.observe(55_000);
  expect(world.position("ana")).toBe("none");
  expect(world.wallet("ana")).toBe("0 + 0");
  const steps = world.eventsOf("liquidation-step").filter(({ userId }) => userId === world.id("ana"));
  const fills = steps.map(({ fills }) =>
    fills.map(({ realizedUnits, feeUnits, lossUnits }) =>
      [realizedUnits, feeUnits, lossUnits].map((units) => plain(units)),
    ),
  );
  expect(fills).toEqual([
    [],
    [["-227.5", "5.2325", "0"]],
    // A loss of 720 exceeds these lots' margin of 600: nothing is left for a fee.
    [
      ["-522.5", "12.0175", "0"],
      ["-720", "0", "0"],
    ],
    [
      ["-1203", "0", "0"],
      ["-410", "0", "0"],
      ["-489.75", "0", "10.25"],
    ],
  ]);
});

test("PERP-09 with a stale index nobody is liquidated; at its return all positions at risk are", () => {
  const world = opened();
  world.limit("cat", "buy", "5", 57_100);
  world.wait(11 * SECOND);
  world.wait(60 * SECOND);
  expect(world.eventsOf("liquidation-step")).toEqual([]);
  world.observe(57_150);
  expect(world.eventsOf("liquidation-step").length).toBeGreaterThan(0);
});

test("PERP-05 funding is paid every eight hours, nets to zero, and not while the index is stale", () => {
  const world = opened("5000");
  const hour = 3_600 * SECOND;
  for (let minute = 1; minute < 480; minute++) world.wait(60 * SECOND, 60_000);
  expect(world.eventsOf("funding-settled")).toEqual([]);
  const due = world.wait(60 * SECOND, 60_000);
  const [settled] = world.eventsOf("funding-settled");
  // Without bids and asks there is no premium: the rate is the interest of 0.01 %.
  expect(settled).toMatchObject({ ratePpm: 100, premiumPpm: 0, markTicks: 60_000, round: 1 });
  expect(settled?.samplesPpm).toHaveLength(480);
  expect(world.eventsOf("funding-paid").map(({ userId, amountUnits }) => [userId, amountUnits])).toEqual([
    [world.id("ana"), -6_000_000],
    [world.id("ben"), 6_000_000],
  ]);
  expect(world.eventsOf("funding-closed").map(({ remainderUnits }) => remainderUnits)).toEqual([0]);
  expect(due.error).toBeUndefined();
  expect(world.view("ana")).toMatchObject({ fundingPaidUnits: 6_000_000, marginUnits: 2_994_000_000 });
  world.wait(8 * hour);
  expect(world.eventsOf("funding-settled")).toHaveLength(1);
  world.wait(SECOND, 60_000);
  expect(world.eventsOf("funding-settled")).toHaveLength(2);
});
