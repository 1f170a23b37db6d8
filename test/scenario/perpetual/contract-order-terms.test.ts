import type { Executed } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import type { Lots, Ppm, Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { type Outcome } from "../../support/scenario/exchange-world.ts";
import { type OrderTerms, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

const ticks = (value: number): Ticks => value as Ticks;
const replayed = ({ events }: Outcome): number => (events[0] as Executed).replayedSeq;

test("CORE-07 a contract order that is sent again with its key is the same one; with any other term it is a conflict", () => {
  const world = new PerpetualWorld().user("ana", "100000");
  const order = { leverage: 10, tp: 65_000, sl: 55_000, key: "k" } as const;
  const first = world.limit("ana", "buy", "0.1", 59_000, order);
  expect(first.order).toBe("open 0 of 0.1");
  // 5,900 ÷ 10 plus the taker fee of 2.95.
  expect(world.wallet("ana")).toBe("99407.05 + 592.95");
  const seq = world.exchange.lastSeq;
  const again = world.limit("ana", "buy", "0.1", 59_000, order);
  expect([again.error, replayed(again), again.orderId]).toEqual([undefined, seq, 0]);
  const others: readonly OrderTerms[] = [
    { timeInForce: "ioc" },
    { selfTrade: "expire-maker" },
    { triggerBy: "last" },
    { leverage: 11 },
    { tp: 65_001 },
    { sl: 55_001 },
    // The stop-loss is stored in two parts.
    { sl: 55_000 + 65_536 },
    { tp: 0, sl: 0, reduceOnly: true },
  ];
  const refused = others.map(
    (other) => world.limit("ana", "buy", "0.1", 59_000, { ...order, ...other }).error,
  );
  refused.push(world.limit("ana", "buy", "0.1", 59_001, order).error);
  refused.push(world.limit("ana", "sell", "0.1", 59_000, order).error);
  refused.push(world.limit("ana", "buy", "0.101", 59_000, order).error);
  refused.push(world.place("ana", "buy", "0.1", order).error);
  expect(refused).toEqual(refused.map(() => "request.keyConflict"));
  expect(world.wallet("ana")).toBe("99407.05 + 592.95");
});

test("CORE-07 of two contract orders that differ only in reduce-only the second is a conflict", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000");
  world.limit("ben", "sell", "0.1", 60_000);
  world.place("ana", "buy", "0.1");
  const first = world.limit("ana", "sell", "0.1", 61_000, { reduceOnly: true, key: "k" });
  expect(first.order).toBe("open 0 of 0.1");
  expect(world.limit("ana", "sell", "0.1", 61_000, { key: "k" }).error).toBe("request.keyConflict");
});

/** Ana offers 0.3 at 60,000 with Ben's 0.5 behind; then Ana buys 0.4. */
function buysFromHerself(selfTrade: "expire-taker" | "expire-maker" | "expire-both") {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000");
  const hers = world.limit("ana", "sell", "0.3", 60_000);
  world.limit("ben", "sell", "0.5", 60_001);
  const bought = world.place("ana", "buy", "0.4", { selfTrade });
  return { world, hers: world.order(hers.orderId), bought };
}

test("PERP-10 a self-trade expires the incoming order, the resting one, or both, as chosen", () => {
  const taker = buysFromHerself("expire-taker");
  expect([taker.bought.order, taker.hers]).toEqual(["expired self-trade 0 of 0.4", "open 0 of 0.3"]);
  expect(taker.bought.trades).toEqual([]);
  // 18,000 ÷ 20 plus the taker fee of 9.
  expect(taker.world.wallet("ana")).toBe("9091 + 909");

  const maker = buysFromHerself("expire-maker");
  expect([maker.bought.order, maker.hers]).toEqual(["filled 0.4", "expired self-trade 0 of 0.3"]);
  expect(maker.bought.trades).toEqual(["0.4 @ 60001"]);
  expect(maker.world.position("ana")).toMatch(/^0\.4 for 24000\.4, margin 1200\.02,/);
  // 10,000 − 12.0002 fee − 1,200.02 margin.
  expect(maker.world.wallet("ana")).toBe("8787.9798 + 1200.02");

  const both = buysFromHerself("expire-both");
  expect([both.bought.order, both.hers]).toEqual([
    "expired self-trade 0 of 0.4",
    "expired self-trade 0 of 0.3",
  ]);
  expect(both.bought.trades).toEqual([]);
  expect(both.world.wallet("ana")).toBe("10000 + 0");
});

test("PERP-10 the minimum value applies to opening orders, not to reducing ones, and a close stays within the band", () => {
  const world = new PerpetualWorld({ minNotional: "120" }).user("ana", "10000").user("ben", "10000");
  world.limit("ben", "sell", "0.002", 60_000);
  expect(world.limit("ana", "buy", "0.002", 59_999)).toMatchObject({
    error: "trade.amountError",
    params: [120_000_000, LIMITS.maxUnits, 1],
  });
  expect(world.limit("ana", "buy", "0.002", 60_000).order).toBe("filled 0.002");
  expect(world.limit("ana", "sell", "0.001", 61_000, { reduceOnly: true }).order).toBe("open 0 of 0.001");
  for (const price of [47_999, 72_001])
    expect(world.close("ana", "0", price)).toMatchObject({
      error: "trade.priceOutOfBand",
      params: [48_000, 72_000, 0],
    });
  expect(world.close("ana", "0.001", 72_000).order).toBe("open 0 of 0.001");
  expect(world.position("ana")).toMatch(/^0\.002 for 120, margin 6,/);
});

test("PERP-08 a canceled stop or trailing stop never fires, at any price", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "100000");
  const stop = world.place("ana", "buy", "0.1", {
    type: "stop-market",
    stopTicks: ticks(60_500),
    triggerBy: "index",
  });
  const other = world.place("ana", "buy", "0.2", {
    type: "stop-market",
    stopTicks: ticks(60_500),
    triggerBy: "index",
  });
  const trail = world.place("ana", "buy", "0.1", {
    type: "trailing-stop",
    trailingPpm: 10_000 as Ppm,
    triggerBy: "index",
  });
  for (const { orderId } of [stop, trail]) expect(world.cancel("ana", orderId).error).toBeUndefined();
  world.limit("ben", "sell", "1", 60_600);
  expect(world.observe(60_600).trades).toEqual(["0.2 @ 60600"]);
  expect(world.observe(59_000).trades).toEqual([]);
  expect(world.observe(60_600).trades).toEqual([]);
  expect([stop, other, trail].map(({ orderId }) => world.order(orderId))).toEqual([
    "canceled user 0 of 0.1",
    "filled 0.2",
    "canceled user 0 of 0.1",
  ]);
  expect(world.view("ana").lots).toBe(200 as Lots);
});

test("PERP-08 a take-profit or stop-loss is a whole price, and a reduce-only order brings neither", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000");
  world.limit("ben", "sell", "0.1", 60_000);
  world.place("ana", "buy", "0.1");
  const before = world.wallet("ana");
  const wrong: readonly OrderTerms[] = [{ tp: 65_000.5 }, { tp: -1 }, { sl: 55_000.5 }, { sl: -1 }];
  for (const terms of wrong)
    expect(world.limit("ana", "buy", "0.1", 59_000, terms).error, JSON.stringify(terms)).toBe(
      "trade.invalidParameters",
    );
  for (const terms of [{ tp: 50_000 }, { sl: 65_000 }])
    expect(world.limit("ana", "sell", "0.1", 61_000, { ...terms, reduceOnly: true }).error).toBe(
      "trade.invalidParameters",
    );
  expect(world.wallet("ana")).toBe(before);
  expect(world.view("ana")).toMatchObject({ takeProfitTicks: 0, stopLossTicks: 0 });
});
