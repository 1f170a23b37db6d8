import type { OrderChanged } from "@candor/domain/events/events";
import type { Ticks } from "@candor/money/brand";
import { type CommandResult, ContractWorld } from "@candor/simulator/perpetual-oracle/contract-world";
import { expect, test } from "vitest";

const TICKS_PER_USDT = 10;
const ticks = (usdt: number): Ticks => Math.round(usdt * TICKS_PER_USDT) as Ticks;
/** 0.1 BTC in lots. */
const TENTH = 100;

/** Bitcoin at 10,000 and a maker who trades with everyone, far enough down and up. */
function market(): { readonly world: ContractWorld; readonly maker: number } {
  const world = new ContractWorld({
    contracts: [{ coin: "BTC", tick: "0.1", lot: "0.001", startUsdt: 10_000 }],
  });
  const maker = world.user(10_000_000);
  quote(world, maker, 10_000);
  return { world, maker };
}

function quote(world: ContractWorld, maker: number, usdt: number): void {
  world.order(maker, 0, "buy", { quantityLots: 10_000, priceTicks: ticks(usdt - 5) });
  world.order(maker, 0, "sell", { quantityLots: 10_000, priceTicks: ticks(usdt + 5) });
}

/** Opens a position of 0.1 with take-profit and stop-loss on the mark price. */
function opens(world: ContractWorld, side: "buy" | "sell", profit: number, loss: number): number {
  const userId = world.user(2_000);
  const { error } = world.order(userId, 0, side, {
    quantityLots: TENTH,
    leverage: 5,
    takeProfitTicks: ticks(profit),
    stopLossTicks: ticks(loss),
  });
  expect(error).toBeUndefined();
  expect(Math.abs(world.audit.lotsOf(userId, 1))).toBe(TENTH);
  return userId;
}

/** Returns whose orders were triggered, in order. */
const triggeredIn = ({ events }: CommandResult): number[] =>
  events
    .filter((event): event is OrderChanged => event.kind === "order-changed" && event.cause === "triggered")
    .map(({ userId }) => userId);

/** Moves the index, and the mark price with it as soon as the quotes have followed. */
function moves(world: ContractWorld, maker: number, usdt: number): number[] {
  const fired: number[] = [];
  world.execute({ kind: "cancel-all", userId: maker, marketId: 1, key: "" });
  quote(world, maker, usdt);
  for (let second = 0; second < 40; second++) {
    world.timeMs += 1_000;
    fired.push(...triggeredIn(world.index(0, usdt)));
  }
  return fired;
}

test("PERP-08 stop-losses reached by one tick fire once each, for a falling price the highest first", () => {
  const { world, maker } = market();
  const lowest = opens(world, "buy", 12_000, 9_600);
  const highest = opens(world, "buy", 12_000, 9_800);
  const between = opens(world, "buy", 12_000, 9_700);
  const untouched = opens(world, "buy", 12_000, 9_000);
  expect(moves(world, maker, 9_500)).toEqual([highest, between, lowest]);
  for (const userId of [lowest, highest, between]) expect(world.audit.lotsOf(userId, 1)).toBe(0);
  expect(world.audit.lotsOf(untouched, 1)).toBe(TENTH);
  // None triggers again when the price returns.
  expect(moves(world, maker, 10_000)).toEqual([]);
  expect(moves(world, maker, 9_500)).toEqual([]);
});

test("PERP-08 for a rising price the lowest fire first, take-profits and stop-losses in one order", () => {
  const { world, maker } = market();
  const takesProfit = opens(world, "buy", 10_300, 9_000);
  const stopsShort = opens(world, "sell", 9_000, 10_200);
  const later = opens(world, "sell", 9_000, 10_400);
  expect(moves(world, maker, 10_500)).toEqual([stopsShort, takesProfit, later]);
  for (const userId of [takesProfit, stopsShort, later]) expect(world.audit.lotsOf(userId, 1)).toBe(0);
});

test("PERP-08 a stop-loss reached without any bids waits, and fires when there is one; a buying one proceeds", () => {
  const { world, maker } = market();
  const stopsLong = opens(world, "buy", 12_000, 9_600);
  const takesShort = opens(world, "sell", 9_700, 12_000);
  world.execute({ kind: "cancel-all", userId: maker, marketId: 1, key: "" });
  world.order(maker, 0, "sell", { quantityLots: 10_000, priceTicks: ticks(9_505) });
  const fired: number[] = [];
  for (let second = 0; second < 40; second++) {
    world.timeMs += 1_000;
    fired.push(...triggeredIn(world.index(0, 9_500)));
  }
  expect(fired).toEqual([takesShort]);
  expect(world.audit.positionOf(stopsLong, 1)?.stopLossTicks).toBe(ticks(9_600));
  expect(world.audit.lotsOf(stopsLong, 1)).toBe(TENTH);
  expect(moves(world, maker, 9_500)).toEqual([stopsLong]);
  expect(world.audit.lotsOf(stopsLong, 1)).toBe(0);
});

