import type { Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { type OrderTerms, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

const MINUTE_MS = 60_000;

/** Ana is long and Ben short one bitcoin at 60,000; Cat has funds for later trades. */
function opened(): PerpetualWorld {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000").user("cat", "100000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  return world;
}

const exit = (type: "stop-market" | "take-profit-market", stop: number): OrderTerms => ({
  type,
  stopTicks: stop as Ticks,
  reduceOnly: true,
});

test("PERP-07 a stop of the full size sells only what a partial take-profit has left", () => {
  const world = opened();
  const part = world.place("ana", "sell", "0.4", exit("take-profit-market", 61_000));
  const stop = world.place("ana", "sell", "1", exit("stop-market", 59_500));
  world.limit("cat", "buy", "0.4", 61_000);
  world.observe(61_200);
  world.wait(MINUTE_MS, 61_200);
  expect(world.order(part.orderId)).toBe("filled 0.4");
  expect(world.order(stop.orderId)).toBe("untriggered 0 of 1");
  expect(world.position("ana")).toMatch(/^0\.6 for 36000,/);
  world.limit("cat", "buy", "3", 59_000);
  world.observe(59_000);
  world.wait(MINUTE_MS, 59_000);
  expect(world.order(stop.orderId)).toBe("canceled position-closed 0.6 of 1");
  expect(world.position("ana")).toBe("none");
  // 10,000 − 30; 400 − 12.2 for the first part; −600 − 17.7 for the rest.
  expect(world.wallet("ana")).toBe("9740.1 + 0");
  expect(world.position("cat")).toMatch(/^1 for 59800,/);
});

test("PERP-07 levels of parts end when the level of the whole position closes it, and never touch the next position", () => {
  const world = opened();
  const parts = [
    world.place("ana", "sell", "0.3", exit("take-profit-market", 62_000)),
    world.place("ana", "sell", "0.2", exit("stop-market", 58_500)),
  ];
  world.protect("ana", 63_000, 59_500);
  world.limit("cat", "buy", "1", 59_400);
  world.observe(59_450);
  world.wait(MINUTE_MS, 59_450);
  expect(world.position("ana")).toBe("none");
  expect(parts.map(({ orderId }) => world.order(orderId))).toEqual([
    "canceled position-closed 0 of 0.3",
    "canceled position-closed 0 of 0.2",
  ]);
  // 10,000 − 30 − 600 − 29.7.
  expect(world.wallet("ana")).toBe("9340.3 + 0");
  world.limit("ben", "sell", "0.1", 59_500);
  world.place("ana", "buy", "0.1");
  expect(world.view("ana")).toMatchObject({ takeProfitTicks: 0, stopLossTicks: 0 });
  world.limit("cat", "buy", "1", 58_000);
  for (const price of [62_100, 58_400]) {
    world.observe(price);
    world.wait(MINUTE_MS, price);
    expect(world.position("ana")).toMatch(/^0\.1 for 5950,/);
  }
});

test("PERP-07 a resting reduce-only order shrinks with its position, and ends when the position turns", () => {
  const world = opened();
  const resting = world.limit("ana", "sell", "1", 60_500, { reduceOnly: true });
  world.limit("cat", "buy", "0.7", 60_000);
  world.close("ana", "0.7");
  expect(world.position("ana")).toMatch(/^0\.3 for 18000,/);
  // Another one turns around with the same order in the book.
  world.user("dan", "10000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("dan", "buy", "1");
  const turned = world.limit("dan", "sell", "1", 60_400, { reduceOnly: true });
  world.limit("cat", "buy", "1.5", 60_000);
  world.place("dan", "sell", "1.5");
  expect(world.position("dan")).toMatch(/^-0\.5 for 30000,/);
  expect(world.order(turned.orderId)).toBe("canceled reduce-only 0 of 1");
  expect(world.place("cat", "buy", "2").trades).toEqual(["0.3 @ 60500"]);
  expect(world.order(resting.orderId)).toBe("canceled position-closed 0.3 of 1");
  expect([world.position("ana"), world.position("dan")]).toEqual([
    "none",
    expect.stringMatching(/^-0\.5 for 30000,/),
  ]);
  // 10,000 − 30; closed 0.7 at its entry for 21; 150 of profit less 3.63 for the rest.
  expect(world.wallet("ana")).toBe("10095.37 + 0");
});
