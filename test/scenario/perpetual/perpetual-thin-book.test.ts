import { expect, test } from "vitest";
import { plain } from "../../support/scenario/exchange-world.ts";
import { PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

/** No quotes; Mal and Tom are one person, and the insurance fund has this balance. */
function thinBook(fundUsdt: number): PerpetualWorld {
  const world = new PerpetualWorld({ priceBandPpm: 100_000 });
  endow(world, fundUsdt);
  world.user("mal", "6000").user("tom", "20000");
  world.leverage("mal", 100);
  world.leverage("tom", 20);
  return world;
}

function endow(world: PerpetualWorld, usdt: number): void {
  expect(world.endow("insurance", "USDT", String(usdt)).error).toBeUndefined();
}

const steps = (world: PerpetualWorld): string[] =>
  world.eventsOf("liquidation-step").map((step) => {
    const closed = `${plain(step.closedLots, 3)} for ${plain(step.closedQuoteUnits)}`;
    return `${step.method}: ${closed}, loss ${plain(step.lossUnits)}`;
  });

test("PERP-13 a bid far above the mark, with its money gone, is canceled instead of ruining its user at once", () => {
  const world = thinBook(100_000);
  // The ticket requires funds for the loss against the mark price; the order itself only freezes margin and fee.
  const bid = world.limit("mal", "buy", "0.7", 65_999);
  expect(bid.order).toBe("open 0 of 0.7");
  expect(world.wallet("mal")).toBe("5514.90735 + 485.09265");
  expect(world.transferOut("mal", "5490").error).toBeUndefined();
  const sale = world.place("tom", "sell", "0.7");
  expect([sale.order, sale.trades]).toEqual(["expired ioc 0 of 0.7", []]);
  expect(world.order(bid.orderId)).toBe("canceled trigger-unfunded 0 of 0.7");
  expect([world.position("mal"), world.position("tom")]).toEqual(["none", "none"]);
  expect([world.wallet("mal"), world.wallet("tom"), world.fund]).toEqual(["510 + 0", "20000 + 0", "100000"]);
});

test("PERP-13 an affordable resting order at a price worse than the mark trades as before", () => {
  const world = thinBook(100_000);
  const bid = world.limit("mal", "buy", "0.1", 60_300);
  const sale = world.place("tom", "sell", "0.1");
  expect([sale.order, world.order(bid.orderId)]).toEqual(["filled 0.1", "filled 0.1"]);
  // Margin 60.3 and fee 1.206; equity 60.3 − 30 at the mark price, maintenance 24.
  expect(world.wallet("mal")).toBe("5938.494 + 60.3");
  expect(world.wallet("tom")).toBe("19695.485 + 301.5");
});

test("PERP-13 a fill or kill passes over a bid that its user could not bear, or is not filled at all", () => {
  const world = thinBook(100_000).user("cat", "20000");
  const bid = world.limit("mal", "buy", "0.5", 65_999);
  world.transferOut("mal", "5490");
  const alone = world.limit("tom", "sell", "0.5", 60_000, { timeInForce: "fok" });
  expect(alone.order).toBe("expired fok 0 of 0.5");
  world.limit("cat", "buy", "0.5", 60_000);
  const served = world.limit("tom", "sell", "0.5", 60_000, { timeInForce: "fok" });
  expect([served.order, served.trades]).toEqual(["filled 0.5", ["0.5 @ 60000"]]);
  expect(world.order(bid.orderId)).toBe("canceled trigger-unfunded 0 of 0.5");
});

test("PERP-13 a liquidation at the fund's cost sells only near the mark: a low bid in an empty book gets nothing", () => {
  const world = thinBook(100_000).user("ben", "20000");
  world.limit("ben", "sell", "0.8", 60_000);
  world.place("mal", "buy", "0.8");
  expect(world.position("mal")).toBe("0.8 for 48000, margin 480, liquidation 59638");
  const bid = world.limit("tom", "buy", "0.8", 56_800);
  world.observe(59_600);
  expect(steps(world)).toEqual(["orders: 0 for 0, loss 0", "insurance-fund: 0.8 for 47520, loss 0"]);
  expect(world.order(bid.orderId)).toBe("open 0 of 0.8");
  expect([world.position("mal"), world.wallet("mal")]).toEqual(["none", "5496 + 0"]);
  expect(world.fund).toBe("100000");
  // The fund does not sell its position further away either: 0.5 % below the mark price is 59,302.
  for (let n = 0; n < 3; n++) world.wait(1_000, 59_600 + n);
  expect(world.order(bid.orderId)).toBe("open 0 of 0.8");
  expect(world.fund).toBe("100000");
});

test("PERP-13 a fund below its maintenance deleverages at the mark, and keeps its own money", () => {
  const world = thinBook(300).user("ana", "3030").user("ben", "20000");
  world.leverage("ana", 20);
  world.leverage("ben", 10);
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  const bid = world.limit("tom", "buy", "1", 55_000);
  // Taken over at 57,000; equity 300 − 50, maintenance 56,950 × 0.5 % − 50 = 234.75.
  world.observe(56_950);
  expect(steps(world).at(-1)).toBe("insurance-fund: 1 for 57000, loss 0");
  // Equity 300 − 100, maintenance 234.5.
  world.wait(1_000, 56_900);
  expect(steps(world).at(-1)).toBe("adl: 1 for 56900, loss 0");
  expect(world.fund).toBe("200");
  expect(world.order(bid.orderId)).toBe("open 0 of 1");
  // Ben: 20,000 less a fee of 12, plus 3,100 of profit.
  expect([world.position("ben"), world.wallet("ben"), world.wallet("ana")]).toEqual([
    "none",
    "23088 + 0",
    "0 + 0",
  ]);
});
