import type { Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { plain, SECOND } from "../../support/scenario/exchange-world.ts";
import { PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

const HOUR = 3_600 * SECOND;

/** The user's long and short position, and the contract wallet. */
const held = (world: PerpetualWorld, name = "ana"): readonly [string, string, string] => [
  world.position(name, "long"),
  world.position(name, "short"),
  world.wallet(name),
];

/** Ana in hedge mode at 10×; Ben and Cat, who trade with her, in one-way mode. */
function hedged(marginMode: "isolated" | "cross" = "isolated", funds = "20000"): PerpetualWorld {
  const world = new PerpetualWorld().user("ana", funds).user("ben", "1000000").user("cat", "1000000");
  world.mode("ana", true);
  world.leverage("ana", 10, marginMode);
  world.leverage("ben", 10, "cross");
  world.leverage("cat", 10, "cross");
  return world;
}

/** Ana's long of one bitcoin and short of half a bitcoin, both at 60,000. */
function opened(marginMode: "isolated" | "cross" = "isolated", funds = "20000"): PerpetualWorld {
  const world = hedged(marginMode, funds);
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  world.limit("cat", "buy", "0.5", 60_000);
  world.place("ana", "sell", "0.5");
  return world;
}

const steps = (world: PerpetualWorld): string[] =>
  world.eventsOf("liquidation-step").map((step) => {
    const closed = `${plain(step.closedLots, 3)} for ${plain(step.closedQuoteUnits)}`;
    return `${step.leg} ${step.method}: ${closed}, fee ${plain(step.feeUnits)}, loss ${plain(step.lossUnits)}`;
  });

test("HEDGE-01 the mode changes only while no position and no order of a contract is open", () => {
  const world = new PerpetualWorld().user("ana", "20000").user("ben", "1000000");
  const order = world.limit("ana", "buy", "1", 59_000);
  expect(world.mode("ana", true).error).toBe("trade.positionOpen");
  world.cancel("ana", order.orderId);
  expect(world.mode("ana", true).error).toBeUndefined();
  expect(world.exchange.accountView(world.id("ana")).isHedged).toBe(true);
  expect(world.view("ana", "short")).toMatchObject({ lots: 0, leverage: 20, marginMode: "isolated" });
  expect(world.mode("ana", true).error).toBeUndefined();
  world.limit("ben", "sell", "0.5", 60_000);
  world.place("ana", "buy", "0.5");
  expect(world.mode("ana", false).error).toBe("trade.positionOpen");
  // Setting the current mode is always possible.
  expect(world.mode("ana", true).error).toBeUndefined();
  world.limit("ben", "buy", "0.5", 60_000);
  world.closeAll("ana");
  expect(world.mode("ana", false).error).toBeUndefined();
  const account = world.exchange.accountView(world.id("ana"));
  expect(account.isHedged).toBeUndefined();
  expect(account.contracts?.positions).toHaveLength(1);
  // 30,000 bought and sold as a taker at 0.05 %.
  expect(world.wallet("ana")).toBe("19970 + 0");
});

test("HEDGE-01 a position is named in hedge mode, and only there", () => {
  const world = opened();
  expect(world.close("ana").error).toBe("trade.invalidParameters");
  expect(world.protect("ana", 70_000, 0).error).toBe("trade.invalidParameters");
  expect(world.margin("ana", "add", "100").error).toBe("trade.invalidParameters");
  expect(world.close("ben", "0", 0, "short").error).toBe("trade.invalidParameters");
  expect(held(world)[0]).toBe("1 for 60000, margin 6000, liquidation 54221");
});

test("HEDGE-02 buys open the long, sells the short position; each pays its margin and fee", () => {
  const world = opened();
  // 20,000 − 6,000 − 3,000 of margin − 30 − 15 of fees.
  expect(held(world)).toEqual([
    "1 for 60000, margin 6000, liquidation 54221",
    "-0.5 for 30000, margin 3000, liquidation 65738",
    "10955 + 9000",
  ]);
  // Each maker paid 0.02 %.
  expect([world.wallet("ben"), world.wallet("cat")]).toEqual(["993988 + 6000", "996994 + 3000"]);
  world.limit("ben", "sell", "0.5", 62_000);
  world.place("ana", "buy", "0.5");
  // 31,000 more at 10×, 15.5 of fee.
  expect(held(world)).toEqual([
    "1.5 for 91000, margin 9100, liquidation 54840",
    "-0.5 for 30000, margin 3000, liquidation 65738",
    "7839.5 + 12100",
  ]);
});

test("HEDGE-02 both positions need margin for their resting orders", () => {
  const world = opened();
  world.limit("ana", "buy", "1", 50_000);
  world.limit("ana", "sell", "1", 70_000);
  // 5,000 + 25 for the one, 7,000 + 35 for the other, although they cannot add up.
  expect(world.view("ana", "long").orderMarginUnits).toBe(5_025_000_000);
  expect(world.limit("ana", "sell", "1", 70_000).error).toBe("trade.insufficientBalance");
  expect(world.limit("ana", "sell", "0.8", 70_000).error).toBeUndefined();
  expect(world.wallet("ana")).toBe("302 + 19653");
});

test("HEDGE-03 reduce-only sells close the long position and never flip it", () => {
  const world = opened();
  world.limit("ben", "buy", "2", 61_000);
  expect(world.place("ana", "sell", "0.4", { reduceOnly: true }).trades).toEqual(["0.4 @ 61000"]);
  // Releases 2,400 and realizes 400, less 12.2 of fee.
  expect(held(world)).toEqual([
    "0.6 for 36000, margin 3600, liquidation 54216",
    "-0.5 for 30000, margin 3000, liquidation 65738",
    "13742.8 + 6600",
  ]);
  expect(world.place("ana", "sell", "0.601", { reduceOnly: true }).error).toBe("trade.reduceOnly");
  const resting = world.limit("ana", "sell", "0.5", 65_000, { reduceOnly: true });
  expect(world.limit("ana", "sell", "0.101", 65_000, { reduceOnly: true }).error).toBe("trade.reduceOnly");
  expect(world.place("ana", "sell", "0.1", { reduceOnly: true }).order).toBe("filled 0.1");
  // Closing the rest takes what the resting order would have closed.
  world.close("ana", "0", 0, "long");
  expect(world.order(resting.orderId)).toBe("canceled position-closed 0 of 0.5");
  // All of it: 3,600 released and 600 realized, less 3.05 and 15.25 of fees.
  expect(held(world)).toEqual(["none", "-0.5 for 30000, margin 3000, liquidation 65738", "17924.5 + 3000"]);
  expect(world.place("ana", "sell", "0.1", { reduceOnly: true }).error).toBe("trade.reduceOnly");
});

test("HEDGE-03 reduce-only buys close the short position", () => {
  const world = opened();
  world.limit("ben", "sell", "1", 58_000);
  world.close("ana", "0.2", 0, "short");
  // Releases 1,200 and realizes 400, less 5.8 of fee.
  expect(held(world)).toEqual([
    "1 for 60000, margin 6000, liquidation 54221",
    "-0.3 for 18000, margin 1800, liquidation 65738",
    "12549.2 + 7800",
  ]);
  expect(world.place("ana", "buy", "0.301", { reduceOnly: true }).error).toBe("trade.reduceOnly");
  expect(world.place("ana", "buy", "0.3", { reduceOnly: true }).order).toBe("filled 0.3");
  // 1,800 released and 600 realized, less 8.7.
  expect(held(world)).toEqual(["1 for 60000, margin 6000, liquidation 54221", "none", "14940.5 + 6000"]);
});

test("HEDGE-04 funding is paid by one position and received by the other", () => {
  const world = opened();
  world.wait(8 * HOUR, 60_000);
  const ana = world.id("ana");
  const paid = world.eventsOf("funding-paid").filter(({ userId }) => userId === ana);
  expect(paid.map(({ lots, amountUnits }) => [lots, plain(amountUnits)])).toEqual([
    [1_000, "-6"],
    [-500, "3"],
  ]);
  expect(held(world)).toEqual([
    "1 for 60000, margin 5994, liquidation 54227",
    "-0.5 for 30000, margin 3003, liquidation 65744",
    "10955 + 8997",
  ]);
});

test("HEDGE-05 an isolated position is liquidated alone", () => {
  const world = opened();
  const closing = world.limit("ana", "buy", "0.2", 50_000, { reduceOnly: true });
  const opening = world.limit("ana", "buy", "0.1", 50_000);
  world.limit("cat", "buy", "3", 54_100);
  expect(world.observe(54_222).trades).toEqual([]);
  world.observe(54_200);
  expect(steps(world)).toEqual([
    "long orders: 0 for 0, fee 0, loss 0",
    "long book: 0.078 for 4219.8, fee 4.2198, loss 0",
    "long book: 0.922 for 49880.2, fee 49.8802, loss 0",
  ]);
  // Its orders are canceled; those of the short position stay.
  expect(world.order(opening.orderId)).toBe("canceled liquidation 0 of 0.1");
  expect(world.order(closing.orderId)).toBe("open 0 of 0.2");
  // Of the margin of 6,000, a loss of 5,900 and fees of 54.1 leave 45.9.
  expect(held(world)).toEqual(["none", "-0.5 for 30000, margin 3000, liquidation 65738", "11000.9 + 3000"]);
  expect(world.fund).toBe("54.1");
});

test("HEDGE-05 with cross margin the positions carry each other, and share one liquidation price", () => {
  const world = opened("cross", "9500");
  // 9,455 of cash carry the half that is not hedged: at 41,589 its loss leaves the maintenance of both.
  expect(held(world)).toEqual([
    "1 for 60000, margin 6000, liquidation 41589",
    "-0.5 for 30000, margin 3000, liquidation 0",
    "455 + 9000",
  ]);
  world.observe(41_590);
  expect(steps(world)).toEqual([]);
  expect(world.view("ana", "short").riskRatePpm).toBe(world.view("ana", "long").riskRatePpm);
});

test("HEDGE-05 both positions of a cross account are liquidated when they no longer carry each other", () => {
  const world = opened("cross", "9500");
  world.observe(42_000);
  world.limit("cat", "buy", "3", 41_450);
  world.limit("ben", "sell", "3", 41_550);
  expect(steps(world)).toEqual([]);
  world.observe(41_500);
  // Its profit makes the short position cash first: 9,225 for 0.5 at 41,550. Then the long one loses 18,550.
  expect(steps(world)).toEqual([
    "short orders: 0 for 0, fee 0, loss 0",
    "short book: 0.5 for 20775, fee 20.775, loss 0",
    "long orders: 0 for 0, fee 0, loss 0",
    "long book: 1 for 41450, fee 0, loss 0",
  ]);
  // 9,455 + 9,225 − 18,550 − 20.775. A loss beyond the position's margin leaves nothing for its fee.
  expect(held(world)).toEqual(["none", "none", "109.225 + 0"]);
  expect(world.fund).toBe("20.775");
});

test("HEDGE-06 auto-deleveraging takes the position on the winning side only", () => {
  const world = hedged().user("dan", "315");
  world.leverage("dan", 100);
  world.limit("dan", "sell", "0.5", 60_000);
  world.place("ana", "buy", "0.5");
  world.limit("cat", "buy", "0.2", 60_000);
  world.place("ana", "sell", "0.2");
  world.observe(63_000);
  // Dan's short is bankrupt at 60,600. Ana's long is its only counterparty.
  expect(steps(world)).toEqual([
    "undefined orders: 0 for 0, fee 0, loss 0",
    "undefined adl: 0.5 for 30300, fee 0, loss 0",
  ]);
  // 20,000 − 21 (fees) + 300 (profit). The short position holds 1,200 of it.
  expect(held(world)).toEqual(["none", "-0.2 for 12000, margin 1200, liquidation 65738", "19079 + 1200"]);
  expect(world.wallet("dan")).toBe("9 + 0");
});

test("HEDGE-06 a user's own other position never takes over the one that is liquidated", () => {
  const world = hedged();
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  world.limit("ben", "buy", "1", 60_000);
  world.place("ana", "sell", "1");
  world.observe(53_000);
  // Nobody else has a position, the book is empty, and so is the fund: it waits.
  expect(steps(world)).toEqual(["long orders: 0 for 0, fee 0, loss 0"]);
  expect(world.view("ana", "long").lots).toBe(1_000);
  expect(world.view("ana", "short").lots).toBe(-1_000);
  world.limit("cat", "buy", "1", 54_000);
  world.observe(53_001);
  // The whole margin of 6,000 is lost, the other position is as before.
  expect(held(world)).toEqual(["none", "-1 for 60000, margin 6000, liquidation 65722", "7940 + 6000"]);
});

test("HEDGE-07 take-profit and stop-loss belong to one position", () => {
  const world = opened();
  world.protect("ana", 0, 58_000, "mark", "long");
  world.protect("ana", 57_000, 62_000, "mark", "short");
  expect(world.view("ana", "long")).toMatchObject({ takeProfitTicks: 0, stopLossTicks: 58_000 });
  expect(world.view("ana", "short")).toMatchObject({ takeProfitTicks: 57_000, stopLossTicks: 62_000 });
  world.limit("ben", "buy", "2", 57_900);
  world.limit("ben", "sell", "2", 58_050);
  expect(world.observe(58_000).trades).toEqual(["1 @ 57900"]);
  // The long one loses 2,100 and pays 28.95.
  expect(held(world)).toEqual(["none", "-0.5 for 30000, margin 3000, liquidation 65738", "14826.05 + 3000"]);
  world.observe(57_500);
  expect(world.observe(57_000).trades).toEqual(["0.5 @ 58050"]);
  // The short one wins 975 and pays 14.5125.
  expect(held(world)).toEqual(["none", "none", "18786.5375 + 0"]);
});

test("HEDGE-07 an order's take-profit is set on the position that it opens", () => {
  const world = opened();
  world.limit("cat", "buy", "0.1", 60_000);
  world.place("ana", "sell", "0.1", { tp: 55_000, sl: 65_000 });
  expect(world.view("ana", "short")).toMatchObject({ takeProfitTicks: 55_000, stopLossTicks: 65_000 });
  expect(world.view("ana", "long")).toMatchObject({ takeProfitTicks: 0, stopLossTicks: 0 });
});

test("HEDGE-07 stops trigger for their position", () => {
  const world = opened();
  const closes = world.place("ana", "sell", "2", {
    type: "stop-market",
    stopTicks: 58_000 as Ticks,
    reduceOnly: true,
  });
  const opens = world.place("ana", "sell", "0.1", { type: "stop-market", stopTicks: 58_000 as Ticks });
  world.limit("ben", "buy", "3", 57_900);
  world.observe(58_000);
  // A conditional order closes what there is when it is triggered.
  expect(world.order(closes.orderId)).toBe("canceled position-closed 1 of 2");
  expect(world.order(opens.orderId)).toBe("filled 0.1");
  // 6,000 released, 2,100 lost, 579 of new margin, 28.95 and 2.895 of fees.
  expect(held(world)).toEqual(["none", "-0.6 for 35790, margin 3579, liquidation 65354", "14244.155 + 3579"]);
});

test("HEDGE-08 leverage and margin mode are those of both positions", () => {
  const world = opened();
  expect(world.leverage("ana", 10, "cross").error).toBe("trade.positionOpen");
  expect(world.leverage("ana", 5).error).toBeUndefined();
  // 6,000 more for the long, 3,000 more for the short.
  expect(held(world)).toEqual([
    "1 for 60000, margin 12000, liquidation 48192",
    "-0.5 for 30000, margin 6000, liquidation 71714",
    "1955 + 18000",
  ]);
  expect(world.leverage("ana", 4).error).toBe("trade.insufficientBalance");
  expect(world.margin("ana", "add", "100", "short").error).toBeUndefined();
  expect(held(world)[2]).toBe("1855 + 18100");
  world.limit("ben", "buy", "1", 60_000);
  world.limit("cat", "sell", "0.5", 60_100);
  world.closeAll("ana");
  // 20,000 less 45 of fees to open, 45.025 to close, and 50 lost.
  expect(held(world)).toEqual(["none", "none", "19859.975 + 0"]);
});

test("HEDGE-08 the limit of a leverage counts the larger position, not both", () => {
  const world = hedged("isolated", "100000");
  world.leverage("ana", 50);
  world.limit("ben", "sell", "4", 60_000);
  expect(world.place("ana", "buy", "4").trades).toEqual(["4 @ 60000"]);
  world.limit("cat", "buy", "4", 60_000);
  // Each is worth 240,000 of at most 250,000.
  expect(world.place("ana", "sell", "4").trades).toEqual(["4 @ 60000"]);
  expect(world.limit("ana", "buy", "0.2", 59_000).error).toBe("trade.riskLimit");
  expect(world.limit("ana", "sell", "0.2", 61_000).error).toBe("trade.riskLimit");
  expect(world.leverage("ana", 51).error).toBe("trade.riskLimit");
  // 8 × 60,000 ÷ 50 of margin, 240 of fees.
  expect(world.wallet("ana")).toBe("90160 + 9600");
});

test("HEDGE-09 a fill-or-kill order fills against both positions of a maker, if one wallet can pay for both", () => {
  const world = opened();
  world.limit("ana", "sell", "0.5", 61_000);
  world.limit("ana", "sell", "1", 61_000, { reduceOnly: true });
  expect(world.place("ben", "buy", "1.5", { timeInForce: "fok", priceTicks: 61_000 as Ticks }).order).toBe(
    "filled 1.5",
  );
  // Opens 30,500 short at 10×, and realizes 1,000 of the long; fees of 6.1 and 12.2.
  expect(held(world)).toEqual(["none", "-1 for 60500, margin 6050, liquidation 66269", "14886.7 + 6050"]);
});
