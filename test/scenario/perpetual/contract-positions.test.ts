import type { Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { PERPETUAL, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

/** Ana is long one bitcoin at 60,000 and Ben is short; Cat has funds for later trades. */
function opened(terms = {}): PerpetualWorld {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "100000").user("cat", "100000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1", terms);
  return world;
}

/** Fields that stay the same during a position's life. */
function kept(world: PerpetualWorld) {
  const { positionId, realizedUnits, takeProfitTicks, stopLossTicks, triggerBy } = world.view("ana");
  return { positionId, realizedUnits, takeProfitTicks, stopLossTicks, triggerBy };
}

test("PERP-10 a position keeps number, realized profit and protection while it shrinks and grows; a reversed one starts over", () => {
  const world = opened({ tp: 66_000, sl: 55_000 });
  const first = kept(world);
  expect(first).toMatchObject({
    realizedUnits: 0,
    takeProfitTicks: 66_000,
    stopLossTicks: 55_000,
    triggerBy: "mark",
  });
  world.limit("cat", "buy", "0.4", 60_500);
  world.place("ana", "sell", "0.4", { reduceOnly: true });
  expect(kept(world)).toEqual({ ...first, realizedUnits: 200_000_000 });
  // A ticket with only a stop-loss changes the stop-loss and its trigger price type.
  world.limit("ben", "sell", "0.4", 60_600);
  world.place("ana", "buy", "0.4", { sl: 56_000, triggerBy: "index" });
  const enlarged = { ...first, realizedUnits: 200_000_000, stopLossTicks: 56_000, triggerBy: "index" };
  expect(kept(world)).toEqual(enlarged);
  world.limit("ben", "sell", "0.1", 60_600);
  world.place("ana", "buy", "0.1", { tp: 67_000 });
  expect(kept(world)).toEqual({ ...enlarged, takeProfitTicks: 67_000, triggerBy: "mark" });
  world.limit("cat", "buy", "2", 60_700);
  world.place("ana", "sell", "1.5", { tp: 50_000 });
  const turned = kept(world);
  expect(turned.positionId).toBeGreaterThan(first.positionId);
  expect(turned).toMatchObject({ realizedUnits: 0, takeProfitTicks: 50_000, stopLossTicks: 0 });
  // A ticket on the other side that only reduces the position does not protect anything.
  world.limit("ben", "sell", "1", 60_700);
  world.place("ana", "buy", "0.1", { tp: 65_000, sl: 51_000 });
  expect(kept(world)).toEqual(turned);
  world.close("ana");
  expect(world.position("ana")).toBe("none");
  // 200, plus 470 for 1.1 bitcoins at 60,700 that cost 66,300; fees of 30 + 12.1 + 12.12 + 3.03 + 45.525 + 3.035 +
  // 9.105.
  expect(world.wallet("ana")).toBe("10555.085 + 0");
  expect(kept(world)).toMatchObject({ realizedUnits: 0, takeProfitTicks: 0, stopLossTicks: 0 });
});

test("PERP-08 margin can be removed down to the initial margin at the mark, with losses deducted and profits not added", () => {
  const world = opened();
  world.margin("ana", "add", "1000");
  // 4,000 less a loss of 1,000; 5 % of 59,000 must stay.
  world.observe(59_000);
  expect(world.view("ana").unrealizedUnits).toBe(-1_000_000_000);
  expect(world.margin("ana", "remove", "50.000001").error).toBe("trade.riskLimit");
  // 2,000 of unrealized profit cannot be removed; 5 % of 62,000 must stay.
  world.observe(62_000);
  expect(world.view("ana").unrealizedUnits).toBe(2_000_000_000);
  expect(world.margin("ana", "remove", "900.000001").error).toBe("trade.riskLimit");
  expect(world.margin("ana", "remove", "900").error).toBeUndefined();
  expect(world.wallet("ana")).toBe("6870 + 3100");
});

test("PERP-07 of two reduce-only stops that fire together the second sells only the remainder of the first", () => {
  const world = opened();
  const stop = { type: "stop-market", reduceOnly: true } as const;
  const higher = world.place("ana", "sell", "0.8", { ...stop, stopTicks: 59_600 as Ticks });
  const lower = world.place("ana", "sell", "0.8", { ...stop, stopTicks: 59_500 as Ticks });
  world.limit("cat", "buy", "3", 59_000);
  world.observe(59_000);
  expect([world.order(higher.orderId), world.order(lower.orderId)]).toEqual([
    "filled 0.8",
    "canceled position-closed 0.2 of 0.8",
  ]);
  expect(world.position("ana")).toBe("none");
  // 10,000 − 30; 1,000 lost, fees of 23.6 and 5.9.
  expect(world.wallet("ana")).toBe("8940.5 + 0");
});

test("PERP-10 of a stop the trigger must lie ahead, and a limit within the band around it", () => {
  const world = opened();
  const stop = (side: "buy" | "sell", stopTicks: number, priceTicks = 0) => {
    const type = priceTicks === 0 ? "stop-market" : "stop-limit";
    const ticks = { stopTicks: stopTicks as Ticks, priceTicks: priceTicks as Ticks };
    const { error, params } = world.place("ana", side, "0.1", { type, ...ticks });
    return error === undefined ? "taken" : [error, ...params];
  };
  expect(stop("buy", 60_000)).toEqual(["trade.triggerPrice", 60_000, 0, 0]);
  expect(stop("buy", 60_001)).toBe("taken");
  expect(stop("sell", 60_000)).toEqual(["trade.triggerPrice", 60_000, 0, 0]);
  expect(stop("sell", 59_999)).toBe("taken");
  expect(stop("buy", 61_000, 73_201)).toEqual(["trade.priceOutOfBand", 48_800, 73_200, 0]);
  expect(stop("buy", 61_000, 73_200)).toBe("taken");
  expect(stop("sell", 59_000, 47_199)).toEqual(["trade.priceOutOfBand", 47_200, 70_800, 0]);
  expect(stop("sell", 59_000, 47_200)).toBe("taken");
  // None of them needs margin before it triggers.
  expect(world.wallet("ana")).toBe("6970 + 3000");
});

test("PERP-10 a close with an impossible quantity or price is rejected", () => {
  const world = opened();
  const userId = world.id("ana");
  const close = (quantityLots: number, priceTicks = 0, marketId = PERPETUAL) =>
    world.execute({ kind: "close-position", userId, marketId, quantityLots, priceTicks, key: "" }).error;
  const wrong = [
    close(0.5),
    close(-1),
    close(2 ** 32),
    close(Number.NaN),
    close(1, 0.5),
    close(1, -1),
    close(1, 2_000_000_001),
    close(1, 0, 0),
  ];
  expect(wrong).toEqual(wrong.map(() => "trade.invalidParameters"));
  expect(close(1, 73_000)).toBe("trade.priceOutOfBand");
  expect(close(2 ** 32 - 1)).toBe("trade.amountError");
  expect(world.position("ana")).toMatch(/^1 for 60000,/);
});