test("PERP-08 the take-profit that closed a position takes its stop-loss with it", () => {
  const { world, maker } = market();
  const userId = opens(world, "buy", 10_200, 9_800);
  expect(moves(world, maker, 10_300)).toEqual([userId]);
  expect(moves(world, maker, 9_700)).toEqual([]);
  expect(world.audit.positionOf(userId, 1)?.stopLossTicks).toBe(0);
});

test("PERP-08 a leverage or a margin withdrawal that would liquidate at once is rejected and moves nothing", () => {
  const { world, maker } = market();
  const userId = opens(world, "buy", 12_000, 9_000);
  moves(world, maker, 9_300);
  const before = world.audit.positionOf(userId, 1);
  const remove = (amountUnits: number): string | undefined =>
    world.execute({
      kind: "move-margin",
      userId,
      marketId: 1,
      direction: "remove",
      amountUnits: amountUnits as never,
      key: "",
    }).error;
  // Margin of 200, loss of 71: the initial margin at the mark price must stay.
  expect(remove(150_000_000)).toBe("trade.riskLimit");
  expect(
    world.execute({ kind: "set-leverage", userId, marketId: 1, leverage: 101, marginMode: "", key: "" })
      .error,
  ).toBe("trade.riskLimit");
  expect(world.audit.positionOf(userId, 1)?.marginUnits).toBe(before?.marginUnits);
  // Higher leverage needs less margin and releases none, so that it moves nobody closer to liquidation.
  expect(
    world.execute({ kind: "set-leverage", userId, marketId: 1, leverage: 100, marginMode: "", key: "" })
      .error,
  ).toBe(undefined);
  expect(world.audit.positionOf(userId, 1)?.liquidationTicks).toBe(before?.liquidationTicks);
});

test("PERP-09 without an index there are no liquidations or funding payments, and only cancels are accepted", () => {
  const { world, maker } = market();
  const userId = opens(world, "buy", 12_000, 5_000);
  const resting = world.order(userId, 0, "buy", { quantityLots: TENTH, priceTicks: ticks(9_500) });
  const orderId =
    resting.events.find((event): event is OrderChanged => event.kind === "order-changed")?.orderId ?? 0;
  world.timeMs += 28_800_000;
  const quiet = world.execute({ kind: "advance-time" });
  expect(quiet.events.map(({ kind }) => kind)).not.toContain("funding-settled");
  expect(world.order(userId, 0, "buy", { quantityLots: TENTH, priceTicks: ticks(9_500) }).error).toBe(
    "trade.marketUnavailable",
  );
  const close = world.execute({
    kind: "close-position",
    userId,
    marketId: 1,
    quantityLots: 0,
    priceTicks: 0,
    key: "",
  });
  expect(close.error).toBe("trade.marketUnavailable");
  expect(world.execute({ kind: "cancel-order", userId, orderId, key: "" }).error).toBeUndefined();
  expect(world.audit.steps.orders).toBe(0);
  // Back at a price beyond liquidation, the liquidation follows at once.
  world.index(0, 7_500);
  moves(world, maker, 7_500);
  expect(world.audit.steps.orders).toBeGreaterThan(0);
  expect(world.audit.lotsOf(userId, 1)).toBe(0);
});

test("PERP-08 a stop-loss that finds only bids beyond the band expires with an event, and is not retried; the take-profit still waits", () => {
  const { world, maker } = market();
  const userId = opens(world, "buy", 11_000, 9_900);
  world.execute({ kind: "cancel-all", userId: maker, marketId: 1, key: "" });
  world.order(maker, 0, "buy", { quantityLots: 10_000, priceTicks: ticks(9_310) });
  world.timeMs += 40_000;
  const { events } = world.index(0, 9_850);
  const ends = events.filter((event) => event.kind === "order-changed" && event.cause === "closed");
  expect(ends).toMatchObject([{ userId, status: "expired", reason: "price-protection", executedLots: 0 }]);
  expect(world.audit.positionOf(userId, 1)).toMatchObject({
    lots: TENTH,
    stopLossTicks: 0,
    takeProfitTicks: ticks(11_000),
  });
  quote(world, maker, 9_850);
  world.index(0, 9_840);
  expect(world.audit.lotsOf(userId, 1)).toBe(TENTH);
});
